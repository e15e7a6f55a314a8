// The daemon's durable store: the settings of users and operators, the reports of sources, and idempotency keys. Wings
// keep their rows in tables of their own (LedgerTables).
//
// One SQLite database, one connection, one daemon. A change is acknowledged, by returning, only after it is on the
// disk: the write-ahead log is synced at every commit (synchronous=FULL). The file is locked for as long as it is open,
// for three reasons. A second daemon on the same directory would keep facts in its own memory and miss our changes.
// With the lock SQLite needs no shared memory, so that no other process can truncate a mapped page of this one
// (SIGBUS). And a second opener fails at opening, not at its hundredth change.
// So nothing else in the process may open ledger.db, not even to read it: closing any descriptor of a file drops all
// POSIX locks that the process holds on it.
//
// Opening writes nothing before all checks have passed: first the files in the directory (LedgerFiles), then the owner
// and the version of the database (LedgerSchema.check).
//
// After an error that is not about the request (`LedgerError.isAboutRequest`) the owner closes this value and opens a
// new one when LedgerAvailability says so. Opening writes a little, so that a directory without write permission shows
// at once. A nearly full disk may have room for that and not for the next change, which then fails with `full`.
// Where the ledger cannot be written it is opened as far as possible: LedgerOpening.

import HostSystem
package import SQLite
import Synchronization

/// The open ledger of one state directory.
///
/// *Owner/thread*: may be called from any thread and blocks on the disk, so a loop hands it to its thread pool; calls
/// run one at a time.
package final class Ledger: Sendable {
    let files: LedgerFiles
    let schema: LedgerSchema
    /// Nil once it is closed.
    private let connection: Mutex<Database?>
    let accessState: Mutex<LedgerAccess>
    package let clock: @Sendable () -> Int64
    package let keyClock: KeyClock
    /// The host name in the stamps of this ledger's changes.
    package let host: HostID
    /// The current run of the daemon: distinguishes its claims from those of earlier runs.
    ///
    /// Pass it to `init` to reopen the ledger.
    package let run: LedgerRun
    /// The wall clock compared with the latest time seen, when the ledger was opened.
    private let openingClock: FactClock

    /// Opens the ledger of a state directory, and creates it on the first start.
    ///
    /// - Parameters:
    ///   - schema: the kinds of facts and the tables of the program.
    ///   - run: the value of `run` from when this process last had the ledger open.
    ///   - clock: returns milliseconds since 1970 UTC.
    ///   - uptime: returns milliseconds since the machine started.
    ///
    /// *Throws*: every case but those about a request; a failed attempt changes nothing.
    /// *Cost*: reads the whole file once to check it for damage.
    package convenience init(
        directory: String, schema: LedgerSchema, continuing run: LedgerRun? = nil,
        clock: @escaping @Sendable () -> Int64 = { HostClock.wallMs },
        uptime: @escaping @Sendable () -> Int64 = { HostClock.uptimeMs }
    ) throws(LedgerError) {
        let files = LedgerFiles(directory: directory)
        try files.prepare()
        let stamp = try files.stampedLedger()
        let db = try LedgerOpening.connect(files)
        let found: LedgerHead.Established
        do {
            found = try LedgerOpening.takeOver(db, files, schema, stamp, run, nowMs: clock(), uptime: uptime)
            if !stamp.isThere { try files.writeStamp(for: found.head.ledger) }
        } catch {
            // ignored: no acknowledged change went through this connection.
            try? db.close()
            throw error
        }
        self.init(files, schema, db, found, clock: clock)
    }

    init(
        _ files: LedgerFiles, _ schema: LedgerSchema, _ db: sending Database, _ found: LedgerHead.Established,
        access: LedgerAccess = .everything,
        clock: @escaping @Sendable () -> Int64
    ) {
        (self.files, self.schema) = (files, schema)
        connection = Mutex(db)
        accessState = Mutex(access)
        self.clock = clock
        keyClock = found.keyClock
        host = found.head.host
        run = found.run
        openingClock = found.clock
    }

    /// Makes changes durable, all of them or none, with one write to the disk.
    ///
    /// On a full disk operators' `off` take the reserve. Changes that many callers requested in the meantime may go together.
    /// *Throws*: `tooManySubjects`, `tooMuchWritten`, `full`, `readOnly`, `corrupt`, `failed`; then none of the changes
    /// is promised.
    package func apply(_ changes: [LedgerChange]) throws(LedgerError) -> [LedgerReceipt] {
        try change(isEssential: changes.allSatisfy(\.isEssential)) { head, db in
            let (before, nowMs) = (head.sequence, self.clock())
            let receipts = try changes.map { try LedgerLog.append($0, &head, nowMs: nowMs, self.schema, db) }
            if head.sequence != before { head.reach(nowMs: nowMs, keyMs: self.keyClock.nowMs) }
            return receipts
        }
    }

    /// Stores the current time, so that a wall clock that is set back later is noticed (FactClock), and deletes expired
    /// keys and rows.
    ///
    /// - Parameter factMs: the moment at which facts were judged last, which may be later than the wall clock's.
    ///
    /// *Throws*: `full`, `readOnly`, `corrupt`, `failed`.
    /// *Cost*: one write to the disk, if time has passed.
    package func checkpointClock(factMs: Int64 = 0) throws(LedgerError) {
        try change { head, db in
            let keyMs = self.keyClock.nowMs
            head.reach(nowMs: self.clock(), factMs: factMs, keyMs: keyMs)
            try Self.forgetExpired(keyMs: keyMs, self.run, db)
            for tables in self.schema.tables { try tables.forgetExpired(nowMs: self.clock(), self.run, db) }
        }
    }

    /// Reads all facts.
    ///
    /// *Throws*: `corrupt`, `failed`.
    package func snapshotAll() throws(LedgerError) -> LedgerSnapshot {
        try perform { db in
            // One transaction, so that the facts and the clocks are those of one moment.
            try db.transaction(.deferred) {
                var snapshot = try LedgerLog.snapshot(self.schema, db)
                let head = try LedgerHead(db, path: self.files.database)
                (snapshot.highWater, snapshot.seenMs, snapshot.clock) = (head.time, head.seenMs, self.openingClock)
                return snapshot
            }
        }
    }

    /// Closes the file, so that it can be opened anew.
    ///
    /// Waits for the call under way; every later call fails.
    package func close() {
        connection.withLock { db in
            // ignored: acknowledged changes are durable even if the last cleanup fails.
            try? db?.close()
            db = nil
        }
    }

    /// Runs a step on the connection, after the steps before it.
    package func perform<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) throws(LedgerError) -> Value {
        try connection.withLock { (db) throws(LedgerError) -> Value in
            guard let db else { throw .failed(path: files.database, detail: "it was closed") }
            return try attempt(files.database) { try body(db) }
        }
    }
}
