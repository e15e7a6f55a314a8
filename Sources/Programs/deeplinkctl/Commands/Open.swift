import ArgumentParser
internal import Contract
internal import DeepLinkClient
internal import HostSystem
internal import Varlink

/// `open`: sends URLs to the daemon and prints the outcomes.
struct Open: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open URLs through the daemon; the exit status is the class of the outcome.",
        discussion: """
            Example: deeplinkctl open podcast://favourites/rock

            With --action it performs an action by its name: open --action Playback.play episode=7

            The action is stopped if you interrupt the command, unless it says `detach`.

            A link that you have to confirm is asked about at the terminal, with what it would run. With an option that says how \
            the link is opened, such as --deadline or --with, nothing is asked.

            With --authorise it asks you at the terminal for permissions that are missing, and then opens the URL: y and n \
            are kept where the permission's source is consent, l skips the question, Ctrl-D cancels.

            With --with APP a link that the table would hand on goes to that app, and no route takes it: the escape hatch to \
            another browser. The table needs a block `unmatched` for the link's scheme.

            With --stdin each line has one answer, an empty line too. With several URLs the exit status is the first of 8, \
            7, 6, 5, 4, 3 that occurs, else 1 if a line of --stdin is not UTF-8, else 0.
            """)

    @OptionGroup var socket: SocketOption
    @OptionGroup var output: FormatOption
    @OptionGroup var colour: ColourOption
    @Flag(help: "Print the outcome, but do not run the action.")
    var dryRun = false
    @Flag(help: "Print the time of each stage.")
    var timings = false
    @OptionGroup var subject: SubjectOption
    @Option(
        help: ArgumentHelp(
            "A key for this request: a repeated request with the same key is not performed again.", valueName: "key"))
    var idempotencyKey: String?
    @Option(
        help: ArgumentHelp(
            "How long each URL may take: 500ms, 5s, 1m.",
            discussion: "An action that takes longer is stopped, as by its own timeout, which applies too.",
            valueName: "duration"))
    var deadline: String?
    @Option(
        help: ArgumentHelp(
            "How long to wait until what blocks the URL is lifted: 30s, 5m; 10m at most.",
            discussion:
                "A permission that is granted meanwhile, or a switch that goes on, has the URL performed, once.",
            valueName: "duration"))
    var wait: String?
    @Option(
        help: ArgumentHelp(
            "The trace that the request belongs to, as W3C Trace Context writes it: an HTTP service gets it.",
            valueName: "trace"))
    var traceparent: String?
    @Flag(help: "Ask for missing permissions at the terminal first.")
    var authorise = false
    @Option(
        help: ArgumentHelp(
            "The app that gets the link, by the id of its desktop entry, instead of a route.", valueName: "app"))
    var with: String?
    @OptionGroup var target: TargetArguments
    @Flag(help: "Read one URL per line from standard input.")
    var stdin = false

    func validate() throws {
        _ = try deadlineTime
        if try waitTime != nil, dryRun {
            throw ValidationError("--wait does not go together with --dry-run, which performs nothing.")
        }
        try validateAuthorise()
        try validateWith()
        if target.action != nil, stdin { throw ValidationError("Either name an action or use --stdin.") }
        if target.action == nil { try urls.validate() }
        if let traceparent, !TraceParent.isValid(traceparent) {
            let word = UsageError.quoted(traceparent)
            throw ValidationError(
                "--traceparent takes a trace, as in --traceparent \(TraceParent.example), not \(word).")
        }
        guard let idempotencyKey, !(1...Limits.ledgerTextBytes).contains(idempotencyKey.utf8.count) else { return }
        throw ValidationError("--idempotency-key takes 1 to \(Limits.ledgerTextBytes) bytes.")
    }

    private var deadlineTime: Duration? {
        get throws {
            try Duration.option("--deadline", deadline, as: "500ms, 5s or 1m", upTo: (Limits.longestActionTime, "24h"))
        }
    }

    private var waitTime: Duration? {
        get throws { try Duration.option("--wait", wait, as: "30s or 5m", upTo: (Limits.longestWait, "10m")) }
    }

    /// What a flow cannot take over, or is no link of the command line.
    private var optionsWithoutFlow: [(name: String, isGiven: Bool)] {
        [
            ("--dry-run", dryRun), ("--timings", timings), ("--subject", subject.subject != nil),
            ("--idempotency-key", idempotencyKey != nil), ("--deadline", deadline != nil), ("--stdin", stdin),
            ("--wait", wait != nil), ("--traceparent", traceparent != nil), ("--with", with != nil),
        ]
    }

    private func validateAuthorise() throws {
        guard authorise else { return }
        if let (option, _) = optionsWithoutFlow.first(where: \.isGiven) {
            throw ValidationError("--authorise does not go together with \(option).")
        }
        if target.action == nil, target.words.count != 1 { throw ValidationError("--authorise takes one URL.") }
    }

    private func validateWith() throws {
        guard let with else { return }
        if dryRun { throw ValidationError("--with does not go together with --dry-run, which asks for a route.") }
        if target.action != nil { throw ValidationError("--with takes a URL, and not --action.") }
        if with.isEmpty { throw ValidationError("--with takes an app: --with org.mozilla.firefox.") }
    }

    private var urls: URLArguments {
        var urls = URLArguments()
        (urls.urls, urls.stdin) = (target.words, stdin)
        return urls
    }

    func run() throws {
        do {
            try openAll()
        } catch let failure as ToolFailure where StandardStreams.Output.errors.isTerminal {
            throw failure.inWords(of: .ofSession)
        } catch let error as FramingError where StandardStreams.Output.errors.isTerminal {
            throw ToolFailure(error).inWords(of: .ofSession)
        }
    }

    private func openAll() throws {
        let (token, hops) = (ActivationToken.take(), LinkHops.take())
        if authorise {
            let status = try TerminalCoordinator(socket, output).open(target.target ?? Target(url: target.words[0]))
            if status != 0 { throw ExitCode(status) }
            return
        }
        let client = try DaemonClient(socket, subject)
        let (deadlineMs, waitMs) = try (deadlineTime?.wholeMilliseconds, waitTime?.wholeMilliseconds)
        var statuses: Set<Int32> = []
        var isFirst = true
        var more = MoreHelp()
        let asks = TerminalCoordinator.isPossible && !optionsWithoutFlow.contains(where: \.isGiven)
        func open(_ target: Target) throws {
            let parameters =
                try dryRun
                ? client.parameters(
                    of: ExplainLink(target) {
                        ($0.subject, $0.languages) = (subject.subject, LanguageList.ofSession.texts)
                    })
                : client.parameters(
                    of: OpenLink(target) {
                        ($0.isTimed, $0.subject, $0.idempotencyKey) = (timings, subject.subject, idempotencyKey)
                        ($0.deadlineMs, $0.waitMs, $0.activationToken) = (deadlineMs, waitMs, token)
                        $0.traceparent = traceparent
                        ($0.hops, $0.with, $0.languages) = (hops, with, LanguageList.ofSession.texts)
                    })
            let received = try Self.outcome(in: parameters)
            if !isFirst, output.format == .text { Output.line("") }
            isFirst = false
            if asks, received.code == OutcomeCode.confirmationRequired.rawValue {
                statuses.insert(try TerminalCoordinator(socket, output).open(target, isInitiated: true))
                return
            }
            statuses.insert(received.exitStatus)
            more.add(outcome: received.code)
            output.show(["outcome": received.value] as JSONObject) {
                Output.lines(OutcomeText.lines(ofOpened: received, next: client.next))
            }
        }
        if let action = target.target {
            try open(action)
        } else if try !urls.forEach(output, in: .ofSession, { try open(Target(url: $0)) }) {
            statuses.insert(1)
        }
        if output.format == .text { more.showOnTerminal() }
        if let worst = ExitStatus.worst(of: statuses) { throw ExitCode(worst) }
    }

    /// The outcome of a reply.
    static func outcome(in parameters: Value) throws -> ReceivedOutcome {
        guard let value = parameters["outcome"] else { throw ToolFailure(.noOutcome) }
        return try ReceivedOutcome(value)
    }
}
