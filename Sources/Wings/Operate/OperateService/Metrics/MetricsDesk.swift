// What answers the calls for the daemon's numbers, and says whether links are counted.

import Contract
import Features
import HostSystem
import OperateRules
import OperateWire
import Routing
import Serving

/// The numbers, for those who may read them.
///
/// *Owner/thread*: the loop's thread; held by its service.
final class MetricsDesk {
    private unowned let server: Server
    private let counter = LinkCounter()
    /// Whether the feature is available to the daemon itself: links are counted then.
    private var isOn = false
    private let startedMs = HostClock.wallMs

    init(_ server: Server) { self.server = server }

    /// The counter, while links are counted.
    var followers: [any LinkFollower] { isOn ? [counter] : [] }

    /// What serves the methods that tell them.
    var handlers: [Handler] { [Handler(metrics), Handler(list), Handler(describe)] }

    /// Finds out whether the feature is available to the daemon itself, because facts or the table have moved.
    func look() {
        let feature = server.snapshot.ruleset.metrics.feature
        isOn = feature.map { server.snapshot.hasAvailable($0, to: .daemon, subject: .machine) } ?? false
    }

    private func mayRead(_ caller: Caller) -> Bool {
        server.callers.hasRight(caller, ofThose: server.snapshot.ruleset.metrics.readers)
    }

    private func collected() -> MetricList {
        var list = ServerNumbers(of: server).collect()
        let hidden = server.snapshot.ruleset.catalogue.features.filter(\.isHidden).map(\.path)
        counter.add(to: &list, hiding: Set(hidden))
        ProcessNumbers.add(to: &list, startedMs: startedMs)
        return list
    }

    // MARK: Calls

    private func metrics(_ call: ServedCall<GetMetrics>) throws(ParameterError) {
        guard let form = GetMetrics.Form(rawValue: call.request.format ?? "prometheus") else { throw .invalid(.format) }
        answer(call, insteadOf: .noMetrics) { list in
            let text = MetricText(form: form)
            let parts = list.metrics.map { text.lines(of: $0) } + [text.end]
            return parts.filter { !$0.isEmpty }.map { part in GetMetrics.Answer { $0.text = part } }
        }
    }

    private func list(_ call: ServedCall<ListSystemMetrics>) {
        answer(call, insteadOf: .noSuchMetric) { $0.metrics.flatMap(ListSystemMetrics.Answer.all) }
    }

    private func describe(_ call: ServedCall<DescribeSystemMetrics>) {
        answer(call, insteadOf: .noSuchMetric) { $0.metrics.flatMap(DescribeSystemMetrics.Answer.all) }
    }

    private func answer<Call: Method>(
        _ call: ServedCall<Call>, insteadOf none: BareError, _ parts: (MetricList) -> [any Reply]
    ) {
        guard mayRead(call.caller) else { return call.reply(VarlinkError.permissionDenied) }
        guard isOn else { return call.reply(none) }
        call.session.answer(with: PartStream(parts(collected()), orAtTheEnd: none))
        call.session.goOn()
    }
}

/// Answers that are all there.
///
/// *Owner/thread*: the loop's thread; held by its session until it ends.
private final class PartStream: ReplyStream {
    private var parts: ArraySlice<any Reply>
    let lastReply: any Reply

    /// - Parameters:
    ///   - parts: one at least.
    ///   - last: the reply where the daemon ends before all were sent.
    init(_ parts: [any Reply], orAtTheEnd last: any Reply) { (self.parts, lastReply) = (parts[...], last) }

    var endsByItself: Bool { true }

    func next() -> StreamedAnswer? {
        guard let part = parts.popFirst() else { return nil }
        return parts.isEmpty ? .last(part) : .next(part, isMore: true)
    }

    func close() { parts = [] }
}
