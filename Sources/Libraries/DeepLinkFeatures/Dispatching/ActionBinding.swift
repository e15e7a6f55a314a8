/// An unverified binding of a feature and one of its actions: it can be shown, and cannot be performed.
public protocol ActionBinding<FeatureType, ActionType>: Sendable {
    /// The feature that owns the action.
    associatedtype FeatureType: FeatureDefinition
    /// The action.
    associatedtype ActionType: ActionDefinition
}
