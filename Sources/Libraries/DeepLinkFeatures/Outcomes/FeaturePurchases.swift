public import PurchaseRules

/// The products that a feature and its ancestors need.
public struct FeaturePurchases: Sendable {
    /// All that any requirement names.
    public let all: [Product]
    /// Those that are granted now.
    public let purchased: [Product]
    /// Those whose purchase would lift a requirement that is not met.
    ///
    /// Empty while it is not known what the user has bought, so that no user is offered a product that they have.
    public let requiredToUnlock: [Product]
}
