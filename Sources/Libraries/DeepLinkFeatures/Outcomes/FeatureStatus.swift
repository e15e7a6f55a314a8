/// The state of each condition of a feature, at one moment.
public struct FeatureStatus: Sendable {
    /// Whether it is available; nil where that cannot be told yet.
    public let isAvailable: Bool?
    /// Why it is not available; nil where it is.
    public let refusal: Refusal?
    /// Every constraint of the feature and its ancestors, outermost first.
    public let constraints: [ConstraintStatus]
    /// The permissions it needs, by what is known of them.
    public let permissions: FeaturePermissions
    /// The products it needs.
    public let purchases: FeaturePurchases
}
