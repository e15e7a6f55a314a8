/// The reason why an action's input cannot be made from a link.
public enum RouteInputError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The link gives no value of that name.
    case missing(String)
    /// The value of that name is none that the action takes; the reason is one sentence for people.
    case invalid(String, reason: String)

    /// The name it is about.
    public var name: String {
        switch self {
        case .missing(let name), .invalid(let name, _): name
        }
    }

    /// What is wrong, in one sentence.
    public var description: String {
        switch self {
        case .missing(let name): "The link gives no `\(name)`."
        case .invalid(_, let reason): reason
        }
    }
}
