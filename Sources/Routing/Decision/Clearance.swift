// The path of one URL up to the gate, the same for opening, verifying and explaining. They differ in what they do with the
// proof at its end: they perform it, keep it for a while, or drop it.
//
//     1  verify that the intake is on       off: the URL is not looked at
//     2  parse the text                     Links
//     3  decide which route takes the link  Ruleset+decide.swift, with the inputs of its action
//     4  verify the action's feature        Features/Gate

package import Contract
package import Features

/// The end of a URL's path to the gate.
package enum Clearance: ~Copyable {
    /// What it takes to perform the action, and what is known of the link.
    case cleared(VerifiedActionBinding, OutcomeDraft)
    /// Why nothing is performed, with the number of the feature that refused; nil where the URL did not reach a gate.
    case stopped(Outcome, feature: Int?)

    /// The feature whose facts it rests on, if any.
    package var feature: Int? {
        switch self {
        case .cleared(_, let draft): draft.binding.feature
        case .stopped(_, let feature): feature
        }
    }
}

extension Ruleset {
    /// Takes a URL as far as it goes, against the facts of a running daemon.
    ///
    /// - Parameters:
    ///   - subject: whose facts count; the caller's own where nil.
    ///   - now: a monotonic clock in nanoseconds, where the outcome is to carry timings.
    package func clear(
        _ url: String, cache: VerificationCache, caller: Caller, subject: Subject? = nil, now: (() -> Int64)? = nil
    ) -> Clearance {
        VerificationContext(ruleset: self, gate: cache, caller: caller, subject: subject).clear(url, now: now)
    }

    /// Takes a URL as far as it goes, against facts as they are.
    package func clear(
        _ url: String, facts: Facts, caller: Caller, subject: Subject? = nil, now: (() -> Int64)? = nil
    ) -> Clearance {
        VerificationContext(ruleset: self, gate: UncachedGate(facts: facts), caller: caller, subject: subject)
            .clear(url, now: now)
    }

    /// Every constraint that a link of the route depends on, met or not, the intake's first.
    func evidence(for route: String?, facts: Facts, caller: Caller, subject: Subject?) -> [ConstraintReport] {
        let intake = Verifier.assess(
            DeepLinkingFeature.performIncomingURL.feature, in: catalogue, facts: facts, caller: caller,
            subject: subject)
        guard let number = route.flatMap(routes.number(named:)) else { return intake.constraints }
        let own = Verifier.assess(
            routes[number].binding.feature, in: catalogue, facts: facts, caller: caller, subject: subject)
        return intake.constraints + own.constraints
    }
}

/// The table, the facts, the caller and the subject of one call.
private struct VerificationContext<Gate: FactGate> {
    let ruleset: Ruleset
    let gate: Gate
    let caller: Caller
    /// Whose facts count; the caller's own where nil.
    let subject: Subject?

    func clear(_ url: String, now: (() -> Int64)?) -> Clearance {
        var clock = StageClock(now)
        var parseNs: Int64 = 0
        let destination: Destination
        switch verify(DeepLinkingFeature.performIncomingURL, inputs: []) {
        case .refused(let refusal): return stop(Outcome(closedIntake: refusal))
        case .verified(let proof):
            destination = ruleset.destination(of: url, admittedBy: proof) { parseNs = clock.lap() }
        }
        switch consume destination {
        case .rejected(let outcome): return stop(outcome)
        case .routed(let routed, let link):
            let matchNs = clock.lap()
            let verification = verify(ruleset.routes[routed.route].binding, inputs: routed.inputs)
            let verifyNs = clock.lap()
            var draft = OutcomeDraft(routed, link, in: ruleset)
            if now != nil {
                draft.known.timings = Outcome.Timings {
                    ($0.parseNs, $0.matchNs, $0.verifyNs) = (parseNs, matchNs, verifyNs)
                }
            }
            switch consume verification {
            case .verified(let proof):
                stamp(&draft.known, proof.stateRevision)
                return .cleared(proof, consume draft)
            case .refused(let refusal):
                let feature = draft.binding.feature
                var outcome = Outcome(refusal, of: consume draft)
                stamp(&outcome, stateRevision)
                return .stopped(consume outcome, feature: feature)
            }
        }
    }

    private func verify(_ binding: ActionBinding, inputs: consuming [Value.Member]) -> Verification {
        gate.verify(
            binding, inputs: inputs, in: ruleset.catalogue, caller: caller, subject: subject,
            tableRevision: ruleset.revision)
    }

    private func stop(_ outcome: consuming Outcome) -> Clearance {
        stamp(&outcome, stateRevision)
        return .stopped(consume outcome, feature: nil)
    }

    /// The state's revision as the subject sees it.
    private var stateRevision: StateRevision { gate.revision(of: subject ?? caller.subject) }

    /// Adds the revisions, and where an operator has overridden facts every constraint, so that the outcome shows it.
    private func stamp(_ outcome: inout Outcome, _ revision: StateRevision) {
        outcome.tableRevision = ruleset.revision
        outcome.stateRevision = revision.description
        if gate.isOverridden, outcome.constraints.isEmpty {
            outcome.constraints = ruleset.evidence(
                for: outcome.route, facts: gate.facts, caller: caller, subject: subject)
        }
    }
}
