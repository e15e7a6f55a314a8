import Foundation

/// Runs Node's `URL` on many texts at once.
enum NodeURL {
    /// The `node` of version 20 in `PATH`; if there is none, prints the reason and returns nil.
    ///
    /// The named differences belong to one version of one parser: the ada 2.9 of Node 20.
    static func program(for test: String) -> String? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        for folder in path.split(separator: ":") where FileManager.default.isExecutableFile(atPath: "\(folder)/node") {
            let version = (try? run("\(folder)/node", ["--version"], input: "")) ?? ""
            if version.hasPrefix("v20.") { return "\(folder)/node" }
            print("skipped: \(test): node is \(version.prefix { $0 != "\n" }), and the differences are named for v20")
            return nil
        }
        print("skipped: \(test): node is not in PATH; version 20 is needed")
        return nil
    }

    /// The lines that `node-url.mjs` prints for texts.
    static func answers(_ node: String, _ texts: [String]) throws -> [Substring] {
        let program = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("node-url.mjs")
        let input = texts.map { JSONLine.string($0) }.joined(separator: "\n") + "\n"
        return try run(node, [program.path], input: input).split(separator: "\n")
    }

    /// The output of a program; input and output go through files, so neither process waits for the other.
    private static func run(_ program: String, _ arguments: [String], input: String) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "deeplinkd-node-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (inputFile, outputFile) = (folder.appendingPathComponent("input"), folder.appendingPathComponent("output"))
        try Data(input.utf8).write(to: inputFile)
        try Data().write(to: outputFile)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardInput = try FileHandle(forReadingFrom: inputFile)
        process.standardOutput = try FileHandle(forWritingTo: outputFile)
        try process.run()
        process.waitUntilExit()
        return String(decoding: try Data(contentsOf: outputFile), as: UTF8.self)
    }
}
