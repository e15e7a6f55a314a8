/// An action of a feature that may not be available; see ``Dispatcher/request(_:for:confirmed:)``.
///
/// It has no way to be performed, and none to become a ``StaticActionBinding``.
public struct ConditionalActionBinding<FeatureType: ConditionalFeature, ActionType: ActionDefinition>: ActionBinding {}
