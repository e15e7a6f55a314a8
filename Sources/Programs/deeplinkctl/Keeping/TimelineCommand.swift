import ArgumentParser
internal import Conf
internal import Contract
internal import HostSystem
internal import Routing

/// `timeline`: prints which links began and ended.
struct TimelineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "timeline",
        abstract: "Show what became of links, when, and how long each stage took: yours, or as an operator all.",
        discussion: """
            Example: deeplinkctl timeline --since "yesterday 14:00" --until "yesterday 14:10"

            The table has to have the block `timeline`. Without options it prints the last 50 entries; with any of the \
            conditions all that meet them, the oldest first. Times are those of your time zone.

            A link that ends at once has one line. One that waits, or whose action takes a while, has another for its \
            beginning, which is left out where its end follows, unless --follow is given. Where entries are missing, \
            because the daemon was killed or too many came, a line says so.
            """)

    @OptionGroup var socket: SocketOption
    @OptionGroup var output: FormatOption
    @OptionGroup var colour: ColourOption
    @Flag(help: "Go on with entries that are made from now on, until interrupted.")
    var follow = false
    @Option(
        help: ArgumentHelp("From this time on: 14:00, \"yesterday 14:05\", or 2h for two hours ago.", valueName: "time")
    )
    var since: String?
    @Option(help: ArgumentHelp("Up to this time.", valueName: "time"))
    var until: String?
    @Option(
        help: ArgumentHelp(
            "Links that this user opened, or that were opened for this user: a name or a number.", valueName: "user"))
    var user: String?
    @Option(help: ArgumentHelp("Links of this feature, and of those inside it.", valueName: "feature"))
    var feature: String?
    @Option(help: ArgumentHelp("Links with this code, or with one that begins so: blocked.", valueName: "code"))
    var code: String?
    @Option(help: ArgumentHelp("As many of the last entries, up to 10,000.", valueName: "count"))
    var last: Int64?
    @Argument(help: "The id of an outcome: the link that has it.")
    var id: String?

    func validate() throws {
        guard let last, !(0...10_000).contains(last) else { return }
        throw ValidationError("--last takes a number from 0 to 10000.")
    }

    /// How many entries are printed where nothing else is asked for.
    private static let usualCount: Int64 = 50

    func run() throws {
        var request = GetTimeline()
        request.sinceMs = try Moment.option("--since", since)
        request.untilMs = try Moment.option("--until", until)
        request.uid = try user.map(Self.uid)
        (request.feature, request.code, request.outcomeId, request.follows) = (feature, code, id, follow)
        let isRestricted = [since, until, user, feature, code, id].contains { $0 != nil }
        request.last = last ?? (isRestricted ? nil : Self.usualCount)
        let client = try DaemonClient(socket)
        var (text, count) = (TimelineText(), 0)
        try client.stream(request) { answer in
            let entries = answer.entries
            guard follow || !entries.isEmpty else { return false }
            defer { count += entries.count }
            if output.format == .json { return entries.allSatisfy { Output.json($0) } }
            var lines = text.lines(entries, hidesBegun: !follow)
            if count == 0 { lines.insert(TimelineText.legend, at: 0) }
            return lines.allSatisfy { Output.line($0) }
        }
        if count == 0, output.format == .text { Output.line(Line("no entries", .aside)) }
    }

    private static func uid(_ user: String) throws -> Int64 {
        if let number = UInt32(user) { return Int64(number) }
        guard let number = try HostFacts.userID(named: user) else {
            throw UsageError("this machine has no user \(UsageError.quoted(user))", help: "say a name or a number")
        }
        return Int64(number)
    }
}

/// `focus`: has values of inputs recorded.
struct FocusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "focus",
        abstract: "Record the values of inputs of some features too, for a while; for operators.",
        discussion: """
            Example: deeplinkctl focus Playback/SleepTimer

            From now on the timeline has the values of inputs of links of these features, in memory alone and with secrets \
            masked. They are shown to who opened the link and to whom it was opened for; to operators only where the table \
            says `profile development`. `deeplinkctl focus none` ends it, and so does the end of the daemon. Without a \
            feature it prints what is in focus.
            """)

    @OptionGroup var socket: SocketOption
    @OptionGroup var output: FormatOption
    @Argument(help: "Paths of features, with those inside them; none ends it.")
    var features: [String] = []

    func run() throws {
        let request = SetFocus { $0.features = features == ["none"] ? [] : features.isEmpty ? nil : features }
        let answer = try DaemonClient(socket).reply(to: request)
        output.show(["features": answer.features] as JSONObject) {
            Output.line(
                Line(answer.features.isEmpty ? "no feature is in focus" : answer.features.joined(separator: ", ")))
        }
    }
}
