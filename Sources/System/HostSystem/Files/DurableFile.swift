internal import Glibc

/// Small files that survive a crash once a call has returned: their bytes and their names are synced.
///
/// Only `replace` replaces a file: else a name that is taken is an error, EEXIST. Only a removal needs a separate sync.
/// *Owner/thread*: blocks on the disk, so once the loop runs it is called on the thread pool.
package enum DurableFile {
    /// Creates a file that only its owner can read and write.
    ///
    /// - Parameter mode: permission bits for a file that others may read, less those that the umask takes.
    ///
    /// A crash in the middle may leave it with fewer bytes than asked, never with different ones.
    /// *Throws*: `unusableText` for a path with a NUL byte, `failed` with the system's reason.
    package static func create(_ path: String, bytes: [UInt8], mode: UInt32 = 0o600) throws(LoopError) {
        try create(path, bytes: bytes, mode: mode, to: "create \(path)")
    }

    private static func create(
        _ path: String, bytes: [UInt8], mode: UInt32, to task: String
    ) throws(LoopError) {
        let file = try OwnedDescriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL, mode: mode, to: task)
        try writeAll(bytes, to: file.number, task: task)
        try file.sync(to: task)
        try syncDirectory(of: path, to: task)
    }

    /// Gives a finished file its final name, in the same directory, and removes the old name.
    ///
    /// It does not use rename(2), which would replace an existing file of that name.
    /// *Throws*: `unusableText` for a path with a NUL byte, `failed` with the system's reason.
    package static func publish(_ path: String, as name: String) throws(LoopError) {
        guard !name.utf8.contains(0) else { throw .unusableText(name) }
        let task = "create \(name)"
        try OwnedDescriptor(opening: path, O_RDONLY, to: task).sync(to: task)
        try systemCall("link", to: task) { unsafe link(path, name) }
        try systemCall("unlink", to: task) { unsafe unlink(path) }
        try syncDirectory(of: name, to: task)
    }

    /// Gives a file new bytes, or creates it: a reader, and a crash, find the old ones or the new ones, never a mix.
    ///
    /// A symbolic link at the path is replaced, not followed. What a crash leaves over ends in `.partial`; a failure, as of
    /// a disk that is full, leaves nothing over.
    ///
    /// - Parameters:
    ///   - mode: permission bits; the umask takes none of them.
    ///   - owner: the file whose owner and group the new one gets; nil for those of this process.
    ///
    /// *Throws*: `unusableText` for a path with a NUL byte, `failed` with the system's reason.
    package static func replace(
        _ path: String, bytes: [UInt8], mode: UInt32 = 0o600, owner: FileStatus? = nil
    ) throws(LoopError) {
        let task = "replace \(path)"
        let partial =
            path + "." + String(UInt32(truncatingIfNeeded: try HostFacts.randomBits()), radix: 16) + ".partial"
        do throws(LoopError) {
            try create(partial, bytes: bytes, mode: 0o600, to: task)
            // The owner first: a change of the owner takes away set-id bits.
            if let owner, owner.ownerID != HostFacts.userID || owner.groupID != HostFacts.groupID {
                try systemCall("chown", on: partial, to: task) {
                    unsafe chown(partial, owner.ownerID, owner.groupID)
                }
            }
            if mode != 0o600 {
                try systemCall("chmod", on: partial, to: task) { unsafe chmod(partial, mode) }
            }
            try systemCall("rename", on: path, to: task) { unsafe rename(partial, path) }
        } catch {
            // ignored: the file that is left over is not mistaken for the whole. One of that name was not ours.
            if error.codeName != "EEXIST" { try? remove(partial) }
            throw error
        }
        try syncDirectory(of: path, to: task)
    }

    /// Creates a folder that only its owner may enter, and those above it that are missing.
    ///
    /// *Throws*: `unusableText` for a path with a NUL byte, `failed` with the system's reason.
    package static func createFolders(_ path: String) throws(LoopError) {
        guard try !FileStatus.isAnythingThere(path) else { return }
        if let above = ResolvedPath.folder(of: path) { try createFolders(above) }
        let task = "create the folder \(path)"
        try makeFolder(path, to: task)
        try syncDirectory(of: path, to: task)
    }

    /// Creates a folder that only its owner may enter, where nothing has its name: another process may be quicker.
    static func makeFolder(_ path: String, to task: String) throws(LoopError) {
        do throws(LoopError) {
            try systemCall("mkdir", on: path, to: task) { unsafe mkdir(path, 0o700) }
        } catch {
            guard error.codeName == "EEXIST" else { throw error }
        }
    }

    /// Gives a file a further name in the same folder, without opening it.
    ///
    /// *Throws*: `unusableText` for a path with a NUL byte, `failed` with the system's reason, EEXIST for a name that is taken.
    package static func addName(_ name: String, to path: String) throws(LoopError) {
        guard !name.utf8.contains(0) else { throw .unusableText(name) }
        let task = "create \(name)"
        try systemCall("link", on: path, to: task) { unsafe link(path, name) }
        try syncDirectory(of: name, to: task)
    }

    /// Gives a file another name, in any folder of the same file system; one that has the name is replaced.
    ///
    /// *Throws*: `unusableText` for a path with a NUL byte, `failed` with the system's reason, EXDEV for another file system.
    package static func move(_ path: String, to name: String) throws(LoopError) {
        guard !name.utf8.contains(0) else { throw .unusableText(name) }
        let task = "move \(path) to \(name)"
        try systemCall("rename", on: path, to: task) { unsafe rename(path, name) }
        try syncDirectory(of: name, to: task)
        try syncDirectory(of: path, to: task)
    }

    /// Waits until the bytes of a file and its name are on the disk.
    ///
    /// *Throws*: `unusableText` for a path with a NUL byte, `failed` with the system's reason.
    package static func sync(_ path: String) throws(LoopError) {
        let task = "sync \(path)"
        try OwnedDescriptor(opening: path, O_RDONLY | O_NOFOLLOW, to: task).sync(to: task)
        try syncDirectory(of: path, to: task)
    }

    /// Removes a file; a crash may bring it back, unless its name was synced.
    ///
    /// *Throws*: `unusableText` for a path with a NUL byte, `failed` with the system's reason.
    package static func remove(_ path: String) throws(LoopError) {
        try systemCall("unlink", on: path, to: "remove \(path)") { unsafe unlink(path) }
    }

    /// Checks that files can be created in a directory, without creating one.
    ///
    /// *Throws*: `unusableText` for a path with a NUL byte; `failed`, with EROFS if the file system is read-only.
    package static func checkWritable(directory path: String) throws(LoopError) {
        try systemCall("faccessat", on: path, to: "write to \(path)") {
            unsafe faccessat(AT_FDCWD, path, W_OK | X_OK, AT_EACCESS)
        }
    }

    /// Makes durable that a name exists, or exists no more.
    ///
    /// *Throws*: `unusableText` for a path with a NUL byte, `failed` with the system's reason.
    package static func syncName(_ path: String) throws(LoopError) {
        guard !path.utf8.contains(0) else { throw .unusableText(path) }
        try syncDirectory(of: path, to: "sync the folder of \(path)")
    }

    /// A new name is durable only when the directory that holds it is synced too.
    static func syncDirectory(of path: String, to task: String) throws(LoopError) {
        let folder = ResolvedPath.folder(of: path) ?? "."
        try OwnedDescriptor(opening: folder, O_RDONLY | O_DIRECTORY, to: task).sync(to: task)
    }
}
