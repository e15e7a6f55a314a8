// The desktop portal's permission store: what a user has answered when sandboxed apps asked. How it is asked is said by
// `PermissionStoreCalls`, and what its words mean by `PermissionStatus`.
//
// Every program of the user can write to it. So it is a record of consent, and no defence against the user's own programs.

internal import Contract
internal import LoopedBus
internal import SystemBus

/// Asks a session's permission store.
///
/// *Owner/thread*: the loop's thread; the owner of the connection closes it.
final class PermissionStore {
    private let bus: BusConnection
    /// Whether the store has answered since this object was made.
    private(set) var isKnown = false

    /// - Parameter onChange: called with the entry that was changed.
    init(bus: BusConnection, onChange: @escaping (_ table: String, _ id: String) -> Void) {
        self.bus = bus
        bus.subscribe(to: PermissionStoreCalls.change()) { values, _ in
            guard values.count >= 2, let table = values[0].text, let id = values[1].text else { return }
            onChange(table, id)
        }
    }

    /// Reads what one app was told; an empty list where there is nothing.
    func look(
        up id: String, in table: String, app: String, reply: @escaping (Result<[String], BusError>) -> Void
    ) {
        bus.call(PermissionStoreCalls.lookUp(id, in: table), deadline: Limits.sourceDeadline) { [weak self] result in
            let values = PermissionStoreCalls.values(in: result, of: app)
            if case .success = values { self?.isKnown = true }
            reply(values)
        }
    }
}
