/// A provider of facts: a ``PurchaseTracker``, a ``PermissionAdapter`` or a ``ToggleStore``.
///
/// Dispatchers are made with providers, and ask them at each request, so that no answer is older than the request. A
/// provider answers from memory: what takes time it does beforehand, elsewhere, and then announces the change.
public protocol FactProvider: AnyObject {
    /// What the evidence of constraints names as their source, as `shop`.
    var name: String { get }

    /// Takes what changes are announced with; called once by each dispatcher that is made with the provider.
    ///
    /// A ``FactAnnouncers`` keeps them all.
    func announceChanges(with announcer: FactAnnouncer)
}

/// Tells one dispatcher that a provider may answer otherwise from now on.
public struct FactAnnouncer: Sendable {
    weak let signal: ChangeSignal?

    /// Announces a change, from any thread; the dispatcher asks all its providers again.
    ///
    /// Without effect once the dispatcher is gone.
    public func announce() { signal?.announce() }
}
