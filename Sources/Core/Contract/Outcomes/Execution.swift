/// The execution of an action, as far as the dispatcher saw it.
public struct Execution: WireObject, Equatable, Sendable {
    /// How a program ended.
    public enum Exit: Equatable, Sendable {
        /// *Units and range*: exit status 0 to 255.
        case code(Int32)
        /// *Units and range*: a signal number of this platform.
        case signal(Int32)
    }

    /// What was kept of one output stream.
    public struct Stream: WireObject, Equatable, Sendable {
        package static let typeComment = "What was kept of one output stream of a program."

        /// The kept bytes as text, with U+FFFD for bytes that are not valid UTF-8.
        public package(set) var text = ""
        /// *Units*: all bytes the program wrote while it was read, kept or not.
        public package(set) var bytes = 0
        /// True if the program wrote more than is kept.
        public package(set) var truncated = false

        package init() {}

        package mutating func members(_ list: inout some MemberList) {
            list.member("text", &text, "The kept bytes as text; U+FFFD stands for bytes that are not valid UTF-8.")
            list.member("bytes", &bytes, "How many bytes the program wrote, kept or not.")
            list.member("truncated", &truncated, "Whether the program wrote more than is kept.")
        }
    }

    package static let typeComment = "What a performed action did."

    /// The directive of the table that performed it: `exec` or `channel`.
    public package(set) var kind = ""
    /// How long it took.
    public package(set) var duration = Duration.zero
    /// How the program ended; nil if it never ran, or was left running.
    public package(set) var exit: Exit?
    /// The program's standard output, or its beginning.
    public package(set) var stdout: Stream?
    /// The program's standard error, or its beginning.
    public package(set) var stderr: Stream?
    /// Why it was not performed, as the system names it: `ENOENT`; for operators only.
    ///
    /// nil also where the daemon refused to start the program.
    public package(set) var error: String?
    /// The channel that the link was sent to.
    public package(set) var channel: String?
    /// How many subscribers got it at once; nil where one subscriber at a time gets the link.
    public package(set) var subscribers: Int64?
    /// Why the app that the link was delivered to did not perform it.
    ///
    /// *Shape*: the app's own words, at most 1 KiB. Escape what a terminal would act on.
    public package(set) var reason: String?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("kind", &kind, "The directive of the table that performed it: exec, channel.")
        list.member("durationMs", &duration, "How long it took.")
        var members = exit.map { exit in ExitMembers { $0.exit = exit } }
        list.member("exit", &members, "How the program ended; absent where it never ran or was left running.")
        exit = members?.exit
        list.member("stdout", &stdout, "Its standard output.")
        list.member("stderr", &stderr, "Its standard error.")
        list.member("error", &error, "Why it was not performed, as the system names it: ENOENT. For operators only.")
        list.member("channel", &channel, "The channel that the link was sent to.")
        list.member("subscribers", &subscribers, "How many subscribers got it at once; absent for a held channel.")
        list.member(
            "reason", &reason, "Why the subscriber that took it says it failed, in its own words. Show it escaped.")
    }
}

/// An exit as its members stand on the wire: one of the two is present.
private struct ExitMembers: WireObject {
    static let typeName = "Exit"
    static let typeComment = "How a program ended: one of the two is present."

    private var code: Int32?
    private var signal: Int32?

    init() {}

    var exit: Execution.Exit? {
        get { code.map(Execution.Exit.code) ?? signal.map(Execution.Exit.signal) }
        set {
            if case .code(let code) = newValue { self.code = code }
            if case .signal(let signal) = newValue { self.signal = signal }
        }
    }

    mutating func members(_ list: inout some MemberList) {
        list.member("code", &code, "The exit status.")
        list.member("signal", &signal, "The number of the signal that ended it.")
    }
}
