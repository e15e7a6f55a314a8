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
import Links
import Matching

extension Ruleset {
    /// Takes the bytes of a URL up to the gate, against the facts of a running daemon.
    ///
    /// - Parameters:
    ///   - subject: whose facts count; the caller's own where nil.
    ///   - audience: who reads the outcome.
    package func pass(
        _ url: Span<UInt8>, cache: VerificationCache, caller: Caller, subject: Subject? = nil,
        for audience: Audience = .operator
    ) -> Passage {
        let context = VerificationContext(
            ruleset: self, gate: cache, caller: caller, subject: subject, audience: audience)
        var clock = StageClock(nil)
        return context.pass(url, &clock)
    }

    /// Takes a URL or a named action up to the gate, against the facts of a running daemon.
    ///
    /// - Parameter now: a monotonic clock in nanoseconds, where the outcome is to carry timings.
    package func pass(
        _ target: Target, cache: VerificationCache, caller: Caller, subject: Subject? = nil,
        for audience: Audience = .operator, now: (() -> Int64)? = nil
    ) -> Passage {
        VerificationContext(ruleset: self, gate: cache, caller: caller, subject: subject, audience: audience)
            .pass(target, now: now)
    }

    /// Takes an action that the table itself performs up to the gate, against the facts of a running daemon.
    package func pass(
        _ binding: ActionBinding, inputs: [Value.Member], cache: VerificationCache, caller: Caller,
        subject: Subject? = nil
    ) -> Passage {
        VerificationContext(ruleset: self, gate: cache, caller: caller, subject: subject, audience: .operator)
            .pass(binding, inputs)
    }

    /// Takes an action that the table itself performs up to the gate, against facts as they are.
    package func pass(
        _ binding: ActionBinding, inputs: [Value.Member], facts: Facts, caller: Caller, subject: Subject? = nil
    ) -> Passage {
        let gate = UncachedGate(facts: facts)
        return VerificationContext(ruleset: self, gate: gate, caller: caller, subject: subject, audience: .operator)
            .pass(binding, inputs)
    }

    /// Takes a URL up to the gate of what hands links on, past every route, against the facts of a running daemon.
    package func passUnmatched(
        _ url: String, cache: VerificationCache, caller: Caller, subject: Subject? = nil,
        for audience: Audience = .operator
    ) -> Passage {
        let context = VerificationContext(
            ruleset: self, gate: cache, caller: caller, subject: subject, audience: audience)
        var clock = StageClock(nil)
        return context.passUnmatched(url.utf8.span, &clock)
    }

    /// Takes a URL or a named action up to the gate, against facts as they are.
    package func pass(
        _ target: Target, facts: Facts, caller: Caller, subject: Subject? = nil, for audience: Audience = .operator
    ) -> Passage {
        let gate = UncachedGate(facts: facts)
        return VerificationContext(ruleset: self, gate: gate, caller: caller, subject: subject, audience: audience)
            .pass(target, now: nil)
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
    /// Who reads the outcome.
    let audience: Audience
    /// The revisions of the subject's facts, for the whole call.
    let standing: FactStanding

    init(ruleset: Ruleset, gate: Gate, caller: Caller, subject: Subject?, audience: Audience) {
        (self.ruleset, self.gate, self.caller, self.subject, self.audience) = (ruleset, gate, caller, subject, audience)
        standing = gate.standing(of: subject ?? caller.subject)
    }

    func pass(_ target: Target, now: (() -> Int64)?) -> Passage {
        var clock = StageClock(now)
        if let action = target.action { return pass(action: action, target.inputs, &clock) }
        let bytes = (target.url ?? "").utf8
        return pass(bytes.span, &clock)
    }

    /// Takes a URL up to the gate.
    func pass(_ url: Span<UInt8>, _ clock: inout StageClock) -> Passage {
        let link: Link
        switch verifyIntake() {
        case .refused(let refusal): return stop(Outcome(closedIntake: refusal))
        case .open(let proof):
            do throws(LinkError) {
                link = try ruleset.parse(url, admittedBy: proof)
            } catch {
                return refuse(url, error, &clock)
            }
        }
        let parseNs = clock.lap()
        var match = Match()
        if let rejection = ruleset.rejection(of: link, &match) { return refuse(url, rejection, link, &clock) }
        let route = ruleset.routes[row: match.rule]
        let inputs: BoundInputs
        do throws(InputFault) {
            inputs = try ruleset.inputs(of: link, match, route)
        } catch {
            return stop(.input(error, row: match.rule), link)
        }
        let matchNs = clock.lap()
        let ignored = route.ignoredKeys(match)
        switch verify(route.binding, inputs: consume inputs) {
        case .verified(let proof):
            let extra = ClearedLink.Extra.make(
                ignored: ignored, constraints: evidence(for: route.binding.feature),
                timings: clock.isRunning ? .init(parseNs: parseNs, matchNs: matchNs, verifyNs: clock.lap()) : nil)
            return .cleared(ClearedLink(proof, .init(url: link.canonical, route: route), extra))
        case .refused(let refusal):
            // Worked out once more: few links are refused, and inputs that are kept for it are copied for every link.
            let members = members(of: link, match, route)
            var draft = OutcomeDraft(route, members, ignored: ignored, link.canonical, in: ruleset)
            if clock.isRunning {
                draft.known.timings = .init(parseNs: parseNs, matchNs: matchNs, verifyNs: clock.lap())
            }
            return .stopped(stop(refusal, draft))
        }
    }

    /// Stops a text that is no link of the table, or hands it on.
    private func refuse(_ url: Span<UInt8>, _ error: LinkError, _ clock: inout StageClock) -> Passage {
        if let rule = ruleset.unmatched, let (text, address) = rule.link(url), rule.isForeign(address) {
            return handOn(text, by: rule, &clock)
        }
        return stop(Outcome(error))
    }

    /// Stops a link that no route takes, or hands it on.
    private func refuse(
        _ url: Span<UInt8>, _ rejection: DecisionRejection, _ link: Link, _ clock: inout StageClock
    ) -> Passage {
        if let rule = ruleset.unmatched, UnmatchedRule.takes(rejection), let (text, _) = rule.link(url) {
            return handOn(text, by: rule, &clock)
        }
        return stop(rejection, link)
    }

    /// Takes a URL up to the gate of what hands links on, past every route.
    func passUnmatched(_ url: Span<UInt8>, _ clock: inout StageClock) -> Passage {
        if case .refused(let refusal) = verifyIntake() { return stop(Outcome(closedIntake: refusal)) }
        guard let rule = ruleset.unmatched, let (text, address) = rule.link(url) else {
            return stop(.notHandedOn)
        }
        if rule.isForeign(address) { return handOn(text, by: rule, &clock) }
        let link: Link
        do throws(LinkError) { link = try ruleset.parse(text) } catch { return stop(Outcome(error)) }
        var match = Match()
        if let rejection = ruleset.rejection(of: link, &match), !UnmatchedRule.takes(rejection) {
            return stop(rejection, link)
        }
        return handOn(text, by: rule, &clock)
    }

    /// Takes a link that is none of the table's up to the gate of what hands it on.
    private func handOn(_ url: String, by rule: UnmatchedRule, _ clock: inout StageClock) -> Passage {
        let matchNs = clock.lap()
        let verification = verify(rule.binding, inputs: .values([]))
        let timings: Outcome.Timings? =
            clock.isRunning ? .init(parseNs: 0, matchNs: matchNs, verifyNs: clock.lap()) : nil
        switch consume verification {
        case .verified(let proof):
            let extra = ClearedLink.Extra.make(
                constraints: evidence(for: rule.binding.feature), timings: timings, unmatched: url)
            return .cleared(ClearedLink(proof, nil, extra))
        case .refused(let refusal):
            var draft = OutcomeDraft(rule.binding, [], in: ruleset)
            (draft.known.url, draft.known.timings) = (url, timings)
            return .stopped(stop(refusal, draft))
        }
    }

    /// The inputs as values, of a link that brings them without fault.
    private func members(of link: borrowing Link, _ match: borrowing Match, _ route: Route) -> [Value.Member] {
        do throws(InputFault) {
            return try ruleset.inputs(of: link, match, route).members(of: ruleset.action(of: route))
        } catch {
            preconditionFailure("the inputs of a link are without fault, or with the same one, each time")
        }
    }

    /// Takes an action by its name up to the gate.
    private func pass(action name: String, _ given: [Value.Member], _ clock: inout StageClock) -> Passage {
        if case .refused(let refusal) = verifyIntake() { return stop(Outcome(closedIntake: refusal)) }
        _ = clock.lap()
        let named = NamedAction(name: name, given: given, ruleset: ruleset, audience: audience)
        switch named.decide() {
        case .rejected(let outcome): return stop(outcome)
        case .chosen(let binding, let inputs): return pass(binding, inputs, &clock)
        }
    }

    /// Takes an action that the table itself performs up to the gate.
    func pass(_ binding: ActionBinding, _ inputs: [Value.Member]) -> Passage {
        if case .refused(let refusal) = verifyIntake() { return stop(Outcome(closedIntake: refusal)) }
        var clock = StageClock(nil)
        return pass(binding, inputs, &clock)
    }

    private func pass(_ binding: ActionBinding, _ inputs: [Value.Member], _ clock: inout StageClock) -> Passage {
        let matchNs = clock.lap()
        let verification = verify(binding, inputs: .values(inputs))
        let timings: Outcome.Timings? =
            clock.isRunning ? .init(parseNs: 0, matchNs: matchNs, verifyNs: clock.lap()) : nil
        switch consume verification {
        case .verified(let proof):
            let extra = ClearedLink.Extra.make(constraints: evidence(for: binding.feature), timings: timings)
            return .cleared(ClearedLink(proof, nil, extra))
        case .refused(let refusal):
            var draft = OutcomeDraft(binding, inputs, in: ruleset)
            draft.known.timings = timings
            return .stopped(stop(refusal, draft))
        }
    }

    private func verifyIntake() -> IntakeVerification {
        gate.verifyIntake(
            in: ruleset.sharedCatalogue, caller: caller, subject: subject, at: standing,
            tableRevision: ruleset.revision)
    }

    private func verify(_ binding: ActionBinding, inputs: consuming BoundInputs) -> Verification {
        gate.verify(
            binding, inputs: inputs, in: ruleset.sharedCatalogue, caller: caller, subject: subject, at: standing,
            tableRevision: ruleset.revision)
    }

    private func stop(_ refusal: Refusal, _ draft: consuming OutcomeDraft) -> StoppedLink {
        let feature = draft.binding.feature
        var outcome = Outcome(refusal, of: draft)
        stamp(&outcome, feature)
        return StoppedLink(outcome, feature: feature, refusal: refusal)
    }

    private func stop(_ rejection: DecisionRejection, _ link: Link) -> Passage {
        stop(.rejected(rejection, link: link, in: ruleset, for: audience))
    }

    private func stop(_ outcome: consuming Outcome) -> Passage { .stopped(StoppedLink(stopped(outcome))) }

    private func stopped(_ outcome: consuming Outcome) -> Outcome {
        let name = outcome.route
        stamp(&outcome, name.flatMap(ruleset.routes.number(named:)).map { ruleset.routes[$0].binding.feature })
        return outcome
    }

    /// Adds the revisions, and where an operator has overridden facts every constraint, so that the outcome shows it.
    private func stamp(_ outcome: inout Outcome, _ feature: @autoclosure () -> Int?) {
        outcome.tableRevision = ruleset.revision
        outcome.stateRevision = standing.revision.description
        if outcome.constraints.isEmpty { outcome.constraints = evidence(for: feature()) }
    }

    /// Every constraint that an outcome rests on, where an operator has overridden facts; none otherwise.
    private func evidence(for feature: @autoclosure () -> Int?) -> [ConstraintReport] {
        guard standing.isOverridden else { return [] }
        return ruleset.evidence(for: feature(), facts: gate.facts, caller: caller, subject: subject)
    }
}
