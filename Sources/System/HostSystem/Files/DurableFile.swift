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

    /// Creates a folder and those that it is in, where they are not there yet.
    ///
    /// *Throws*: `unusableText` for a path with a NUL byte, `failed` with the system's reason.
    package static func createFolders(_ path: String, mode: UInt32 = 0o755) throws(LoopError) {
        guard try !FileStatus.isAnythingThere(path) else { return }
        if let parent = ResolvedPath.folder(of: path), parent != path { try createFolders(parent, mode: mode) }
        do throws(LoopError) {
            try systemCall("mkdir", on: path, to: "create the folder \(path)") { unsafe mkdir(path, mode) }
        } catch {
            // Another process was quicker.
            guard error.codeName == "EEXIST" else { throw error }
        }
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
