import ArgumentParser
internal import Conf
internal import Contract
internal import Features
import Routing

/// `override`: replaces a fact for a while, for experiments.
struct OverrideCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "override",
        abstract: "Override a fact for all users for a limited time; for operators.",
        discussion: """
            Example: deeplinkctl override purchase premium.monthly expired --for 10m

            It requires `profile development` in the daemon's table. Without --for it lasts an hour. Every outcome and \
            `status` show it. Without a status the override is removed.
            """)

    @OptionGroup var socket: SocketOption
    @OptionGroup var output: FormatOption
    @Option(
        name: .customLong("for"), parsing: .unconditional,
        help: ArgumentHelp("How long it lasts: 90s, 10m, 2h.", valueName: "duration"))
    var time: String?
    @Argument(help: ArgumentHelp("The fact, as in a test case.", valueName: "KIND NAME [STATUS]"))
    var fact: [String]

    func validate() throws {
        try validateFact()
        _ = try duration
    }

    private var duration: Duration? {
        get throws {
            try Duration.option("--for", time, as: "90s, 10m or 2h", upTo: (Limits.overrideTimeLimit, "24h"))
        }
    }

    private func validateFact() throws {
        guard let word = fact.first else { return }
        guard let rule = WingList.ofThisProgram.kinds[word]?.rule else {
            let help = Suggestion.help(for: word, among: WingList.ofThisProgram.kinds.overridable.map(\.word))
            throw ValidationError("\(UsageError.quoted(word)) is not a kind of fact; \(help)")
        }
        if let hindrance = rule.hindranceToOverride {
            throw ValidationError("\(hindrance): deeplinkctl explain --with '\(rule.example)' URL")
        }
        guard (rule.wordCount - 1...rule.mostWords).contains(fact.count) else {
            throw ValidationError(
                "A fact is written `\(rule.form)`, as in: deeplinkctl override \(rule.example)")
        }
    }

    func run() throws {
        let ttlMs = try duration.map { Int64($0 / .milliseconds(1)) }
        let wordCount = WingList.ofThisProgram.kinds[fact[0]]?.rule.wordCount ?? fact.count
        let status = fact.dropFirst(wordCount - 1).joined(separator: " ")
        let request = OverrideFact {
            $0.fact = fact.prefix(wordCount - 1).joined(separator: " ")
            ($0.status, $0.ttlMs) = (status.isEmpty ? nil : status, ttlMs)
        }
        let parameters = try DaemonClient(socket).parameters(of: request)
        let ends = parameters["endsAfterMs"]?.int
        let lasts = ends.map { "for " + TimeText.text(ofMilliseconds: $0) } ?? "from its source"
        output.show(parameters, line: "\(fact.joined(separator: " ")), \(lasts)")
    }
}
