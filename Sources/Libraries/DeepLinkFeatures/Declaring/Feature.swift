/// A feature that is always available: its actions are performed directly.
///
/// It may not stand under a ``ConditionalFeature``: what depends on a condition is conditional itself, and declaring it
/// as always available is an error when the dispatcher is made.
public protocol Feature: FeatureDefinition where Availability == AlwaysAvailable {
    /// Declares every action; called once by each dispatcher that is made with the feature.
    ///
    /// An action that is not listed here cannot be performed: see ``FeatureActionsBuilder``.
    static func prepare(actions: FeatureActionsBuilder)
}

extension Feature {
    /// Binds an action to this feature.
    public static func action<ActionType>(
        _ action: ActionType.Type
    ) -> StaticActionBinding<Self, ActionType> {
        StaticActionBinding()
    }
}
