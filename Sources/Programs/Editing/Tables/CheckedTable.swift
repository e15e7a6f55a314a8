import Conf
import Routing

/// A table as it is now, with everything that is wrong with it.
///
/// A class, because open files and files of cases share one.
final class CheckedTable {
    let root: TableRoot
    /// With the statements, which names are read from.
    let set: TableSet
    /// The files; those of a table that is compared stand behind them.
    let sources: [SourceText]
    let diagnostics: Diagnostics
    /// nil where the table has an error.
    let ruleset: Ruleset?
    /// All names of the table, read when they are first needed.
    lazy var names = NameIndex(set: set, wings: wings) { [unowned self] in package(of: $0) }
    private let wings: WingList

    /// Reads and loads the table.
    init(_ root: TableRoot, environment: LoadEnvironment) {
        var collector = TableCollector(environment)
        for path in root.paths { collector.add(path: path, isNamed: !root.isFolder) }
        let set = collector.finish()
        let result = RulesetLoader.load(set, environment: environment)
        (self.root, self.set, diagnostics) = (root, set, result.diagnostics)
        (ruleset, sources, wings) = (result.ruleset, result.sources, environment.wings)
    }

    /// The normalized paths of its files.
    var paths: [String] { self.set.members.map { FileURI.normalized($0.document.name) } }

    /// The number of the file at a normalized path.
    func file(at path: String) -> Int? {
        set.members.firstIndex { FileURI.normalized($0.document.name) == path }
    }

    /// The name and the text of a file that a diagnostic speaks of.
    func text(of file: Int) -> (name: String, bytes: [UInt8])? {
        if set.members.indices.contains(file) {
            return (set.members[file].document.name, set.members[file].document.bytes)
        }
        return sources.indices.contains(file) ? (sources[file].name, sources[file].bytes) : nil
    }
}

extension CheckedTable {
    /// The name of the package of a file; nil outside of packages.
    func package(of file: Int) -> String? {
        let owner = set.members[set.members[file].owner].document
        guard let first = owner.statements.first, first.wordCount == 2,
            owner.hasDirective(TableDirective.package.rawValue, 0)
        else { return nil }
        return owner.text(of: owner.word(1, of: 0))
    }

    /// The files of the table, or the one beside a file, that a line names.
    func files(named text: String, beside path: String) -> [String] {
        let named = CheckedCases.resolved(text, beside: path)
        guard named.contains(where: { "*?[".contains($0) }) else { return [named] }
        let (folder, start) = (FileURI.folder(of: named), named.prefix { !"*?[".contains($0) })
        return paths.filter { $0.hasPrefix(start) && (FileURI.folder(of: $0) == folder || folder.contains("*")) }
    }
}
