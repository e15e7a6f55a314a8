internal import Conf
internal import Contract
import HostSystem
internal import Routing
import Tables

/// A table as its files were in a commit.
struct GitTable {
    /// *Units*: seconds that one call of git may take.
    private static let time = Duration.seconds(20)

    private let path: String
    private let revision: String
    private let git: String

    /// Names a table.
    ///
    /// *Throws*: if git is not installed, or knows no such commit in the folder of the table.
    init(_ path: String, at revision: String) throws {
        guard let git = CapturedProgram.find("git", in: HostFacts.environment["PATH"] ?? "/usr/bin:/bin") else {
            throw ToolFailure("git is not installed, or not in PATH")
        }
        guard !revision.hasPrefix("-") else { throw ToolFailure("no commit is called \(revision)") }
        (self.path, self.git) = (path, git)
        let commit = try Self.output(
            git, ["rev-parse", "--verify", "--quiet", revision + "^{commit}"], in: Self.folder(of: path))
        guard let commit else {
            throw ToolFailure(
                "git knows no commit \(revision) in \(Self.folder(of: path)); `git log --oneline` there lists them")
        }
        self.revision = String(decoding: commit, as: UTF8.self).filter { !$0.isNewline }
    }

    /// Loads it; if it has errors, they go to standard error and the command ends with status 3.
    func load() throws -> Ruleset {
        var environment = TableSource(.files([path]), purpose: .checking).environment
        environment.file = { [self] path, limit throws(TableFault) in try file(path, limit) }
        environment.names = { [self] folder throws(TableFault) in (try names(folder), nil) }
        var collector = TableCollector(environment)
        collector.add(path: path, isNamed: true)
        let set = collector.finish()
        if let fault = set.rootFaults.first { throw ToolFailure("\(fault.message) in commit \(revision.prefix(12))") }
        return try RulesetLoader.load(set, environment: environment).rulesetForTool()
    }

    private func file(_ path: String, _ byteLimit: Int) throws(TableFault) -> TableFile {
        guard let bytes = read(["cat-file", "blob", "\(revision):./\(Self.name(of: path))"], of: path) else {
            throw .absent(path)
        }
        guard bytes.count <= byteLimit else {
            throw TableFault(.fileTooLarge, "\(path) has more than \(byteLimit) bytes", help: "divide it by `include`")
        }
        return TableFile(name: path, bytes: bytes)
    }

    private func names(_ folder: String) throws(TableFault) -> [String] {
        guard let bytes = read(["ls-tree", "-z", "--name-only", revision, "./"], of: folder + "/") else {
            throw .absent(folder)
        }
        return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    private func read(_ words: [String], of path: String) -> [UInt8]? {
        // ignored: what git cannot be asked for is not there.
        try? Self.output(git, words, in: Self.folder(of: path))
    }

    /// What git writes; nil where it fails.
    private static func output(_ git: String, _ words: [String], in folder: String) throws -> [UInt8]? {
        let program = try CapturedProgram(
            [git, "-C", folder] + words, environment: HostFacts.environment, within: time,
            byteLimit: Limits.tableBytes + 1)
        return program.end == .code(0) ? program.output : nil
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func name(of path: String) -> Substring {
        path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
    }
}
