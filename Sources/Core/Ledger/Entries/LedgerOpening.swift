// How far a ledger can be used. Most of what its facts decide needs only reading, so a ledger that cannot be written is
// opened as far as possible:
//
//     everything    it can be written
//     essentials    the disk is full, and the reserve was given up (LedgerReserve): its room is for changes that make
//                   room, and for operators' `off`
//     reading       the disk is read-only, or so full that nothing can be written
//
// A ledger of an earlier schema is not opened for reading: it would have to be migrated first.

import HostSystem
import SQLite

/// How a ledger is opened: for everything, for essential changes, or for reading.
package enum LedgerOpening {
    /// Opens the ledger as far as it can be used, and makes the reserve.
    ///
    /// - Parameters: as for `init`.
    ///
    /// *Throws*: as `init`; `full` and `readOnly` only if the ledger cannot be read either.
    package static func asFarAsPossible(
        directory: String, schema: LedgerSchema, continuing run: LedgerRun? = nil,
        clock: @escaping @Sendable () -> Int64 = { HostClock.wallMs },
        uptime: @escaping @Sendable () -> Int64 = { HostClock.uptimeMs }
    ) throws(LedgerError) -> Ledger {
        let fault: LedgerError
        do throws(LedgerError) {
            let ledger = try Ledger(
                directory: directory, schema: schema, continuing: run, clock: clock, uptime: uptime)
            if try !ledger.makeReserve() { ledger.lower(to: .essentials(.full(path: ledger.files.database))) }
            return ledger
        } catch {
            guard error.isAboutWriting else { throw error }
            fault = error
        }
        if case .full = fault, LedgerReserve(directory: directory).giveUp(),
            // ignored: the first error says why it cannot be written.
            let ledger = try? Ledger(
                directory: directory, schema: schema, continuing: run, clock: clock, uptime: uptime)
        {
            ledger.lower(to: .essentials(fault))
            return ledger
        }
        return try reading(directory, schema, because: fault, continuing: run, clock: clock, uptime: uptime)
    }

    /// Whether a ledger can be written again, so that it is worth opening anew; makes the reserve if there is room.
    package static func isWorthRepeating(for ledger: Ledger) -> Bool {
        switch ledger.access {
        case .everything: return true
        case .essentials: return (try? ledger.makeReserve()) ?? false
        case .reading(.readOnly):
            return (try? DurableFile.checkWritable(directory: ledger.files.directory)) != nil
        case .reading: return LedgerReserve(directory: ledger.files.directory).make(freeBytes: 0)
        }
    }

    /// Opens the ledger for reading.
    ///
    /// *Throws*: `fault` if there is no ledger that this version can read without a change.
    private static func reading(
        _ directory: String, _ schema: LedgerSchema, because fault: LedgerError, continuing run: LedgerRun?,
        clock: @escaping @Sendable () -> Int64, uptime: @escaping @Sendable () -> Int64
    ) throws(LedgerError) -> Ledger {
        let files = LedgerFiles(directory: directory)
        guard let hasLog = try files.prepareReading() else { throw fault }
        let stamp = try files.stampedLedger()
        let db: Database
        if case .readOnly = fault {
            db = try attempt(files.database) { try Database(unlocked: files.database, hasLog: hasLog) }
        } else {
            db = try connect(files)
        }
        let found: LedgerHead.Established
        do {
            found = try attempt(files.database) {
                try schema.check(db, files, isStamped: stamp.isThere)
                guard try schema.isLatest(db) else { throw fault }
                let found = try LedgerHead.read(
                    db, path: files.database, continuing: run, nowMs: clock(), uptime: uptime)
                if let named = stamp.ledger, named != found.head.ledger {
                    throw LedgerError.foreign(path: files.database)
                }
                return found
            }
        } catch {
            // ignored: nothing was changed.
            try? db.close()
            // What hinders reading too is the same disk.
            throw error.isAboutWriting ? fault : error
        }
        return Ledger(files, schema, db, found, access: .reading(fault), clock: clock)
    }

    /// Opens the database for writing, with a lock that keeps out other processes.
    static func connect(_ files: LedgerFiles) throws(LedgerError) -> Database {
        try attempt(files.database) {
            // A daemon that is exiting gets this long on our thread. LedgerAvailability handles longer waits.
            let db = try Database(path: files.database, busyTimeout: .milliseconds(250))
            // Before the first read: from then on shared memory would be in use.
            try db.execute("PRAGMA locking_mode = EXCLUSIVE")
            try db.execute("PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
            return db
        }
    }

    /// Checks that the database is ours and undamaged, and migrates it to the latest schema.
    static func takeOver(
        _ db: Database, _ files: LedgerFiles, _ schema: LedgerSchema, _ stamp: (isThere: Bool, ledger: HostID?),
        _ run: LedgerRun?,
        nowMs: Int64, uptime: @escaping @Sendable () -> Int64
    ) throws(LedgerError) -> LedgerHead.Established {
        try attempt(files.database) {
            try schema.check(db, files, isStamped: stamp.isThere)
            try LedgerSchema.mark(db)
            // Outside a transaction, since SQLite does not change the journal in one.
            guard try db.text("PRAGMA journal_mode = WAL") == "wal" else {
                throw LedgerError.failed(path: files.database, detail: "it cannot keep a write-ahead log")
            }
            return try db.transaction(.immediate) {
                try LedgerSchema.migrate(db, through: schema.steps)
                let found = try LedgerHead.establish(
                    db, schema, path: files.database, continuing: run, nowMs: nowMs, uptime: uptime)
                if let named = stamp.ledger, named != found.head.ledger {
                    throw LedgerError.foreign(path: files.database)
                }
                try Ledger.forgetPast(found, db)
                return found
            }
        }
    }
}

extension LedgerError {
    /// True for a disk that is full or read-only: the ledger may be readable all the same.
    fileprivate var isAboutWriting: Bool {
        switch self {
        case .full, .readOnly: true
        case .noDirectory, .untrusted, .lost, .foreign, .newerSchema, .corrupt, .locked, .failed, .copyExists,
            .refused:
            false
        }
    }
}
