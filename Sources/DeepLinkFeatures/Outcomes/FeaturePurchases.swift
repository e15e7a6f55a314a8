/// The products that a feature and its ancestors need.
public struct FeaturePurchases: Sendable {
    /// All that any requirement names.
    public let all: [Product]
    /// Those that are granted now.
    public let purchased: [Product]
    /// Those whose purchase would lift a requirement that is not met; none while it cannot be told what was bought, so
    /// that nobody is sold what they have.
    public let requiredToUnlock: [Product]
}
