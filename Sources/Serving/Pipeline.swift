// The path of one URL, whole. Bytes became a call in Session, the call goes through here, and the outcome goes back
// the same way:
//
//     clear      verify the intake, parse, match, check the inputs, verify the feature   (Routing/Clearance.swift)
//     perform    use up the proof: the action happens, or does not                        (Running/ActionRunner.swift)
//     finish     what happened becomes the outcome                                        (Serving/OutcomeMapping.swift)

import Contract
import EventLoop
import Features
import Routing
import Running

extension Server {
    /// Takes one URL from text to outcome.
    func open(
        _ url: String, timings: Bool, caller: Caller, subject: Subject?, reply: @escaping (Outcome) -> Void
    ) {
        let clearance = snapshot.ruleset.clear(
            url, cache: snapshot.cache, caller: caller, subject: subject, now: timings ? { HostClock.monotonicNs } : nil
        )
        switch consume clearance {
        case .stopped(let outcome): reply(recorded(outcome, caller))
        case .cleared(let proof, let outcome): perform(proof, outcome, reply: reply)
        }
    }

    /// Performs what was verified; the only call that leads to an action.
    func perform(
        _ proof: consuming VerifiedActionBinding, _ outcome: Outcome, reply: @escaping (Outcome) -> Void
    ) {
        let caller = proof.caller
        runner.perform(proof) { [self] performance in
            var outcome = outcome
            outcome.finish(performance)
            reply(recorded(outcome, caller))
        }
    }
}
