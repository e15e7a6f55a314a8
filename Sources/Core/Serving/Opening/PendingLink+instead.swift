// A link whose feature is blocked, in a table that says what else is performed then:
//
//     blocked     → the other action passes its own gate, and is performed → the link is answered, with its own code
//     and waits   → the other action passes its own gate, and is performed
//                   the link waits meanwhile, until what blocks it is lifted, or its time is over
//
// The other action is performed once, also where the link is taken to its gate several times. It gets constants of the table:
// no URL, no input and no key of the link. While the link waits its caller does not stop it: the action is bounded by its own `timeout`.

import Contract
import FactSources
import Features
import Routing

/// What else is performed for a link whose feature is blocked.
///
/// *Owner/thread*: the loop's thread; held by the link.
final class InsteadAction {
    let rule: InsteadRule
    /// The table that has the line: the numbers of the rule are this one's.
    let ruleset: Ruleset
    /// What is known of it by now; nil where it is not performed after all.
    private(set) var report: InsteadReport?

    init(_ rule: InsteadRule, of ruleset: Ruleset) {
        (self.rule, self.ruleset) = (rule, ruleset)
        report = InsteadReport(rule, in: ruleset.catalogue)
    }

    /// Notes its outcome; nil where it was not begun.
    func end(_ outcome: Outcome?) {
        if let outcome { report?.settle(outcome) } else { report = nil }
    }
}

extension PendingLink {
    /// Ends a link that was stopped, or has it wait; performs before what the table says of it.
    func block(_ stop: StoppedLink) {
        let waits = server.waits.keeps(self, stop)
        let ruleset = server.snapshot.ruleset
        guard instead == nil, request.goal == .perform, request.waiter?.hasGone != true, !server.isShuttingDown,
            let rule = stop.instead(in: ruleset)
        else {
            if !waits { end(stop.outcome) }
            return
        }
        let action = InsteadAction(rule, of: ruleset)
        instead = action
        if !waits { stopInsteadAtDeadline() }
        let end = { [self] (outcome: Outcome?) in
            action.end(outcome)
            if !waits { self.end(stop.outcome) }
        }
        let feature = rule.binding.feature
        guard !server.facts.gathering.isReady(feature, for: request.holder) else {
            return perform(action, isStoppedWithCaller: !waits, then: end)
        }
        server.ask(feature, for: request) { [self] in perform(action, isStoppedWithCaller: !waits, then: end) }
    }

    /// - Parameter end: takes the outcome of the action; nil where it is not begun.
    private func perform(
        _ action: InsteadAction, isStoppedWithCaller: Bool, then end: @escaping (Outcome?) -> Void
    ) {
        // While a source was asked, another table may have come, or the link may be over.
        guard server.snapshot.ruleset === action.ruleset, !isOver, !server.isShuttingDown else { return end(nil) }
        let (caller, subject) = (request.caller, request.subject)
        let rule = action.rule
        let passage = action.ruleset.pass(
            rule.binding, inputs: rule.inputs, cache: server.snapshot.cache, caller: caller, subject: subject)
        switch consume passage {
        case .stopped(let stop): end(server.recorded(stop.outcome, caller, subject))
        case .cleared(let link):
            let name = server.outcomeNames.next()
            let order = PerformanceOrder(
                link.draft(in: action.ruleset), outcomeID: name.text, activationToken: request.activationToken,
                traceparent: request.traceOfLink, isAwaited: request.waiter?.isAwaited ?? true,
                ticket: isStoppedWithCaller ? request.waiter?.connection : nil)
            order.hops = request.trail.hops
            server.runner.perform(link.release(), order) { [server] performance in
                let outcome = server.recorded(Outcome(performance, of: order.draft), caller, subject, as: name)
                guard let keeper = order.keeper, keeper.hasLink else { return end(outcome) }
                keeper.settle(performance.wasBegun ? outcome : nil) { end(outcome) }
            }
        }
    }
}
