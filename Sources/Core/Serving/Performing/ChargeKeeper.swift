package import Features
package import Ledger

/// Reserves what links use up, and takes it once they have ended.
///
/// *Owner/thread*: the loop's thread; a wing makes it, and `LiveFacts` holds it.
package protocol ChargeKeeper: AnyObject {
    /// Reserves in memory, at once, what an action uses up: by that much less is there for every other link.
    ///
    /// - Parameters:
    ///   - outcomeID: that of the link.
    ///   - feature: the path of the action's feature.
    ///
    /// Returns: nil where it is not there.
    func reserve(
        _ charges: [Charge], for proof: borrowing VerifiedActionBinding, outcomeID: String, feature: String
    ) -> (any ChargeHold)?
}

/// What is reserved for one link.
///
/// *Owner/thread*: the loop's thread; held by its link.
package protocol ChargeHold: AnyObject {
    /// The step that writes down that it is reserved.
    var beginning: any LedgerStep { get }
    /// The step that writes down its end.
    func ending(_ end: ChargeEnd) -> any LedgerStep
    /// Adds it to facts by which its own link is judged.
    func putBack(into facts: inout Facts)
    /// Takes note of the end, before it is written down.
    func end(_ end: ChargeEnd)
    /// Takes note that the end is on the disk.
    func didWriteEnd()
}
