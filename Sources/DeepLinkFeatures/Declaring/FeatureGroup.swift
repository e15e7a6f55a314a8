/// A feature that has subfeatures.
///
/// A subfeature of a ``ConditionalFeature`` is available only where its group is; a group without conditions is
/// transparent. A feature stands in one group only.
public protocol FeatureGroup: FeatureDefinition {
    /// The features of the group, in the order in which people are shown them.
    static var subfeatures: [any FeatureDefinition.Type] { get }
}
