internal import Contract
internal import Routing
internal import Tables

/// The files of a table: those that were read, and those that were found but not read.
struct FileList {
    /// A file and its status.
    private struct Row {
        let path: String
        let fate: String
        var revision: String?
        var by: String?
        /// For which instances it is, where that is why it is left out.
        var instances: Instance?
    }

    private let rows: [Row]

    /// - Parameter proposals: files that are not in their places yet, by their places.
    init(_ reading: TableSource.Reading, proposals: [String: ProposedDropIn] = [:]) {
        var rows = reading.set.files.map { file in
            let origin = proposals[file.name]?.origin
            return Row(
                path: file.name, fate: origin == nil ? "read" : "proposed", revision: file.revision, by: origin)
        }
        for package in reading.set.elsewhere {
            rows.append(Row(path: package.file, fate: "left out", instances: package.instances))
        }
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

    /// The files that a daemon has read, and those that are for other instances.
    init(_ report: CheckReport) {
        let others = (report.packages ?? []).filter { !$0.isFaulty }
        rows =
            report.files.map { Row(path: $0.name, fate: "read", revision: $0.revision) }
            + others.map { Row(path: $0.file, fate: "left out", instances: $0.instances.flatMap(Instance.init)) }
    }

    /// Prints one line or one object per file.
    func show(_ output: FormatOption) {
        for row in rows {
            let cause =
                (row.by.map { ", by \($0)" } ?? "") + (row.instances.map { ": it is for \($0.plural)" } ?? "")
            output.show(
                [
                    "file": row.path, "status": row.fate, "revision": row.revision, "by": row.by,
                    "instances": row.instances?.rawValue,
                ] as JSONObject,
                line: "\(row.fate.padded(to: 11)) \(row.path)\(cause)")
        }
    }
}
