// Performs actions, and nothing without proof: the one way in takes a `VerifiedActionBinding`, and the performer of each
// kind takes the same one and uses it up. Nothing else in this target starts a program or answers for an action, but for the
// program of a channel: it is started because a link waits that came in with a proof, and gets nothing of the link.

import ChannelRules
package import Contract
package import EventLoop
package import Features

/// Performs verified bindings.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`.
package final class ActionRunner {
    /// Counts programs; only this type has it start and stop them.
    package let programs: ProgramRunner
    /// The channels and their subscribers; only this type has links sent to them.
    package let channels: ChannelRunner

    /// - Parameter owner: the user whose programs and links those of a uid count as.
    package init(loop: Loop, environment: [String: String], owner: @escaping (UInt32) -> UInt32 = { $0 }) {
        programs = ProgramRunner(loop: loop, environment: environment, owner: owner)
        channels = ChannelRunner(loop: loop, programs: programs, owner: owner)
    }

    /// Performs the action that was verified and gives the result once, within the call where it is known at once.
    ///
    /// - Parameters:
    ///   - origin: what a subscriber is told of the link besides; asked for where there are subscribers.
    ///   - isAwaited: whether the result goes anywhere.
    ///   - keeper: what keeps the link where its channel is durable; asked for there alone.
    ///   - ticket: the name under which `stop` finds the action until then; no two under way have the same.
    package func perform(
        _ proof: consuming VerifiedActionBinding, origin: @autoclosure () -> LinkOrigin = LinkOrigin(),
        isAwaited: Bool = true,
        keeper: @autoclosure () -> (any LinkKeeper)? = nil, ticket: Int? = nil,
        then answer: @escaping (Performance) -> Void
    ) {
        switch proof.action.performer {
        case .respond(let template):
            let inputs = proof.members
            // Secrets are masked in the object, which is part of the outcome; a text has the inputs that its author named.
            answer(
                template.map { .answeredText($0.filled(with: inputs)) } ?? .answered(proof.action.masked(inputs)))
        case .other(let template as ProgramTemplate): programs.perform(template, proof, ticket: ticket, then: answer)
        case .other(let template as ChannelTemplate):
            channels.perform(
                template.name, proof, origin(), keeper: keeper(), isAwaited: isAwaited, ticket: ticket, then: answer)
        case .hosted, .other:
            let message = "The action \(proof.action.name) is not performed here."
            answer(.failed(.other(.failedInternal, message: message)))
        }
    }

    /// Performs an action that answers by itself with texts of a link: its answer is written where the reply to the call is.
    package func perform(
        _ proof: consuming VerifiedActionBinding, as answer: PreparedAnswer, to writer: inout JSONWriter
    ) {
        answer.write(proof.inputs, to: &writer)
    }

    /// Stops the action of a ticket, if it takes time and has not ended; its result says why.
    ///
    /// An action that says `detach` waits for no caller, and goes on where that hangs up.
    package func stop(_ ticket: Int, because cause: Interruption) {
        programs.stop(ticket, because: cause)
        channels.stop(ticket, because: cause)
    }

    /// Stops every action that has not ended; says when the last is gone, or can only be waited for.
    package func stopAll(then onIdle: @escaping () -> Void) {
        channels.stopAll()
        programs.stopAll(then: onIdle)
    }

    /// Ends all timers.
    package func close() { channels.close() }
}
