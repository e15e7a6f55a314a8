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

    /// How an answer differs from the `result` block of its action.
    public struct Decoding: WireObject, Equatable, Sendable {
        package static let typeComment = "How an answer differs from what the table says of it."

        /// The member of the answer, `position`, with an index in a list, `tags[2]`; empty for the answer as a whole.
        public package(set) var path = ""
        /// The type that the table names.
        public package(set) var expected = ""
        /// The type of the value that was there: `string`, `missing`.
        public package(set) var found = ""

        package init() {}

        package mutating func members(_ list: inout some MemberList) {
            list.member("path", &path, "The member of the answer; empty for the answer as a whole.")
            list.member("expected", &expected, "The type that the table names.")
            list.member("found", &found, "What was there instead; missing where nothing was.")
        }
    }

    package static let typeComment = "What a performed action did."

    /// The directive of the table that performed it: `exec`, `channel`, `varlink`.
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
    /// The name on the message bus, or the address of the Varlink or HTTP service, that was called.
    public package(set) var service: String?
    /// The method that was called, with its interface; of HTTP its name alone, `POST`.
    public package(set) var method: String?
    /// The status of the HTTP service's answer.
    ///
    /// *Units and range*: 100 to 599.
    public package(set) var status: Int64?
    /// How often the request was sent; nil where it was once at most.
    public package(set) var attempts: Int64?
    /// After how long the HTTP service wants to be asked again.
    public package(set) var retryAfter: Duration?
    /// The id of the desktop entry that was started, `org.gnome.Podcasts`.
    public package(set) var app: String?
    /// The unit of the service manager.
    public package(set) var unit: String?
    /// How the job of the unit ended, as the service manager names it: `done`, `failed`, `timeout`, `dependency`.
    public package(set) var job: String?
    /// Why the unit failed, as the service manager names it: `exit-code`, `signal`, `timeout`.
    public package(set) var unitResult: String?
    /// The name of the error that the service answered with.
    public package(set) var errorName: String?
    /// The parameters of that error, as JSON.
    ///
    /// *Shape*: at most 4 KiB, nil beyond.
    public package(set) var details: String?
    /// How the answer differs from the `result` block of the action.
    public package(set) var decoding: Decoding?
    /// `taken` for a failure after which the action has had its effect all the same.
    public package(set) var effect: String?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("kind", &kind, "The directive of the table that performed it: exec, channel. More may come.")
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
            "reason", &reason, "Why the subscriber or the service says it failed, in its own words. Show it escaped.")
        list.member("service", &service, "The name on the message bus, or the address, that was called.")
        list.member("method", &method, "The method that was called, with its interface.")
        list.member("status", &status, "The status of the HTTP service's answer.")
        list.member("attempts", &attempts, "How often the request was sent; absent where it was once at most.")
        list.member("retryAfterMs", &retryAfter, "After how long the HTTP service wants to be asked again.")
        list.member("app", &app, "The id of the desktop entry that was started.")
        list.member("unit", &unit, "The unit of the service manager.")
        list.member("job", &job, "How the job of the unit ended, as systemd names it: done, failed, timeout.")
        list.member("unitResult", &unitResult, "Why the unit failed, as systemd names it: exit-code, signal.")
        list.member("errorName", &errorName, "The name of the error that the service answered with.")
        list.member("details", &details, "The parameters of that error as JSON text. Show them escaped.")
        list.member("decoding", &decoding, "How the answer differs from what the table says of it.")
        list.member("effect", &effect, "taken, if the action has had its effect although it failed.")
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
