// How ledgers of several hosts become one. An entry is a change as some host wrote it: with the stamp that no other entry
// has. For one fact of one subject the entry that counts is the greatest in a total order, so merging is taking a
// maximum, and a maximum does not care in which order, how often or by which way entries arrive: merge is
// commutative, associative and idempotent. Superseded entries are history; no merge ever needs them.
//
// The order: first the moment the fact itself speaks of, which purchases have and which makes a late message about an
// earlier state harmless; then the hybrid clock; then the host, by its bits, which decides between two hosts that
// wrote at the same time and says nothing about who was right. One host never gives the same time twice.
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

    package init(subject: Subject, fact: LedgerFact, author: Author, stamp: LedgerStamp) {
        self.subject = subject
        self.fact = fact
        self.author = author
        self.stamp = stamp
    }

    /// What an entry is about, and whom.
    package struct Key: Hashable, Sendable {
        let subject: Subject
        let fact: FactKey
        let transaction: String
    }

    /// What it is about, without what it says.
    package var key: Key { Key(subject: subject, fact: fact.key, transaction: fact.transaction) }

    /// Whether this entry counts and not the other one, which is about the same.
    ///
    /// Irreflexive and total: of two different entries exactly one supersedes the other.
    package func supersedes(_ other: LedgerEntry) -> Bool {
        (fact.asOfMs, stamp.time, stamp.host) > (other.fact.asOfMs, other.stamp.time, other.stamp.host)
    }

    /// Takes entries into a state: of each fact the one that counts.
    package static func merge(_ entries: some Sequence<LedgerEntry>, into state: inout [Key: LedgerEntry]) {
        for entry in entries {
            if let held = state[entry.key], !entry.supersedes(held) { continue }
            state[entry.key] = entry
        }
    }
}

// MARK: - Facts in force

extension LedgerEntry {
    /// The fact as it counts; nil for the default.
    var factInForce: Fact? {
        let evidence: ConstraintReport.Evidence =
            fact.purchase == nil
            ? .init(source: "ledger", asOfMs: stamp.time.milliseconds, freshness: .live)
            : .init(source: fact.source, asOfMs: fact.asOfMs, freshness: .cached)
        return fact.value.map { Fact($0, evidence) }
    }

    /// Whether another purchase of the product counts, and not this one: the one that grants it longest, else the one
    /// that the source reported last.
    func countsLess(than other: LedgerEntry, atMs nowMs: Int64) -> Bool {
        let (own, others) = (weight(atMs: nowMs), other.weight(atMs: nowMs))
        return (own.grants, own.endsMs, fact.asOfMs) < (others.grants, others.endsMs, other.fact.asOfMs)
    }

    private func weight(atMs nowMs: Int64) -> (grants: Int, endsMs: Int64) {
        guard let purchase = fact.purchase, purchase.state(atMs: nowMs).entitles == true else { return (0, 0) }
        // What was cancelled gets no grace; what has no end keeps on granting.
        let graceEndsMs = purchase.state == .cancelled ? nil : purchase.graceEndsMs
        let endsMs = purchase.state == .grace ? graceEndsMs ?? purchase.endsMs : purchase.endsMs
        return (1, endsMs.map { max($0, graceEndsMs ?? $0) } ?? .max)
    }
}
