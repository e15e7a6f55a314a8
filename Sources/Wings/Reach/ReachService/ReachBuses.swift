import EventLoop
import LoopedBus
import SystemBus

/// The message buses that actions call services on, each connected to by its first call.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`.
final class ReachBuses {
    /// Which bus.
    enum Kind {
        case session, system
    }

    private let loop: Loop
    private let environment: [String: String]
    private var connections: [Kind: BusConnection] = [:]
    private var managers: [Kind: UnitManager] = [:]

    /// Touches nothing yet.
    ///
    /// - Parameter environment: names the buses.
    init(_ loop: Loop, environment: [String: String]) { (self.loop, self.environment) = (loop, environment) }

    /// The connection to a bus; nil where the environment names no session.
    func connection(to kind: Kind) -> BusConnection? {
        if let known = connections[kind] { return known }
        let address =
            switch kind {
            case .session: BusAddress.session(environment)
            case .system: BusAddress.system(environment)
            }
        guard let address else { return nil }
        let made = BusConnection(loop: loop, address: address)
        connections[kind] = made
        return made
    }

    /// The service manager on a bus; nil where the environment names no session.
    func units(on kind: Kind) -> UnitManager? {
        if let known = managers[kind] { return known }
        guard let connection = connection(to: kind) else { return nil }
        let made = UnitManager(bus: connection)
        managers[kind] = made
        return made
    }

    /// Ends the connections.
    func close() {
        for connection in connections.values { connection.close() }
        (connections, managers) = ([:], [:])
    }
}
