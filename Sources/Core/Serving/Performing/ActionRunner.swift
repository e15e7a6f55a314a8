// Performs actions, and nothing without proof: the one way in takes a `VerifiedActionBinding`, and the performer of each
// kind takes the same one and uses it up. Nothing else in the daemon starts a program or answers for an action, but for the
// program of a channel: it is started because a link waits that came in with a proof, and gets nothing of the link.

package import Contract
package import EventLoop
package import Features

/// Performs verified bindings.
///
/// *Owner/thread*: the loop's thread.
package final class ActionRunner {
    /// Those of wings, in the order in which they are stopped.
    private let performers: [any ActionPerformer]
    /// Those of which the table says how many there may be.
    private let lanes: ActionLanes
    /// The user whom a uid counts for.
    private let owner: (UInt32) -> UInt32

    /// - Parameter owner: the user whom a uid counts for.
    package init(_ performers: [any ActionPerformer], on loop: Loop, owner: @escaping (UInt32) -> UInt32) {
        (self.performers, self.owner) = (performers, owner)
        lanes = ActionLanes(loop) { proof, order, answer in Self.perform(proof, order, by: performers, then: answer) }
    }

    /// *Units*: links that wait for their turn.
    var queuedCount: Int { lanes.queuedCount }

    /// Ends the timer of links that wait for their turn.
    package func close() { lanes.close() }

    /// Performs the action that was verified and gives the result once, within the call where it is known at once.
    package func perform(
        _ proof: consuming VerifiedActionBinding, _ order: PerformanceOrder,
        then answer: @escaping (Performance) -> Void
    ) {
        switch proof.action.performer {
        case .respond(let template):
            let inputs = proof.members
            // Secrets are masked in the object, which is part of the outcome; a text has the inputs that its author named.
            answer(
                template.map { .answeredText($0.filled(with: inputs)) } ?? .answered(proof.action.masked(inputs)))
        case .other, .redirect, .hosted:
            guard let most = proof.action.limits.concurrency else {
                return Self.perform(proof, order, by: performers, then: answer)
            }
            let user = owner(proof.caller.uid)
            lanes.enter(proof, order, most: most, of: user, then: answer)
        }
    }

    private static func perform(
        _ proof: consuming VerifiedActionBinding, _ order: PerformanceOrder, by performers: [any ActionPerformer],
        then answer: @escaping (Performance) -> Void
    ) {
        guard let template = proof.action.performer.template,
            let performer = performers.first(where: { $0.performs(template) })
        else {
            let message = "The action \(proof.action.name) is not performed here."
            return answer(.failed(RunningError(.failedInternal, message)))
        }
        performer.perform(proof, order, then: answer)
    }

    /// Makes the link that `redirect` names.
    func target(of proof: consuming VerifiedActionBinding, by template: RedirectTemplate) -> String {
        template.url(for: proof.members)
    }

    /// Performs an action that answers by itself with texts of a link: its answer is written where the reply to the call is.
    package func perform(
        _ proof: consuming VerifiedActionBinding, as answer: PreparedAnswer, to writer: inout JSONWriter
    ) {
        answer.write(proof.inputs, to: &writer)
    }

    /// Gives an answer that was kept in the place of a performance: it is written where the reply to the call is.
    func repeatAnswer(
        _ proof: consuming VerifiedActionBinding, _ kept: KeptAnswer, ageMs: Int64, as answer: PreparedAnswer,
        to writer: inout JSONWriter
    ) {
        answer.write(proof.inputs, kept.bytes, ageMs: ageMs, to: &writer)
    }

    /// Stops the action of a ticket, if it takes time and has not ended; its result says why.
    ///
    /// An action that says `detach` waits for no caller, and goes on where that hangs up.
    package func stop(_ ticket: Int, because cause: Interruption) {
        lanes.stop(ticket, because: cause)
        for performer in performers { performer.stop(ticket, because: cause) }
    }

    /// Stops every action that has not ended, of all kinds at once; says when the last is gone, or can only be waited for.
    package func stopAll(then onIdle: @escaping () -> Void) {
        // Before an end makes room for one that waits.
        lanes.stopAll()
        var left = performers.count + 1
        func end() {
            left -= 1
            if left == 0 { onIdle() }
        }
        for performer in performers { performer.stopAll(then: end) }
        end()
    }
}
