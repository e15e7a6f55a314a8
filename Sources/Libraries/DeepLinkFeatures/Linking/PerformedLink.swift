/// A link whose action was performed.
public struct PerformedLink {
    /// Where it led.
    public let action: RoutedAction
    /// What the action gave back.
    public let output: Any
    /// The names of the rewrites, guards and replacements that acted, in their order.
    public let interceptors: [String]
}
