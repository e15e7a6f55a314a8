/// One run of a daemon: distinguishes a request under way from one that an earlier run left unfinished.
///
/// A daemon that reopens its ledger, because the disk was full for a while or an operator asked for a reload, continues
/// its run: its requests are still under way.
package struct LedgerRun: Hashable, Sendable {
    let ledger: HostID
    /// A copy put in the ledger's place has another host: the requests that it has as under way are not.
    let host: HostID
    /// *Units*: starts, from 1.
    package let number: Int64
}
