// The path of one URL up to the gate: the intake is verified, the text becomes a link, the table decides on it, and
// the feature that owns the action is verified. Opening, verifying and explaining all take this path; they differ only in
// what they do with the proof at its end: perform it, keep it for a while, or drop it.

package import Contract
package import Features
import Links

/// How far a URL came.
package enum Clearance: ~Copyable {
    /// Everything it takes to perform the action, and the outcome as far as it is known: `ok.wouldPerform`.
    case cleared(VerifiedActionBinding, Outcome)
    case stopped(Outcome)
}

extension Ruleset {
    /// The feature whose facts a clearance rests on; nil where it came to no route, or not as far as the gate.
    package func feature(of clearance: borrowing Clearance) -> Int? {
        // The proof knows it too, but the compiler (6.3) cannot borrow what the proof is stored beside.
        switch clearance {
        case .cleared(_, let outcome): feature(of: outcome)
        case .stopped(let outcome): outcome.constraints.isEmpty ? nil : feature(of: outcome)
        }
    }

    private func feature(of outcome: Outcome) -> Int? {
        outcome.route.flatMap(routes.number(named:)).map { routes[$0].binding.feature }
    }

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
            let verification = passage.verify(routes[routed.route].binding, inputs: routed.inputs, in: self)
            let verified = now?() ?? 0
            var outcome = Outcome(.okWouldPerform, routed, link: link, in: self)
            if now != nil {
                outcome.timings = .init(
                    parseNs: parsed - start, matchNs: matched - parsed, verifyNs: verified - matched)
            }
            switch consume verification {
            case .verified(let proof):
                passage.stamp(&outcome, in: self)
                return .cleared(proof, consume outcome)
            case .refused(let refusal):
                outcome.refuse(refusal)
                return passage.stopped(consume outcome, in: self)
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
        stamp(&outcome, in: ruleset)
        return .stopped(consume outcome)
    }

    func stamp(_ outcome: inout Outcome, in ruleset: Ruleset) {
        outcome.tableRevision = ruleset.revision
        outcome.stateRevision = gate.revision(of: subject ?? caller.subject).description
        if gate.isOverridden, outcome.constraints.isEmpty {
            outcome.constraints = ruleset.evidence(
                for: outcome.route, facts: gate.facts, caller: caller, subject: subject)
        }
    }
}
