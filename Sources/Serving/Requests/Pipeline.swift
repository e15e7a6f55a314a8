// The path of one URL, whole. Bytes became a call in Session, the call goes through here, and the outcome goes back
// the same way:
//
//     clear      verify the intake, parse, match, check the inputs, verify the feature   (Routing/Clearance.swift)
//                again, when files or services that keep its switches were asked meanwhile  (FactSources/FactGathering.swift)
//     perform    use up the proof: the action happens, or does not                        (Running/ActionRunner.swift)
//     finish     what happened becomes the outcome                                        (Serving/OutcomeMapping.swift)

import Contract
import FactSources
import Features
import HostSystem
import Routing
import Running

extension Server {
    /// Takes one URL from text to outcome.
    ///
    /// - Parameter willPerform: told which action is performed, before it is.
    func open(
        _ url: String, timings: Bool, caller: Caller, subject: Subject?,
        willPerform: @escaping (Action) -> Void = { _ in }, reply: @escaping (consuming Outcome) -> Void
    ) {
        clear(url, timings: timings, caller: caller, subject: subject) { [self] clearance in
            switch consume clearance {
            case .cleared(let proof, let outcome, _):
                willPerform(proof.action)
                perform(proof, outcome, reply: reply)
            case .stopped(let outcome, _): reply(recorded(outcome, caller))
            }
        }
    }

    /// Takes one URL from text to the gate, once all is known that its feature depends on.
    ///
    /// Where a source must be asked first, the URL is taken again when it has answered, or is late: against the table and
    /// the facts that are in force then.
    ///
    /// - Parameter awaited: the feature whose sources have been asked for this call.
    func clear(
        _ url: String, timings: Bool = false, caller: Caller, subject: Subject?, awaited: Int? = nil,
        then proceed: @escaping (consuming Clearance) -> Void
    ) {
        guard !isShuttingDown else { return proceed(.stopped(Outcome(.shuttingDown), feature: nil)) }
        let ruleset = snapshot.ruleset
        let clearance = ruleset.clear(
            url, cache: snapshot.cache, caller: caller, subject: subject, now: timings ? { HostClock.monotonicNs } : nil
        )
        let holder = subject ?? caller.subject
        guard let feature = clearance.feature, feature != awaited,
            !facts.gathering.isReady(feature, for: holder)
        else { return proceed(clearance) }
        facts.gathering.whenReady(feature, for: holder) { [self] in
            clear(url, timings: timings, caller: caller, subject: subject, awaited: feature, then: proceed)
        }
    }

    /// Performs what was verified; the only call that leads to an action.
    func perform(
        _ proof: consuming VerifiedActionBinding, _ outcome: consuming Outcome,
        reply: @escaping (consuming Outcome) -> Void
    ) {
        let caller = proof.caller
        runner.perform(proof) { [self, outcome] performance in
            var outcome = outcome
            outcome.finish(performance)
            record(&outcome, caller)
            reply(outcome)
        }
    }
}
