/// One call with its parameters, decoded and complete.
package enum Request: Equatable, Sendable {
    /// Match, verify and perform.
    case open(url: String, timings: Bool)
    /// Match and verify; the binding can be performed later by the same connection.
    case verify(url: String)
    /// Perform a binding of this connection.
    case perform(binding: String)
    /// Say what `open` would come to, and why.
    case explain(url: String, candidates: Bool)
    case list
    case describe(feature: String)
    case status
    case reload
    case getInfo
    case getInterfaceDescription(interface: String)

    /// The method that carries it.
    package var method: Method {
        switch self {
        case .open: .open
        case .verify: .verify
        case .perform: .perform
        case .explain: .explain
        case .list: .list
        case .describe: .describe
        case .status: .status
        case .reload: .reload
        case .getInfo: .getInfo
        case .getInterfaceDescription: .getInterfaceDescription
        }
    }
}
