import Authorising
import Contract
import Features
import Routing

/// One call of `Authorise` that goes on: what happens in its flow.
///
/// *Owner/thread*: the loop's thread; held by its session until it ends, and by the runner until its flow has ended.
final class FlowStream: ReplyStream {
    let name: String
    /// The path of the feature that it asks for.
    let feature: String
    /// What is performed once nothing stands in its way; nil where a feature alone was named.
    var request: LinkRequest?
    /// The outcome of that.
    var outcome: Outcome?
    unowned let session: Session
    private unowned let runner: FlowRunner
    private var replies: [Reply] = []
    private var hasCompleted = false
    private var isClosed = false

    init(
        _ name: String, of feature: String, _ request: LinkRequest?, _ session: Session, in runner: FlowRunner
    ) {
        (self.name, self.feature, self.request) = (name, feature, request)
        (self.session, self.runner) = (session, runner)
    }

    /// Adds an answer; the last one ends the call.
    func tell(_ reply: Reply, isLast: Bool = false) {
        guard !isClosed else { return }
        replies.append(reply)
        if isLast { hasCompleted = true }
        session.goOn()
    }

    var lastReply: Reply {
        if hasCompleted, let last = replies.last { return last }
        return FlowReports.completed(name, FlowReports.shutdown)
    }

    func next() -> StreamedAnswer? {
        guard !replies.isEmpty else { return nil }
        let reply = replies.removeFirst()
        return replies.isEmpty && hasCompleted ? .last(reply) : .next(reply, isMore: !replies.isEmpty)
    }

    func close() {
        isClosed = true
        runner.didClose(self)
    }
}
