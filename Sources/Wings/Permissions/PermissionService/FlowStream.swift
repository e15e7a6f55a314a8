import Contract
import Features
import PermissionRules
import PermissionWire
import Routing
import Serving

/// One call of `Authorise` that goes on: what happens in its flow.
///
/// *Owner/thread*: the loop's thread; held by its session until it ends, and by the runner until its flow has ended.
final class FlowStream: ReplyStream {
    let name: String
    /// The path of the feature that it asks for.
    let feature: String
    /// What is performed once nothing stands in its way; nil where a feature alone was named.
    var request: LinkRequest?
    /// The name of the action that is performed; nil where a feature alone was named.
    let action: String?
    /// The inputs that the link has, secret ones masked, by the table of that revision.
    let inputs: [Value.Member]
    /// In which its caller wants what the person reads; nil where it does not say.
    let languages: LanguageList?
    let tableRevision: String
    /// The outcome of that.
    var outcome: Outcome?
    unowned let session: Session
    private unowned let runner: FlowRunner
    private var replies: [FlowReport] = []
    private var hasCompleted = false
    private var isClosed = false

    init(
        _ name: String, of feature: String, _ request: LinkRequest?, action: String?, inputs: [Value.Member],
        _ languages: LanguageList?, _ tableRevision: String, _ session: Session, in runner: FlowRunner
    ) {
        (self.name, self.feature, self.request) = (name, feature, request)
        (self.action, self.inputs, self.languages, self.tableRevision) = (action, inputs, languages, tableRevision)
        (self.session, self.runner) = (session, runner)
    }

    /// Takes note that the person confirmed the link, as the feature of that path requires.
    func confirm(_ feature: String) {
        var confirmed = request?.confirmed ?? ConfirmedLink(tableRevision: tableRevision)
        confirmed.features.insert(feature)
        request?.confirmed = confirmed
    }

    /// Adds an answer; the last one ends the call.
    func tell(_ reply: FlowReport, isLast: Bool = false) {
        guard !isClosed else { return }
        replies.append(reply)
        if isLast { hasCompleted = true }
        session.goOn()
    }

    var lastReply: any Reply {
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
