// Looks for services on the message buses. The bus itself says which run and which it can start; only one that runs is asked
// what it has, by the unique name of its connection, so that nothing is started even if it ends meanwhile.

import Conf
import Contract
import HostSystem
import Routing
import SystemBus

/// The services of this machine's message buses, as one check sees them.
///
/// *Owner/thread*: one thread, for the length of a check.
final class BusLook {
    /// A bus, and the services that it lists.
    private struct Bus {
        let client: BusClient
        let running: Set<String>
        let activatable: Set<String>
    }

    private static let introspectable = "org.freedesktop.DBus.Introspectable"

    private let endNs: Int64
    private var buses: [Bool: Result<Bus, BusError>] = [:]

    /// - Parameter endNs: when no bus and no service is waited for any longer.
    init(untilNs endNs: Int64) { self.endNs = endNs }

    /// Judges if a service runs with the method, or can be started.
    func judge(_ destination: BusDestination) -> HostView.Judgement {
        guard let bus = bus(isOfSystem: destination.isOnSystemBus) else {
            return (.cannotTell, "the environment names no session bus")
        }
        switch bus {
        case .failure(let error): return (.cannotTell, "\(error)")
        case .success(let bus) where bus.running.contains(destination.service): return judge(destination, on: bus)
        case .success(let bus) where bus.activatable.contains(destination.service):
            return (.answers, "the bus can start it")
        case .success(let bus):
            let nearest = Suggestion.nearest(
                to: destination.service, among: bus.running.union(bus.activatable).sorted())
            return (
                .cannotTell,
                "it does not run now, and the bus cannot start it"
                    + (nearest.map { "; the nearest name is \($0)" } ?? "")
            )
        }
    }

    private func bus(isOfSystem: Bool) -> Result<Bus, BusError>? {
        if let known = buses[isOfSystem] { return known }
        let environment = HostFacts.environment
        let address = isOfSystem ? BusAddress.system(environment) : BusAddress.session(environment)
        guard let address else { return nil }
        let made = Result { () throws(BusError) in try connect(address) }
        buses[isOfSystem] = made
        return made
    }

    private func connect(_ address: String) throws(BusError) -> Bus {
        let client = try BusClient(address: address)
        func names(_ member: String) throws(BusError) -> Set<String> {
            let values = try client.call(bus: member, until: endNs)
            return Set(values.first?.elements?.compactMap(\.text) ?? [])
        }
        return Bus(client: client, running: try names("ListNames"), activatable: try names("ListActivatableNames"))
    }

    // MARK: One that runs

    private func judge(_ destination: BusDestination, on bus: Bus) -> HostView.Judgement {
        let object: BusIntrospection
        do throws(BusError) {
            object = try introspect(destination, on: bus)
        } catch {
            return (.answers, "it runs; what it has is not known, because \(error)")
        }
        let (interface, member) = (destination.interface, destination.member)
        guard let methods = object.interfaces[interface] else {
            return (.cannotTell, "it runs, and does not list \(interface) at \(destination.path)")
        }
        guard let method = methods.first(where: { $0.name == member }) else {
            let nearest = Suggestion.nearest(to: member, among: methods.map(\.name))
            return (
                .willNot,
                "\(interface) has no method \(member)" + (nearest.map { "; the nearest is \($0)" } ?? "")
            )
        }
        guard method.inputs == destination.signature else {
            return (
                .willNot,
                "\(member) takes \(Self.clause(method.inputs)), and the table passes "
                    + Self.clause(destination.signature)
            )
        }
        if let difference = destination.result?.difference(from: method.outputs, of: member) {
            return (.willNot, difference)
        }
        return (.answers, "it runs, and has \(member)")
    }

    private static func clause(_ signature: String) -> String {
        signature.isEmpty ? "nothing" : "values of the types \(signature)"
    }

    private func introspect(_ destination: BusDestination, on bus: Bus) throws(BusError) -> BusIntrospection {
        var call = BusCall(
            try bus.client.owner(of: destination.service, until: endNs), path: destination.path,
            interface: Self.introspectable, member: "Introspect")
        call.startsService = false
        guard let text = try bus.client.call(call, until: endNs).first?.text else { throw .unreadable }
        return BusIntrospection(xml: text)
    }
}
