package import Contract
package import HostSystem
package import Serving

/// The service of the wing Operate: what the daemon tells those who run it about itself.
package final class OperateService: WingService {
    private let timeline: Timeline
    private let metrics: MetricsDesk
    private let audit: AuditBook
    private let tracing: Tracing

    /// Makes the service of a server.
    package init(_ server: Server) throws(LoopError) {
        (timeline, metrics, audit) = (Timeline(server), MetricsDesk(server), AuditBook(server: server))
        tracing = Tracing(server)
    }

    /// Those about the timeline, the numbers and the audit.
    package var handlers: [Handler] { TimelineCalls(timeline: timeline).handlers + metrics.handlers + audit.handlers }

    /// The timeline, the counter of links and what sends spans, where the table has them.
    package var watchers: LinkWatchers {
        LinkWatchers(followers: timeline.followers + metrics.followers, tracers: tracing.tracers)
    }

    /// Takes what the table says of each.
    package func adopt() {
        timeline.adopt()
        factsMoved()
    }

    /// Judges each anew.
    package func factsMoved() {
        timeline.look()
        metrics.look()
        audit.settle()
        tracing.look()
    }

    /// Says why the timeline is not written.
    package func add(to report: inout StatusReport) { report.timelineFault = timeline.fault }

    /// Adds how many spans were sent.
    package func add(to metrics: inout MetricList) { tracing.add(to: &metrics) }

    /// Writes the rest of the timeline, and ends what is sent.
    package func close() {
        timeline.close()
        tracing.close()
    }
}
