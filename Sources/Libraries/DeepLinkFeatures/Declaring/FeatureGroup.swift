/// A feature that has subfeatures.
///
/// ```swift
/// enum Player: FeatureGroup {
///     static let description = "All features of the player"
///     static let subfeatures: [any FeatureDefinition.Type] = [Playback.self, SmartPlaylists.self]
/// }
/// ```
///
/// A subfeature of a ``ConditionalFeature`` is available only where its group is; a group without conditions is
/// transparent. A feature stands in one group only.
public protocol FeatureGroup: FeatureDefinition {
    /// The features of the group, in the order in which people are shown them.
    static var subfeatures: [any FeatureDefinition.Type] { get }
}
