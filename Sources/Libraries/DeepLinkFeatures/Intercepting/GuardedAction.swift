/// The input of a guard: which action would be performed, and for which link.
///
/// It has no value of the action's input, and what is secret in the link reads `***`.
public struct GuardedAction: Equatable, Sendable {
    /// The path of the feature.
    public let feature: String
    /// The name of the action in its feature.
    public let action: String
    /// The link in canonical form, without its secrets; nil if the program performs the action without one.
    public let url: String?
    /// The name of the route that took the link.
    public let route: String?
}

/// The result of a guard.
public enum GuardAnswer: Equatable, Sendable {
    /// The action is performed, unless another guard refuses.
    case allow
    /// The action is not performed; the reason is one sentence for people.
    case refuse(_ reason: String)
}
