import ArgumentParser
internal import Conf
internal import Contract
internal import EventLoop
internal import Features
internal import Routing
internal import Varlink

/// `explain`: prints the whole decision about one URL, under facts from the command line.
struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Explain the outcome of a URL: every constraint and every route that was considered.",
        discussion: """
            Example: deeplinkctl explain -f routes.conf --with "permission camera denied" podcast://clip/7

            Facts that --with does not set have default values, independent of this machine: platforms are met, switches \
            are as declared, permissions are not determined, nothing is purchased, and the caller is uid 1000.
            """)

    @OptionGroup var table: TableOption
    @OptionGroup var socket: SocketOption
    @OptionGroup var output: FormatOption
    @OptionGroup var subject: SubjectOption
    @Option(
        name: .long, help: ArgumentHelp("A fact, as in a test case; may be repeated.", valueName: "KIND NAME VALUE"))
    var with: [String] = []
    @Argument(help: "The URL.")
    var url: String

    func validate() throws {
        try FactExample.validate(with)
        guard socket.path != nil else {
            if subject.subject != nil {
                throw ValidationError("--subject needs a daemon: name its socket with --socket.")
            }
            return
        }
        if table.isGiven { throw ValidationError("--socket uses the daemon's own table: leave out -f.") }
        if !with.isEmpty { throw ValidationError("--socket uses the daemon's own facts: leave out --with.") }
    }

    func run() throws {
        if socket.path != nil { return try askDaemon() }
        let ruleset = try table.load()
        let facts = try readFacts(ruleset)
        let explanation = Explanation(of: url, in: ruleset, facts: facts.facts, caller: facts.caller)
        switch output.format {
        case .json: Output.json(Self.json(explanation))
        case .text: printText(explanation)
        }
        let status = explanation.outcome.exitStatus
        if status != 0 { throw ExitCode(status) }
    }

    /// The daemon's explanation, with its table and its facts; the caller is this process, as the daemon's kernel reports
    /// it.
    private func askDaemon() throws {
        let client = try DaemonClient.connect(socket, subject)
        let parameters = try client.parameters(of: .explain(url: url, candidates: true, subject: subject.subject))
        let received = try Open.outcome(in: parameters)
        switch output.format {
        case .json: Output.json(JSONText.text(of: parameters))
        case .text:
            Output.text(ReceivedText.text(of: received, next: client.next))
            printCandidates(try Reply.candidates(parameters))
        }
        if received.exitStatus != 0 { throw ExitCode(received.exitStatus) }
    }

    private func readFacts(_ ruleset: Ruleset) throws -> FactReader {
        var reader = FactReader(catalogue: ruleset.catalogue)
        var diagnostics = Diagnostics()
        let sources = reader.read(with, diagnostics: &diagnostics)
        guard diagnostics.hasErrors else { return reader }
        let printer = DiagnosticText(sources: sources)
        for diagnostic in diagnostics.inOrder { Output.error(printer.text(of: diagnostic)) }
        throw ExitCode(2)
    }

    private func printText(_ explanation: Explanation) {
        Output.text(OutcomeText(outcome: explanation.outcome, next: nil).text)
        if let arguments = explanation.arguments {
            Output.line("  runs       " + arguments.map(Self.quoted).joined(separator: " "))
        }
        printCandidates(explanation.candidates)
    }

    private func printCandidates(_ candidates: [CandidateReport]) {
        guard !candidates.isEmpty else { return }
        Output.line("  routes considered")
        for candidate in candidates {
            let verdict = candidate.failure ?? "matches"
            Output.line(
                Escaping.printable("    \(candidate.failure == nil ? "✓" : "✗") \(candidate.route): \(verdict)"))
        }
    }

    private static func json(_ explanation: Explanation) -> String {
        let candidates = explanation.candidates.map { JSONText.text(of: $0) }.joined(separator: ",")
        let arguments = explanation.arguments.map {
            ",\"arguments\":" + JSONText.text(of: Value.array($0.map(Value.string)))
        }
        return
            "{\"outcome\":\(JSONText.text(of: explanation.outcome)),\"candidates\":[\(candidates)]\(arguments ?? "")}"
    }

    /// An argument, quoted so that its beginning and end are visible; one per vector element, never split.
    private static func quoted(_ argument: String) -> String {
        let isPlain =
            !argument.isEmpty
            && argument.utf8.allSatisfy { byte in
                byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "'") && byte != UInt8(ascii: "\"")
                    && byte != UInt8(ascii: "\\")
            }
        return isPlain ? argument : "'" + Escaping.printable(argument) + "'"
    }
}
