import Foundation

/// A folder that stands for the root of a machine, in which a test installs the programs.
struct Installation {
    let root: String

    /// Runs a test with a new folder, and removes the folder.
    static func withFolder(_ body: (Installation) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("deeplinkd-install-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(Installation(root: folder.path))
    }

    /// The paths of all files, as the machine would name them.
    var paths: Set<String> {
        let found = try? Command.run(["find", root, "!", "-type", "d", "-printf", "/%P\\n"])
        return Set(found?.output.split(separator: "\n").map(String.init) ?? [])
    }

    /// Runs the script for this folder.
    func run(_ options: String...) throws -> Command.Result { try run(options) }

    /// Installs the programs of this build.
    func install(_ options: String...) throws -> Command.Result {
        try run(["--programs", Places.programs?.path ?? ""] + options)
    }

    private func run(_ options: [String]) throws -> Command.Result {
        let script = Places.package.path + "/scripts/install.sh"
        return try Command.run([script, "--destdir", root] + options, limit: .seconds(120))
    }

    func text(_ path: String) -> String { (try? String(contentsOfFile: root + path, encoding: .utf8)) ?? "" }

    func write(_ text: String, to path: String) throws {
        try text.write(toFile: root + path, atomically: true, encoding: .utf8)
    }

    /// The digest of each file, by its path.
    func digests() throws -> [String: String] {
        let output = try Command.run(["sha256sum"] + paths.sorted().map { root + $0 }).output
        let pairs = output.split(separator: "\n").map { line -> (String, String) in
            let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
            return (String(parts[1].trimmingPrefix(/\s+/).dropFirst(root.count)), String(parts[0]))
        }
        return Dictionary(pairs) { first, _ in first }
    }
}
