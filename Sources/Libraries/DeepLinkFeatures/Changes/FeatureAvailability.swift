/// The availability of one conditional feature, at one moment.
public struct FeatureAvailability: Equatable, Sendable {
    /// The feature's path, `Podcasts/SmartPlaylists`.
    public let feature: String
    /// Whether it is available; nil where that cannot be told yet.
    public let isAvailable: Bool?
    /// The code of the refusal, `blocked.purchase.required`; nil where it is available.
    public let code: String?
    let type: ObjectIdentifier

    /// Whether it is about that feature.
    public func isOf(_ feature: any FeatureDefinition.Type) -> Bool { type == ObjectIdentifier(feature) }
}

/// The features whose availability has changed, as they are now.
public struct AvailabilityChange: Equatable, Sendable {
    /// In the order of declaration; in the first notice all conditional features.
    public let features: [FeatureAvailability]

    /// The new state of a feature; nil where it has not changed.
    ///
    /// *Shape*: `if change[SmartPlaylists.self]?.isAvailable == true { showPlaylists() }`
    public subscript(_ feature: any FeatureDefinition.Type) -> FeatureAvailability? {
        features.first { $0.isOf(feature) }
    }
}

/// What one reader of changes was told last.
///
/// A notice is made by comparing with that. So changes that come between two notices are one notice, and the last state is
/// never lost, whatever was missed before it.
struct AvailabilityReader {
    private var known: [FeatureAvailability]?

    /// What has changed since the last time; nil if nothing has.
    ///
    /// - Parameter current: all conditional features, always in the same order.
    mutating func take(_ current: [FeatureAvailability]) -> AvailabilityChange? {
        defer { known = current }
        guard let known else { return AvailabilityChange(features: current) }
        let changed = zip(known, current).filter { $0 != $1 }.map(\.1)
        return changed.isEmpty ? nil : AvailabilityChange(features: changed)
    }
}
