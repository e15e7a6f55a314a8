// The record of an installation's changes, by which `remove` restores the earlier state: `desktop.json`.
//
//     {"version":1,
//      "entries":[{"path":"…/io.deeplinkd.Links.desktop","digest":"43b0b60e0ae8b127"}],
//      "lists":[{"path":"…/mimeapps.list","before":"W0RlZmF1…","digest":"…","changes":[…]}],
//      "former":[{"type":"x-scheme-handler/podcast","handler":"org.example.Player.desktop"}]}
//
// It is written before the files are changed, with the changes of the record before it: a crash between two files leaves
// changes that the next installation or removal finds and undoes.

internal import Conf
package import DesktopEntries
internal import HostSystem
package import Varlink

/// The record of an installation.
package struct DesktopRecord: StoredObject, Equatable {
    /// A desktop entry that was written.
    package struct Entry: StoredObject, Equatable {
        var path = ""
        /// What was there before; nil for nothing.
        var before: [UInt8]?
        var digest = ""

        package init() {}

        package mutating func members(_ list: inout some MemberList) {
            list.member("path", &path, .leniently, "The file.")
            list.member("digest", &digest, .leniently, "The digest of what was written.")
            list.member("before", bytes: &before, "What was there before.")
        }
    }

    /// A list that was changed.
    package struct List: StoredObject, Equatable {
        var path = ""
        /// What was there before; nil for nothing.
        var before: [UInt8]?
        var digest = ""
        var changes: [ListChange] = []

        package init() {}

        package mutating func members(_ list: inout some MemberList) {
            list.member("path", &path, .leniently, "The file.")
            list.member("digest", &digest, .leniently, "The digest of what was written.")
            list.member("changes", &changes, .leniently, "The lines that were changed.")
            list.member("before", bytes: &before, "What was there before.")
        }
    }

    /// A row of the portal's permission store that was set.
    package struct PortalRow: StoredObject, Equatable {
        package var type = ""
        /// What was there before; nil for nothing.
        package var before: [String]?

        package init() {}

        package mutating func members(_ list: inout some MemberList) {
            list.member("type", &type, .leniently, "The type.")
            list.member("before", &before, "The row that was there before.")
        }
    }

    private var version = InstallRecord.version
    package var entries: [Entry] = []
    package var lists: [List] = []
    package var formers: [FormerHandler] = []
    package var portalRows: [PortalRow] = []
    /// The caches of types that an installation made: they are removed once they are empty.
    package var caches: [String] = []

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.recordVersion(&version)
        list.member("entries", &entries, .leniently, "The entries that were written.")
        list.member("lists", &lists, .leniently, "The lists that were changed.")
        list.formerHandlers(&formers)
        list.member("portal", &portalRows, .leniently, "The rows of the portal that were set.")
        list.member("caches", &caches, .leniently, "The caches that an installation made.")
    }

    /// Whether this program has the role of the default browser.
    package var hasWebRole: Bool { entries.contains { $0.path.lastName == LinkEntry.webID } }

    /// The handler of a type before; nil for none, and for a type that was not installed.
    package func former(of type: String) -> String? { formers.first { $0.type == type }?.handler }

    /// Whether there is nothing to undo.
    package var isEmpty: Bool { entries.isEmpty && lists.isEmpty && portalRows.isEmpty }

    /// The digest of a file's bytes.
    ///
    /// *Shape*: as that of a table's text.
    package static func digest(_ bytes: [UInt8]) -> String { TableRevision.text(TableRevision.hash(bytes)) }

    // MARK: The file

    /// Reads a record; an empty one where there is none.
    ///
    /// *Throws*: `DesktopError` for a file that is no record.
    package init(readFrom path: String) throws(DesktopError) {
        let bytes: [UInt8]
        do throws(LoopError) {
            guard try FileStatus.isAnythingThere(path) else { return }
            bytes = try FileReader.read(path, byteLimit: InstallRecord.byteLimit).bytes
        } catch {
            throw .system(error)
        }
        guard let record = InstallRecord.read(bytes, version: \Self.version) else {
            throw .unreadableRecord(path: path)
        }
        self = record
        // A record may be forged, so only paths that this program writes are taken from it.
        entries.removeAll { !$0.path.hasPrefix("/") || !LinkEntry.isOwn($0.path.lastName) }
        lists.removeAll { !$0.path.hasPrefix("/") || !$0.path.hasSuffix(DesktopPlaces.listName) }
    }

    /// The text of the file.
    package var bytes: [UInt8] { Array((JSONText.text(of: self) + "\n").utf8) }
}

extension ListChange: StoredObject {
    package mutating func members(_ list: inout some MemberList) {
        list.member("group", &wish.group, .leniently, "The group of the line.")
        list.member("key", &wish.key, .leniently, "The key of the line.")
        list.member("front", &wish.front, .leniently, "The ids that were put in front.")
        list.member("dropped", &wish.dropped, .leniently, "The ids that were taken away.")
        var texts = before.map { Base64.text(of: $0) }
        list.member("before", &texts, .leniently, "The values of the key's lines before.")
        before = texts.compactMap { Base64.bytes(of: $0) }
        list.member("addsGroup", &addsGroup, .leniently, "Whether the group was added.")
        list.member("addsEnd", &addsEnd, .leniently, "Whether the last line got an end.")
    }
}

extension MemberList {
    /// Handles bytes, which are Base64 in the file.
    fileprivate mutating func member(_ name: String, bytes: inout [UInt8]?, _ comment: String) {
        var text = bytes.map { Base64.text(of: $0) }
        member(name, &text, comment)
        bytes = text.flatMap { Base64.bytes(of: $0) }
    }
}

extension String {
    /// The name at the end of a path.
    fileprivate var lastName: String { split(separator: "/").last.map(String.init) ?? "" }
}
