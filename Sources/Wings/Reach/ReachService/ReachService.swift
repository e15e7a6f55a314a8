import Contract
import EventLoop
import Features
package import HostSystem
package import Serving

/// The service of the wing Reach: calls of other programs' services.
package final class ReachService: WingService {
    private let errands: Errands
    private let buses: ReachBuses
    private let varlink: VarlinkRunner
    private let http: HTTPRunner
    private let dbus: BusRunner
    private let unit: UnitRunner
    private let launch: LaunchRunner

    /// Makes the service of a server.
    package init(_ server: Server) throws(LoopError) {
        errands = try Errands(loop: server.loop) { [subordinates = server.subordinates] in subordinates.owner(of: $0) }
        buses = ReachBuses(server.loop, environment: server.environment)
        varlink = VarlinkRunner(server.loop, errands)
        http = HTTPRunner(server.loop, errands, environment: server.environment)
        dbus = BusRunner(buses, errands)
        unit = UnitRunner(buses, errands, instance: server.instance)
        launch = LaunchRunner(server.loop, buses, errands, environment: server.environment) { [unowned server] in
            server.programs
        }
    }

    /// Each holds its connections.
    package var performers: [any ActionPerformer] { [varlink, http, dbus, unit, launch] }

    /// Closes the connections to services that the table before may have named.
    package func adopt() {
        varlink.closeKept()
        http.closeKept()
    }

    /// Ends what waits, and closes what is kept.
    package func close() {
        errands.close()
        varlink.closeKept()
        http.close()
        buses.close()
    }
}
