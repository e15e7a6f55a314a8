internal import Glibc

/// A file that has no name any more: it is gone with this object, also if the process is killed.
package final class UnlinkedFile: Sendable {
    /// *Units*: bytes.
    package let byteCount: Int
    private let descriptor: OwnedDescriptor
    private let task: String

    /// Opens a file and removes its name.
    ///
    /// *Throws*: `unusableText` for a path with a NUL byte, `failed` with the system's reason.
    package init(taking path: String) throws(LoopError) {
        let task = "read \(path)"
        let opened = try OwnedDescriptor(opening: path, O_RDONLY | O_NOFOLLOW, to: task)
        let byteCount = Int(try opened.status(to: task).st_size)
        try DurableFile.remove(path)
        (self.task, self.byteCount) = (task, byteCount)
        descriptor = opened
    }

    /// Reads bytes from an offset on: as many as asked for, or fewer at the end of the file.
    ///
    /// *Throws*: `failed` with the system's reason.
    package func bytes(at offset: Int, byteCount: Int) throws(LoopError) -> [UInt8] {
        try FileReader.readChunk(descriptor.number, task, byteCount, at: offset)
    }
}
