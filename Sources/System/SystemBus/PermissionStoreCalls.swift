/// How the desktop portal's permission store is asked. It is a service of the user's session bus, with tables of entries, and
/// in each entry what every app was told:
///
///     devices      camera         {"org.example.Photos": ["yes"], "": ["no"]}
///     location     location       {"org.example.Maps": ["EXACT", "1700000000"]}
///
/// *Source*: org.freedesktop.impl.portal.PermissionStore of xdg-desktop-portal.
package enum PermissionStoreCalls {
    /// The store's name on the bus, which is that of its interface, too.
    package static let service = "org.freedesktop.impl.portal.PermissionStore"
    private static let path = "/org/freedesktop/impl/portal/PermissionStore"

    /// The call that reads an entry of a table.
    package static func lookUp(_ id: String, in table: String) -> BusCall {
        BusCall(service, path: path, interface: service, member: "Lookup", [.string(table), .string(id)])
    }

    /// The signal of an entry that was changed; its first two values are the table and the entry.
    ///
    /// - Parameter sender: the store's name, or the unique name of its connection.
    package static func change(of sender: String = service) -> BusSignal {
        BusSignal(sender, path: path, interface: service, member: "Changed", types: "ssbva{sas}")
    }

    /// What an app was told, by the answer to `lookUp`; empty where there is nothing.
    package static func values(
        in answer: Result<[BusValue], BusError>, of app: String
    ) -> Result<[String], BusError> {
        switch answer {
        case .failure(.refused("org.freedesktop.portal.Error.NotFound", _, _)): return .success([])
        case .failure(let error): return .failure(error)
        case .success(let values):
            guard let entries = values.first, entries.type == "a{sas}" else { return .failure(.unreadable) }
            return .success(entries[app]?.elements?.compactMap(\.text) ?? [])
        }
    }
}
