import Routing

/// The reason why there is no link to an action with an input.
public struct LinkNotBuilt: Error, Equatable, Sendable, CustomStringConvertible {
    /// The stable name of the reason, as `missingParameter`.
    public let reason: String
    /// One sentence for people.
    public let message: String
    /// What to do about it.
    public let help: String

    /// The sentence and the help.
    public var description: String { "\(message) \(help)" }

    init(_ error: LinkBuildError) {
        reason = error.code
        message = error.sentence
        help = error.help
    }

    /// There is no route to the action.
    init(unrouted action: String) {
        reason = "noRoute"
        message = "No route leads to `\(action)`."
        help = "declare one in its feature's `routes(_:)`"
    }
}
