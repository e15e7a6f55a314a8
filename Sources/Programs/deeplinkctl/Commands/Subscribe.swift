import ArgumentParser
internal import DeepLinkClient
internal import HostSystem

/// `subscribe`: gets the links of a channel.
struct Subscribe: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "subscribe",
        abstract: "Get the links of a channel, as JSON Lines or by a command for each.",
        discussion: """
            Example: deeplinkctl subscribe player -- /usr/local/bin/play-link

            Without a command it prints each link as a line of JSON, as io.deeplinkd.Channels.Subscribe answers, and \
            acknowledges a link of a held channel as performed once its line is written.

            A command is run for each link, one after the other. It gets the inputs of the action as a line of JSON on \
            standard input, and the rest as variables: DEEPLINK_FEATURE, _ACTION, _ROUTE, _URL, _UID, _SEQUENCE, \
            _DELIVERY, _REDELIVERED (true or false) and _MISSED, and XDG_ACTIVATION_TOKEN. If it exits with status 0, the \
            link is acknowledged as performed; else as failed, with the last line of its standard error as the reason.

            If the daemon ends, the command waits for the next one and continues. An interrupt or SIGTERM ends it, after \
            the command that runs. Exit status: 0 if it was ended so or its output has no reader any more, 1 for a failure.
            """)

    @OptionGroup var socket: SocketOption
    @Option(
        help: ArgumentHelp(
            "Continue after the link with this sequence number.",
            discussion: "Default: the links from now on, and what the channel keeps.", valueName: "sequence"))
    var after: Int64?
    @Flag(help: "Do not acknowledge links: another program does, or they go to the next subscriber.")
    var noAcknowledge = false
    @Argument(help: "The channel's name.")
    var channel: String
    @Argument(parsing: .postTerminator, help: "After `--`, a command and its arguments to run for each link.")
    var command: [String] = []

    func run() throws {
        // Before the client's thread begins.
        let signals = try SignalDescriptor(SignalDescriptor.endings)
        let subscription = DeepLinkDaemon(socket: socket.path).subscribe(to: channel, after: after)
        while true {
            let answer = try CompletionAnswer<SubscriptionEvent?>()
            subscription.next { answer.set($0) }
            guard let result = try answer.await(unlessReadable: signals.number) else { return }
            guard let event = try Self.value(of: result, channel), try handle(event) else { return }
        }
    }

    /// Returns false if nothing more can be written.
    private func handle(_ event: SubscriptionEvent) throws -> Bool {
        switch event {
        case .subscribed: return true
        case .interrupted(let error):
            Output.error("\(ToolFailure(error).description); waiting for the daemon\n")
            return true
        case .missed(let count):
            if command.isEmpty { return Output.json(["missed": count] as JSONObject) }
            Output.error(count == 0 ? "links were missed\n" : "\(count) links were missed\n")
            return true
        case .link(let link):
            if command.isEmpty {
                guard Output.json(link.line) else { return false }
                try acknowledge(link, failure: nil)
            } else {
                try acknowledge(link, failure: LinkCommandRun(words: command).failure(of: link))
            }
            return true
        }
    }

    private func acknowledge(_ link: Delivery, failure: String?) throws {
        guard link.isHeld, !noAcknowledge else { return }
        let answer = try CompletionAnswer<Void>()
        if let failure { link.fail(failure) { answer.set($0) } } else { link.acknowledge { answer.set($0) } }
        guard case .failure(let error)? = try answer.await() else { return }
        guard error == .unknownDelivery else { throw ToolFailure(error) }
        Output.error("\(link.id): \(error)\n")
    }

    private static func value<Value>(of result: Result<Value, DeepLinkError>, _ channel: String) throws -> Value {
        switch result {
        case .success(let value): return value
        case .failure(.noChannel(let nearest)):
            throw UsageError(
                no: "channel", channel,
                help: nearest.map { "did you mean `\($0)`?" } ?? "the daemon's table has to declare it")
        case .failure(let error): throw ToolFailure(error)
        }
    }
}

extension Delivery {
    /// The link as the daemon answers it.
    fileprivate var line: JSONObject { ["sequence": sequence, "link": link, "missed": missed] }
}
