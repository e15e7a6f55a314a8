/// One life of a daemon, as its ledger counts them: by it a request under way is told from one that was left behind.
///
/// A daemon that opens its ledger again, because the disk was full for a while or somebody asked for a reload, goes on
/// with the run that it had: what it was carrying out it still is.
package struct LedgerRun: Hashable, Sendable {
    let ledger: HostID
    /// Another one where a copy was put in the ledger's place: what that knows to be under way is not.
    let host: HostID
    /// *Units*: starts, from 1.
    let number: Int64
}
