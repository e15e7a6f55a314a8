// Decides if a user may read and write a file, by its owner, its mode and its access list: as the kernel decides it,
// for a user whose process is not here to be asked. logind grants a device to the user at the screen with an entry of
// its access list:
//
//     crw-rw----+ root video /dev/video0      user:ann:rw-      ann may, without being in the group
//
// Not looked at: capabilities, so root may always; a read-only mount; and whether the folders on the way may be passed.

internal import CLinux
internal import Glibc

/// Who may read and write one file.
package struct NodeAccess: Equatable, Sendable {
    /// An entry of an access list.
    struct Entry: Equatable, Sendable {
        /// What an entry is about.
        enum Tag: UInt16, Sendable {
            case owner = 0x01
            case user = 0x02
            case owningGroup = 0x04
            case group = 0x08
            case mask = 0x10
            case others = 0x20
        }

        let tag: Tag
        /// *Units and range*: 4 for reading, 2 for writing, 1 for running.
        let permissions: UInt16
        let id: UInt32
    }

    /// *Units*: bytes of an access list; a thousand entries.
    private static let listByteLimit = 8 << 10
    private static let readAndWrite: UInt16 = 6

    let ownerID: UInt32
    let groupID: UInt32
    let entries: [Entry]
    /// Whether the file is a device.
    package let isDevice: Bool

    /// Looks at a file; symbolic links are followed.
    ///
    /// *Throws*: `unusableText` for a path with a NUL byte, `failed` with the system's reason.
    package init(of path: String) throws(LoopError) {
        let task = "look at \(path)"
        let found = try stat(of: path, to: task)
        (ownerID, groupID) = (found.st_uid, found.st_gid)
        isDevice = found.type == S_IFCHR || found.type == S_IFBLK
        var bytes = [UInt8](repeating: 0, count: Self.listByteLimit)
        let count = unsafe deeplink_access_list(path, &bytes, bytes.count)
        if count >= 0 {
            entries = try Self.entries(of: bytes.prefix(Int(count)), task)
        } else if [ENODATA, ENOTSUP].contains(-count) {
            entries = Self.entries(of: found.st_mode)
        } else {
            throw .failed(task: task, call: "getxattr", code: SystemCode(answer: count))
        }
    }

    init(ownerID: UInt32, groupID: UInt32, entries: [Entry], isDevice: Bool = true) {
        (self.ownerID, self.groupID, self.entries, self.isDevice) = (ownerID, groupID, entries, isDevice)
    }

    /// Whether a user in these groups may read and write the file.
    ///
    /// *Source*: acl(5), "access check algorithm".
    package func allowsReadingAndWriting(userID: UInt32, groupIDs: Set<UInt32>) -> Bool {
        if userID == 0 { return true }
        if userID == ownerID { return permissions(.owner) == Self.readAndWrite }
        if let own = entries.first(where: { $0.tag == .user && $0.id == userID }) { return isGranted(own) }
        let groups = entries.filter {
            $0.tag == .owningGroup && groupIDs.contains(groupID) || $0.tag == .group && groupIDs.contains($0.id)
        }
        if !groups.isEmpty { return groups.contains(where: isGranted) }
        return permissions(.others) == Self.readAndWrite
    }

    /// The mask holds for every entry but the owner's and the others'.
    private func isGranted(_ entry: Entry) -> Bool {
        let mask = entries.first { $0.tag == .mask }?.permissions ?? Self.readAndWrite
        return entry.permissions & mask & Self.readAndWrite == Self.readAndWrite
    }

    private func permissions(_ tag: Entry.Tag) -> UInt16? {
        entries.first { $0.tag == tag }.map { $0.permissions & Self.readAndWrite }
    }

    /// The three entries that a mode is.
    static func entries(of mode: mode_t) -> [Entry] {
        [(Entry.Tag.owner, mode >> 6), (.owningGroup, mode >> 3), (.others, mode)].map { tag, bits in
            Entry(tag: tag, permissions: UInt16(bits & 7), id: .max)
        }
    }

    /// Reads an access list.
    ///
    /// *Shape*: the version, 2, in four bytes; then entries of eight: tag, permissions, id; the lowest byte first.
    /// *Throws*: `failed` with EBADMSG for bytes that are none.
    static func entries(of bytes: some Collection<UInt8>, _ task: String) throws(LoopError) -> [Entry] {
        let bytes = Array(bytes)
        func number(_ start: Int, _ count: Int) -> UInt32 {
            (0..<count).reduce(0) { $0 | UInt32(bytes[start + $1]) << (8 * UInt32($1)) }
        }
        guard bytes.count >= 4, bytes.count % 8 == 4, number(0, 4) == 2 else {
            throw .failed(task: task, call: "getxattr", code: SystemCode(EBADMSG))
        }
        return stride(from: 4, to: bytes.count, by: 8).compactMap { start in
            Entry.Tag(rawValue: UInt16(number(start, 2))).map {
                Entry(tag: $0, permissions: UInt16(number(start + 2, 2)), id: number(start + 4, 4))
            }
        }
    }
}
