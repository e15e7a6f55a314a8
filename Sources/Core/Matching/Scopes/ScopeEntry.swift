/// A group of routes that are looked up together: those of an exact or wildcard host, of a scheme, or of all that a
/// file owns.
///
/// A route is in one entry for each scope that it names. Without `in` it is in `anyScheme` and `anyHost` of its file.
/// Only routes of one entry are compared.
package enum ScopeEntry: Hashable, Sendable {
    /// A custom scheme, lower-case.
    case scheme(String)
    case host(DeclaredHost)
    /// Every custom scheme that the file owns.
    case anyScheme(file: Int)
    /// Every host that the file owns.
    case anyHost(file: Int)

    /// The name of the entry in messages.
    package var text: String {
        switch self {
        case .scheme(let name): name + ":"
        case .host(let host): host.text
        case .anyScheme: "any scheme of the file"
        case .anyHost: "any host of the file"
        }
    }
}
