internal import Glibc

/// A file that grows at its end, and whose last write may be torn by a crash.
package enum AppendedFile {
    /// Writes bytes at a place of a file that only its owner can read, which is made where it is missing; what stood there and
    /// behind it is cut off.
    ///
    /// A symbolic link is not followed. The bytes are not synced: an end of the process loses none of them, and one of the
    /// machine loses those that the system has not written yet. Where it fails, the file ends at the place as before.
    /// - Parameter offset: not behind the end of the file.
    ///
    /// *Throws*: `fileChanged` for a file that is shorter; `unusableText` for a path with a NUL byte; `failed` with the
    /// system's reason.
    package static func append(_ bytes: [UInt8], to path: String, at offset: Int) throws(LoopError) {
        let task = "write \(path)"
        let file = try OwnedDescriptor(
            opening: path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | (offset == 0 ? O_CREAT : 0), mode: 0o600, to: task)
        let found = try file.status(to: task)
        guard found.type == S_IFREG else { throw .notAFile(path: path) }
        guard found.st_size >= off_t(offset) else { throw .fileChanged(path: path) }
        let number = file.number
        if found.st_size > off_t(offset) {
            try systemCall("ftruncate", to: task) { ftruncate(number, off_t(offset)) }
        }
        try systemCall("lseek", to: task) { Int(lseek(number, off_t(offset), SEEK_SET)) }
        do throws(LoopError) {
            try writeAll(bytes, to: number, task: task)
        } catch {
            // ignored: the next write cuts it off too.
            _ = ftruncate(number, off_t(offset))
            throw error
        }
    }
}
