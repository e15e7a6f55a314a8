// What is in the database of a ledger, and what is wrong with it. The structure is SQLite's to check; the rows are compared with
// the sums that were written with them (LedgerSums):
//
//     a page that is no page, an index without its row      integrity_check, foreign_key_check
//     a flipped bit in a row, a row that is gone            the sums
//     a row of the audit that was changed by hand           the digests of its rows (AuditTables)
//
// A file is read without a lock and without a change of any file: it may be a copy on a read-only disk. So it must not be in
// use, and whether it is can be asked of the system, because every daemon locks its ledger.

package import Contract
import HostSystem
import SQLite

/// The contents of a ledger's database, and its faults.
package struct LedgerInspection: Equatable, Sendable {
    /// One table.
    package struct Table: Equatable, Sendable {
        package let name: String
        package let rowCount: Int
    }

    /// *Shape*: 32 hexadecimal digits; nil where the database does not say.
    package var ledger: String?
    /// *Units*: schema versions.
    package var schema = 0
    /// Whether it is a backup that was not used yet.
    package var isCopy = false
    /// The time of the latest change.
    ///
    /// *Units*: milliseconds since 1970 UTC; 0 where there is none.
    package var changedMs: Int64 = 0
    package var tables: [Table] = []
    /// Whether a flipped bit in a row is found: ledgers of earlier versions have no sums.
    package var hasSums = false
    /// *Shape*: sentences without an end.
    package var faults: [String] = []
    /// The database and its log.
    ///
    /// *Units*: bytes.
    package var byteCount = 0

}

extension LedgerContents {
    /// Reports what was found in the database at a path.
    package init(_ found: LedgerInspection, of file: String, isVerified: Bool) {
        self.init()
        (self.file, ledger, schema, bytes) = (file, found.ledger, found.schema, found.byteCount)
        (isCopy, hasSums) = (found.isCopy, found.hasSums)
        changedMs = found.changedMs > 0 ? found.changedMs : nil
        tables = found.tables.map { table in
            LedgerTableReport { ($0.name, $0.rows) = (table.name, table.rowCount) }
        }
        (self.isVerified, faults) = (isVerified, found.faults)
    }
}

extension LedgerInspection {
    /// The most lines that SQLite prints of one check.
    private static let lineLimit = 20
    /// The bytes that SQLite locks.
    ///
    /// *Source*: https://www.sqlite.org/src/file/src/os.h, PENDING_BYTE; SHARED_SIZE.
    private static let lockedBytes = 0x4000_0000..<0x4000_0200

    /// Reads a file that is not in use: a backup, or the ledger of a daemon that does not run.
    ///
    /// *Throws*: `foreign` for a file of another program, `newerSchema`, `corrupt` where it cannot be read at all,
    /// `locked` where a process uses it, `failed`.
    /// *Cost*: reads every page several times.
    package static func ofFile(_ path: String) throws(LedgerError) -> LedgerInspection {
        let file = try attempt(path) { try ReadableFile(path) }
        guard try attempt(path, { try file.locker(of: lockedBytes) }) == nil else { throw .locked(path: path) }
        guard
            LedgerSchema.isMarked(try attempt(path) { try file.bytes(at: 0, byteCount: LedgerSchema.headerByteCount) })
        else { throw .foreign(path: path) }
        let logBytes = try attempt(path) { () throws(LoopError) -> Int in
            try FileStatus.isAnythingThere(path + "-wal") ? FileStatus(of: path + "-wal").byteCount : 0
        }
        let db = try attempt(path) { try Database(unlocked: path, hasLog: logBytes > 0) }
        // ignored: nothing was written.
        defer { try? db.close() }
        var found = try attempt(path) { try LedgerInspection(db, path: path, isThorough: true) }
        guard found.schema <= LedgerSchema.latest else {
            throw .newerSchema(path: path, found: found.schema, supported: LedgerSchema.latest)
        }
        found.byteCount = file.byteCount + logBytes
        // In the same way SQLite has read it: without what is behind the damage.
        if let damage = try WriteAheadLog.damage(ofDatabase: path) {
            found.faults.append("its write-ahead log is damaged at byte \(damage.offset), and changes are behind it")
        }
        return found
    }

    /// Reads what a database says of itself and counts its rows.
    ///
    /// - Parameter isThorough: whether to look for faults.
    ///
    /// *Throws*: `corrupt` where it does not say which ledger it is, SQLite's errors.
    init(_ db: Database, path: String, isThorough: Bool) throws {
        schema = Int(try db.number("PRAGMA user_version") ?? 0)
        hasSums = try LedgerSums.areThere(db)
        // Before anything else: what is counted may be read from a page that is damaged.
        if isThorough { faults = try Self.faults(db, path: path) }
        do {
            let row = try db.row("SELECT id, isCopy, time FROM ledger")
            (ledger, isCopy) = (row?.text(0), row?.number(1) == 1)
            changedMs = HybridTime(packed: row?.number(2) ?? 0).milliseconds
            tables = try LedgerSums.tables(db).map { table in
                Table(name: table, rowCount: Int(try db.number("SELECT count(*) FROM \"\(table)\"") ?? 0))
            }
        } catch {
            // What is damaged is named already.
            guard !faults.isEmpty else { throw error }
        }
        if isThorough, faults.isEmpty, ledger.flatMap({ HostID($0) }) == nil {
            faults = ["it does not say which ledger it is"]
        }
    }

    private static func faults(_ db: Database, path: String) throws -> [String] {
        let checks: [(Database) throws -> [String]] = [
            { db in
                try db.rows("PRAGMA integrity_check(\(lineLimit))").compactMap { $0.text(0) }.filter { $0 != "ok" }
            },
            { db in
                try db.rows("PRAGMA foreign_key_check").prefix(lineLimit).map { row in
                    "a row of the table \(row.text(0) ?? "?") names one of \(row.text(2) ?? "?") that is not there"
                }
            },
            LedgerSums.faults, AuditTables.faults,
        ]
        var faults: [String] = []
        for check in checks {
            do {
                faults += try check(db)
            } catch {
                // A check that meets the damage ends there.
                guard case .corrupt(_, let detail) = LedgerError(error, at: path) else { throw error }
                faults.append(detail)
            }
        }
        return faults
    }
}

extension Ledger {
    /// Reads the open ledger.
    ///
    /// - Parameter isThorough: whether to look for faults.
    ///
    /// *Throws*: `corrupt` where it cannot be read at all, `failed`.
    /// *Cost*: others wait meanwhile; with faults it reads every page several times.
    package func inspect(isThorough: Bool) throws(LedgerError) -> LedgerInspection {
        var found = try perform { [files] db in
            // What is in memory may differ from the disk.
            if isThorough { try db.execute("PRAGMA shrink_memory") }
            return try db.transaction(.deferred) {
                try LedgerInspection(db, path: files.database, isThorough: isThorough)
            }
        }
        if isThorough { try mendLog(&found) }
        found.byteCount = try attempt(files.database) { () throws(LoopError) -> Int in
            let log = try FileStatus.isAnythingThere(files.log) ? FileStatus(of: files.log).byteCount : 0
            return try FileStatus(of: files.database).byteCount + log
        }
        return found
    }

    /// Looks at the log, which SQLite reads without its checksums while the ledger is open.
    ///
    /// Where the rows are sound, the damage is in what later changes have replaced. After a crash SQLite would drop these with
    /// it, so what the log has is written into the database, and the log begins anew.
    private func mendLog(_ found: inout LedgerInspection) throws(LedgerError) {
        guard let damage = try WriteAheadLog.damage(ofDatabase: files.database) else { return }
        let fault = "its write-ahead log was damaged at byte \(damage.offset)"
        if found.faults.isEmpty, access == .everything {
            try perform { db in _ = try db.rows("PRAGMA wal_checkpoint(TRUNCATE)") }
            found.faults = [fault + "; the rows are sound, and are in the database now: nothing is lost"]
        } else {
            found.faults.append(fault + ": the changes behind it would be lost after a crash")
        }
    }
}
