// The path of one URL through the daemon. `Open` takes all of it, with an idempotency key or without:
//
//     subject    whose facts count                                                   CallerRules.swift
//     claim      with a key: write down that the request begins                      Server+idempotency.swift
//     clear      verify the intake, parse, match, check inputs, verify the feature   Routing/Decision/Clearance.swift
//                again, if files or services that keep its switches were asked meanwhile   FactSources/Gathering
//     perform    use up the proof: the action happens, or does not                   Running/ActionRunner.swift
//     finish     the result becomes the outcome                                      Routing/Decision/OutcomeMapping.swift
//     settle     with a key: write down the outcome                                  Server+idempotency.swift
//
// `Verify` takes it up to the proof, and `Perform` from there on. Every error becomes an outcome in `OutcomeMapping.swift`.

import Contract
import FactSources
import Features
import HostSystem
import Routing
import Running

extension Server {
    /// Opens a URL: performs the action that its route leads to, or answers what stands in the way.
    ///
    /// With a key it is performed at most once, however often the request is sent.
    func openLink(
        _ url: String, timings: Bool, subject name: String?, key text: String?, caller: Caller,
        reply: @escaping (Reply) -> Void
    ) throws(ParameterError) {
        let request = LinkRequest(
            url: url, caller: caller, subject: try callers.subject(name, for: caller), isTimed: timings)
        let key = try key(text, of: request)
        claim(key, for: request) { [self] refused in
            if let refused { return reply(.outcome(refused)) }
            clearLink(request) { [self] clearance in
                switch consume clearance {
                case .stopped(let outcome, _):
                    let outcome = recorded(outcome, caller)
                    settle(key, outcome) { reply(.outcome(outcome)) }
                case .cleared(let proof, let draft):
                    perform(proof, draft) { [self] outcome in
                        settle(key, outcome, hasSecrets: draft.hasSecrets) { reply(.outcome(outcome)) }
                    }
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
        let clearance = snapshot.ruleset.clear(
            request.url, cache: snapshot.cache, caller: request.caller, subject: request.subject,
            now: request.isTimed ? { HostClock.monotonicNs } : nil)
        guard let feature = clearance.feature, feature != awaited,
            !facts.gathering.isReady(feature, for: request.holder)
        else { return proceed(clearance) }
        facts.gathering.whenReady(feature, for: request.holder) { [self] in
            clearLink(request, awaited: feature, then: proceed)
        }
    }

    /// Performs what was verified; the only call that leads to an action.
    func perform(
        _ proof: consuming VerifiedActionBinding, _ draft: OutcomeDraft, reply: @escaping (Outcome) -> Void
    ) {
        let caller = proof.caller
        runner.perform(proof) { [self] performance in
            var outcome = Outcome(performance, of: draft)
            record(&outcome, caller)
            reply(outcome)
        }
    }
}
