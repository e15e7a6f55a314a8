// The tables of the database have several owners: the core has those of facts and of idempotency keys, and a capability adds
// its own. Each owner brings the steps of the schema that made its tables. `LedgerSchema` joins them:
//
//     1, 2, 3, 4, 5    the core's steps
//     6                `LinkTables`
//     7                `LicenceTables`
//     8                `JournalTables`
//     9                the core's: the sums of rows (LedgerSums)
//     10               `AuditTables`
//     11               `SpendingTables`
//
// A step is never edited, and its number is never given to another one: ledgers on disk have it. The steps of an owner that
// is removed stay in the schema.

package import Features
package import SQLite

/// The tables of one owner.
package protocol LedgerTables: SendableMetatype {
    /// The steps that made them, by the version of the schema that each leads to.
    static var steps: [Int: String] { get }
    /// Reads what the owner takes over from a ledger that was opened.
    static func take(from ledger: Ledger, into kept: inout WingParts) throws(LedgerError)
    /// Removes rows whose time is over; belongs into a transaction.
    ///
    /// *Throws*: SQLite's errors.
    static func forgetExpired(nowMs: Int64, _ run: LedgerRun, _ db: Database) throws
    /// Takes note that the database is a copy that was put into the ledger's place; belongs into a transaction.
    ///
    /// *Throws*: SQLite's errors.
    static func doubt(_ db: Database) throws
}

extension Ledger {
    /// What the owners of tables take over from a ledger that was opened.
    ///
    /// *Throws*: `full`, `readOnly`, `corrupt`, `failed`.
    package func takeKept() throws(LedgerError) -> WingParts {
        var kept = WingParts()
        for tables in schema.tables { try tables.take(from: self, into: &kept) }
        return kept
    }
}

extension LedgerTables {
    /// No row has a time.
    package static func forgetExpired(nowMs: Int64, _ run: LedgerRun, _ db: Database) throws {}

    /// Rows count in a copy too.
    package static func doubt(_ db: Database) throws {}
}
