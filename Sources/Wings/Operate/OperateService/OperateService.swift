package import HostSystem
package import Serving

/// The service of the wing Operate: what the daemon tells those who run it about itself.
package final class OperateService: WingService {
    private let timeline: Timeline

    /// Makes the service of a server.
    package init(_ server: Server) throws(LoopError) { timeline = Timeline(server) }

    /// Those about the timeline.
    package var handlers: [Handler] { TimelineCalls(timeline: timeline).handlers }

    /// The timeline, where the table has one.
    package var follower: (any LinkFollower)? { timeline.isOn ? timeline : nil }

    /// Takes what the table says of the timeline.
    package func adopt() { timeline.adopt() }

    /// Writes the rest of the timeline.
    package func close() { timeline.close() }
}
