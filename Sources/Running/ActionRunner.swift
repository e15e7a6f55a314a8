// Performs actions, and nothing without proof: the one way in takes a `VerifiedActionBinding`, and the performer of each
// kind takes the same one and uses it up. Nothing else in this target starts a program or answers for an action.

import Contract
package import EventLoop
package import Features

/// Performs verified bindings.
///
/// *Owner/thread*: the loop's thread.
package final class ActionRunner {
    /// Counts programs; only this type has it start and stop them.
    package let programs: ProgramRunner

    /// - Parameter owner: the user whose programs those of a uid count as.
    package init(loop: Loop, environment: [String: String], owner: @escaping (UInt32) -> UInt32 = { $0 }) {
        programs = ProgramRunner(loop: loop, environment: environment, owner: owner)
    }

    /// Performs the action that was verified and gives the result once, within the call where it is known at once.
    ///
    /// - Parameter ticket: the name under which `stop` finds the action until then; no two under way have the same.
    package func perform(
        _ proof: consuming VerifiedActionBinding, ticket: Int? = nil, then answer: @escaping (Performance) -> Void
    ) {
        switch proof.action.performer {
        case .hosted:
            let message = "The action \(proof.action.name) is not performed here."
            answer(.failed(.other(.failedInternal, message: message)))
        case .respond(let template): answer(Responding.perform(template, proof))
        case .channel(let name):
            answer(.failed(.other(.failedNoSubscriber, message: "The channel \(name) has no subscriber.")))
        case .exec(let template): programs.perform(template, proof, ticket: ticket, then: answer)
        }
    }

    /// Stops the action of a ticket, if it takes time and has not ended; its result says why.
    ///
    /// An action that says `detach` waits for no caller, and goes on where that hangs up.
    package func stop(_ ticket: Int, because cause: Interruption) { programs.stop(ticket, because: cause) }

    /// Stops every action that has not ended; says when the last is gone, or can only be waited for.
    package func stopAll(then onIdle: @escaping () -> Void) {
        programs.stopAll(then: onIdle)
    }
}
