internal import Glibc

/// A regular file that stays readable while this process gives up rights, or while its name goes to another file.
package final class ReadableFile: Sendable {
    package let path: String
    /// *Units*: bytes, when it was opened.
    package let byteCount: Int
    private let descriptor: OwnedDescriptor

    /// Opens a file; symbolic links are followed.
    ///
    /// *Throws*: `notAFile`, `unusableText` for a path with a NUL byte, `failed` with the system's reason.
    package init(_ path: String) throws(LoopError) {
        let file = try OpenFile(path, to: "read \(path)")
        (self.path, byteCount) = (path, max(0, Int(file.found.st_size)))
        descriptor = file.descriptor
    }

    /// Reads bytes from an offset on: as many as asked for, or fewer at the end of the file.
    ///
    /// *Throws*: `failed` with the system's reason.
    package func bytes(at offset: Int, byteCount: Int) throws(LoopError) -> [UInt8] {
        try FileReader.readChunk(descriptor.number, "read \(path)", byteCount, at: offset)
    }

    /// The process that has locked a part of the file by fcntl(2), so that another writer has to wait; nil where none has.
    ///
    /// *Units*: bytes of the part.
    /// *Throws*: `failed` with the system's reason.
    package func locker(of part: Range<Int>) throws(LoopError) -> Int32? {
        var lock = flock()
        (lock.l_type, lock.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
        (lock.l_start, lock.l_len) = (off_t(part.lowerBound), off_t(part.count))
        let number = descriptor.number
        try systemCall("fcntl", to: "look for a lock of \(path)") { unsafe fcntl(number, F_GETLK, &lock) }
        return lock.l_type == Int16(F_UNLCK) ? nil : lock.l_pid
    }
}
