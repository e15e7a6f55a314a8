/// The identity and the order of one change among the changes of all ledgers.
package struct LedgerStamp: Hashable, Sendable {
    /// The host whose ledger first wrote the change.
    package let host: HostID
    /// *Units and range*: the number of the change on that host, from 1; never used twice, and numbers may be skipped.
    package let sequence: Int64
    package let time: HybridTime
}
