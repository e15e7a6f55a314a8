package import Varlink

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

extension Execution.Stream: WireObject {
    package static var typeName: String { "Stream" }
    package static var typeComment: String { "What was kept of one output stream of a program." }
    package static var blank: Self { Self(text: "", bytes: 0, truncated: false) }

    package mutating func members(_ list: inout some MemberList) {
        list.member("text", &text, "The kept bytes as text; what is no UTF-8 reads U+FFFD.")
        list.member("bytes", &bytes, "How many bytes the program wrote, kept or not.")
        list.member("truncated", &truncated, "Whether more was written than is kept.")
    }
}

extension Execution: WireObject {
    package static var typeName: String { "Execution" }
    package static var typeComment: String { "What a performed action did." }
    package static var blank: Self { Self(kind: "", durationMs: 0) }

    package mutating func members(_ list: inout some MemberList) {
        list.member("kind", &kind, "The kind of action: exec.")
        list.member("durationMs", &durationMs, "How long it took.")
        var members = exit.map(ExitMembers.init)
        list.member("exit", &members, "How the program ended; absent where it never ran or was left running.")
        exit = members?.exit
        list.member("stdout", &stdout, "Its standard output.")
        list.member("stderr", &stderr, "Its standard error.")
        list.member(
            "error", &error,
            "The system's name of the error that kept it from starting, such as ENOENT. Only operators are told.")
    }
}

/// An exit as its members stand on the wire: one of the two is present.
private struct ExitMembers: WireObject {
    static let typeName = "Exit"
    static let typeComment = "How a program ended: one of the two is present."
    static var blank: Self { Self() }

    private var code: Int32?
    private var signal: Int32?

    init() {}

    init(_ exit: Execution.Exit) {
        switch exit {
        case .code(let code): self.code = code
        case .signal(let signal): self.signal = signal
        }
    }

    var exit: Execution.Exit? { code.map(Execution.Exit.code) ?? signal.map(Execution.Exit.signal) }

    mutating func members(_ list: inout some MemberList) {
        list.member("code", &code, "The exit status.")
        list.member("signal", &signal, "The number of the signal that ended it.")
    }
}
