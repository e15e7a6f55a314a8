// The interceptors of a link whose action may be performed:
//
//     guards          asked one after the other; the first that refuses, is late or fails ends the link
//     replacements    the first whose feature is available is performed in the place of the action
//
// The link's proof waits meanwhile, and performing uses it up: where the table or the facts have moved, the link is taken up to
// the gate again. A replacement is performed with its own proof, beside that of the link.

import Contract
import Features
import Routing

/// The interceptors that a link has passed, or still has to.
///
/// *Owner/thread*: the loop's thread; held by its link.
final class Interception {
    fileprivate var guards: ArraySlice<Interceptor>
    fileprivate var replacements: ArraySlice<Interceptor>
    /// What is performed in the place of the action.
    fileprivate var replacement: HeldBinding?
    /// The inputs of the link.
    fileprivate let inputs: [Value.Member]
    /// What guards are told.
    fileprivate let link: InterceptedLink
    /// The table that has the lines.
    fileprivate let ruleset: Ruleset

    /// Nil where none is about the link.
    init?(_ cleared: borrowing ClearedLink, of request: LinkRequest, in ruleset: Ruleset) {
        let (interceptors, binding) = (ruleset.catalogue.interceptors, cleared.proof.binding)
        guards = interceptors.guards.filter { $0.isAbout(binding.feature) }[...]
        replacements = interceptors.replacements[binding.action, default: []][...]
        guard !guards.isEmpty || !replacements.isEmpty else { return nil }
        let outcome = Outcome(wouldPerform: cleared.draft(in: ruleset))
        link = InterceptedLink(outcome, caller: request.caller, subject: request.holder, isPerformed: false)
        inputs = replacements.isEmpty ? [] : cleared.proof.members
        self.ruleset = ruleset
    }

    /// True if something is performed in the place of the action.
    var isReplaced: Bool { replacement != nil }

    /// The proof of what is performed in the place of the action; nil where nothing is.
    func takeReplacement(in snapshot: Snapshot) -> VerifiedActionBinding? {
        // ignored: it was verified in this table and these facts, or the link's own proof would not hold either.
        guard let held = replacement.take(), let link = try? held.take(in: snapshot) else { return nil }
        return link.release()
    }
}

extension PendingLink {
    /// Takes a link past its interceptors, and performs it then.
    func intercept(_ link: consuming ClearedLink, _ interception: Interception, in place: LanePlace?) {
        self.interception = interception
        let user = server.user(of: request.caller)
        askNext(HeldBinding(link, connection: 0, user: user, expiresNs: .max), interception, place)
    }

    private func askNext(_ held: HeldBinding, _ interception: Interception, _ place: LanePlace?) {
        guard !isOver else { return giveUp() }
        guard let next = interception.guards.popFirst() else { return replace(held, interception, place) }
        server.clear(next.binding, interception.link.inputs, for: request) { [self] link in
            guard let link else { return askNext(held, interception, place) }
            server.performBounded(link, for: request) { [self] outcome in
                guard outcome.code.outcomeClass == .ok else { return refuse(held, by: next, outcome) }
                names.append(next.name)
                askNext(held, interception, place)
            }
        }
    }

    private func refuse(_ held: HeldBinding, by interceptor: Interceptor, _ outcome: Outcome) {
        let ruleset = server.snapshot.ruleset
        let isShown = ruleset.catalogue.isShown(interceptor.binding.feature, to: server.sight(of: request.caller))
        let reason = outcome.reasonOfRefusal
        let error = RequestError.intercepted(by: isShown ? interceptor.name : nil, reason: reason)
        do throws(BindingError) {
            let link = try held.take(in: server.snapshot)
            end(Outcome(error, insteadOf: Outcome(wouldPerform: link.draft(in: ruleset))))
        } catch {
            end(Outcome(RequestError.intercepted(by: isShown ? interceptor.name : nil, reason: reason)))
        }
    }

    private func replace(_ held: HeldBinding, _ interception: Interception, _ place: LanePlace?) {
        guard !isOver else { return giveUp() }
        guard let next = interception.replacements.popFirst() else { return goOn(held, place) }
        let given = interception.inputs
        func inputs(_ action: Action) -> [Value.Member] {
            action.inputs.compactMap { input in
                given.first { $0.name == input.name } ?? input.defaultValue.map { .init(input.name, $0) }
            }
        }
        server.clear(next.binding, inputs, for: request) { [self] link in
            guard let link else { return replace(held, interception, place) }
            let user = server.user(of: request.caller)
            interception.replacement = HeldBinding(link, connection: 0, user: user, expiresNs: .max)
            names.append(next.name)
            goOn(held, place)
        }
    }

    private func goOn(_ held: HeldBinding, _ place: LanePlace?) {
        guard !isOver else { return giveUp() }
        guard !server.isShuttingDown else { return end(Outcome(RequestError.shuttingDown)) }
        do throws(BindingError) {
            perform(try held.take(in: server.snapshot), in: place)
        } catch {
            // A binding of `Verify` rests on what was in force then; a link is read again.
            guard request.target != Target() else { return end(Outcome(error)) }
            (interception, names) = (nil, rewriteNames)
            pass()
        }
    }
}
