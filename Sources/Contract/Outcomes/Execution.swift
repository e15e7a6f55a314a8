/// What a performed action did, as far as the dispatcher saw it.
package struct Execution: Equatable, Sendable {
    /// How a program ended.
    package enum Exit: Equatable, Sendable {
        /// *Units and range*: exit status 0 to 255.
        case code(Int32)
        /// *Units and range*: a signal number of this platform.
        case signal(Int32)
    }

    /// What was kept of one output stream.
    package struct Stream: Equatable, Sendable {
        /// The kept bytes as text; bytes that are no UTF-8 read U+FFFD.
        package var text: String
        /// *Units*: all bytes the program wrote while it was read, kept or not.
        package var bytes: Int
        /// Whether more was written than the action's `output` limit keeps.
        package var truncated: Bool

        package init(text: String, bytes: Int, truncated: Bool) {
            self.text = text
            self.bytes = bytes
            self.truncated = truncated
        }
    }

    /// *Shape*: the performer's directive, `exec`.
    package var kind: String
    package var durationMs: Int64
    /// How the program ended; nil where it never ran, or was left running.
    package var exit: Exit?
    package var stdout: Stream?
    package var stderr: Stream?
    /// *Shape*: the system's name of the error that kept the program from starting, `ENOENT`; nil where the daemon refused
    /// to start it.
    package var error: String?

    package init(
        kind: String, durationMs: Int64, exit: Exit? = nil, stdout: Stream? = nil, stderr: Stream? = nil,
        error: String? = nil
    ) {
        self.kind = kind
        self.durationMs = durationMs
        self.exit = exit
        self.stdout = stdout
        self.stderr = stderr
        self.error = error
    }
}
