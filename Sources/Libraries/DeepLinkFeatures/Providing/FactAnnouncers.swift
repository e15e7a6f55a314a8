internal import Synchronization

/// The announcers of all dispatchers that a provider serves.
///
/// ```swift
/// final class Shop: PurchaseTracker {
///     let name = "shop"
///     private let announcers = FactAnnouncers()
///
///     func announceChanges(with announcer: FactAnnouncer) { announcers.add(announcer) }
///     func purchase(of product: Product, by subject: Subject) -> TrackedPurchase { … }
///     func paymentArrived() { announcers.announce() }
/// }
/// ```
public final class FactAnnouncers: Sendable {
    private let announcers = Mutex<[FactAnnouncer]>([])

    /// Makes an empty list.
    public init() {}

    /// Adds a dispatcher's; those of dispatchers that are gone are forgotten.
    public func add(_ announcer: FactAnnouncer) {
        announcers.withLock { announcers in
            announcers.removeAll { $0.signal == nil }
            announcers.append(announcer)
        }
    }

    /// Announces a change to all of them, from any thread.
    public func announce() {
        for announcer in announcers.withLock({ $0 }) { announcer.announce() }
    }
}
