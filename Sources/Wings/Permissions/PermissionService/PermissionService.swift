package import EventLoop
package import FactSources
import Features
import PermissionAdapters
import PermissionRules
package import Serving

/// The service of the wing Permissions: flows that ask people for permissions.
package final class PermissionService: WingService {
    private unowned let server: Server
    private let flows: FlowRunner

    /// Adds polkit, the desktop's permission store, device nodes, and an administrator's policy.
    package static func add(to sources: inout SourceSet, _ loop: Loop, environment: [String: String]) {
        let adapters = PermissionAdapters(
            loop: loop, environment: environment, callers: sources.callers, lane: PoolLane(loop: loop))
        sources.adapters.append { origin, _ in adapters.source(of: origin) }
        sources.usualOrigin = { adapters.usualOrigin(of: $0) }
        sources.ruling = { $0.permissionPolicy.map { path in (path, { adapters.policy(at: path) }) } }
    }

    /// Makes the service of a server, without flows.
    package init(_ server: Server) {
        self.server = server
        flows = FlowRunner(loop: server.loop, of: server)
    }

    /// Those of flows and consents.
    package var handlers: [Handler] { FlowCalls(server: server, flows: flows).handlers }

    /// Has the flows look again at what they ask for.
    package func factsMoved() { flows.tellLater() }

    /// Ends the flows that still ask.
    package func shutDown() { flows.shutDown() }

    /// Ends all timers of the flows.
    package func close() { flows.close() }
}
