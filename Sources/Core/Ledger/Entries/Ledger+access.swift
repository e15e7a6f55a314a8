// The access to an open ledger, and how a change on a full disk lowers it: see LedgerOpening.

package import SQLite
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

    /// Makes the reserve; false if the disk has no room for it.
    func makeReserve() throws(LedgerError) -> Bool {
        let reserve = LedgerReserve(directory: files.directory)
        if reserve.isThere { return true }
        let freePages = try perform { db in try db.number("PRAGMA freelist_count") ?? 0 }
        return reserve.make(freeBytes: Int(freePages) * 4096)
    }

    /// Runs a transaction that changes something.
    ///
    /// - Parameter isEssential: whether the reserve is given up for it if the disk is full.
    package func write<Value: Sendable>(
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

    /// Runs such a transaction, and writes the head if that moved.
    package func change<Value: Sendable>(
        isEssential: Bool = false, _ body: @Sendable (inout LedgerHead, Database) throws -> Value
    ) throws(LedgerError) -> Value {
        try write(isEssential: isEssential) { db in
            var head = try LedgerHead(db, path: self.files.database)
            let before = head
            let value = try body(&head, db)
            if head != before { try head.write(db) }
            return value
        }
    }

    private func transact<Value: Sendable>(
        _ body: @Sendable (Database) throws -> Value
    ) throws(LedgerError) -> Value {
        try perform { db in try db.transaction(.immediate) { try body(db) } }
    }

    /// Takes note that the disk is full.
    func lower(to access: LedgerAccess) {
        accessState.withLock { $0 = access }
        // A log that is written from its beginning again and again takes less of the room.
        // ignored: with a longer log fewer changes find room.
        try? perform { db in try db.execute("PRAGMA wal_autocheckpoint = 32; PRAGMA wal_checkpoint(PASSIVE)") }
    }
}
