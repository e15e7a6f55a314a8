// The desktop portal's permission store: what a user has answered when sandboxed apps asked. It is a service of the user's
// session bus, with tables of entries, and in each entry what every app was told:
//
//     devices      camera         {"org.example.Photos": ["yes"], "": ["no"]}
//     location     location       {"org.example.Maps": ["EXACT", "1700000000"]}
//
// Every program of the user can write to it. So it is a record of consent, and no defence against the user's own programs.
//
// Source: org.freedesktop.impl.portal.PermissionStore of xdg-desktop-portal.

internal import Contract
internal import Features
internal import LoopedBus
import PermissionRules
internal import SystemBus

/// Asks a session's permission store.
///
/// *Owner/thread*: the loop's thread; the owner of the connection closes it.
final class PermissionStore {
    private static let service = "org.freedesktop.impl.portal.PermissionStore"
    private static let path = "/org/freedesktop/impl/portal/PermissionStore"

    private let bus: BusConnection
    /// Whether the store has answered since this object was made.
    private(set) var isKnown = false

    /// - Parameter onChange: called with the entry that was changed.
    init(bus: BusConnection, onChange: @escaping (_ table: String, _ id: String) -> Void) {
        self.bus = bus
        let changed = BusSignal(
            Self.service, path: Self.path, interface: Self.service, member: "Changed", types: "ssbva{sas}")
        bus.subscribe(to: changed) { values, _ in
            guard values.count >= 2, let table = values[0].text, let id = values[1].text else { return }
            onChange(table, id)
        }
    }

    /// Reads what one app was told; an empty list where there is nothing.
    func look(
        up id: String, in table: String, app: String, reply: @escaping (Result<[String], BusError>) -> Void
    ) {
        let call = BusCall(
            Self.service, path: Self.path, interface: Self.service, member: "Lookup", [.string(table), .string(id)])
        bus.call(call, deadline: Limits.sourceDeadline) { [weak self] result in
            let values = Self.values(in: result, of: app)
            if case .success = values { self?.isKnown = true }
            reply(values)
        }
    }

    private static func values(in result: Result<[BusValue], BusError>, of app: String) -> Result<[String], BusError> {
        switch result {
        case .failure(.refused("org.freedesktop.portal.Error.NotFound", _, _)): return .success([])
        case .failure(let error): return .failure(error)
        case .success(let values):
            guard let entries = values.first, entries.type == "a{sas}" else { return .failure(.unreadable) }
            return .success(entries[app]?.elements?.compactMap(\.text) ?? [])
        }
    }

    /// What an app's values say.
    ///
    /// *Shape*: of a location the accuracy and the time of the last use; of anything else one word.
    static func status(of values: [String], in table: String) -> PermissionStatus {
        switch (table, values.first) {
        case ("location", "NONE"): .denied
        case ("location", "COUNTRY"), ("location", "CITY"), ("location", "NEIGHBORHOOD"), ("location", "STREET"),
            ("location", "EXACT"):
            .authorized
        case ("location", _): .notDetermined
        case (_, "yes"): .authorized
        case (_, "no"): .denied
        default: .notDetermined
        }
    }
}
