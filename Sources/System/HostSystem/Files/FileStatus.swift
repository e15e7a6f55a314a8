internal import Glibc

/// The kind, owner and version of the file at a path, without reading it; symbolic links are followed.
package struct FileStatus: Equatable, Sendable {
    /// The kind of a file.
    package enum Kind: Sendable {
        case file
        case folder
        /// `/dev/null`, under any name: a link to it masks a configuration file.
        case nothing
        case other
    }

    /// *Units and range*: the device number of `/dev/null`, major 1 and minor 3, fixed by Linux.
    private static let nullDevice: dev_t = 0x103

    package let kind: Kind
    package let ownerID: UInt32
    package let groupID: UInt32
    /// *Units and range*: permission bits with set-id and sticky, 0 to 0o7777.
    package let mode: UInt32
    /// *Units*: bytes; without meaning for a directory or a device.
    package let byteCount: Int
    /// Identifies the file in its file system.
    package let inode: UInt64
    /// When its bytes, its owner or its mode were last changed; it differs between two files at one path, and between two
    /// versions of one file.
    ///
    /// *Units*: nanoseconds since 1970 UTC, in the resolution of the file system.
    package let changedNs: Int64

    /// *Throws*: `unusableText` for a path with a NUL byte, `failed` with the system's reason.
    package init(of path: String) throws(LoopError) {
        self.init(try stat(of: path, to: "look at \(path)"))
    }

    /// True if something exists at a path, also a link that leads nowhere.
    ///
    /// *Throws*: `unusableText` for a path with a NUL byte, `failed` if this cannot be determined.
    package static func isAnythingThere(_ path: String) throws(LoopError) -> Bool {
        try found(at: path) != nil
    }

    /// True if there is a regular file of this process's user at a path, and no link to one; nil if there is nothing.
    ///
    /// *Throws*: `unusableText` for a path with a NUL byte, `failed` if this cannot be determined.
    package static func isOwnFile(_ path: String) throws(LoopError) -> Bool? {
        try found(at: path).map { $0.type == S_IFREG && $0.st_uid == HostFacts.userID }
    }

    private static func found(at path: String) throws(LoopError) -> stat? {
        do throws(LoopError) {
            return try stat(of: path, followsLinks: false, to: "look at \(path)")
        } catch {
            guard error.codeName == "ENOENT" || error.codeName == "ENOTDIR" else { throw error }
            return nil
        }
    }

    init(_ found: stat) {
        kind =
            switch found.type {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFCHR where found.st_rdev == Self.nullDevice: .nothing
            default: .other
            }
        ownerID = found.st_uid
        groupID = found.st_gid
        mode = found.st_mode & 0o7777
        byteCount = max(0, Int(found.st_size))
        inode = UInt64(found.st_ino)
        changedNs = Int64(found.st_ctim.tv_sec) * 1_000_000_000 + Int64(found.st_ctim.tv_nsec)
    }
}

extension stat {
    /// Looks at the file at a path.
    ///
    /// *Throws*: `unusableText` for a path with a NUL byte, `failed` with the system's reason.
    init(of path: String, followsLinks: Bool = true, to task: @autoclosure () -> String) throws(LoopError) {
        self.init()
        try systemCall(followsLinks ? "stat" : "lstat", on: path, to: task()) {
            unsafe fstatat(AT_FDCWD, path, &self, followsLinks ? 0 : AT_SYMLINK_NOFOLLOW)
        }
    }

    /// The kind of the file: `S_IFREG`, `S_IFDIR`, `S_IFLNK`, ….
    var type: mode_t { st_mode & S_IFMT }
}
