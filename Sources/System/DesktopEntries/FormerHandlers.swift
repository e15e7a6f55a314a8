// The handlers that links had before `deeplinkctl desktop install`, from the record of the installation, `desktop.json`:
//
//     {"version":1, … ,"former":[{"type":"x-scheme-handler/https","handler":"firefox.desktop"}]}
//
// deeplinkctl writes the whole record and undoes by it what it has changed. The daemon needs only what it hands links on to.
// So the place, the version and the members that both read are here.

internal import HostSystem
package import Varlink

/// An object of a file that this program alone reads and writes, so that no interface describes it.
package protocol StoredObject: WireObject {}

extension StoredObject {
    /// The type's own name.
    package static var typeName: String { "\(Self.self)" }
    /// None.
    package static var typeComment: String { "" }
}

/// The handler of a type before the first installation.
package struct FormerHandler: StoredObject, Equatable {
    /// *Shape*: `x-scheme-handler/https`.
    package var type = ""
    /// The name of the entry's file; nil for none.
    package var handler: String?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("type", &type, .leniently, "The type.")
        list.member("handler", &handler, "The entry.")
    }
}

extension MemberList {
    /// Handles the version of the record's form.
    package mutating func recordVersion(_ version: inout Int) {
        member("version", &version, "The version of the file's form.")
    }

    /// Handles the handlers before the first installation.
    package mutating func formerHandlers(_ handlers: inout [FormerHandler]) {
        member("former", &handlers, .leniently, "The handlers before the first installation.")
    }
}

/// Where the record of an installation is, and how it is read.
package enum InstallRecord {
    /// *Units*: bytes; a list has 1 MiB at most, and there are few of them.
    package static let byteLimit = 32 << 20
    /// The version of its form.
    package static let version = 1

    /// The record of a user.
    ///
    /// - Parameter folder: the user's folder of state: `~/.local/state`.
    package static func path(inState folder: String) -> String { "\(folder)/deeplinkd/desktop.json" }

    /// The object of some bytes; nil if they are no record of this version.
    package static func read<Record: StoredObject>(_ bytes: [UInt8], version: KeyPath<Record, Int>) -> Record? {
        guard let value = try? ValueDecoder.decode(bytes.span), let record = try? Record.read(value, at: "record"),
            record[keyPath: version] == Self.version
        else { return nil }
        return record
    }
}

/// The handlers that links had before an installation.
package struct FormerHandlers: StoredObject, Equatable {
    /// What the type of a scheme's links begins with.
    private static let typePrefix = "x-scheme-handler/"

    private var version = InstallRecord.version
    private var handlers: [FormerHandler] = []

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.recordVersion(&version)
        list.formerHandlers(&handlers)
    }

    /// Reads them from a record; none where there is no record.
    ///
    /// *Throws*: `unsound` for a file that is no record, or that another user could change.
    init(readFrom path: String) throws(AppRefusal) {
        let bytes: [UInt8]
        do throws(LoopError) {
            guard try FileStatus.isAnythingThere(path) else { return }
            bytes = try FileReader.read(path, byteLimit: InstallRecord.byteLimit, trusting: .ofThisProcess).bytes
        } catch {
            throw .unsound("the record of the installation cannot be read: \(error)")
        }
        guard let record = InstallRecord.read(bytes, version: \Self.version) else {
            throw .unsound("\(path) is no record of `deeplinkctl desktop install`")
        }
        self = record
    }

    /// The schemes that had a handler, with the ids of their entries.
    package var ids: [(scheme: String, id: String)] {
        handlers.compactMap { former in
            guard former.type.hasPrefix(Self.typePrefix), let name = former.handler else { return nil }
            let end = EntryFolders.suffix
            let id = name.hasSuffix(end) ? String(name.dropLast(end.utf8.count)) : name
            return (String(former.type.dropFirst(Self.typePrefix.utf8.count)), id)
        }
    }
}

extension AppSession {
    /// The handlers before the installation of the session's user.
    ///
    /// *Throws*: `unsound`. *Cost*: reads a file: not on the loop's thread.
    package func formerHandlers() throws(AppRefusal) -> FormerHandlers {
        guard let record else { return FormerHandlers() }
        return try FormerHandlers(readFrom: record)
    }

    /// The id of the app that had the links of a scheme before the installation.
    ///
    /// *Throws*: `noApp` where there was none, `unsound`. *Cost*: as `formerHandlers`.
    package func formerApp(of scheme: String) throws(AppRefusal) -> String {
        if let id = try formerHandlers().ids.first(where: { $0.scheme == scheme })?.id { return id }
        throw .noApp(
            "`deeplinkctl desktop install` has noted no app that opened links of the scheme `\(scheme)` before")
    }
}
