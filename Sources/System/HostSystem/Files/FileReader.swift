internal import Glibc

/// Reads whole files, each through one descriptor: the checked file is the file that is read.
package enum FileReader {
    /// A file's bytes and identity.
    package struct File: Equatable, Sendable {
        package var bytes: [UInt8]
        /// Device and inode identify the file: they are the same for two paths of one file.
        package var device: UInt64
        package var inode: UInt64
        /// The number of the group that it belongs to.
        package var groupID: UInt32 = 0
    }

    /// Reads a regular file; symbolic links are followed.
    ///
    /// A FIFO, device, directory or socket is refused without waiting for it. A file that is written to meanwhile is
    /// refused too, because a mix of old and new text is neither. This is noticed only as far as the file system's clock
    /// shows it; replacing a file by renaming avoids the problem.
    /// - Parameter rule: must trust the file and everything on the way to it; nil reads any file.
    ///
    /// *Throws*: `fileTooLarge`, `notAFile`, `fileChanged`, `untrusted`, `unusableText` for a path with a NUL byte,
    /// `failed` with the system's reason.
    package static func read(
        _ path: String, byteLimit: Int, trusting rule: TrustRule? = nil
    ) throws(LoopError) -> File {
        let task = "read \(path)"
        let file = if let rule { try OpenFile(path, to: task, trusting: rule) } else { try OpenFile(path, to: task) }
        let found = file.found
        let expected = min(max(Int(found.st_size), 0), byteLimit)
        let bytes = try readAll(file.descriptor.number, path, expecting: expected, byteLimit: byteLimit)
        guard isSame(found, try file.descriptor.status(to: task)) else { throw .fileChanged(path: path) }
        return File(
            bytes: bytes, device: UInt64(found.st_dev), inode: UInt64(found.st_ino), groupID: found.st_gid)
    }

    /// Reads the beginning of a file; the whole file if it is shorter.
    ///
    /// *Throws*: as `read`, but for `fileTooLarge` and `fileChanged`.
    package static func prefix(_ path: String, byteCount: Int) throws(LoopError) -> [UInt8] {
        let file = try OpenFile(path, to: "read \(path)")
        return try readChunk(file.descriptor.number, "read \(path)", byteCount)
    }

    private static func isSame(_ before: stat, _ after: stat) -> Bool {
        before.st_size == after.st_size && before.st_mtim.tv_sec == after.st_mtim.tv_sec
            && before.st_mtim.tv_nsec == after.st_mtim.tv_nsec
    }

    /// Reads standard input to its end, of whatever kind it is; waits for it.
    ///
    /// *Throws*: `fileTooLarge`, `failed`.
    package static func readStandardInput(byteLimit: Int) throws(LoopError) -> [UInt8] {
        try readAll(STDIN_FILENO, "standard input", expecting: 64 << 10, byteLimit: byteLimit)
    }

    /// Reads to the end, and at most one byte past the limit.
    ///
    /// The size is a hint only: the file may be growing.
    private static func readAll(
        _ descriptor: Int32, _ path: String, expecting: Int, byteLimit: Int
    ) throws(LoopError) -> [UInt8] {
        var bytes: [UInt8] = []
        var room = expecting + 1
        while true {
            let chunk = try readChunk(descriptor, "read \(path)", room)
            if bytes.isEmpty { bytes = chunk } else { bytes.append(contentsOf: chunk) }
            guard bytes.count <= byteLimit else { throw .fileTooLarge(path: path, byteLimit: byteLimit) }
            if chunk.isEmpty { return bytes }
            // After all expected bytes one small read finds the end.
            room = min(64 << 10, byteLimit - bytes.count + 1)
        }
    }

    /// Reads once: `room` bytes, or fewer at the end of the file; from an offset, or from where the last read ended.
    static func readChunk(
        _ descriptor: Int32, _ task: String, _ room: Int, at offset: Int? = nil
    ) throws(LoopError) -> [UInt8] {
        try [UInt8](capacity: room) { (output) throws(LoopError) in
            try unsafe output.withUnsafeMutableBufferPointer { (buffer, count) throws(LoopError) in
                let base = buffer.baseAddress
                count = try systemCall(offset == nil ? "read" : "pread", to: task) {
                    unsafe offset.map { unsafe pread(descriptor, base, room, off_t($0)) }
                        ?? Glibc.read(descriptor, base, room)
                }
            }
        }
    }
}
