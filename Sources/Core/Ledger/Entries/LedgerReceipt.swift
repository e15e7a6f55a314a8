/// The result of a change to the ledger, once it is durable.
package struct LedgerReceipt: Hashable, Sendable {
    /// The effect on the current facts.
    package enum Effect: Hashable, Sendable {
        /// The fact is the current one now.
        case current
        /// It was the current one already, and nothing was written.
        case unchanged
        /// It was written, but an entry that supersedes it counts.
        case superseded
    }

    package let effect: Effect
    /// The change's own stamp; for `unchanged` the stamp of the current entry.
    package let stamp: LedgerStamp
}
