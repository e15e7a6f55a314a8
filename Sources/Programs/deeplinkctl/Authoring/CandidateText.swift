internal import Contract
internal import Matching
internal import Routing

/// The routes that an explanation considered, and why the winner wins.
struct CandidateText {
    let candidates: [CandidateReport]
    /// By the winner and the loser.
    private let proofs: [WinProof]
    private let ruleset: Ruleset?

    /// Takes the routes of an explanation.
    ///
    /// - Parameter ruleset: the table that decided; nil where it cannot be read, so that nothing is proven.
    init(candidates: [CandidateReport], in ruleset: Ruleset?) {
        (self.candidates, self.ruleset) = (candidates, ruleset)
        proofs = ruleset.map { WinProof.list(for: candidates, in: $0) } ?? []
    }

    /// *Shape*: below a heading, `✗ any: the route `latest` wins: it is narrower; only `any` takes library://x`; empty without
    /// routes.
    var lines: [Line] {
        candidates.isEmpty ? [] : ["  routes considered"] + candidates.map { line(of: $0) }
    }

    private func line(of candidate: CandidateReport) -> Line {
        let mark = candidate.failure == nil ? Line("✓", .good) : Line("✗", .bad)
        let route = candidate.route + (candidate.pattern.map { " " + $0 } ?? "")
        let witness = proof(for: candidate)?.loserOnly.map { "; only `\(candidate.route)` takes \($0)" } ?? ""
        return "    " + mark + Line(" \(route): \(candidate.failure ?? "matches")\(witness)")
    }

    /// The member `proof` of `--format json`; nil without proofs.
    var object: [JSONObject]? {
        guard let ruleset, !proofs.isEmpty else { return nil }
        return proofs.map { proof -> JSONObject in
            let (winner, loser) = (ruleset.routes[row: proof.meeting.winner], ruleset.routes[row: proof.meeting.loser])
            return [
                "winner": winner.name, "loser": loser.name,
                "winnerPattern": winner.hasSeveralPatterns ? winner.pattern.text : nil,
                "loserPattern": loser.hasSeveralPatterns ? loser.pattern.text : nil,
                "reason": proof.reason.rawValue, "relation": "\(proof.meeting.relation)",
                "scope": proof.meeting.scope.name, "both": proof.both, "loserOnly": proof.loserOnly,
            ]
        }
    }

    private func proof(for candidate: CandidateReport) -> WinProof? {
        guard candidate.because != nil, let ruleset else { return nil }
        return proofs.first { proof in
            let loser = ruleset.routes[row: proof.meeting.loser]
            return loser.name == candidate.route
                && (candidate.pattern == nil || loser.pattern.text == candidate.pattern)
        }
    }
}
