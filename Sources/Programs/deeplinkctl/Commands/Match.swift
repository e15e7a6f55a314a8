import ArgumentParser
internal import Contract
internal import Features
internal import Routing

/// `match`: prints which route takes a URL, independent of the state of features.
struct Match: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "match",
        abstract: "Print the route that matches each URL; performs nothing and ignores the state of features.",
        discussion: """
            Example: deeplinkctl match -f routes.conf podcast://favourites/rock

            If a daemon answers within 200 ms, and neither -f nor DEEPLINKD_TABLE names a table, the daemon's table decides.

            With --stdin each line has one answer, an empty line too. Exit status: 0, or 3 if a URL did not match; 1 if a \
            line is not UTF-8.
            """)

    @OptionGroup var options: AnswererOptions
    @OptionGroup var colour: ColourOption
    @OptionGroup var urls: URLArguments

    func run() throws {
        let outcome = try decider()
        var allMatched = true
        let areReadable = try urls.forEach(options.output) { url in
            let outcome = try outcome(url)
            let isMatched = outcome.route != nil && outcome.code.outcomeClass != .rejected
            allMatched = allMatched && isMatched
            options.output.show(Self.report(url, outcome, isMatched)) {
                Output.line(Self.line(url, outcome, isMatched))
            }
        }
        if !areReadable { throw ExitCode.failure }
        if !allMatched { throw ExitCode(3) }
    }

    /// The function that decides: by a table, or by a daemon's explanation, which performs nothing.
    private func decider() throws -> (String) throws -> Outcome {
        switch try options.answerer() {
        case .table(let ruleset): return { Self.outcome(of: $0, in: ruleset) }
        case .daemon(let client):
            return { url in
                let received = try Open.outcome(in: client.parameters(of: ExplainLink(url: url)))
                guard let outcome = received.outcome else {
                    throw ToolFailure("the daemon is newer than this tool and returned \(received.code)")
                }
                return outcome
            }
        }
    }

    private static func outcome(of url: String, in ruleset: Ruleset) -> Outcome {
        switch ruleset.destination(of: url) {
        case .routed(let routed, let link): Outcome(wouldPerform: OutcomeDraft(routed, link, in: ruleset))
        case .rejected(let outcome): outcome
        }
    }

    private static func report(_ url: String, _ outcome: Outcome, _ isMatched: Bool) -> JSONObject {
        [
            "url": url, "matched": isMatched, "code": isMatched ? nil : outcome.code.rawValue,
            "message": isMatched ? nil : outcome.message, "route": outcome.route, "feature": outcome.feature,
            "action": outcome.action, "nearest": isMatched ? nil : outcome.rejection?.nearest,
            "failure": isMatched ? nil : outcome.rejection?.failure,
            "parameters": isMatched ? Value.object(outcome.parameters) : nil,
            "ignored": isMatched && !outcome.ignored.isEmpty ? outcome.ignored : nil,
        ]
    }

    private static func line(_ url: String, _ outcome: Outcome, _ isMatched: Bool) -> Line {
        let start = Line(url + "  ").hanging(at: 4)
        guard isMatched else {
            let rejection = outcome.rejection
            let failure = rejection?.failure.map { ": " + $0 } ?? ""
            let nearest = rejection?.nearest.map { "; nearest is \($0)" + failure } ?? ""
            let message = outcome.message.hasSuffix(".") ? String(outcome.message.dropLast()) : outcome.message
            return start + Line("✗", .bad) + Line("  \(outcome.code.rawValue): \(message)\(nearest)")
        }
        let parameters = outcome.parameters.map { " \($0.name)=\($0.value.argumentText)" }.joined()
        let owner = "(\(outcome.feature ?? "") · \(outcome.action ?? ""))"
        return start + Line("→", .good) + Line("  \(outcome.route ?? "") \(owner)\(parameters)")
    }
}
