internal import Glibc

/// Reads files whole, through one descriptor: what was checked is what was read.
package enum FileReader {
    /// A file's bytes, and which file they are of.
    package struct File: Equatable, Sendable {
        package var bytes: [UInt8]
        /// Which file it is: the same for two paths of one file.
        package var device: UInt64
        package var inode: UInt64
    }

    /// Reads a regular file; symbolic links are followed.
    ///
    /// A FIFO, device, directory or socket is refused, and never waited for.
    /// One that is written to meanwhile is refused too: half of the old text and half of the new is neither. As far as the
    /// file system's clock tells, that is; who replaces files does it by renaming.
    /// *Throws*: `fileTooLarge`, `notAFile`, `fileChanged`, `unusableText` for a path with a NUL byte, `failed` with the
    /// system's reason.
    package static func read(_ path: String, byteLimit: Int) throws(LoopError) -> File {
        var found = stat()
        let descriptor = try openFile(path, &found)
        return try readWhole(descriptor.number, found, path, byteLimit: byteLimit)
    }

    /// Reads a regular file that a rule trusts, with everything on the way to it.
    ///
    /// *Throws*: as `read(_:byteLimit:)`, and `untrusted`.
    package static func read(
        _ path: String, byteLimit: Int, trusting rule: TrustRule
    ) throws(LoopError) -> File {
        let file = try TrustedFile(path, to: "read \(path)", trusting: rule)
        return try readWhole(file.descriptor.number, file.found, path, byteLimit: byteLimit)
    }

    private static func readWhole(
        _ number: Int32, _ found: stat, _ path: String, byteLimit: Int
    ) throws(LoopError) -> File {
        let expected = min(max(Int(found.st_size), 0), byteLimit)
        let bytes = try readAll(number, path, expecting: expected, byteLimit: byteLimit)
        var after = stat()
        try systemCall("fstat", to: "read \(path)") { unsafe fstat(number, &after) }
        guard isSame(found, after) else { throw .fileChanged(path: path) }
        return File(bytes: bytes, device: UInt64(found.st_dev), inode: UInt64(found.st_ino))
    }

    private static func openFile(_ path: String, _ found: inout stat) throws(LoopError) -> OwnedDescriptor {
        guard !path.utf8.contains(0) else { throw .unusableText(path) }
        let task = "read \(path)"
        // O_NONBLOCK: opening a FIFO would otherwise wait for its writer.
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        let descriptor: OwnedDescriptor
        do {
            descriptor = OwnedDescriptor(try systemCall("open", to: task) { unsafe open(path, flags) })
        } catch .failed(_, _, SystemCode(ENXIO)) {
            // What open answers for a socket, or a device that is not there.
            throw .notAFile(path: path)
        }
        let number = descriptor.number
        try systemCall("fstat", to: task) { unsafe fstat(number, &found) }
        guard found.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
        return descriptor
    }

    /// Reads the beginning of a file, or all of one that is shorter.
    ///
    /// *Throws*: as `read`, but for `fileTooLarge` and `fileChanged`.
    package static func prefix(_ path: String, byteCount: Int) throws(LoopError) -> [UInt8] {
        var found = stat()
        let descriptor = try openFile(path, &found)
        return try readChunk(descriptor.number, "read \(path)", byteCount)
    }

    private static func isSame(_ before: stat, _ after: stat) -> Bool {
        before.st_size == after.st_size && before.st_mtim.tv_sec == after.st_mtim.tv_sec
            && before.st_mtim.tv_nsec == after.st_mtim.tv_nsec
    }

    /// Reads standard input to its end, whatever it is; waits for it.
    ///
    /// *Throws*: `fileTooLarge`, `failed`.
    package static func readStandardInput(byteLimit: Int) throws(LoopError) -> [UInt8] {
        try readAll(STDIN_FILENO, "standard input", expecting: 64 << 10, byteLimit: byteLimit)
    }

    /// Reads to the end and one byte past the limit at most.
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
            // After all that was expected one small read finds the end.
            room = min(64 << 10, byteLimit - bytes.count + 1)
        }
    }

    /// Reads once: so many bytes, or all that there are in a shorter file.
    static func readChunk(_ descriptor: Int32, _ task: String, _ room: Int) throws(LoopError) -> [UInt8] {
        var failure: LoopError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            do throws(LoopError) {
                let base = buffer.baseAddress
                count = try systemCall("read", to: task) { unsafe Glibc.read(descriptor, base, room) }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }
}
