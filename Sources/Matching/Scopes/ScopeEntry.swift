/// One place where routes are looked up: an exact or wildcard host, a scheme, or everything a file owns.
///
/// A route stands in one entry per scope it names; without `in` in `anyScheme` and `anyHost` of its file. Only routes
/// of one entry are ever compared.
package enum ScopeEntry: Hashable, Sendable {
    /// A custom scheme, lower-case.
    case scheme(String)
    case host(DeclaredHost)
    /// Every custom scheme that the file owns.
    case anyScheme(file: Int)
    /// Every host that the file owns.
    case anyHost(file: Int)

    /// How people read the entry.
    package var text: String {
        switch self {
        case .scheme(let name): name + ":"
        case .host(let host): host.text
        case .anyScheme: "any scheme of the file"
        case .anyHost: "any host of the file"
        }
    }
}
