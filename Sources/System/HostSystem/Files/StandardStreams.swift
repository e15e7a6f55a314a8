internal import Glibc

/// The standard streams of this process.
package enum StandardStreams {
    /// The two output streams.
    package enum Output: Int32, Sendable {
        case output = 1
        case errors = 2

        /// True if a person is likely to read along, so that colours and widths make sense.
        package var isTerminal: Bool { isatty(rawValue) == 1 }

        /// How many columns the terminal has; nil where the stream is no terminal, or one that does not say it.
        package var width: Int? {
            var size = winsize()
            guard unsafe ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
            return Int(size.ws_col)
        }

        /// True if the stream is the file of that device and inode, as `JOURNAL_STREAM` names one.
        ///
        /// *Shape*: `8:24513`. *Source*: systemd.exec(5).
        package func isNamed(_ name: String) -> Bool {
            var found = stat()
            return unsafe fstat(rawValue, &found) == 0 && name == "\(found.st_dev):\(found.st_ino)"
        }
    }

    /// True if standard input is a terminal, so that a person can answer a question.
    package static var inputIsTerminal: Bool { isatty(0) == 1 }

    /// True if standard input can be read without waiting: there are bytes, or they have ended.
    ///
    /// - Parameter endNs: until when to wait for that; *units*: nanoseconds of `HostClock.monotonicNs`; nil without an end.
    ///
    /// *Throws*: `failed`, with the system's reason.
    package static func hasInput(until endNs: Int64?) throws(LoopError) -> Bool {
        var poll = DescriptorPoll()
        let place = poll.add(STDIN_FILENO, reading: true)
        try poll.wait(until: endNs)
        return poll.isReadable(place)
    }

    /// Reads what there is on standard input, and waits for some; nothing at the end.
    ///
    /// *Throws*: `failed`, with the system's reason.
    package static func readInput(byteLimit: Int) throws(LoopError) -> [UInt8] {
        try FileReader.readChunk(STDIN_FILENO, "read standard input", byteLimit)
    }

    /// Reads what there is on standard input, and waits for it until a moment.
    ///
    /// Returns: nothing at the end, and where nothing came in time.
    ///
    /// - Parameter endNs: *units*: nanoseconds of `HostClock.monotonicNs`.
    ///
    /// *Throws*: `failed`, with the system's reason.
    package static func readInput(byteLimit: Int, until endNs: Int64) throws(LoopError) -> [UInt8] {
        var poll = DescriptorPoll()
        let place = poll.add(STDIN_FILENO, reading: true)
        try poll.wait(until: endNs)
        guard poll.isReadable(place) else { return [] }
        return try FileReader.readChunk(STDIN_FILENO, "read standard input", byteLimit)
    }

    /// Writes all bytes, and waits as long as that takes.
    ///
    /// *Throws*: `failed`, with EPIPE if the reader is gone and SIGPIPE is ignored.
    package static func write(_ bytes: [UInt8], to stream: Output) throws(LoopError) {
        let task = stream == .errors ? "write to standard error" : "write to standard output"
        try writeAll(bytes, to: stream.rawValue, task: task)
    }
}
