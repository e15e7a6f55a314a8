/// A link whose action was performed.
public struct PerformedLink {
    /// Where it led.
    public let action: RoutedAction
    /// What the action gave back.
    public let output: Any
}
