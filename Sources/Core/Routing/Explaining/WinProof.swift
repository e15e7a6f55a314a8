package import Contract
import Matching

/// Why a route has a link that another route would take too, as something that can be checked.
///
/// *Shape*: `latest` wins over `any` because every link of it is one of `any`, and not the reverse:
/// `library://episodes/latest` is a link of both, and only `any` takes `library://x`.
package struct WinProof: Equatable, Sendable {
    /// The two routes, which of them wins, why, and where.
    package let meeting: RouteMeeting
    /// Why the winner wins, as its sentence says it: a narrower route wins, whichever scope is looked up first.
    package var reason: RouteMeeting.Reason { meeting.relation == .inside ? .narrower : meeting.reason }
    /// A link that both take; nil where none was found.
    package let both: String?
    /// A link that of the two only the loser takes; nil where there is none, or none was found.
    package let loserOnly: String?

    /// Proves that the first of two rows wins; nil where they have no links in common.
    init?(ofRow winner: Int, over loser: Int, in ruleset: Ruleset) {
        let meetings = RouteComparison(ofRow: winner, and: loser, in: ruleset).meetings
        guard let meeting = meetings.first(where: { $0.winner == winner }) else { return nil }
        self.meeting = meeting
        both = ruleset.witness(of: meeting)
        var search = LoserSearch(meeting, in: ruleset)
        loserOnly = search.link()
    }

    /// The proofs for the routes of an explanation that would take its link too; empty where no route has it.
    ///
    /// *Cost*: of each such route, milliseconds and more.
    package static func list(for candidates: [CandidateReport], in ruleset: Ruleset) -> [WinProof] {
        guard let first = candidates.first, first.failure == nil, let winner = row(of: first, in: ruleset) else {
            return []
        }
        return candidates.filter { $0.because != nil }.compactMap { candidate in
            row(of: candidate, in: ruleset).flatMap { WinProof(ofRow: winner, over: $0, in: ruleset) }
        }
    }

    /// The row of the pattern that a report is about; nil for one of another table.
    private static func row(of candidate: CandidateReport, in ruleset: Ruleset) -> Int? {
        guard let number = ruleset.routes.number(named: candidate.route) else { return nil }
        let rows = ruleset.routes.rows(of: number)
        guard let pattern = candidate.pattern else { return rows.lowerBound }
        return rows.first { ruleset.routes[row: $0].pattern.text == pattern }
    }
}
