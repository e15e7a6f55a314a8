package import Contract
package import HostSystem
package import Serving

/// The service of the wing Operate: what the daemon tells those who run it about itself.
package final class OperateService: WingService {
    private let timeline: Timeline
    private let metrics: MetricsDesk
    private let audit: AuditBook

    /// Makes the service of a server.
    package init(_ server: Server) throws(LoopError) {
        (timeline, metrics, audit) = (Timeline(server), MetricsDesk(server), AuditBook(server: server))
    }

    /// Those about the timeline, the numbers and the audit.
    package var handlers: [Handler] { TimelineCalls(timeline: timeline).handlers + metrics.handlers + audit.handlers }

    /// The timeline and the counter of links, where the table has them.
    package var followers: [any LinkFollower] { timeline.followers + metrics.followers }

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
    }

    /// Says why the timeline is not written.
    package func add(to report: inout StatusReport) { report.timelineFault = timeline.fault }

    /// Writes the rest of the timeline.
    package func close() { timeline.close() }
}
