/// What makes one change of all ledgers distinct, and orders it.
package struct LedgerStamp: Hashable, Sendable {
    /// The host whose ledger wrote the change first.
    package let host: HostID
    /// *Units and range*: from 1, counts that host's changes; never used twice, and it may skip.
    package let sequence: Int64
    package let time: HybridTime

    package init(host: HostID, sequence: Int64, time: HybridTime) {
        self.host = host
        self.sequence = sequence
        self.time = time
    }
}
