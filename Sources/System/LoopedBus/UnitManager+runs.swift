package import SystemBus

extension UnitManager {
    /// The variables that units get of the manager.
    ///
    /// *Shape*: `NAME=value`.
    package func variables(deadline: Duration, then: @escaping (Result<[String], BusError>) -> Void) {
        bus.call(property("Environment", of: Self.path, Self.interface), deadline: deadline) { result in
            then(
                result.flatMap { values in
                    guard case .variant(.array(let found, _))? = values.first else { return .failure(.unreadable) }
                    return .success(found.compactMap(\.text))
                })
        }
    }

    /// Calls a method of the manager.
    func call(
        _ member: String, _ arguments: [BusValue], _ deadline: Duration, reply: @escaping BusConnection.Reply
    ) {
        bus.call(manager(member, arguments), deadline: deadline, reply: reply)
    }

    /// Asks for a property of a unit.
    func get(
        _ name: String, of unit: UnitName, _ interface: String, _ deadline: Duration,
        reply: @escaping (Result<BusValue, BusError>) -> Void
    ) {
        bus.call(property(name, of: unit.objectPath, interface), deadline: deadline) { result in
            reply(result.flatMap { $0.first.map(Result.success) ?? .failure(.unreadable) })
        }
    }

    /// Follows a service.
    func add(_ run: ServiceRun, _ change: BusSignal, onChange: @escaping () -> Void) {
        runs[run.unit.text] = run
        bus.subscribe(to: change) { _, _ in onChange() }
    }

    /// Follows a service no further; false where it was not followed.
    func remove(_ run: ServiceRun, _ change: BusSignal) -> Bool {
        guard runs.removeValue(forKey: run.unit.text) != nil else { return false }
        bus.unsubscribe(from: change)
        unsubscribeIfIdle()
        return true
    }
}
