import ArgumentParser
internal import Conf
internal import Contract
internal import Features
internal import Matching
internal import Routing
internal import Varlink

/// `overlap`: lists the pairs of routes that accept the same links, and which route of a pair wins.
struct Overlap: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the pairs of routes that overlap, which route wins and why, with a link that both accept.",
        discussion: """
            Example: deeplinkctl overlap -f routes.conf episode

            Of two routes that match a link, the one in the more specific scope wins. In one scope the narrower route \
            wins, or the one with `over`. A table with any other overlap does not load: `check` shows those.
            """)

    @OptionGroup var table: TableOption
    @OptionGroup var output: FormatOption
    @Option(name: .long, help: "Show at most this many pairs; 0 for all.")
    var limit = 100
    @Argument(help: "A route's name; default: all pairs.")
    var route: String?

    func validate() throws {
        if limit < 0 { throw ValidationError("--limit is 0 or more.") }
    }

    func run() throws {
        let ruleset = try table.load()
        let number = try route.map { try ruleset.route(named: $0) }
        let comparison = RouteComparison(of: number, in: ruleset)
        let shown = limit == 0 ? comparison.meetings[...] : comparison.meetings.prefix(limit)
        for meeting in shown {
            switch output.format {
            case .json: Output.json(JSONText.text(of: Self.object(meeting, in: ruleset)))
            case .text: Output.text(Self.text(meeting, in: ruleset))
            }
        }
        summarise(comparison, shown: shown.count, ruleset)
    }

    private func summarise(_ comparison: RouteComparison, shown: Int, _ ruleset: Ruleset) {
        switch output.format {
        case .json:
            Output.json(
                JSONText.text(
                    of: .object([
                        .init("pairs", .integer(Int64(comparison.meetings.count))),
                        .init("shown", .integer(Int64(shown))), .init("complete", .bool(comparison.isComplete)),
                    ])))
        case .text:
            let pairs = DiagnosticSummary.count(comparison.meetings.count, "pair")
            var line = pairs + " of " + DiagnosticSummary.count(ruleset.routes.count, "route")
            if shown < comparison.meetings.count { line += ", the first \(shown) shown: --limit 0 shows all" }
            Output.line(line)
            guard !comparison.isComplete else { return }
            Output.line(
                "there may be more: the search ended after \(RouteComparison.comparisonLimit) comparisons; name a route"
            )
        }
    }

    private static func reason(_ meeting: RouteMeeting, in ruleset: Ruleset) -> String {
        switch meeting.reason {
        case .narrower: "narrower"
        case .over: "over " + ruleset.routes[meeting.loser].name
        case .scope: "in the more specific scope"
        }
    }

    private static func text(_ meeting: RouteMeeting, in ruleset: Ruleset) -> String {
        let winner = RouteText(ruleset: ruleset, number: meeting.winner)
        let loser = RouteText(ruleset: ruleset, number: meeting.loser)
        let heading =
            "\(winner.name) wins over \(loser.name) in \(meeting.scope.name): \(reason(meeting, in: ruleset))"
        let rows = [[winner.name, winner.pattern], [loser.name, loser.pattern]]
        var lines = [Escaping.printable(heading)] + Columns.lines(rows, indent: "  ")
        if let witness = ruleset.witness(of: meeting) { lines.append("  for example " + witness) }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func object(_ meeting: RouteMeeting, in ruleset: Ruleset) -> Value {
        var members = [
            Value.Member("winner", .string(ruleset.routes[meeting.winner].name)),
            .init("loser", .string(ruleset.routes[meeting.loser].name)),
            .init("reason", .string(meeting.reason.rawValue)),
            .init("relation", .string(relation(meeting.relation))), .init("scope", .string(meeting.scope.name)),
        ]
        if let witness = ruleset.witness(of: meeting) { members.append(.init("witness", .string(witness))) }
        return .object(members)
    }

    private static func relation(_ relation: Relation) -> String {
        switch relation {
        case .disjoint: "disjoint"
        case .equal: "equal"
        case .inside: "inside"
        case .contains: "contains"
        case .overlapping: "overlapping"
        }
    }
}
