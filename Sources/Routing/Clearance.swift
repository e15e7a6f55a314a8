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
    /// Takes a URL as far as it goes.
    ///
    /// - Parameter now: a monotonic clock in nanoseconds, where the outcome is to carry timings.
    package func clear(_ url: String, facts: Facts, caller: Caller, now: (() -> Int64)? = nil) -> Clearance {
        let start = now?() ?? 0
        let link: Link
        switch intake(facts, caller) {
        case .refused(let refusal): return stopped(Outcome(refusal), facts, caller)
        case .verified(let proof):
            do {
                link = try Intake.perform(proof, on: url, limits: linkLimits)
            } catch {
                return stopped(Outcome(error), facts, caller)
            }
        }
        let parsed = now?() ?? 0
        switch decide(link) {
        case .rejected(let rejection): return stopped(Outcome(rejection, link: link, in: self), facts, caller)
        case .routed(let routed):
            let matched = now?() ?? 0
            let verification = Verifier.verify(
                routes[routed.route].binding, inputs: routed.inputs, in: catalogue, facts: facts, caller: caller,
                tableRevision: revision)
            let verified = now?() ?? 0
            var outcome = Outcome(.okWouldPerform, routed, link: link, in: self)
            if now != nil {
                outcome.timings = .init(
                    parseNs: parsed - start, matchNs: matched - parsed, verifyNs: verified - matched)
            }
            switch consume verification {
            case .verified(let proof):
                stamp(&outcome, facts, caller)
                return .cleared(proof, outcome)
            case .refused(let refusal):
                outcome.refuse(refusal)
                return stopped(outcome, facts, caller)
            }
        }
    }

    private func intake(_ facts: Facts, _ caller: Caller) -> Verification {
        Verifier.verify(
            DeepLinkingFeature.performIncomingURL, inputs: [], in: catalogue, facts: facts, caller: caller,
            tableRevision: revision)
    }

    private func stopped(_ outcome: consuming Outcome, _ facts: Facts, _ caller: Caller) -> Clearance {
        stamp(&outcome, facts, caller)
        return .stopped(outcome)
    }

    private func stamp(_ outcome: inout Outcome, _ facts: Facts, _ caller: Caller) {
        outcome.tableRevision = revision
        outcome.stateRevision = facts.revision(of: caller.subject).description
        if facts.isOverridden, outcome.constraints.isEmpty {
            outcome.constraints = evidence(for: outcome.route, facts: facts, caller: caller)
        }
    }

    /// Every constraint that a link of the route depends on, met or not, the intake's first.
    func evidence(for route: String?, facts: Facts, caller: Caller) -> [ConstraintReport] {
        let intake = Verifier.assess(
            DeepLinkingFeature.performIncomingURL.feature, in: catalogue, facts: facts, caller: caller)
        guard let route = routes.first(where: { $0.name == route }) else { return intake.constraints }
        let own = Verifier.assess(route.binding.feature, in: catalogue, facts: facts, caller: caller)
        return intake.constraints + own.constraints
    }
}
