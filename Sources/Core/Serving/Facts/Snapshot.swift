package import Features
import HostSystem
package import Routing

/// One table, and the facts in force with the answers they gave: what a whole call reads.
///
/// Facts move between calls and never within one: everything up to the proof happens in one turn of the loop.
package struct Snapshot {
    package let ruleset: Ruleset
    package let cache: VerificationCache
    /// False where the daemon's first table was refused: the ruleset then only stands in for one.
    package var hasTable = true

    /// The facts in force.
    package var store: FactStore { cache.store }

    /// Whether a feature of the daemon's own is available to a caller: no source is asked, and what is not known counts as not
    /// met.
    package func hasAvailable(_ feature: Int, to caller: Caller, subject: Subject? = nil) -> Bool {
        cache.isAvailable(
            feature, in: ruleset.sharedCatalogue, caller: caller, subject: subject, tableRevision: ruleset.revision)
    }

    /// Whether a feature is available to every caller; nil where that depends on the caller or the subject.
    package func isAvailableToAll(_ feature: Int) -> Bool? {
        let rules = ruleset.catalogue.constraints[feature].map { type(of: $0.rule) }
        guard rules.allSatisfy({ $0.isOfHost && !$0.dependsOnCaller }) else { return nil }
        return hasAvailable(feature, to: .daemon, subject: .machine)
    }

    /// Whether a binding rests on this table and this state, as its subject sees it.
    func isCurrent(_ proof: borrowing VerifiedActionBinding) -> Bool {
        proof.tableRevision == ruleset.revision && proof.stateRevision == store.revision(of: proof.subject)
    }
}

extension Caller {
    /// The daemon itself, where a function of its own is judged.
    package static var daemon: Caller { Caller(uid: HostFacts.userID) }
}
