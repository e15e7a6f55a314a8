// Links as spans of a trace that their callers began:
//
//     LinkNotes → Tracing → LinkSpans     the spans of one link, as the text of OTLP
//                         → SpanQueue     those that wait, and the request that is under way
//
// A link without a `traceparent`, or with one whose caller records nothing, has no span and costs nothing more.

import Contract
import Features
import HostSystem
import OperateRules
import Routing
import Serving

/// Has the spans of links sent to the collector of the table.
///
/// *Owner/thread*: the loop's thread; held by its service, which calls `close()`.
final class Tracing {
    private unowned let server: Server
    private let queue: SpanQueue

    init(_ server: Server) {
        self.server = server
        queue = SpanQueue(server.loop, server.log)
    }

    /// Itself, while the feature is available.
    var tracers: [any LinkTracer] { queue.collector == nil ? [] : [self] }

    /// Finds out whether the feature is available to the daemon itself, because facts or the table have moved.
    func look() {
        let terms = server.snapshot.ruleset.tracing
        let isOn = terms.feature.map { server.snapshot.hasAvailable($0, to: .daemon, subject: .machine) } ?? false
        queue.send(to: isOn ? terms.collector : nil)
    }

    /// Adds how many spans were sent, and how many were dropped; nothing where none ever was to be sent.
    func add(to list: inout MetricList) {
        guard queue.collector != nil || queue.sentCount + queue.droppedCount > 0 else { return }
        list.counter("deeplinkd_spans_sent", queue.sentCount, "Spans that the collector has taken.")
        list.counter(
            "deeplinkd_spans_dropped", queue.droppedCount,
            "Spans that the collector did not take, or for which there was no room.")
    }

    /// Ends what is sent.
    func close() { queue.close() }
}

extension Tracing: LinkTracer {
    /// Makes the spans of a link whose caller records its trace.
    func linkEnded(
        _ code: OutcomeCode, _ times: LinkDurations, _ trace: LinkTrace, id: Span<UInt8>, route: Span<UInt8>,
        feature: Span<UInt8>, action: Span<UInt8>
    ) {
        var spans = LinkSpans(times, wallNs: HostClock.wallUs * 1000 - HostClock.monotonicNs)
        spans.write(code, trace, id: id, route: route, feature: feature, action: action)
        queue.add(spans.text, count: spans.count)
    }
}
