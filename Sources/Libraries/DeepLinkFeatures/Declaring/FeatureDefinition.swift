/// A feature as a Swift type: it has a name that users know, and owns actions.
///
/// Adopt ``Feature`` or ``ConditionalFeature``, and ``FeatureGroup`` where it has subfeatures. A feature is a type and
/// never an instance: an `enum` without cases serves best. It holds no state of its own: whether it is available is
/// decided by a ``Dispatcher``, and several of them may know the same feature.
public protocol FeatureDefinition: SendableMetatype {
    /// Whether the feature can be performed at any time or must be asked for; ``Feature`` and ``ConditionalFeature`` fix
    /// it, so that no type can be both.
    associatedtype Availability = AlwaysAvailable

    /// The name that paths are made of, as `SmartPlaylists` in `Podcasts/SmartPlaylists`; the type's name without a last
    /// `Feature` unless another is given.
    ///
    /// *Shape*: letters, digits, `-`, `_` and `.`; unique beside the features of the same group.
    static var name: String { get }
    /// One sentence for people.
    static var description: String { get }
}

extension FeatureDefinition {
    /// The type's name without a last `Feature`.
    public static var name: String {
        let name = String(describing: Self.self)
        return name.hasSuffix("Feature") && name != "Feature" ? String(name.dropLast(7)) : name
    }
}
