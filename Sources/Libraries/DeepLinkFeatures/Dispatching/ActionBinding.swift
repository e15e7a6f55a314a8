/// A feature and one of its actions: can be shown, cannot be performed.
public protocol ActionBinding<FeatureType, ActionType>: Sendable {
    /// The feature that owns the action.
    associatedtype FeatureType: FeatureDefinition
    /// The action.
    associatedtype ActionType: ActionDefinition
}
