import Conf
import Routing

/// The files of a table and its cases with other names, checked before an editor gets them.
struct RenamedFiles {
    /// One file that changes.
    struct Text {
        let path: String
        let bytes: [UInt8]
        let changes: [Advice.Change]

        /// The text afterwards.
        var renamed: [UInt8] { Renaming.applied(changes, to: bytes) }
    }

    let table: CheckedTable
    let cases: [CheckedCases]
    private(set) var texts: [Text] = []

    /// Finds what changes.
    init(_ renaming: Renaming, of table: CheckedTable, cases: [CheckedCases]) {
        (self.table, self.cases) = (table, cases)
        let uses = renaming.keys.flatMap { table.names.uses[$0] ?? [] }
        for (file, uses) in Dictionary(grouping: uses, by: \.place.file) {
            let document = table.set.members[file].document
            texts.append(Text(path: document.name, bytes: document.bytes, changes: renaming.changes(uses)))
        }
        for file in cases {
            let changes = renaming.changes(file.names?.uses ?? [])
            if !changes.isEmpty { texts.append(Text(path: file.path, bytes: file.document.bytes, changes: changes)) }
        }
    }

    /// The first error that the new names would bring about; nil if there is none.
    ///
    /// *Cost*: the table is loaded once, and the cases that change are read.
    func fault(in workspace: Workspace) -> String? {
        let renamed = Dictionary(
            texts.map { (FileURI.normalized($0.path), $0) }, uniquingKeysWith: { first, _ in first })
        let files = workspace.environment
        var environment = files
        environment.file = { path, limit throws(TableFault) in
            let file = try files.file(path, limit)
            guard let text = renamed[FileURI.normalized(path)] else { return file }
            return TableFile(name: file.name, bytes: text.renamed, identity: file.identity, groupID: file.groupID)
        }
        let after = CheckedTable(table.root, environment: environment)
        if after.diagnostics.errorCount > table.diagnostics.errorCount {
            return Self.sentence(after.diagnostics, table.diagnostics)
        }
        for file in cases {
            guard let text = renamed[FileURI.normalized(file.path)] else { continue }
            let own = TableFile(name: file.path, bytes: text.renamed)
            let read = CheckedCases(own, environment: environment, inherited: { after }) { _ in after }
            if read.diagnostics.errorCount > file.diagnostics.errorCount {
                return Self.sentence(read.diagnostics, file.diagnostics)
            }
        }
        return nil
    }

    private static func sentence(_ after: Diagnostics, _ before: Diagnostics) -> String {
        let known = Set(before.kept.map(\.message))
        let new = after.inOrder.first { $0.severity == .error && !known.contains($0.message) }
        return "the new name would be an error: " + (new?.message ?? "the files have more errors with it")
    }
}
