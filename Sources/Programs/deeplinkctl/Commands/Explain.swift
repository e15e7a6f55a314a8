import ArgumentParser
internal import Conf
internal import Contract
internal import DeepLinkClient
internal import Features
import PurchaseRules
import PurchaseWire
internal import Routing

/// `explain`: prints the whole decision about one URL, under facts from the command line.
struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain the outcome of URLs or of an action: every constraint and every route that was considered.",
        discussion: """
            Example: deeplinkctl explain -f routes.conf --with "permission microphone denied" podcast://clips/new

            If a daemon answers within 200 ms, and neither -f, DEEPLINKD_TABLE nor --with is given, it explains by its own \
            table and facts, and --subject chooses whose. The first line says so.

            Otherwise the facts that --with does not set have default values, independent of this machine: platforms are \
            met, switches are as declared, permissions are not determined, nothing is purchased, and the caller is uid 1000.

            Of two routes that take the URL, the report says why the winner wins, and has a URL that of the two only the other \
            takes. With --all it lists every route of the scheme or host, with the segment or the query key that keeps it \
            from the URL; a table decides then, and no daemon.

            Each URL has one report, with --format json one object per line. Exit status: that of the outcome's class, as \
            of `open`.
            """)

    @OptionGroup var options: AnswererOptions
    @OptionGroup var colour: ColourOption
    @OptionGroup var subject: SubjectOption
    @Option(
        name: .long, help: ArgumentHelp("A fact, as in a test case; may be repeated.", valueName: "KIND NAME VALUE"))
    var with: [String] = []
    @Flag(name: .long, help: "List every route of the scheme or host, with its first failure.")
    var all = false
    @OptionGroup var target: TargetArguments

    func validate() throws {
        if target.action == nil, target.words.isEmpty {
            throw ValidationError("Name a URL, or an action with --action.")
        }
        try FactExample.validate(with)
        guard options.socket != nil else {
            guard subject.subject == nil || !options.table.isGiven && with.isEmpty else {
                throw ValidationError("--subject needs a daemon: name its socket with --socket.")
            }
            return
        }
        if !with.isEmpty { throw ValidationError("--socket uses the daemon's own facts: leave out --with.") }
        if all { throw ValidationError("--all needs a table: name it with -f instead of --socket.") }
    }

    private var targets: [Target] { target.target.map { [$0] } ?? target.words.map { Target(url: $0) } }

    func run() throws {
        let explain: Explainer =
            switch try options.answerer(subject: subject, needsTable: !with.isEmpty || all) {
            case .daemon(let client): asking(client)
            case .table(let ruleset): try explaining(by: ruleset)
            }
        var statuses: Set<Int32> = []
        var more = MoreHelp()
        for (index, target) in targets.enumerated() {
            if index > 0, options.output.format == .text { Output.line("") }
            let (code, status) = try explain(target)
            statuses.insert(status)
            more.add(outcome: code)
        }
        if options.output.format == .text { more.showOnTerminal() }
        if let worst = ExitStatus.worst(of: statuses) { throw ExitCode(worst) }
    }

    /// Explains a target, and gives the code of its outcome with the exit status.
    private typealias Explainer = (Target) throws -> (code: String, status: Int32)

    /// The explanation by a table, under the facts of the command line.
    private func explaining(by ruleset: Ruleset) throws -> Explainer {
        let facts = try readFacts(ruleset)
        return { target in
            let explanation = Explanation(
                of: target, in: ruleset, facts: facts.facts, caller: facts.caller,
                candidates: all ? .all : .accepting)
            let preview = explanation.preview
            var outcome = explanation.outcome
            Translator(ruleset.catalogue, for: .ofSession)?.translate(&outcome)
            let candidates = CandidateText(candidates: explanation.candidates, in: ruleset)
            let offers = ProductText.offers(outcome) {
                ruleset.catalogue.products.map { ProductReport($0, issuers: ruleset.issuers) }
            }
            let isTrusted = ruleset.trustsProgram(of: outcome)
            options.output.show(Self.object(outcome, preview, isTrusted, offers, candidates)) {
                Output.lines(OutcomeText(outcome: outcome, next: nil).lines)
                printText(preview, isTrusted, offers, candidates)
            }
            return (explanation.outcome.code.rawValue, explanation.outcome.exitStatus)
        }
    }

    /// The daemon's explanation, with its table and its facts; the caller is this process, as the daemon's kernel reports
    /// it.
    private func asking(_ client: DaemonClient) -> Explainer {
        // The reply has the program for operators alone, and not whether its line says `trusted`: the table has.
        var table: Ruleset?
        return { target in
            let request = ExplainLink(target) {
                ($0.wantsCandidates, $0.subject) = (true, subject.subject)
                $0.languages = LanguageList.ofSession.texts
            }
            let parameters = try client.parameters(of: request)
            let received = try Open.outcome(in: parameters)
            let answer = try ExplainLink.Answer(reply: parameters, besides: "outcome")
            let (reports, preview) = (answer.candidates ?? [], answer.preview)
            let offers = try ProductText.offers(received.outcome) {
                try client.reply(to: ListProducts()).products
            }
            // ignored: a table of a later version cannot be read, and its explanation can. Only operators can read it.
            if preview.arguments != nil || reports.contains(where: { $0.because != nil }), table == nil {
                table = try? TableInForce.load(client)
            }
            let candidates = CandidateText(candidates: reports, in: table)
            let isTrusted = table?.trustsProgram(of: received.outcome) ?? false
            options.output.show(Self.object(received.value, preview, isTrusted, offers, candidates)) {
                Output.lines(OutcomeText.lines(of: received, next: client.next))
                printText(preview, isTrusted, offers, candidates)
            }
            return (received.code, received.exitStatus)
        }
    }

    private func readFacts(_ ruleset: Ruleset) throws -> FactReader {
        var reader = FactReader(catalogue: ruleset.catalogue)
        var diagnostics = Diagnostics()
        let sources = reader.read(with, diagnostics: &diagnostics)
        guard diagnostics.hasErrors else { return reader }
        Output.errors(diagnostics.inOrder, in: sources)
        MoreHelp.show(for: diagnostics)
        throw ExitCode(2)
    }

    /// The object of `--format json`.
    private static func object(
        _ outcome: some WireValue, _ preview: ActionPreview, _ isTrusted: Bool, _ offers: [ProductText],
        _ candidates: CandidateText
    ) -> JSONObject {
        [
            "outcome": outcome, "candidates": candidates.candidates, "proof": candidates.object,
            "arguments": preview.arguments,
            "trusted": isTrusted ? true : nil, "channel": preview.channel, "call": preview.call,
            "spends": preview.spends, "products": offers.isEmpty ? nil : offers.map(\.report),
        ]
    }

    private func printText(
        _ preview: ActionPreview, _ isTrusted: Bool, _ offers: [ProductText], _ candidates: CandidateText
    ) {
        Output.lines(TextRow.lines("product", offers.map { Line($0.line) }))
        if let arguments = preview.arguments {
            let command = (isTrusted ? "trusted " : "") + ChannelText.commandLine(arguments)
            Output.line(TextRow.line("runs", Line(whole: command)))
        }
        if let call = preview.call {
            Output.line(TextRow.line("calls", Line(whole: call.map(\.asWord).joined(separator: " "))))
        }
        if let spends = preview.spends { Output.line(TextRow.line("spends", Line(spends.joined(separator: ", ")))) }
        if let channel = preview.channel { Output.lines(ChannelText(channel: channel).rows) }
        Output.lines(candidates.lines)
    }
}
