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
import Synchronization

/// What an open ledger can be used for.
package enum LedgerAccess: Equatable, Sendable {
    case everything
    /// Reading, and changes for which `isEssential` is true.
    case essentials(LedgerError)
    case reading(LedgerError)

    /// Why the ledger cannot be written; nil if it can.
    package var fault: LedgerError? {
        switch self {
        case .everything: nil
        case .essentials(let error), .reading(let error): error
        }
    }

    /// The error of a change; nil if it is taken.
    package func refusal(isEssential: Bool) -> LedgerError? {
        switch self {
        case .everything: nil
        case .essentials(let error): isEssential ? nil : error
        case .reading(let error): error
        }
    }
}

extension Ledger {
    /// What the ledger can be used for now; a change that finds the disk full lowers it.
    package var access: LedgerAccess { accessState.withLock(\.self) }

    /// Opens the ledger as far as it can be used, and makes the reserve.
    ///
    /// - Parameters: as for `init`.
    ///
    /// *Throws*: as `init`; `full` and `readOnly` only if the ledger cannot be read either.
    package static func openAsFarAsPossible(
        directory: String, continuing run: LedgerRun? = nil,
        clock: @escaping @Sendable () -> Int64 = { HostClock.wallMs },
        uptime: @escaping @Sendable () -> Int64 = { HostClock.uptimeMs }
    ) throws(LedgerError) -> Ledger {
        let fault: LedgerError
        do throws(LedgerError) {
            let ledger = try Ledger(directory: directory, continuing: run, clock: clock, uptime: uptime)
            if try !ledger.makeReserve() { ledger.lower(to: .essentials(.full(path: ledger.files.database))) }
            return ledger
        } catch {
            guard error.isAboutWriting else { throw error }
            fault = error
        }
        if case .full = fault, LedgerReserve(directory: directory).giveUp(),
            // ignored: the first error says why it cannot be written.
            let ledger = try? Ledger(directory: directory, continuing: run, clock: clock, uptime: uptime)
        {
            ledger.lower(to: .essentials(fault))
            return ledger
        }
        return try Ledger(reading: directory, because: fault, continuing: run, clock: clock, uptime: uptime)
    }

    /// Opens the ledger for reading.
    ///
    /// *Throws*: `fault` if there is no ledger that this version can read without a change.
    convenience init(
        reading directory: String, because fault: LedgerError, continuing run: LedgerRun?,
        clock: @escaping @Sendable () -> Int64, uptime: @escaping @Sendable () -> Int64
    ) throws(LedgerError) {
        let files = LedgerFiles(directory: directory)
        guard let hasLog = try files.prepareReading() else { throw fault }
        let stamp = try files.stampedLedger()
        let db: Database
        if case .readOnly = fault {
            db = try attempt(files.database) { try Database(unlocked: files.database, hasLog: hasLog) }
        } else {
            db = try Self.connect(files)
        }
        let found: LedgerHead.Established
        do {
            found = try attempt(files.database) {
                try LedgerSchema.check(db, files, isStamped: stamp.isThere)
                guard try LedgerSchema.isLatest(db) else { throw fault }
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
        self.init(files, db, found, access: .reading(fault), clock: clock)
    }

    /// Whether the ledger can be written again, so that it is worth opening anew; makes the reserve if there is room.
    package func canBeWrittenAgain() -> Bool {
        switch access {
        case .everything: return true
        case .essentials: return (try? makeReserve()) ?? false
        case .reading(.readOnly):
            return (try? DurableFile.checkWritable(directory: files.directory)) != nil
        case .reading: return LedgerReserve(directory: files.directory).make(freeBytes: 0)
        }
    }

    private func makeReserve() throws(LedgerError) -> Bool {
        let reserve = LedgerReserve(directory: files.directory)
        if reserve.isThere { return true }
        let freePages = try perform { db in try db.number("PRAGMA freelist_count") ?? 0 }
        return reserve.make(freeBytes: Int(freePages) * 4096)
    }

    /// Runs a transaction that changes something.
    ///
    /// - Parameter isEssential: whether the reserve is given up for it if the disk is full.
    func write<Value: Sendable>(
        isEssential: Bool = false, _ body: @Sendable (Database) throws -> Value
    ) throws(LedgerError) -> Value {
        if let refusal = access.refusal(isEssential: isEssential) { throw refusal }
        do throws(LedgerError) {
            return try transact(body)
        } catch {
            guard isEssential, case .full = error, LedgerReserve(directory: files.directory).giveUp() else {
                throw error
            }
            lower(to: .essentials(error))
            return try transact(body)
        }
    }

    private func transact<Value: Sendable>(
        _ body: @Sendable (Database) throws -> Value
    ) throws(LedgerError) -> Value {
        try perform { db in try db.transaction(.immediate) { try body(db) } }
    }

    private func lower(to access: LedgerAccess) {
        accessState.withLock { $0 = access }
        // A log that is written from its beginning again and again takes less of the room.
        // ignored: with a longer log fewer changes find room.
        try? perform { db in try db.execute("PRAGMA wal_autocheckpoint = 32; PRAGMA wal_checkpoint(PASSIVE)") }
    }
}

extension LedgerError {
    /// True for a disk that is full or read-only: the ledger may be readable all the same.
    fileprivate var isAboutWriting: Bool {
        switch self {
        case .full, .readOnly: true
        case .noDirectory, .untrusted, .lost, .foreign, .newerSchema, .corrupt, .locked, .failed, .copyExists,
            .unusable,
            .tooManyKeys, .tooMuchKept, .tooManySubjects, .tooMuchWritten, .tooManyLinkBytes, .tooManyLicences,
            .tooManyLicenceBytes, .noLink, .notClaimed:
            false
        }
    }
}
