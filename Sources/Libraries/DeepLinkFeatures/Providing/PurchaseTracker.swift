public import PurchaseRules

/// Knows what was bought: a shop's receipts, a licence server's answers.
///
/// A dispatcher that is made with one asks it about every product, and ``Dispatcher/setPurchase(_:to:units:endsMs:graceEndsMs:for:)``
/// cannot be used with that dispatcher. ``DebugPurchaseTracker`` is one for development.
public protocol PurchaseTracker: FactProvider {
    /// What is known of a product now, from memory.
    ///
    /// Answer with the state ``PurchaseState/unknown`` until it is known: nothing is granted then, and nothing is offered for
    /// sale.
    func purchase(of product: Product, by subject: Subject) -> TrackedPurchase
}

/// What a tracker knows of one product.
public struct TrackedPurchase: Hashable, Sendable {
    /// What is known of the purchase.
    public var state: PurchaseState
    /// How many of a consumable are unspent; nil where they are not counted.
    public var units: Int?
    /// When a subscription ends, in milliseconds since 1970; nil where it does not, or where that is not known.
    public var endsMs: Int64?
    /// Until when it is granted all the same while its payment is awaited.
    public var graceEndsMs: Int64?
    /// Whether a developer has put it in the place of what is true; every report about it says so.
    public var isOverride: Bool

    /// Makes what is known of a product.
    public init(
        _ state: PurchaseState, units: Int? = nil, endsMs: Int64? = nil, graceEndsMs: Int64? = nil,
        isOverride: Bool = false
    ) {
        (self.state, self.units, self.isOverride) = (state, units, isOverride)
        (self.endsMs, self.graceEndsMs) = (endsMs, graceEndsMs)
    }
}
