package import HostSystem
package import Serving

/// The service of the wing Operate: what the daemon tells those who run it about itself.
package final class OperateService: WingService {
    private unowned let server: Server

    /// Makes the service of a server.
    package init(_ server: Server) throws(LoopError) { self.server = server }
}
