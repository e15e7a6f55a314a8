internal import Conf
internal import Contract
internal import Routing
internal import Tables
internal import Varlink

/// The files of a table: those that were read, and those that were found but not read.
struct FileList {
    /// A file and its status.
    private struct Row {
        let path: String
        let fate: String
        var revision: String?
        var by: String?
    }

    private let rows: [Row]

    init(_ reading: TableSource.Reading) {
        var rows = reading.set.files.map { Row(path: $0.name, fate: "read", revision: $0.revision) }
        for entry in reading.lookup?.entries ?? [] {
            switch entry.fate {
            case .read: continue
            case .masks: rows.append(Row(path: entry.path, fate: "masked"))
            case .overridden(let path): rows.append(Row(path: entry.path, fate: "overridden", by: path))
            }
        }
        // A single file named on the command line needs no list.
        self.rows = rows.count > 1 || reading.lookup != nil ? rows : []
    }

    /// One line per file.
    var text: [String] {
        rows.map { row in
            let pad = String(repeating: " ", count: max(1, 12 - row.fate.utf8.count))
            return Escaping.printable(row.fate + pad + row.path + (row.by.map { ", by \($0)" } ?? ""))
        }
    }

    /// One object per file.
    var json: [String] {
        rows.map { row in
            var members: [Value.Member] = [.init("file", .string(row.path)), .init("status", .string(row.fate))]
            if let revision = row.revision { members.append(.init("revision", .string(revision))) }
            if let by = row.by { members.append(.init("by", .string(by))) }
            return JSONText.text(of: .object(members))
        }
    }
}
