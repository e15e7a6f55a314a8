/// The action to which a link leads.
public struct RoutedAction: Equatable, Sendable {
    /// The path of the feature.
    public let feature: String
    /// The name of the action in its feature.
    public let action: String
    /// The name of the route that took the link.
    public let route: String
}
