// The audit: a row for each change of a switch, a permission, a purchase, a licence or a consent, in the transaction that
// makes the change. So after a crash there are both or neither. Overrides and tables are not kept in the ledger; their rows
// are written when they are in force.
//
//     number  chain
//     1       SHA-256(0…0,     row 1)
//     2       SHA-256(chain 1, row 2)
//     3       SHA-256(chain 2, row 3)
//
// Rows are only added at the end and removed at the beginning: those that are older than the table says, and the oldest
// beyond the limit. The head has the number and the digest of the row that was removed last, so that the first row that is
// kept can be verified too. A row that was changed, removed or added in between has another digest than the next one was
// made with. Who can write the file can make all digests anew; then the last one differs from an export that is kept
// elsewhere.

import Contract
package import Features
package import SQLite

/// The ledger's table of the audit.
package enum AuditTables: LedgerTables {
    package static let steps = [10: audit]

    package static func take(from ledger: Ledger, into kept: inout WingParts) throws(LedgerError) {}

    /// Removes rows whose time is over, also where no table has an audit any more.
    package static func forgetExpired(nowMs: Int64, _ run: LedgerRun, _ db: Database) throws {
        var head = try AuditHead(db)
        guard head.keepMs > 0 else { return }
        let before = head
        try head.trim(nowMs: nowMs, db)
        if head != before { try head.write(db) }
    }

    private static let audit = """
        CREATE TABLE audit (
            number INTEGER PRIMARY KEY, timeMs INTEGER NOT NULL, uid INTEGER NOT NULL, pid INTEGER NOT NULL, unit TEXT,
            program TEXT, method TEXT NOT NULL, subject TEXT, kind TEXT NOT NULL, name TEXT NOT NULL, old TEXT,
            new TEXT, chain BLOB NOT NULL
        ) STRICT;
        CREATE TABLE auditHead (
            only INTEGER PRIMARY KEY CHECK (only = 1), last INTEGER NOT NULL, chain BLOB NOT NULL,
            removed INTEGER NOT NULL, removedChain BLOB NOT NULL, keepMs INTEGER NOT NULL
        ) STRICT;
        INSERT INTO auditHead VALUES (1, 0, zeroblob(32), 0, zeroblob(32), 0);
        """

    /// Writes the row of a change; belongs into its transaction.
    ///
    /// *Throws*: `noDigests`, SQLite's errors.
    package static func append(_ change: AuditedChange, by author: Author, nowMs: Int64, _ db: Database) throws {
        guard let origin = author.origin else { return }
        var head = try AuditHead(db)
        guard let row = AuditRow(head.last + 1, timeMs: nowMs, by: author, change, behind: head.chain) else {
            throw LedgerError.noDigests
        }
        try row.insert(db)
        (head.last, head.chain, head.keepMs) = (row.number, row.chain, origin.keepMs)
        try head.trim(nowMs: nowMs, db)
        try head.write(db)
    }

    /// The places where rows do not follow each other; empty where all do.
    ///
    /// *Throws*: SQLite's errors. *Cost*: a digest for each row.
    static func faults(_ db: Database) throws -> [String] {
        guard try db.number("SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'auditHead'") == 1
        else { return [] }
        let head = try AuditHead(db)
        var faults: [String] = []
        var (number, chain) = (head.removed, head.removedChain)
        var isVerified = true
        try db.forEach("SELECT \(AuditRow.columns) FROM audit ORDER BY number") { found in
            guard faults.count < 20 else { return }
            guard let row = AuditRow(found) else {
                return faults.append("a row of the audit behind number \(number) cannot be read")
            }
            if row.number != number + 1 {
                faults.append("the audit has no rows \(number + 1) to \(row.number - 1)")
            } else if let follows = row.follows(chain) {
                if !follows { faults.append("row \(row.number) of the audit, or the one before it, was changed") }
            } else {
                isVerified = false
            }
            (number, chain) = (row.number, row.chain)
        }
        if number != head.last || chain != head.chain { faults.append("the audit has no rows behind number \(number)") }
        if !isVerified { faults.append("the audit cannot be verified, because \(LedgerError.noDigests)") }
        return faults
    }
}

/// The end of the audit, and what was removed at its beginning.
private struct AuditHead: Equatable {
    /// The number and the digest of the last row; 0 before the first.
    var last: Int64
    var chain: [UInt8]
    /// The number and the digest of the row that was removed last; 0 where all are there.
    private(set) var removed: Int64
    private(set) var removedChain: [UInt8]
    /// How long rows are kept; 0 where none was written.
    ///
    /// *Units*: milliseconds.
    var keepMs: Int64

    /// *Throws*: `corrupt`, SQLite's errors.
    init(_ db: Database) throws {
        let row = try db.row("SELECT last, chain, removed, removedChain, keepMs FROM auditHead")
        guard let row, let last = row.number(0), last >= 0, last < .max, case .bytes(let chain) = row.values[1],
            let removed = row.number(2), case .bytes(let removedChain) = row.values[3], let keepMs = row.number(4),
            chain.count == AuditRow.chainBytes, removedChain.count == AuditRow.chainBytes
        else { throw LedgerError.corrupt(path: "ledger.db", detail: "the audit has no head") }
        (self.last, self.chain, self.removed, self.removedChain) = (last, chain, removed, removedChain)
        self.keepMs = keepMs
    }

    /// *Throws*: SQLite's errors.
    func write(_ db: Database) throws {
        try db.run(
            "UPDATE auditHead SET last = ?, chain = ?, removed = ?, removedChain = ?, keepMs = ?",
            [last, chain, removed, removedChain, keepMs])
    }

    /// Removes the oldest rows: those that are too old, as far as no later one comes first, and those beyond the limit.
    mutating func trim(nowMs: Int64, _ db: Database) throws {
        while removed < last {
            let row = try db.row("SELECT number, timeMs, chain FROM audit ORDER BY number LIMIT 1")
            guard let row, let number = row.number(0), let timeMs = row.number(1),
                case .bytes(let chain) = row.values[2]
            else { return }
            guard last - number >= Int64(Limits.auditRows) || timeMs <= nowMs - keepMs else { return }
            try db.run("DELETE FROM audit WHERE number = ?", [number])
            (removed, removedChain) = (number, chain)
        }
    }
}

/// A row about something that the ledger does not keep itself.
package struct AuditStep: LedgerStep {
    private let change: AuditedChange
    private let author: Author

    /// - Parameter author: with an origin; without one no row is written.
    package init(_ change: AuditedChange, by author: Author) { (self.change, self.author) = (change, author) }

    /// Room is made for changes of the ledger alone.
    package var isEssential: Bool { false }

    /// Writes the row.
    package func write(to ledger: Ledger, _ head: inout LedgerHead, nowMs: Int64, _ db: Database) throws {
        try AuditTables.append(change, by: author, nowMs: nowMs, db)
    }
}

/// Some rows of the audit, in their order.
package struct AuditPage: Equatable, Sendable {
    package var rows: [AuditRow] = []
    /// The number of the first row that is kept; that of the next one where none is.
    package var first: Int64 = 1
    /// The number of the last row; 0 before the first.
    package var last: Int64 = 0
    /// Where the next page begins; nil where this is the last.
    package var next: Int64?
}

extension Ledger {
    /// Reads rows of the audit behind a number.
    ///
    /// - Parameters:
    ///   - sinceMs: the earliest time. *Units*: milliseconds since 1970 UTC.
    ///   - uid: the user who made the change, or whose facts were changed; every user if nil.
    ///
    /// *Throws*: `corrupt`, `failed`.
    package func audit(
        after number: Int64, sinceMs: Int64? = nil, uid: UInt32? = nil, limit: Int
    ) throws(LedgerError) -> AuditPage {
        try perform { db in
            var page = AuditPage()
            let head = try AuditHead(db)
            (page.first, page.last) = (head.removed + 1, head.last)
            var (wanted, arguments): (String, [any SQLArgument]) = ("number > ?", [number])
            if let sinceMs {
                wanted += " AND timeMs >= ?"
                arguments.append(sinceMs)
            }
            if let uid {
                wanted += " AND (uid = ? OR subject = ?)"
                arguments += [Int64(uid), Subject.uid(uid).description]
            }
            let rows = try db.rows(
                "SELECT \(AuditRow.columns) FROM audit WHERE \(wanted) ORDER BY number LIMIT ?", arguments + [limit + 1]
            )
            page.rows = rows.prefix(limit).compactMap { AuditRow($0) }
            if rows.count > limit { page.next = page.rows.last?.number }
            return page
        }
    }
}

extension LedgerError {
    /// The library that makes digests is not there.
    static var noDigests: Self {
        .refused(
            code: "ledger.noDigests",
            "the table has an audit, and OpenSSL 3 (libcrypto.so.3; Debian: libssl3) is not installed, which makes its "
                + "digests: install it, or remove the block `audit`")
    }
}
