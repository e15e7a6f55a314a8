// The path of one URL up to the gate: the intake is verified, the text becomes a link, the table decides on it, and
// the feature that owns the action is verified. Opening, verifying and explaining all take this path; they differ only in
// what they do with the proof at its end: perform it, keep it for a while, or drop it.

package import Contract
package import Features
import Links

/// How far a URL came, and the number of the feature whose facts that rests on.
package enum Clearance: ~Copyable {
    /// Everything it takes to perform the action, and the outcome as far as it is known: `ok.wouldPerform`.
    case cleared(VerifiedActionBinding, Outcome, feature: Int)
    /// The feature is nil where the URL did not come as far as its gate.
    case stopped(Outcome, feature: Int?)

    /// The feature whose facts it rests on, if any.
    package var feature: Int? {
        // The proof knows it too, but the compiler (6.3) cannot borrow a proof that is stored beside something else.
        switch self {
        case .cleared(_, _, let feature): feature
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
        clear(url, Passage(gate: cache, caller: caller, subject: subject), now: now)
    }

    /// Takes a URL as far as it goes, against facts as they are.
    package func clear(
        _ url: String, facts: Facts, caller: Caller, subject: Subject? = nil, now: (() -> Int64)? = nil
    ) -> Clearance {
        clear(url, Passage(gate: PlainGate(facts: facts), caller: caller, subject: subject), now: now)
    }

    private func clear(_ url: String, _ passage: Passage<some FactGate>, now: (() -> Int64)?) -> Clearance {
        let start = now?() ?? 0
        let link: Link
        switch passage.verify(DeepLinkingFeature.performIncomingURL, inputs: [], in: self) {
        case .refused(let refusal): return passage.stopped(Outcome(refusal), in: self)
        case .verified(let proof):
            do {
                link = try Intake.perform(proof, on: url, limits: linkLimits)
            } catch {
                return passage.stopped(Outcome(error), in: self)
            }
        }
        let parsed = now?() ?? 0
        switch decide(link) {
        case .rejected(let rejection): return passage.stopped(Outcome(rejection, link: link, in: self), in: self)
        case .routed(let routed):
            let matched = now?() ?? 0
            let binding = routes[routed.route].binding
            let verification = passage.verify(binding, inputs: routed.inputs, in: self)
            let verified = now?() ?? 0
            var outcome = Outcome(.okWouldPerform, routed, link: link, in: self)
            if now != nil {
                outcome.timings = .init(
                    parseNs: parsed - start, matchNs: matched - parsed, verifyNs: verified - matched)
            }
            switch consume verification {
            case .verified(let proof):
                passage.stamp(&outcome, proof.stateRevision, in: self)
                return .cleared(proof, consume outcome, feature: binding.feature)
            case .refused(let refusal):
                outcome.refuse(refusal)
                passage.stamp(&outcome, passage.revision, in: self)
                return .stopped(consume outcome, feature: binding.feature)
            }
        }
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

/// Whoever takes the path: who calls, whose facts count, and which.
private struct Passage<Gate: FactGate> {
    let gate: Gate
    let caller: Caller
    let subject: Subject?

    func verify(
        _ binding: ActionBinding, inputs: consuming [Value.Member], in ruleset: Ruleset
    ) -> Verification {
        gate.verify(
            binding, inputs: inputs, in: ruleset.catalogue, caller: caller, subject: subject,
            tableRevision: ruleset.revision)
    }

    func stopped(_ outcome: consuming Outcome, in ruleset: Ruleset) -> Clearance {
        stamp(&outcome, revision, in: ruleset)
        return .stopped(consume outcome, feature: nil)
    }

    /// The state's revision as whoever's facts count sees it.
    var revision: StateRevision { gate.revision(of: subject ?? caller.subject) }

    func stamp(_ outcome: inout Outcome, _ revision: StateRevision, in ruleset: Ruleset) {
        outcome.tableRevision = ruleset.revision
        outcome.stateRevision = revision.description
        if gate.isOverridden, outcome.constraints.isEmpty {
            outcome.constraints = ruleset.evidence(
                for: outcome.route, facts: gate.facts, caller: caller, subject: subject)
        }
    }
}
