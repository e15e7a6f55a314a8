public import PurchaseRules

/// Purchases that a developer makes up, to try combinations while the program runs.
///
/// ```swift
/// let purchases = DebugPurchaseTracker(over: shop)
/// let dispatcher = try Dispatcher(PodcastApp.self, purchases: purchases)
/// purchases.set(premium, to: .expired)     // as if
/// purchases.set(premium, to: nil)          // what the shop says
/// ```
///
/// It lies over another tracker, or over nothing. Every report about a made-up purchase has ``ConstraintStatus/isOverride``
/// set and names the source `override`. It belongs to the thread or actor of its dispatcher.
public final class DebugPurchaseTracker: PurchaseTracker {
    /// The name of the tracker below it; `debug` where there is none.
    public let name: String
    private let real: (any PurchaseTracker)?
    private var made: [Product: TrackedPurchase] = [:]
    private let announcers = FactAnnouncers()

    /// Makes a tracker that answers as another does, or that nothing was bought.
    public init(over real: (any PurchaseTracker)? = nil) {
        self.real = real
        name = real?.name ?? "debug"
    }

    /// Makes up what is known of a product, for every subject; nil ends that.
    public func set(_ product: Product, to purchase: TrackedPurchase?) {
        made[product] = purchase.map { purchase in
            var purchase = purchase
            purchase.isOverride = true
            return purchase
        }
        announcers.announce()
    }

    /// Makes up the state of a product's purchase, for every subject; nil ends that.
    public func set(_ product: Product, to state: PurchaseState?) {
        set(product, to: state.map { TrackedPurchase($0) })
    }

    /// Ends everything that was made up.
    public func reset() {
        made = [:]
        announcers.announce()
    }

    /// What was made up; else what the tracker below it says.
    public func purchase(of product: Product, by subject: Subject) -> TrackedPurchase {
        made[product] ?? real?.purchase(of: product, by: subject) ?? TrackedPurchase(.none)
    }

    /// Takes a dispatcher's announcer, for the tracker below it too.
    public func announceChanges(with announcer: FactAnnouncer) {
        announcers.add(announcer)
        real?.announceChanges(with: announcer)
    }
}
