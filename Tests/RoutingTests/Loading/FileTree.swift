import Conf
import TestTables

@testable import Routing

/// Files that loading can include, without a disk.
struct FileTree {
    let files: [String: String]
    /// How bad a case of `reload-cases` that fails is; nil where none is run.
    var caseSeverity: Severity?

    /// The file `t`, which is read first, is one of them.
    func load(_ roots: String...) -> RulesetLoader.Result {
        let environment = environment
        var collector = TableCollector(environment)
        for root in roots.isEmpty ? ["t"] : roots { collector.add(path: root) }
        return RulesetLoader.load(collector.finish(), environment: environment)
    }

    var environment: LoadEnvironment {
        var environment = LoadEnvironment()
        environment.caseSeverity = caseSeverity
        let numbers = Dictionary(uniqueKeysWithValues: files.keys.sorted().enumerated().map { ($1, UInt64($0)) })
        environment.file = { [files] path, limit throws(TableFault) in
            // Whatever way leads to it, it is one file.
            let name = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
            guard let text = files[name] else { throw .absent(path) }
            guard text.utf8.count <= limit else { throw TableFault(.fileTooLarge, "\(path) is too large", help: "") }
            return TableFile(
                name: path, bytes: Array(text.utf8), identity: .init(device: 1, inode: numbers[name] ?? .max))
        }
        environment.names = { [files] folder throws(TableFault) in
            let start = folder == "." ? "" : folder
            if start == "closed/" { throw TableFault(.unreadableFile, "cannot read closed/", help: "open it") }
            let rest = files.keys.filter { $0.hasPrefix(start) }.map { $0.dropFirst(start.count) }
            return (Array(Set(rest.map { String($0.prefix { $0 != "/" }) })), nil)
        }
        return environment
    }
}
