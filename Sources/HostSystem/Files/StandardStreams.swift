internal import Glibc

/// The standard streams of this process.
package enum StandardStreams {
    /// The two output streams.
    package enum Output: Int32, Sendable {
        case output = 1
        case errors = 2

        /// True if a person is likely to read along, so that colours and widths make sense.
        package var isTerminal: Bool { isatty(rawValue) == 1 }
    }

    /// Writes all bytes, and waits as long as that takes.
    ///
    /// *Throws*: `failed`, with EPIPE if the reader is gone and SIGPIPE is ignored.
    package static func write(_ bytes: [UInt8], to stream: Output) throws(LoopError) {
        try write(bytes, descriptor: stream.rawValue)
    }

    /// Writes all bytes, and waits until they are written.
    ///
    /// *Throws*: `failed` with the system's reason.
    static func write(_ bytes: [UInt8], descriptor: Int32) throws(LoopError) {
        let task = descriptor == STDERR_FILENO ? "write to standard error" : "write to standard output"
        var sent = 0
        while sent < bytes.count {
            do {
                sent += try systemCall("write", to: task) {
                    unsafe bytes.withUnsafeBytes {
                        unsafe Glibc.write(
                            descriptor, UnsafeRawBufferPointer(rebasing: $0[sent...]).baseAddress, bytes.count - sent)
                    }
                }
            } catch .failed(_, _, SystemCode(EAGAIN)) {
                // Another process that shares the terminal or pipe made it non-blocking.
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                try systemCall("poll", to: task) { unsafe poll(&wait, 1, -1) }
            }
        }
    }
}
