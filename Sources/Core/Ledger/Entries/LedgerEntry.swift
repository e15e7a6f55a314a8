// One entry of the ledger's log, and how the ledgers of several hosts are merged. An entry is a change with the stamp
// of the host that wrote it; no two entries have the same stamp. For one fact of one subject the greatest entry in a
// total order counts. So merging takes a maximum, which does not depend on the order, the number of times or the route
// by which entries arrive: merge is commutative, associative and idempotent. Superseded entries are history; no merge
// needs them.
//
// The order: first the hybrid clock; then the host, by its bits. The host decides between two that wrote at the same time; it
// does not mean that one was right. One host never gives the same time twice.
//
// A fact that was cleared is an entry too and takes part: otherwise another host's older entry would bring it back.

internal import Contract
package import Features

/// One line of the log.
package struct LedgerEntry: Hashable, Sendable {
    package let subject: Subject
    package let fact: LedgerFact
    package let author: Author
    package let stamp: LedgerStamp

    /// True if this entry counts and not the other one, which has the same key.
    ///
    /// Irreflexive and total: of two different entries exactly one supersedes the other.
    package func supersedes(_ other: LedgerEntry) -> Bool {
        (stamp.time, stamp.host) > (other.stamp.time, other.stamp.host)
    }
}

// MARK: - Facts in force

extension LedgerEntry {
    /// The fact as it counts; nil for the default.
    var factInForce: Fact? {
        fact.value.map {
            Fact($0, .init(source: "ledger", asOfMs: stamp.time.milliseconds, freshness: .live))
        }
    }
}
