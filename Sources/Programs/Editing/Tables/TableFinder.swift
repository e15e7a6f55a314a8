// Which table a file is a part of:
//
//     /etc/deeplinkd/routes.conf             with the drop-ins of routes.conf.d beside it, if there are any
//     /etc/deeplinkd/routes.conf.d/30.conf   the same table
//     shop/routes.conf                       a table of its own,
//     shop/items/books.conf                  or a part of one beside it, or above it, that includes it

import Conf
import Contract
import Routing

/// The files that a table is read from, without those that they include.
struct TableRoot: Hashable {
    /// In the order in which they are read.
    let paths: [String]
    /// Whether they are the main file and the drop-ins of one folder.
    let isFolder: Bool
}

/// Finds tables and files of test cases around a file.
struct TableFinder {
    let environment: LoadEnvironment

    /// The table that a file is a part of.
    func root(of path: String) -> TableRoot {
        let folder = FileURI.folder(of: path)
        if FileURI.name(of: folder) == TableLocations.dropInName { return root(ofFolder: FileURI.folder(of: folder)) }
        if FileURI.name(of: path) == TableLocations.mainName { return root(ofFolder: folder, main: path) }
        let alone = TableRoot(paths: [path], isFolder: false)
        guard path.hasPrefix("/") else { return alone }
        var (room, above) = (EditingLimits.searchedBytes, folder)
        for _ in 0...EditingLimits.searchedParents {
            if let found = includer(of: path, in: above, &room) { return found }
            guard above.count > 1 else { break }
            above = FileURI.folder(of: above)
        }
        return alone
    }

    /// The main file of a folder with its drop-ins.
    private func root(ofFolder folder: String, main: String? = nil) -> TableRoot {
        let dropIns = folder + "/" + TableLocations.dropInName
        let names = self.names(in: dropIns).filter { $0.hasSuffix(TableLocations.dropInSuffix) && !$0.hasPrefix(".") }
        let sorted = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let first = main ?? folder + "/" + TableLocations.mainName
        let hasMain = main != nil || self.names(in: folder).contains(TableLocations.mainName)
        return TableRoot(
            paths: (hasMain ? [first] : []) + sorted.map { dropIns + "/" + $0 }, isFolder: !sorted.isEmpty)
    }

    /// The table in a folder that includes a file.
    private func includer(of path: String, in folder: String, _ room: inout Int) -> TableRoot? {
        for name in names(in: folder).sorted() where name.hasSuffix(TableLocations.dropInSuffix) {
            let candidate = folder + "/" + name
            // ignored: what cannot be read includes nothing.
            guard candidate != path, room > 0, let file = try? environment.file(candidate, room) else { continue }
            room -= file.bytes.count
            guard Self.includesAny(file) else { continue }
            var collector = TableCollector(environment)
            collector.add(file)
            let set = collector.finish()
            room -= set.members.dropFirst().reduce(0) { $0 + $1.document.bytes.count }
            guard set.members.dropFirst().contains(where: { FileURI.normalized($0.document.name) == path }) else {
                continue
            }
            return name == TableLocations.mainName
                ? root(ofFolder: folder, main: candidate) : TableRoot(paths: [candidate], isFolder: false)
        }
        return nil
    }

    private static func includesAny(_ file: TableFile) -> Bool {
        var ignored = Diagnostics()
        let document = ConfParser.parse(file.bytes, name: file.name, file: 0, diagnostics: &ignored)
        return document.roots.contains { document.hasDirective(TableDirective.include.rawValue, $0) }
    }

    /// The files of test cases below some folders, and beside some files.
    func caseFiles(below folders: [String], beside files: [String]) -> [String] {
        var (found, room): (Set<String>, Int) = ([], EditingLimits.searchedNames)
        for folder in Set(files.map(FileURI.folder)) {
            for name in names(in: folder) where name.hasSuffix(".cases") { found.insert(folder + "/" + name) }
        }
        var level = folders
        for _ in 0...EditingLimits.searchedDepth {
            var next: [String] = []
            for folder in level {
                for name in names(in: folder).sorted() where room > 0 {
                    room -= 1
                    if name.hasSuffix(".cases") { found.insert(folder + "/" + name) }
                    // A folder is known by its names; one with a dot is no source.
                    if !name.contains(".") { next.append(folder + "/" + name) }
                }
            }
            level = next
        }
        return found.sorted().prefix(EditingLimits.caseFiles).map { FileURI.normalized($0) }
    }

    private func names(in folder: String) -> [String] {
        // ignored: a folder that cannot be read has no tables.
        (try? environment.names(folder).names) ?? []
    }
}
