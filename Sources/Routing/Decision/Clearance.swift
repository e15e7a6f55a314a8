// The path of one URL up to the gate, the same for opening, verifying and explaining. They differ in what they do with the
// proof at its end: they perform it, keep it for a while, or drop it. An action by its name takes the same path: it has no
// text to parse and no route to match, and its inputs are checked in NamedAction.swift.
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

extension Clearance {
    /// The action's inputs with secret ones masked; none where the URL did not reach a gate.
    package var shownInputs: [Value.Member] {
        switch self {
        case .cleared(_, let draft): draft.known.parameters
        case .stopped(let outcome, _): outcome.parameters
        }
    }
}

extension Ruleset {
    /// Takes a URL or a named action as far as it goes, against the facts of a running daemon.
    ///
    /// - Parameters:
    ///   - subject: whose facts count; the caller's own where nil.
    ///   - audience: who is told the outcome.
    ///   - now: a monotonic clock in nanoseconds, where the outcome is to carry timings.
    package func clear(
        _ target: Target, cache: VerificationCache, caller: Caller, subject: Subject? = nil,
        for audience: Audience = .operator, now: (() -> Int64)? = nil
    ) -> Clearance {
        VerificationContext(ruleset: self, gate: cache, caller: caller, subject: subject, audience: audience)
            .clear(target, now: now)
    }

    /// The same for a URL.
    package func clear(
        _ url: String, cache: VerificationCache, caller: Caller, subject: Subject? = nil,
        for audience: Audience = .operator, now: (() -> Int64)? = nil
    ) -> Clearance {
        clear(Target(url: url), cache: cache, caller: caller, subject: subject, for: audience, now: now)
    }

    /// Takes a URL or a named action as far as it goes, against facts as they are.
    package func clear(
        _ target: Target, facts: Facts, caller: Caller, subject: Subject? = nil, for audience: Audience = .operator
    ) -> Clearance {
        let gate = UncachedGate(facts: facts)
        return VerificationContext(ruleset: self, gate: gate, caller: caller, subject: subject, audience: audience)
            .clear(target, now: nil)
    }

    /// The same for a URL.
    package func clear(_ url: String, facts: Facts, caller: Caller, subject: Subject? = nil) -> Clearance {
        clear(Target(url: url), facts: facts, caller: caller, subject: subject)
    }

    /// Every constraint that an action of the feature depends on, met or not, the intake's first.
    func evidence(for feature: Int?, facts: Facts, caller: Caller, subject: Subject?) -> [ConstraintReport] {
        let intake = Verifier.assess(
            DeepLinkingFeature.performIncomingURL.feature, in: catalogue, facts: facts, caller: caller,
            subject: subject)
        guard let feature else { return intake.constraints }
        let own = Verifier.assess(feature, in: catalogue, facts: facts, caller: caller, subject: subject)
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
    /// Who is told the outcome.
    let audience: Audience

    func clear(_ target: Target, now: (() -> Int64)?) -> Clearance {
        var clock = StageClock(now)
        var parseNs: Int64 = 0
        let destination: Destination
        switch verify(DeepLinkingFeature.performIncomingURL, inputs: []) {
        case .refused(let refusal): return stop(Outcome(closedIntake: refusal))
        case .verified(let proof):
            if let action = target.action { return clear(action: action, target.inputs, clock) }
            destination = ruleset.destination(of: target.url ?? "", admittedBy: proof, for: audience) {
                parseNs = clock.lap()
            }
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
            return conclude(verification, draft)
        }
    }

    /// Takes an action by its name as far as it goes; the intake is on.
    private func clear(action name: String, _ given: [Value.Member], _ clock: consuming StageClock) -> Clearance {
        _ = clock.lap()
        switch NamedAction(name: name, given: given, ruleset: ruleset, audience: audience).decide() {
        case .rejected(let outcome): return stop(outcome)
        case .chosen(let binding, let inputs):
            let matchNs = clock.lap()
            let verification = verify(binding, inputs: inputs)
            let verifyNs = clock.lap()
            var draft = OutcomeDraft(binding, inputs, in: ruleset)
            if matchNs != 0 || verifyNs != 0 {
                draft.known.timings = Outcome.Timings { ($0.matchNs, $0.verifyNs) = (matchNs, verifyNs) }
            }
            return conclude(verification, draft)
        }
    }

    @inline(__always)
    private func conclude(_ verification: consuming Verification, _ draft: consuming OutcomeDraft) -> Clearance {
        let feature = draft.binding.feature
        switch consume verification {
        case .verified(let proof):
            stamp(&draft.known, proof.stateRevision, feature)
            return .cleared(proof, draft)
        case .refused(let refusal):
            var outcome = Outcome(refusal, of: draft)
            stamp(&outcome, stateRevision, feature)
            return .stopped(outcome, feature: feature)
        }
    }

    private func verify(_ binding: ActionBinding, inputs: consuming [Value.Member]) -> Verification {
        gate.verify(
            binding, inputs: inputs, in: ruleset.catalogue, caller: caller, subject: subject,
            tableRevision: ruleset.revision)
    }

    private func stop(_ outcome: consuming Outcome) -> Clearance {
        let name = outcome.route
        stamp(
            &outcome, stateRevision,
            name.flatMap(ruleset.routes.number(named:)).map { ruleset.routes[$0].binding.feature })
        return .stopped(consume outcome, feature: nil)
    }

    /// The state's revision as the subject sees it.
    private var stateRevision: StateRevision { gate.revision(of: subject ?? caller.subject) }

    /// Adds the revisions, and where an operator has overridden facts every constraint, so that the outcome shows it.
    private func stamp(_ outcome: inout Outcome, _ revision: StateRevision, _ feature: @autoclosure () -> Int?) {
        outcome.tableRevision = ruleset.revision
        outcome.stateRevision = revision.description
        if gate.isOverridden, outcome.constraints.isEmpty {
            outcome.constraints = ruleset.evidence(
                for: feature(), facts: gate.facts, caller: caller, subject: subject)
        }
    }
}
