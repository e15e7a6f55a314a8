/// An action that may be offered to others, as ``FeatureActionsBuilder/publish(_:)`` declared it.
public struct PublishedAction: Equatable, Sendable {
    /// The path of its feature.
    public let feature: String
    /// Its name in its feature.
    public let name: String
    /// One sentence for people.
    public let description: String

    /// An action of a table, which has no sentence.
    init(feature: String, name: String) { (self.feature, self.name, description) = (feature, name, "") }

    init(feature: String, _ action: any ActionDefinition.Type) {
        self.feature = feature
        name = action.name
        description = action.description
    }
}
