import ArgumentParser
internal import Conf
internal import Matching
internal import Routing

/// `overlap`: lists the pairs of routes that accept the same links, and which route of a pair wins.
struct Overlap: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "overlap",
        abstract: "List the pairs of routes that overlap, which route wins and why, with a link that both accept.",
        discussion: """
            Example: deeplinkctl overlap -f routes.conf episode

            Of two routes that match a link, the one in the more specific scope wins. In one scope the narrower route \
            wins, or the one with `over`. A table with any other overlap does not load: `check` shows those.
            """)

    @OptionGroup var table: TableOption
    @OptionGroup var socket: TableInForceOption
    @OptionGroup var output: FormatOption
    @Option(name: .long, parsing: .unconditional, help: "Show at most this many pairs; 0 for all.")
    var limit = 100
    @Argument(help: "A route's name; default: all pairs.")
    var route: String?

    func validate() throws {
        try socket.validate(besides: table)
        if limit < 0 { throw ValidationError("--limit is 0 or more.") }
    }

    func run() throws {
        let ruleset = try socket.load(or: table)
        let number = try route.map { try ruleset.route(named: $0) }
        let comparison = RouteComparison(of: number, in: ruleset)
        let shown = limit == 0 ? comparison.meetings[...] : comparison.meetings.prefix(limit)
        for meeting in shown {
            output.show(Self.object(meeting, in: ruleset)) {
                Output.lines(Self.lines(meeting, in: ruleset))
            }
        }
        summarise(comparison, shown: shown.count, ruleset)
    }

    private func summarise(_ comparison: RouteComparison, shown: Int, _ ruleset: Ruleset) {
        let count = comparison.meetings.count
        output.show(["pairs": count, "shown": shown, "complete": comparison.isComplete] as JSONObject) {
            let routes = DiagnosticSummary.count(ruleset.routes.count, "route")
            let cut = shown < count ? ", the first \(shown) shown: --limit 0 shows all" : ""
            Output.line("\(DiagnosticSummary.count(count, "pair")) of \(routes)\(cut)")
            guard !comparison.isComplete else { return }
            Output.line(
                "there may be more pairs: the search ended after \(RouteComparison.comparisonLimit) comparisons; name a route"
            )
        }
    }

    private static func reason(_ meeting: RouteMeeting, in ruleset: Ruleset) -> String {
        switch meeting.reason {
        case .narrower: "narrower"
        case .over: "over " + ruleset.routes[row: meeting.loser].name
        case .scope: "in the more specific scope"
        }
    }

    private static func lines(_ meeting: RouteMeeting, in ruleset: Ruleset) -> [Line] {
        let winner = RouteText(ruleset: ruleset, row: meeting.winner)
        let loser = RouteText(ruleset: ruleset, row: meeting.loser)
        let reason = reason(meeting, in: ruleset)
        let rows = [[winner.name, winner.pattern], [loser.name, loser.pattern]]
        return [Line("\(winner.name) wins over \(loser.name) in \(meeting.scope.name): \(reason)")]
            + Columns.lines(rows, indent: "  ")
            + (ruleset.witness(of: meeting).map { [Line("  for example " + $0)] } ?? [])
    }

    private static func object(_ meeting: RouteMeeting, in ruleset: Ruleset) -> JSONObject {
        let (winner, loser) = (ruleset.routes[row: meeting.winner], ruleset.routes[row: meeting.loser])
        let areSeveral = winner.hasSeveralPatterns || loser.hasSeveralPatterns
        return [
            "winner": winner.name, "loser": loser.name,
            "winnerPattern": areSeveral ? winner.pattern.text : nil,
            "loserPattern": areSeveral ? loser.pattern.text : nil,
            "reason": meeting.reason.rawValue, "relation": "\(meeting.relation)", "scope": meeting.scope.name,
            "witness": ruleset.witness(of: meeting),
        ]
    }
}
