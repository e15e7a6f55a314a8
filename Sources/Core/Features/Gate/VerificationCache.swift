// A cache of verifications. An answer depends on the table, the host's facts, one subject's facts and, where a feature
// requires a caller, on the caller; each of these has a count of its changes, so that an answer is right as long as the
// counts it was worked out under are the counts now. Nothing is ever invalidated: after a change the counts no longer
// compare equal. One subject's change leaves all others' answers in place.
//
// The table of answers has a fixed size, and every (feature, subject) a fixed place in it. Subjects are numbered densely
// and all those without facts of their own share one number, so places are only shared by different subjects where there
// are more answers than places; then the later one stays. No caller can make it grow, and a hit touches one place.

import Contract

/// Verifies bindings, and caches the results.
///
/// *Owner/thread*: the store's.
package final class VerificationCache {
    private struct Place {
        var feature = -1
        var number = 0
        var hostEpoch: UInt64 = 0
        var epoch: UInt64 = 0
        /// nil where the feature requires no caller.
        var caller: Caller?
        /// nil where the feature is available; shared, because a place is small, and few answers are refusals.
        var refusal: Shared<Refusal>?
    }

    /// What the availability of a feature depends on.
    private enum Demand {
        case nothing
        case facts
        /// Facts, and the caller.
        case factsAndCaller
    }

    /// *Units*: cache misses.
    package private(set) var missCount: UInt64 = 0
    /// The facts in force.
    package let store: FactStore
    private var places: [Place]
    private let mask: Int
    private var tableRevision = ""
    /// By feature of the table.
    private var demands: [Demand] = []

    /// Makes a cache of so many places, rounded up to a power of two.
    package init(store: FactStore, capacity: Int = 1 << 12) {
        self.store = store
        var count = 1
        while count < min(capacity, 1 << 20) { count *= 2 }
        mask = count - 1
        places = Array(repeating: Place(), count: count)
    }

    /// Verifies a binding for a caller against the store's facts.
    ///
    /// - Parameters:
    ///   - subject: whose facts count; the caller's own where nil.
    ///   - standing: where that subject's facts stand.
    ///   - tableRevision: what tells this catalogue from every other.
    ///
    /// *Cost*: no allocation and no evaluation where nothing has moved since the last time.
    package func verify(
        _ binding: ActionBinding, inputs: consuming BoundInputs, in catalogue: Shared<FeatureCatalogue>,
        caller: Caller, subject: Subject?, at standing: FactStanding, tableRevision: String
    ) -> Verification {
        let subject = subject ?? caller.subject
        let refusal = refusal(
            binding.feature, in: catalogue, caller: caller, subject: subject, at: standing,
            tableRevision: tableRevision)
        if let refusal { return .refused(refusal.value) }
        return .verified(
            Verifier.mint(
                binding, catalogue.value.actions[binding.action], inputs: inputs, caller: caller, subject: subject,
                tableRevision: tableRevision, stateRevision: standing.revision))
    }

    /// The same for a call that verifies nothing else.
    package func verify(
        _ binding: ActionBinding, inputs: consuming BoundInputs, in catalogue: Shared<FeatureCatalogue>,
        caller: Caller, subject: Subject? = nil, tableRevision: String
    ) -> Verification {
        verify(
            binding, inputs: inputs, in: catalogue, caller: caller, subject: subject,
            at: store.standing(of: subject ?? caller.subject), tableRevision: tableRevision)
    }

    /// Whether a feature is available to a caller, judged and kept as `verify` does it.
    package func isAvailable(
        _ feature: Int, in catalogue: Shared<FeatureCatalogue>, caller: Caller, subject: Subject? = nil,
        tableRevision: String
    ) -> Bool {
        let subject = subject ?? caller.subject
        return refusal(
            feature, in: catalogue, caller: caller, subject: subject, at: store.standing(of: subject),
            tableRevision: tableRevision) == nil
    }

    /// Verifies that the intake is on for a caller, as `verify` does for an action.
    package func verifyIntake(
        in catalogue: Shared<FeatureCatalogue>, caller: Caller, subject: Subject?, at standing: FactStanding,
        tableRevision: String
    ) -> IntakeVerification {
        let subject = subject ?? caller.subject
        let refusal = refusal(
            DeepLinkingFeature.performIncomingURL.feature, in: catalogue, caller: caller, subject: subject,
            at: standing, tableRevision: tableRevision)
        if let refusal { return .refused(refusal.value) }
        return .open(IntakeProof())
    }

    private func refusal(
        _ feature: Int, in catalogue: Shared<FeatureCatalogue>, caller: Caller, subject: Subject,
        at standing: FactStanding, tableRevision: String
    ) -> Shared<Refusal>? {
        if self.tableRevision != tableRevision || feature >= demands.count { adopt(catalogue.value, tableRevision) }
        let demand = demands[feature]
        guard demand != .nothing else { return nil }
        let asksForCaller = demand == .factsAndCaller
        let index = place(of: feature, standing.number, asksForCaller ? caller.uid : 0)
        if places[index].feature == feature, places[index].number == standing.number,
            places[index].epoch == standing.epoch, places[index].hostEpoch == standing.hostEpoch,
            !asksForCaller || places[index].caller == caller
        {
            return places[index].refusal
        }
        missCount &+= 1
        let refusal = Verifier.refusal(
            feature, in: catalogue.value, facts: store.facts, caller: caller, subject: subject
        ).map(Shared.init)
        // Taken out to be changed: so no access of the places goes on while another begins, and none is checked for it.
        var places = self.places
        self.places = []
        places[index] = Place(
            feature: feature, number: standing.number, hostEpoch: standing.hostEpoch, epoch: standing.epoch,
            caller: asksForCaller ? caller : nil, refusal: refusal)
        self.places = places
        return refusal
    }

    private func place(of feature: Int, _ number: Int, _ uid: UInt32) -> Int {
        // An odd stride visits every place before it comes back to the first.
        (feature &+ number &* (demands.count | 1) &+ Int(uid) &* 0x9E37_79B1) & mask
    }

    /// Begins anew with another table.
    private func adopt(_ catalogue: FeatureCatalogue, _ tableRevision: String) {
        self.tableRevision = tableRevision
        demands = catalogue.constraints.map { constraints in
            if constraints.isEmpty { return .nothing }
            return constraints.contains { type(of: $0.rule).dependsOnCaller } ? .factsAndCaller : .facts
        }
        places = Array(repeating: Place(), count: places.count)
    }
}
