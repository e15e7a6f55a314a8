// The journal: a row for each link whose action has begun and not ended. The row is on the disk before the action begins,
// and gone before its caller is answered. So what an earlier run has left is what it was killed in:
//
//     killed before the row is there     nothing was done
//     killed after                       `unknown.effect`: the action may have begun, or have ended
//     killed after the row is gone       the action has ended, and its caller may know
//
// A row has no URL and no inputs: it lies on the disk for as long as operators have not looked at it.

internal import Contract
package import Features
package import SQLite

/// The ledger's table of links that have begun and not ended.
package enum JournalTables: LedgerTables {
    package static let steps = [8: journal]

    package static func take(from ledger: Ledger, into kept: inout WingParts) throws(LedgerError) {
        kept[JournalRows.self] = try ledger.interruptedLinks()
    }

    /// Removes what earlier runs have left, once its time is over, and the oldest beyond the limit.
    package static func forgetExpired(nowMs: Int64, _ run: LedgerRun, _ db: Database) throws {
        try db.run(
            """
            DELETE FROM journal WHERE run <> ? AND (startedMs <= ? OR number NOT IN (
                SELECT number FROM journal WHERE run <> ? ORDER BY number DESC LIMIT ?
            ))
            """,
            [
                run.number, nowMs - Limits.interruptedTime.wholeMilliseconds, run.number,
                Int64(Limits.interruptedLinks),
            ])
    }

    /// Step 8: the links that have begun and not ended.
    private static let journal = """
        CREATE TABLE journal (
            number INTEGER PRIMARY KEY, run INTEGER NOT NULL, outcomeId TEXT NOT NULL, startedMs INTEGER NOT NULL,
            uid INTEGER NOT NULL, subject TEXT, route TEXT, feature TEXT NOT NULL, action TEXT NOT NULL,
            UNIQUE (run, outcomeId)
        ) STRICT;
        """
}

/// A link whose action begins.
package struct JournalRow: Equatable, Sendable {
    /// The id that its outcome gets.
    package let outcomeId: String
    package let uid: UInt32
    /// nil where it is the caller's own.
    package let subject: String?
    /// nil for an action that was named.
    package let route: String?
    package let feature: String
    package let action: String
    /// *Units*: milliseconds since 1970 UTC; set by the ledger.
    package var startedMs: Int64 = 0

    /// Describes a link by its names.
    package init(
        outcomeId: String, uid: UInt32, subject: String?, route: String?, feature: String, action: String
    ) {
        (self.outcomeId, self.uid, self.subject) = (outcomeId, uid, subject)
        (self.route, self.feature, self.action) = (route, feature, action)
    }
}

/// What earlier runs have left, the latest first.
package struct JournalRows: WingPart, Equatable {
    package var rows: [JournalRow] = []

    package init() {}
}

/// One step of a link of the journal.
package enum JournalStep: LedgerStep {
    case begun(JournalRow)
    /// That of this run has ended.
    case ended(outcomeId: String)
    /// An operator has seen what earlier runs have left: that of an id, or all where nil.
    case acknowledged(outcomeId: String?)

    /// Room is made for an end, and for nothing else.
    package var isEssential: Bool {
        switch self {
        case .begun: false
        case .ended, .acknowledged: true
        }
    }

    /// Writes or removes the row.
    package func write(to ledger: Ledger, _ head: inout LedgerHead, nowMs: Int64, _ db: Database) throws {
        let run = ledger.run.number
        switch self {
        case .begun(let row):
            try db.run(
                "INSERT INTO journal VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)",
                [run, row.outcomeId, nowMs, Int64(row.uid), row.subject, row.route, row.feature, row.action])
        case .ended(let id): try db.run("DELETE FROM journal WHERE run = ? AND outcomeId = ?", [run, id])
        case .acknowledged(let id?): try db.run("DELETE FROM journal WHERE run <> ? AND outcomeId = ?", [run, id])
        case .acknowledged(nil): try db.run("DELETE FROM journal WHERE run <> ?", [run])
        }
    }
}

extension Ledger {
    /// The links that earlier runs have begun, and of whose end nothing is known.
    ///
    /// *Throws*: `corrupt`, `failed`.
    package func interruptedLinks() throws(LedgerError) -> JournalRows {
        try perform { db in
            var found = JournalRows()
            try db.forEach(
                """
                SELECT outcomeId, uid, subject, route, feature, action, startedMs FROM journal
                WHERE run <> \(self.run.number) ORDER BY number DESC LIMIT \(Limits.interruptedLinks)
                """
            ) { row in
                guard let id = row.text(0), let feature = row.text(4), let action = row.text(5) else { return }
                var link = JournalRow(
                    outcomeId: id, uid: UInt32(truncatingIfNeeded: row.number(1) ?? 0), subject: row.text(2),
                    route: row.text(3), feature: feature, action: action)
                link.startedMs = row.number(6) ?? 0
                found.rows.append(link)
            }
            return found
        }
    }
}
