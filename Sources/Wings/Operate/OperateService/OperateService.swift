package import HostSystem
package import Serving

/// The service of the wing Operate: what the daemon tells those who run it about itself.
package final class OperateService: WingService {
    private unowned let server: Server
    private let metrics: MetricsDesk

    /// Makes the service of a server.
    package init(_ server: Server) throws(LoopError) {
        self.server = server
        metrics = MetricsDesk(server)
    }

    /// Those of the daemon's numbers.
    package var handlers: [Handler] { metrics.handlers }

    /// What counts links.
    package var follower: (any LinkFollower)? { metrics.follower }

    /// Looks whether links are counted.
    package func adopt() { metrics.look() }

    /// Looks whether links are counted.
    package func factsMoved() { metrics.look() }
}
