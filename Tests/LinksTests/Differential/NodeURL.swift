import Foundation
import TestSupport

/// Runs Node's `URL` on many texts at once.
enum NodeURL {
    /// The `node` of version 20 in `PATH`; if there is none, prints the reason and returns nil.
    ///
    /// The named differences belong to one version of one parser: the ada 2.9 of Node 20.
    static func program(for test: String) -> String? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        for folder in path.split(separator: ":") where FileManager.default.isExecutableFile(atPath: "\(folder)/node") {
            let version = (try? ChildProgram.run("\(folder)/node", ["--version"]))?.output ?? ""
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
        // Millions of texts take minutes.
        let run = try ChildProgram.run(node, [program.path], input: input, patience: 60 * ChildProgram.longestWait)
        return run.output.split(separator: "\n")
    }
}
