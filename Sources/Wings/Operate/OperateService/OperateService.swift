package import HostSystem
package import Serving

/// The service of the wing Operate: what the daemon tells those who run it about itself.
package final class OperateService: WingService {
    private let timeline: Timeline
    private let metrics: MetricsDesk

    /// Makes the service of a server.
    package init(_ server: Server) throws(LoopError) { (timeline, metrics) = (Timeline(server), MetricsDesk(server)) }

    /// Those about the timeline, and about the numbers.
    package var handlers: [Handler] { TimelineCalls(timeline: timeline).handlers + metrics.handlers }

    /// The timeline and the counter of links, where the table has them.
    package var followers: [any LinkFollower] { (timeline.isOn ? [timeline] : []) + metrics.followers }

    /// Takes what the table says of both.
    package func adopt() {
        timeline.adopt()
        metrics.look()
    }

    /// Looks whether links are counted.
    package func factsMoved() { metrics.look() }

    /// Writes the rest of the timeline.
    package func close() { timeline.close() }
}
