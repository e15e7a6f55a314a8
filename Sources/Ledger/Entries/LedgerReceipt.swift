/// What became of a change, once it is durable.
package struct LedgerReceipt: Hashable, Sendable {
    /// Whether the facts are others than before.
    package enum Effect: Hashable, Sendable {
        /// The fact is the current one now.
        case current
        /// It was the current one already, and nothing was written.
        case unchanged
        /// It was written down, but a fact said later counts.
        case superseded
    }

    package let effect: Effect
    /// The change's own stamp, or that of the entry that said the same before.
    package let stamp: LedgerStamp
}
