package import Conf
package import Contract

/// All files of one table, parsed: what is loaded, and replaced, as one.
///
/// Each file has an *owner*: the file that was named or found, itself or the one that includes it. Schemes and hosts belong
/// to an owner, and so do the routes that take their links; every other name is known to the whole table.
package struct TableSet: Sendable {
    /// One file of the table.
    package struct Member: Sendable {
        package fileprivate(set) var document: ConfDocument
        /// The number of the file that it belongs to: its own, or that of the file which includes it.
        package let owner: Int
        let hash: UInt64
    }

    /// By file number: the order in which they were read.
    package internal(set) var members: [Member] = []
    package internal(set) var diagnostics = Diagnostics()
    /// Whether something that belongs to the table could not be read; what it declares is then unknown to the others.
    package internal(set) var isIncomplete = false
    /// What keeps a file from being read that was named, and not by another file.
    package internal(set) var rootFaults: [TableFault] = []

    /// The files by their order.
    package var files: [TableFileReport] {
        members.map { member in
            TableFileReport { ($0.name, $0.revision) = (member.document.name, TableRevision.text(member.hash)) }
        }
    }

    /// *Shape*: 16 hex digits that change whenever a file's text does, or what it belongs to.
    package var revision: String {
        guard members.count > 1 else { return TableRevision.text(members.first?.hash ?? TableRevision.hash([])) }
        var bytes: [UInt8] = []
        for member in members {
            for number in [UInt64(member.owner), member.hash] {
                for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
            }
        }
        return TableRevision.text(TableRevision.hash(bytes))
    }

    /// Lets go of the statements when they have been read; they are longer than the text.
    mutating func dropStatements() {
        for index in members.indices { members[index].document = members[index].document.withoutStatements }
    }

    /// To print diagnostics with, by file number; only files that these speak of have their text.
    package func sources(for diagnostics: Diagnostics) -> [SourceText] {
        let places = diagnostics.kept.lazy.flatMap { [$0.place] + $0.related.map(\.place) }
        let mentioned = Set(places.map(\.file))
        guard !mentioned.isEmpty else { return [] }
        return members.map { member in
            mentioned.contains(member.document.file)
                ? SourceText(member.document) : SourceText(name: member.document.name, bytes: [])
        }
    }
}
