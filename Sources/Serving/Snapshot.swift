import Features
import Routing

/// One table and one state of the facts: what a whole call reads, and nothing re-reads half-way.
struct Snapshot {
    let ruleset: Ruleset
    let facts: Facts

    /// Whether a binding rests on this table and this state, as its caller sees it.
    func isCurrent(_ proof: borrowing VerifiedActionBinding) -> Bool {
        proof.tableRevision == ruleset.revision
            && proof.stateRevision == facts.revision(of: proof.subject)
    }
}
