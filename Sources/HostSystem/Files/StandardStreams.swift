internal import Glibc

/// The streams a program was started with.
package enum StandardStreams {
    /// The two that are written to.
    package enum Output: Int32, Sendable {
        case output = 1
        case errors = 2

        /// Whether a person is likely to read along: colours and widths make sense.
        package var isTerminal: Bool { isatty(rawValue) == 1 }
    }

    /// Writes all bytes, waiting as long as it takes.
    ///
    /// *Throws*: `failed`, with EPIPE where the reader is gone and SIGPIPE is ignored.
    package static func write(_ bytes: [UInt8], to stream: Output) throws(LoopError) {
        try write(bytes, descriptor: stream.rawValue)
    }

    /// Writes all bytes, and waits until they are taken.
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
                // Whoever shares the terminal or pipe with us made it non-blocking.
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                try systemCall("poll", to: task) { unsafe poll(&wait, 1, -1) }
            }
        }
    }
}
