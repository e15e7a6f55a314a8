internal import Glibc

/// A file descriptor with exactly one owner; it is closed at the end of the owner's lifetime.
package struct OwnedDescriptor: ~Copyable, Sendable {
    package let number: Int32

    package init(_ number: Int32) {
        self.number = number
    }

    /// Opens a file, close-on-exec.
    ///
    /// *Throws*: `unusableText` for a path with a NUL byte, `failed` with the system's reason.
    init(opening path: String, _ flags: Int32, mode: UInt32 = 0, to task: String) throws(LoopError) {
        number = try systemCall("open", on: path, to: task) { unsafe open(path, flags | O_CLOEXEC, mode) }
    }

    /// Looks at the open file.
    ///
    /// *Throws*: `failed` with the system's reason.
    func status(to task: String) throws(LoopError) -> stat {
        let number = number
        var found = stat()
        try systemCall("fstat", to: task) { unsafe fstat(number, &found) }
        return found
    }

    /// Waits until the file's bytes are on the disk.
    ///
    /// *Throws*: `failed` with the system's reason.
    func sync(to task: String) throws(LoopError) {
        let number = number
        try systemCall("fsync", to: task) { fsync(number) }
    }

    /// Gives up ownership: from here on libuv closes the number.
    package consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    deinit {
        // ignored: Linux closes the descriptor even if close fails, and no write through it depends on the result.
        _ = close(number)
    }
}
