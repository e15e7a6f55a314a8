// Where purchases are known from, and how to try combinations of them while the program runs.

import DeepLinkFeatures

/// What the program knows of its shop's receipts.
final class Receipts: PurchaseTracker {
    let name = "receipts"
    private let announcers = FactAnnouncers()
    private var purchases: [String: TrackedPurchase] = [:]

    /// A receipt came in, with the day on which it ends.
    func take(_ product: Product, _ purchase: TrackedPurchase) {
        purchases[product.id] = purchase
        announcers.announce()
    }

    func announceChanges(with announcer: FactAnnouncer) { announcers.add(announcer) }

    func purchase(of product: Product, by subject: Subject) -> TrackedPurchase {
        purchases[product.id] ?? TrackedPurchase(.none)
    }
}
