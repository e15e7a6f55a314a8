// What an installation has changed, so that `remove` gives back what was there: `desktop.json`.
//
//     {"version":1,
//      "entries":[{"path":"…/io.deeplinkd.Links.desktop","digest":"43b0b60e0ae8b127"}],
//      "lists":[{"path":"…/mimeapps.list","before":"W0RlZmF1…","digest":"…","changes":[…]}],
//      "former":[{"type":"x-scheme-handler/podcast","handler":"org.example.Player.desktop"}]}
//
// It is written before the files are changed, with the changes of the record before it: a crash between two files leaves
// changes that the next installation or removal finds and undoes.

internal import Conf
internal import HostSystem
internal import Varlink

/// The record of an installation.
package struct DesktopRecord: Equatable, Sendable {
    /// A desktop entry that was written.
    package struct Entry: Equatable, Sendable {
        package let path: String
        /// What was there before; nil for nothing.
        package let before: [UInt8]?
        package let digest: String
    }

    /// A list that was changed.
    package struct List: Equatable, Sendable {
        package let path: String
        /// What was there before; nil for nothing.
        package let before: [UInt8]?
        package let digest: String
        package var changes: [ListChange]
    }

    /// The handler of a type before the first installation.
    package struct Former: Equatable, Sendable {
        package let type: String
        /// The id of the entry; nil for none.
        package let handler: String?
    }

    /// A row of the portal's permission store that was set.
    package struct PortalRow: Equatable, Sendable {
        package let type: String
        /// What was there before; nil for nothing.
        package let before: [String]?

        package init(type: String, before: [String]?) { (self.type, self.before) = (type, before) }
    }

    /// *Units*: bytes; a list has 1 MiB at most, and there are few of them.
    private static let byteLimit = 32 << 20

    package var entries: [Entry] = []
    package var lists: [List] = []
    package var formers: [Former] = []
    package var portalRows: [PortalRow] = []
    /// The caches of types that an installation made: they are removed once they are empty.
    package var caches: [String] = []

    package init() {}

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
            bytes = try FileReader.read(path, byteLimit: Self.byteLimit).bytes
        } catch {
            throw .system(error)
        }
        guard let value = try? ValueDecoder.decode(bytes.span), value["version"]?.int == 1 else {
            throw .unreadableRecord(path: path)
        }
        entries = value.objects("entries") { Entry($0) }
        lists = value.objects("lists") { List($0) }
        formers = value.objects("former") { member in
            member["type"]?.text.map { Former(type: $0, handler: member["handler"]?.text) }
        }
        portalRows = value.objects("portal") { member in
            member["type"]?.text.map { PortalRow(type: $0, before: member["before"].map(\.texts)) }
        }
        caches = value["caches"]?.texts ?? []
    }

    /// The text of the file.
    package var bytes: [UInt8] {
        var members: [Value.Member] = [Value.Member("version", .integer(1))]
        members.append(Value.Member("entries", .array(entries.map(\.value))))
        members.append(Value.Member("lists", .array(lists.map(\.value))))
        members.append(
            Value.Member(
                "former",
                .array(
                    formers.map { former in
                        .object(
                            [Value.Member("type", .string(former.type))]
                                + (former.handler.map { [Value.Member("handler", .string($0))] } ?? []))
                    })))
        members.append(
            Value.Member(
                "portal",
                .array(
                    portalRows.map { row in
                        .object(
                            [Value.Member("type", .string(row.type))]
                                + (row.before.map { [Value.Member("before", .texts($0))] } ?? []))
                    })))
        members.append(Value.Member("caches", .texts(caches)))
        return Array((JSONText.text(of: .object(members)) + "\n").utf8)
    }
}

extension DesktopRecord.Entry {
    fileprivate init?(_ value: Value) {
        guard let path = value["path"]?.text, let digest = value["digest"]?.text else { return nil }
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        // A record may be forged, so only paths that this program writes are taken from it.
        guard path.hasPrefix("/"), LinkEntry.isOwn(name) else { return nil }
        self.init(path: path, before: value["before"]?.text.flatMap { Base64.bytes(of: $0) }, digest: digest)
    }

    fileprivate var value: Value {
        .object(
            [Value.Member("path", .string(path)), Value.Member("digest", .string(digest))]
                + (before.map { [Value.Member("before", .string(Base64.text(of: $0)))] } ?? []))
    }
}

extension DesktopRecord.List {
    fileprivate init?(_ value: Value) {
        guard let path = value["path"]?.text, let digest = value["digest"]?.text else { return nil }
        guard path.hasPrefix("/"), path.hasSuffix(DesktopPlaces.listName) else { return nil }
        self.init(
            path: path, before: value["before"]?.text.flatMap { Base64.bytes(of: $0) }, digest: digest,
            changes: value.objects("changes") { ListChange($0) })
    }

    fileprivate var value: Value {
        .object(
            [
                Value.Member("path", .string(path)), Value.Member("digest", .string(digest)),
                Value.Member("changes", .array(changes.map(\.value))),
            ] + (before.map { [Value.Member("before", .string(Base64.text(of: $0)))] } ?? []))
    }
}

extension ListChange {
    fileprivate init?(_ value: Value) {
        guard let group = value["group"]?.text, let key = value["key"]?.text else { return nil }
        self.init(
            group: group, key: key, front: value["front"]?.texts ?? [], dropped: value["dropped"]?.texts ?? [],
            before: value["before"]?.texts.compactMap { Base64.bytes(of: $0) } ?? [],
            addsGroup: value["addsGroup"]?.flag == true, addsEnd: value["addsEnd"]?.flag == true)
    }

    fileprivate var value: Value {
        .object([
            Value.Member("group", .string(group)), Value.Member("key", .string(key)),
            Value.Member("front", .texts(front)), Value.Member("dropped", .texts(dropped)),
            Value.Member("before", .texts(before.map { Base64.text(of: $0) })),
            Value.Member("addsGroup", .bool(addsGroup)), Value.Member("addsEnd", .bool(addsEnd)),
        ])
    }
}

extension Value {
    /// The texts of an array of strings.
    fileprivate var texts: [String] { elements?.compactMap(\.text) ?? [] }

    fileprivate static func texts(_ texts: [String]) -> Value { .array(texts.map { .string($0) }) }

    /// The elements of a member that is an array, those that can be read.
    fileprivate func objects<Object>(_ name: String, _ read: (Value) -> Object?) -> [Object] {
        self[name]?.elements?.compactMap(read) ?? []
    }
}
