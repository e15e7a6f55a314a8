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
    private struct State {
        var announcers: [FactAnnouncer] = []
        /// How many there may be before those of dispatchers that are gone are looked for: a server has many, and makes some
        /// each second.
        var limit = 8
    }

    private let state = Mutex(State())

    /// Makes an empty list.
    public init() {}

    /// Adds a dispatcher's; those of dispatchers that are gone are forgotten.
    public func add(_ announcer: FactAnnouncer) {
        state.withLock { state in
            if state.announcers.count >= state.limit {
                state.announcers.removeAll { $0.signal == nil }
                state.limit = max(8, 2 * state.announcers.count)
            }
            state.announcers.append(announcer)
        }
    }

    /// Announces a change to all of them, from any thread.
    public func announce() {
        for announcer in state.withLock({ $0.announcers }) { announcer.announce() }
    }
}
