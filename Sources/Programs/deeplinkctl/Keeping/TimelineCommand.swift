import ArgumentParser
internal import Conf
internal import Contract
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
    @OptionGroup var conditions: TimelineConditions
    @Argument(help: "The id of an outcome: the link that has it.")
    var id: String?

    /// How many entries are printed where nothing else is asked for.
    private static let usualCount: Int64 = 50

    func run() throws {
        var request = try conditions.request(usualCount: id == nil ? Self.usualCount : nil)
        (request.outcomeId, request.follows) = (id, follow)
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
