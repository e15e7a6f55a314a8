// The path of one URL through the daemon. `Open` takes all of it, with an idempotency key or without, unless nothing of it
// has to wait: then OpenPath.swift takes the same steps in one go.
//
//     subject    whose facts count                                                   CallerRules.swift
//     claim      with a key: write down that the request begins                      Server+idempotency.swift
//     clear      verify the intake, parse, match, check inputs, verify the feature   Routing/Clearing/Clearance.swift
//                again, if files or services that keep its switches were asked meanwhile   FactSources/Gathering
//     perform    use up the proof: the action happens, or does not                   Running/ActionRunner.swift
//     finish     the result becomes the outcome                                      Routing/Decision/OutcomeMapping.swift
//     settle     with a key: write down the outcome                                  Server+idempotency.swift
//
// An action by its name takes the same path; it has nothing to parse and to match (Routing/Decision/NamedAction.swift).
// `Verify` takes it up to the proof, and `Perform` from there on. Every error becomes an outcome in `OutcomeMapping.swift`.

import Contract
import FactSources
import Features
import HostSystem
import Routing
import Running

extension Server {
    /// Opens a URL or a named action: performs the action that the route leads to, or that was named, or answers what stands in the way.
    ///
    /// With a key it is performed at most once, however often the request is sent. If it is given up before the action
    /// begins, because its deadline passes or its caller hangs up, the key is forgotten, and a repeated request is performed.
    func openLink(
        _ request: LinkRequest, key text: String?, deadlineMs: Int64?, waitMs: Int64?, reply: @escaping (Reply) -> Void
    ) throws(ParameterError) {
        let key = try key(text, of: request)
        let wait = try WaitingRequests.length(waitMs)
        let deadline = try CallDeadline(ms: deadlineMs, on: loop)
        func answer(_ outcome: Outcome) { if deadline?.end() ?? true { reply(.outcome(outcome)) } }
        if let deadline {
            let tooLate = RequestError.interrupted(.deadline(deadline.length))
            deadline.onPass = { [self] in answer(recorded(tooLate, request.caller)) }
        }
        claim(key, for: request) { [self] refused in
            if let refused { return answer(refused) }
            guard deadline?.isOver != true else { return key.settle(nil) {} }
            waits.clear(request, within: wait, while: { deadline?.isOver != true }) { [self] clearance in
                guard deadline?.isOver != true else { return key.settle(nil) {} }
                switch consume clearance {
                case .stopped(let outcome, _):
                    let outcome = recorded(outcome, request.caller, request.subject)
                    key.settle(outcome) { answer(outcome) }
                case .cleared(let proof, let draft):
                    if let deadline { deadline.onPass = { [runner] in runner.stop(request.waiter, at: deadline) } }
                    perform(
                        proof, draft, for: request.waiter, key: key, activationToken: request.activationToken,
                        reply: answer)
                }
            }
        }
    }

    /// Takes a URL from text to proof, once all facts are known that its feature depends on.
    ///
    /// Where a source must be asked first, the URL is taken again when the source has answered, or is late: against the
    /// table and the facts that are in force then.
    ///
    /// - Parameter awaited: the feature whose sources have been asked for this request.
    func clearLink(
        _ request: LinkRequest, awaited: Int? = nil, then proceed: @escaping (consuming Clearance) -> Void
    ) {
        guard !isShuttingDown else {
            return proceed(.stopped(Outcome(RequestError.shuttingDown), feature: nil))
        }
        guard snapshot.hasTable else { return proceed(.stopped(Outcome(RequestError.noTable), feature: nil)) }
        let clearance = snapshot.clearance(of: request, for: sight(of: request.caller))
        guard let feature = clearance.feature, feature != awaited,
            !facts.gathering.isReady(feature, for: request.holder)
        else { return proceed(clearance) }
        noteWait(for: "sources", feature: snapshot.ruleset.catalogue.features[feature].path, request)
        facts.gathering.whenReady(feature, for: request.holder) { [self] in
            clearLink(request, awaited: feature, then: proceed)
        }
    }

    /// Performs what was verified; the only call that leads to an action.
    ///
    /// - Parameters:
    ///   - waiter: if it has gone, nothing is performed but what waits for no caller.
    ///   - key: which is settled before the reply.
    func perform(
        _ proof: consuming VerifiedActionBinding, _ draft: OutcomeDraft, for waiter: Waiter?,
        key: KeptKey? = nil, activationToken: String? = nil, reply: @escaping (Outcome) -> Void
    ) {
        let (caller, subject) = (proof.caller, proof.subject)
        var keeper: DurableSend?
        func finish(_ performance: Performance) {
            var outcome = Outcome(performance, of: draft)
            record(&outcome, caller, subject)
            let (kept, wasBegun) = (outcome, performance.wasBegun)
            // A durable link has its key settled with itself, also when no sender waits any more.
            if let keeper, keeper.link != nil {
                keeper.settle(wasBegun ? kept : nil) { reply(kept) }
            } else {
                // A link that was not accepted may be sent again.
                key.settle(wasBegun && keeper == nil ? kept : nil, hasSecrets: draft.hasSecrets) { reply(kept) }
            }
        }
        func makeKeeper() -> DurableSend? {
            keeper = DurableSend(draft, caller, key: key?.key, links: durableLinks)
            return keeper
        }
        if waiter?.hasGone == true, !proof.action.limits.isDetached { return finish(.notBegun(.hangUp)) }
        runner.perform(
            proof, origin: draft.origin(activationToken: activationToken), isAwaited: waiter?.isAwaited ?? true,
            keeper: makeKeeper(), ticket: waiter?.ticket, then: finish)
    }
}

extension ActionRunner {
    /// Stops the action that a caller waits for, whose deadline has passed.
    fileprivate func stop(_ waiter: Waiter?, at deadline: CallDeadline) {
        if let waiter { stop(waiter.ticket, because: .deadline(deadline.length)) }
    }
}
