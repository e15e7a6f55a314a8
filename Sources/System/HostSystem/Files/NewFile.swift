internal import Glibc

/// A file that is written piece by piece, and gets its name only when it is complete and durable.
///
/// Until then its name ends in `.partial`. A file that does not get its name is removed with this object.
package final class NewFile {
    private let path: String
    private let partial: String
    private let descriptor: OwnedDescriptor
    private var isPublished = false

    /// Creates the file, which only its owner can read and write.
    ///
    /// *Throws*: `failed`, with EEXIST if there is anything at the path; `unusableText` for a path with a NUL byte.
    package init(_ path: String) throws(LoopError) {
        let task = "create \(path)"
        guard try !FileStatus.isAnythingThere(path) else {
            throw .failed(task: task, call: "open", code: SystemCode(EEXIST))
        }
        self.path = path
        // The random part separates two copies to one path at the same time.
        partial = path + "." + String(UInt32(truncatingIfNeeded: try HostFacts.randomBits()), radix: 16) + ".partial"
        descriptor = try OwnedDescriptor(opening: partial, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600, to: task)
    }

    /// Adds bytes at its end.
    ///
    /// *Throws*: `failed` with the system's reason.
    package func append(_ bytes: [UInt8]) throws(LoopError) {
        try writeAll(bytes, to: descriptor.number, task: "write \(path)")
    }

    /// Gives it its name; nothing that has the name by now is replaced.
    ///
    /// *Throws*: `failed`, with EEXIST if there is something of that name by now.
    package func publish() throws(LoopError) {
        try DurableFile.publish(partial, as: path)
        isPublished = true
    }

    deinit {
        // ignored: what cannot be removed ends in `.partial`, so that it is not mistaken for the whole.
        if !isPublished { try? DurableFile.remove(partial) }
    }
}
