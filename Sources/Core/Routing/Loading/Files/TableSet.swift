package import Conf
package import Contract

/// All files of one table, parsed: what is loaded, and replaced, as one.
///
/// Each file has an *owner*: the file that was named or found, itself or the one that includes it. Schemes and hosts belong
/// to an owner, and so do the routes that take their links; every other name is known to the whole table. An owner that
/// begins with `package NAME` has names of its own, and is a *package*; see `PackageReader`.
package struct TableSet: Sendable {
    /// One file of the table.
    package struct Member: Sendable {
        package fileprivate(set) var document: ConfDocument
        /// The number of the file that it belongs to: its own, or that of the file which includes it.
        package let owner: Int
        let hash: UInt64
        /// The package of its owner; nil outside of packages.
        var package: Package?
    }

    /// What a file says of the package that it is.
    package struct Package: Sendable {
        package let name: String
        /// The number of the group that its file belongs to; nil if that is no file.
        let groupID: UInt32?
        /// For which instances it is; nil for those of both kinds.
        var instances: Instance?
    }

    /// By file number: the order in which they were read.
    package internal(set) var members: [Member] = []
    package internal(set) var diagnostics = Diagnostics()
    /// Whether something that belongs to the table could not be read; what it declares is then unknown to the others.
    package internal(set) var isIncomplete = false
    /// What keeps a file from being read that was named, and not by another file.
    package internal(set) var rootFaults: [TableFault] = []

    /// The packages, in the order of their files.
    package internal(set) var packages: [PackageVersion] = []
    /// Where `user-instances no` keeps this table from those of the machine; nil where nothing does.
    ///
    /// *Shape*: `/etc/deeplinkd/routes.conf:3`.
    package var withheldBy: String?
    /// The file of the table that every link is compared with; nil where no line names one.
    var shadow: ShadowFile?
    /// True for a table that is compared.
    var isShadow = false
    /// What was found in the text of a package, by the number of the file that it begins with.
    var packageTexts: [Int: PackageText] = [:]

    /// The files in the order in which they are read; see `PackageVersion`.
    package var files: [TableFileReport] {
        readingOrder.filter { !$0.isLeftOut }.map(\.member).map { member in
            TableFileReport { ($0.name, $0.revision) = (member.document.name, TableRevision.text(member.hash)) }
        }
    }

    /// *Shape*: 16 hex digits that change whenever a file's text does, or what it belongs to; also a file of the table that
    /// links are compared with.
    package var revision: String {
        guard let shadow else { return ownRevision }
        return TableRevision.text(TableRevision.hash(Array((ownRevision + shadow.revision).utf8)))
    }

    private var ownRevision: String {
        let order = readingOrder
        guard order.count > 1 else { return TableRevision.text(members.first?.hash ?? TableRevision.hash([])) }
        var bytes: [UInt8] = []
        for (member, isLeftOut) in order {
            for number in [UInt64(member.owner), isLeftOut ? ~member.hash : member.hash] {
                for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
            }
        }
        return TableRevision.text(TableRevision.hash(bytes))
    }

    /// Lets go of what a package includes and does not own.
    mutating func disown(_ numbers: Range<Int>) {
        for number in numbers { members[number].document = members[number].document.withoutStatements }
    }

    /// Lets go of the statements when they have been read; they are longer than the text.
    mutating func dropStatements() {
        for index in members.indices { members[index].document = members[index].document.withoutStatements }
    }

    /// To print diagnostics with, by file number; only files that these speak of have their text.
    package func sources(for diagnostics: Diagnostics) -> [SourceText] {
        let places = diagnostics.kept.lazy.flatMap { [$0.place] + $0.related.map(\.place) }
        let mentioned = Set(places.map(\.file))
        guard let last = mentioned.max() else { return [] }
        let own = members.map { member in
            mentioned.contains(member.document.file)
                ? SourceText(member.document) : SourceText(name: member.document.name, bytes: [])
        }
        // Those of the table that is compared have the numbers after these.
        return own + (last < own.count ? [] : shadowTexts.map { SourceText(name: $0.name, bytes: $0.bytes) })
    }
}
