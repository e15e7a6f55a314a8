// What an editor has open, and the tables and files of cases that this belongs to. Nothing is read anew before it is needed,
// and a change lets go of what depends on the file alone.

import Conf
import Routing

/// The open files of an editor, and what was read of them.
///
/// A class, because answers share what was read.
final class Workspace {
    let disk: LoadEnvironment
    let unit: ColumnUnit
    /// The folders that the editor shows.
    var folders: [String] = []
    var files = OpenFiles()
    private var tables: [TableRoot: CheckedTable] = [:]
    /// Of open files, by their normalized paths.
    private var roots: [String: TableRoot] = [:]
    private var cases: [String: CheckedCases] = [:]
    /// By a file of cases one that includes it.
    private var includers: [String: String] = [:]
    /// The files of cases whose table is looked for: two can include each other.
    private var reading: Set<String> = []
    /// The files of cases around a table, by its root.
    private var caseLists: [TableRoot: [String]] = [:]

    init(disk: LoadEnvironment, unit: ColumnUnit) { (self.disk, self.unit) = (disk, unit) }

    /// Files as the editor has them.
    var environment: LoadEnvironment { files.environment(over: disk) }
    /// The capabilities of the program.
    var wings: WingList { disk.wings }

    /// The table of a file, as it is now.
    func table(of path: String) -> CheckedTable {
        let path = FileURI.normalized(path)
        let root = roots[path] ?? TableFinder(environment: environment).root(of: path)
        roots[path] = root
        return table(at: root)
    }

    /// The table of a root, as it is now.
    func table(at root: TableRoot) -> CheckedTable {
        if let table = tables[root] { return table }
        let table = CheckedTable(root, environment: environment)
        tables[root] = table
        return table
    }

    /// A file of cases, as it is now; nil where it cannot be read.
    func cases(at path: String) -> CheckedCases? {
        let path = FileURI.normalized(path)
        if let known = cases[path] { return known }
        // ignored: what cannot be read has no cases.
        guard let file = try? environment.file(path, EditingLimits.searchedBytes) else { return nil }
        let own = TableFile(name: path, bytes: file.bytes, identity: file.identity)
        let found = CheckedCases(own, environment: environment, inherited: { self.inherited(by: path) }) { name in
            self.table(at: TableRoot(paths: [name], isFolder: false))
        }
        for name in found.included { includers[name] = path }
        cases[path] = found
        if found.table != nil {
            for name in found.included where cases[name]?.table == nil { cases[name] = nil }
        }
        return found
    }

    /// The table of a file of cases that includes another.
    private func inherited(by path: String) -> CheckedTable? {
        guard let includer = includers[path], reading.insert(path).inserted else { return nil }
        defer { reading.remove(path) }
        guard let cases = cases(at: includer), cases.included.contains(path) else { return nil }
        return cases.table
    }

    /// The files of cases about a table.
    func cases(about table: CheckedTable) -> [CheckedCases] {
        if caseLists[table.root] == nil {
            caseLists[table.root] = TableFinder(environment: environment).caseFiles(
                below: folders, beside: table.paths)
        }
        let paths = Set(table.paths)
        let open = files.files.values.filter { $0.kind == .cases }.map { FileURI.normalized($0.path) }
        let all = Set((caseLists[table.root] ?? []) + open).sorted()
        for path in all { _ = cases(at: path) }
        // A file without a table has that of those that include it.
        let included = Set(cases.values.filter { $0.table != nil }.flatMap(\.included))
        for path in included where cases[path]?.table == nil { cases[path] = nil }
        return included.union(all).sorted().compactMap { cases(at: $0) }.filter { cases in
            cases.table?.root.paths.contains { paths.contains(FileURI.normalized($0)) } == true
        }
    }

    /// The files of cases that wait to be run.
    var unfinishedCases: CheckedCases? { cases.values.first { !$0.isFinished } }

    /// Lets go of what depends on a file that was changed.
    func changed(_ path: String) {
        let path = FileURI.normalized(path)
        for (name, found) in cases where found.included.contains(path) { cases[name] = nil }
        for name in cases[path]?.included ?? [] { cases[name] = nil }
        cases[path] = nil
        let stale = tables.values.filter { $0.paths.contains(path) || $0.root.paths.contains(path) }.map(\.root)
        for root in stale { tables[root] = nil }
        for (name, found) in cases where found.table.map({ stale.contains($0.root) }) == true { cases[name] = nil }
        // A file that tables did not have may be one of them now.
        if stale.isEmpty, EditedFile.kind(of: path) == .table { roots[path] = nil }
    }

    /// Lets go of everything, since files on the disk were changed.
    func changedOnDisk() {
        (tables, roots, cases, caseLists) = ([:], [:], [:], [:])
        for uri in files.files.keys { files.refresh(uri, on: disk) }
    }

    /// Looks for the tables of all files again: an `include` came or went.
    func forgetRoots() { roots = [:] }
}
