package import ChannelRules
package import Ledger

/// One step of a durable link, which is on the disk before anyone hears of it.
///
///     received    before its sender is answered that it was accepted, and before an app is told of it
///     told        before an app is told of it, unless links are redelivered
///     ended       before its acknowledgement is answered, and its sender
package enum LinkStep: LedgerStep {
    /// Keeps a link.
    ///
    /// With an idempotency key the outcome is kept too, as the key's: a caller that sends the key again after a crash hears
    /// of a link that was accepted, and not of a request that was interrupted.
    case received(DurableLink, key: IdempotencyKey?, outcome: String)
    /// Notes that an app is about to be told.
    case told(delivery: String)
    /// Forgets the link, and puts the outcome in the place of the one that its key has.
    ///
    /// Nil where nothing was done: then the key is forgotten too, so that the request may be sent again.
    case ended(delivery: String, outcome: String?)
}
