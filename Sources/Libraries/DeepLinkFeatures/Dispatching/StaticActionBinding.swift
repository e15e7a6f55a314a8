/// An action of a feature that is always available; a ``Dispatcher`` performs it.
public struct StaticActionBinding<FeatureType: Feature, ActionType: ActionDefinition>: ActionBinding {}
