// A durable link has one row from when it was accepted until it was acknowledged, given up or refused:
//
//     killed before the row is there     the link was not accepted, and no app was told
//     killed after                       the next run takes it up again under the same name
//     killed after an app was told       the same, and the row says so: the app may have acted on it; where links are
//                                        redelivered each row says so from the beginning
//     killed after the row is gone       the link is over
//
// Steps of many links go to the disk together, with one sync. The time of a link is over by the wall clock, since the
// daemon does not run in between; while it runs, the owner measures the time.

package import ChannelRules
import Contract
import Features
package import Ledger
package import SQLite

extension Ledger {
    /// Reads all links, and takes over those of earlier runs if the ledger can be written.
    ///
    /// *Throws*: `full`, `readOnly`, `corrupt`, `failed`.
    package func takeLinks() throws(LedgerError) -> KeptLinks {
        let nowMs = clock()
        guard access == .everything else { return try perform { db in try self.links(nowMs: nowMs, db).kept } }
        // On a full disk too: otherwise a start would refuse every link until the ledger is opened a second time.
        return try write(isEssential: true) { db in
            let (kept, inherited) = try self.links(nowMs: nowMs, db)
            for number in inherited {
                try db.run("UPDATE link SET run = ? WHERE number = ?", [self.run.number, number])
            }
            return kept
        }
    }

    /// All links, and the numbers of those that an earlier run wrote.
    private func links(nowMs: Int64, _ db: Database) throws -> (kept: KeptLinks, inherited: [Int64]) {
        var kept = KeptLinks()
        var inherited: [Int64] = []
        // Opened for reading, a copy that was put in the ledger's place is still one.
        let isCopy = try db.number("SELECT isCopy FROM ledger") == 1
        try db.forEach(LinkRow.all) { row in
            guard let row = LinkRow(row), let link = row.link else {
                kept.unreadableCount += 1
                return
            }
            kept.links.append(
                KeptLink(
                    link, remaining: row.remaining(atMs: nowMs), wasTold: row.tellings > 0 || isCopy,
                    isOfThisRun: row.run == run.number))
            if row.run != run.number { inherited.append(row.number) }
        }
        return (kept, inherited)
    }

    fileprivate func receive(
        _ link: DurableLink, _ key: IdempotencyKey?, _ outcome: String, _ head: inout LedgerHead, nowMs: Int64,
        _ db: Database
    ) throws {
        try LinkRow.insert(link, run: run.number, nowMs: nowMs, db)
        do {
            let limit = Limits.durableLinkBytesPerUser
            let taken = try db.number("SELECT linkBytes FROM caller WHERE uid = ?", [Int64(link.description.owner)])
            guard taken ?? 0 <= limit else { throw LedgerError.tooManyLinkBytes(limit: limit) }
            if let key { try accept(key, link, outcome, &head, nowMs: nowMs, db) }
        } catch {
            try db.run("DELETE FROM link WHERE delivery = ?", [link.description.delivery])
            throw error
        }
    }

    /// Keeps the outcome of a key whose link is accepted, until `end` knows the last one.
    private func accept(
        _ key: IdempotencyKey, _ link: DurableLink, _ outcome: String, _ head: inout LedgerHead, nowMs: Int64,
        _ db: Database
    ) throws {
        try Self.checkLength(ofOutcome: outcome)
        let stamp = head.advance(nowMs: nowMs)
        try db.run(
            """
            UPDATE idempotency SET outcome = ?, link = ?, host = ?, sequence = ?, time = ?
            WHERE uid = ? AND subject = ? AND key = ? AND run = ? AND outcome IS NULL
            """,
            [outcome, link.description.delivery, head.hostNumber, stamp.sequence, stamp.time.packed]
                + Self.arguments(key) + [run.number])
        guard db.changeCount == 1 else { throw LedgerError.notClaimed(key: key.text) }
    }

    /// Removes a link, and keeps its outcome for its key: so long from now on as for a request that ends at once.
    fileprivate func end(
        _ delivery: String, _ outcome: String?, _ head: inout LedgerHead, nowMs: Int64, _ db: Database
    ) throws {
        if let outcome {
            try Self.checkLength(ofOutcome: outcome)
            let stamp = head.advance(nowMs: nowMs)
            let end = keyClock.end(after: Limits.idempotencyLifetime)
            try db.run(
                """
                UPDATE idempotency SET outcome = ?, link = NULL, host = ?, sequence = ?, time = ?,
                    expiresMs = max(expiresMs, ?), forgottenMs = max(forgottenMs, ?)
                WHERE link = ?
                """,
                [
                    outcome, head.hostNumber, stamp.sequence, stamp.time.packed, end.expiresMs, end.forgottenMs,
                    delivery,
                ])
        } else {
            try db.run("DELETE FROM idempotency WHERE link = ?", [delivery])
        }
        try db.run("DELETE FROM link WHERE delivery = ?", [delivery])
    }
}

extension LinkStep {
    /// Whether it is made on a full disk too: an end makes room.
    package var isEssential: Bool {
        switch self {
        case .received: false
        case .told, .ended: true
        }
    }

    /// Writes it.
    ///
    /// *Throws*: of the errors about a request `tooManyLinkBytes`, `notClaimed` and `unusable` for a link that is received,
    /// `noLink` for one that is told of. To end a link twice is no error, so a caller can repeat a step whose success it does
    /// not know.
    package func write(to ledger: Ledger, _ head: inout LedgerHead, nowMs: Int64, _ db: Database) throws {
        switch self {
        case .received(let link, let key, let outcome):
            try ledger.receive(link, key, outcome, &head, nowMs: nowMs, db)
        case .told(let delivery):
            try db.run("UPDATE link SET tellings = tellings + 1 WHERE delivery = ?", [delivery])
            guard db.changeCount == 1 else { throw LedgerError.noLink(delivery: delivery) }
        case .ended(let delivery, let outcome): try ledger.end(delivery, outcome, &head, nowMs: nowMs, db)
        }
    }
}

extension LedgerError {
    /// The links of durable channels that wait for a user's apps have reached their limit.
    ///
    /// - Parameter limit: in bytes.
    package static func tooManyLinkBytes(limit: Int) -> Self {
        .refused(
            code: "ledger.tooManyLinkBytes",
            "the links that wait on the disk for this user's apps take \(limit >> 20) MiB: start the app that takes them, or wait"
        )
    }

    /// The ledger holds no link of that delivery: it was ended, or the ledger is another one.
    package static func noLink(delivery: String) -> Self {
        .refused(code: "ledger.noLink", "no link with the delivery \(delivery) is on the disk")
    }
}
