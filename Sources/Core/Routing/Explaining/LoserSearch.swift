import Links
import Matching

/// The search for a link that the loser of a meeting takes and its winner does not.
struct LoserSearch {
    /// What a link is worth as a proof; the best first.
    private enum Rank: Int {
        /// The table gives the link to the loser.
        case taken
        /// Of the two only the loser takes it, but a third route wins.
        case beaten
    }

    private let ruleset: Ruleset
    private let scope: DeclaredScope
    private let winner: Route
    private let loser: Route
    private var best: (rank: Rank, url: String)?

    /// Takes two routes that meet.
    init(_ meeting: RouteMeeting, in ruleset: Ruleset) {
        (self.ruleset, scope) = (ruleset, meeting.scope)
        (winner, loser) = (ruleset.routes[row: meeting.winner], ruleset.routes[row: meeting.loser])
    }

    /// A readable link of the loser, or else the shortest one that tells the two apart in the scope of the meeting, or else a
    /// readable one of another scope; nil where none was found.
    ///
    /// A link that a third route wins is the result only if there is no other.
    mutating func link() -> String? {
        look(at: ruleset.example(ofRow: loser.row, in: scope), in: scope)
        guard best?.rank != .taken else { return best?.url }
        var urls: [String] = []
        var cells = LinkCells(table(winner, meaning: "winner"), table(loser, meaning: "loser"))
        cells.forEach { urls.append($0) }
        for url in urls { look(at: url, in: scope) }
        for other in ruleset.scopes(of: loser) where other.name != scope.name && best?.rank != .taken {
            look(at: ruleset.example(ofRow: loser.row, in: other), in: other)
        }
        return best?.url
    }

    /// Keeps a link if it is the best so far.
    private mutating func look(at url: String?, in scope: DeclaredScope) {
        guard let url, let link = try? ruleset.parse(url), let rank = rank(of: link, in: scope) else { return }
        guard let best else { return self.best = (rank, url) }
        if (rank.rawValue, url.utf8.count) < (best.rank.rawValue, best.url.utf8.count) { self.best = (rank, url) }
    }

    /// What a link of a scope is worth; nil if it is no proof.
    private func rank(of link: Link, in scope: DeclaredScope) -> Rank? {
        switch ruleset.decide(link) {
        case .routed(let routed) where routed.row == loser.row: return .taken
        case .rejected(.denied), .rejected(.packageUnavailable): return nil
        case .routed, .rejected: break
        }
        let takers = ruleset.index.trace(link).filter(\.isTaking).map(\.rule)
        guard takers.contains(loser.row), !takers.contains(winner.row) else { return nil }
        return SingleRoute(loser, in: scope, of: ruleset).takes(link) ? .beaten : nil
    }

    /// A table of one route in the scope of the meeting, with the denials, which are no link of any route.
    private func table(_ route: Route, meaning: String) -> LinkCells.Table {
        var table = LinkCells.Table()
        for declared in ruleset.scopes {
            table.declare(declared.entry, file: declared.file, separator: declared.separator)
        }
        let rule = route.rule
        table.add(
            RouteRule(
                name: rule.name, pattern: rule.pattern, query: rule.query, absent: rule.absent,
                isStrict: rule.isStrict, excepts: rule.excepts, entries: [scope.entry]),
            fragment: route.fragment?.language, meaning: meaning)
        for denial in ruleset.denials { table.add(denial: denial.pattern, entries: denial.entries) }
        return table
    }
}

extension Candidate {
    /// True if the route selects the link, whether it wins it or not.
    fileprivate var isTaking: Bool {
        switch failure {
        case .beaten, nil: true
        case .segment, .tooShort, .tooLong, .except, .query: false
        }
    }
}
