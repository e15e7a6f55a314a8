import ArgumentParser
internal import Conf
internal import Contract
internal import Framing
internal import Routing

/// `override`: puts a fact in the place of what its source says, to try things out.
struct OverrideCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "override",
        abstract: "Put a fact in the place of what its source says, for everybody and for a while; for operators.",
        discussion: """
            Example: deeplinkctl override purchase premium.monthly expired --for 10m

            It takes `profile development` in the daemon's table, lasts an hour without --for, and shows as an override in \
            every outcome and in `status`. Without a status the source counts again.
            """)

    @OptionGroup var socket: SocketOption
    @OptionGroup var output: FormatOption
    @Option(name: .customLong("for"), help: ArgumentHelp("How long it lasts: 90s, 10m, 2h.", valueName: "duration"))
    var time: String?
    @Argument(help: ArgumentHelp("The fact, as in a test case.", valueName: "KIND NAME [STATUS]"))
    var fact: [String]

    func validate() throws {
        guard (2...3).contains(fact.count) else { throw ValidationError("A fact is a kind, a name and a status.") }
        if let time, Quantity.duration(time) == nil { throw ValidationError("`\(time)` is no duration, as 90s or 2h.") }
    }

    func run() throws {
        let ttlMs = time.flatMap { Quantity.duration($0) }.map { Int64($0 / .milliseconds(1)) }
        let request = Request.override(
            fact: fact[0] + " " + fact[1], status: fact.count > 2 ? fact[2] : nil, ttlMs: ttlMs)
        switch try DaemonClient.connect(socket.path).call(request).content {
        case .parameters(let parameters): show(parameters)
        case .error(let name, let parameters) where name == Reply.badFactName:
            for diagnostic in try ReportDecoder.badTable(parameters) {
                let help = diagnostic.help.map { "; \($0)" } ?? ""
                Output.error(Escaping.printable("error \(diagnostic.code): \(diagnostic.message)\(help)") + "\n")
            }
            throw ExitCode(2)
        case .error(let name, _) where name == Reply.notDevelopmentName:
            throw ToolFailure("the daemon's table does not say `profile development`")
        case .error(let name, let parameters):
            throw ToolFailure("the daemon answered \(name) \(JSONText.text(of: parameters))")
        }
    }

    private func show(_ parameters: Value) {
        if output.format == .json { return Output.line(JSONText.text(of: parameters)) }
        let what = fact.joined(separator: " ")
        let lasts = parameters["endsAfterMs"]?.int.map { "for \(Duration.milliseconds($0))" } ?? "as its source says"
        Output.line(Escaping.printable("\(what), \(lasts)"))
    }
}
