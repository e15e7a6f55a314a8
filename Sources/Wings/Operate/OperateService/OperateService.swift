package import HostSystem
package import Serving

/// The service of the wing Operate: what the daemon tells those who run it about itself.
package final class OperateService: WingService {
    private unowned let server: Server

    /// Makes the service of a server.
    package init(_ server: Server) throws(LoopError) { self.server = server }

    private var audit: AuditBook { AuditBook(server: server) }

    /// What serves the methods of the daemon's own functions.
    package var handlers: [Handler] { audit.handlers }

    /// Judges the daemon's own functions by the table.
    package func adopt() { audit.settle() }
    /// Judges them anew.
    package func factsMoved() { audit.settle() }
}
