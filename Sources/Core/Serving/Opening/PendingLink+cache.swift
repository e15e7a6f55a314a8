import Contract
import Features
import Routing

extension PendingLink {
    /// Takes the answer of an action whose answers are kept.
    ///
    /// The deadline ends the wait of this link, and not what is fetched for others too.
    func take(
        _ proof: consuming VerifiedActionBinding, _ key: AnswerKey, _ order: PerformanceOrder, as name: OutcomeName,
        then didPerform: @escaping (Performance) -> Void
    ) {
        var isWaiting = true
        if let deadline {
            deadline.onPass = {
                guard isWaiting else { return }
                isWaiting = false
                let sentence = "The answer was not there when the call's deadline of \(deadline.length) passed."
                didPerform(.failed(RunningError(.failedTimeout, sentence)))
            }
        }
        // What is fetched goes on when this caller hangs up.
        let shared = PerformanceOrder(
            order.draft, outcomeID: order.outcomeID, activationToken: order.activationToken,
            traceparent: order.traceparent)
        let connection = request.waiter.flatMap { $0.isAwaited ? $0.connection : nil }
        server.answers.take(proof, key, shared, connection: connection) { [self] given in
            guard isWaiting else { return }
            isWaiting = false
            switch given {
            case .performed(let performance): didPerform(performance)
            case .kept(let answer, let cached):
                let outcome = Outcome(repeating: answer, cached, of: order.draft)
                let named = recorded(outcome, as: name)
                request.key.settle(named) { [self] in finish(named) }
            }
        }
    }
}
