// A request with a key is performed at most once, across restarts: the ledger records it as begun before it is
// performed, and as finished, with its outcome, afterwards. A request that an earlier run of the daemon began and did
// not finish is answered `interrupted`, since it is not known how far it was performed. Keys expire, except those of
// requests under way. A request stays under way if the ledger is closed and opened again in one run of the daemon
// (LedgerRun). It is begun again only where its action may be performed twice.
//
// A key belongs to its caller and its subject: the same text from another caller, or for another subject, is another
// key. The fingerprint identifies the request that the key was used for, so that a client that reuses a key by mistake
// gets an error and not the outcome of another request.
//
// A key expires so long after its request ended, and not after it began: a link can wait for days, and an action can take a
// day. A key whose durable link still waits stays too.
//
// Keys expire by a separate clock (KeyClock), which does not follow the wall clock: a wall clock that is ahead for a
// moment would expire every key, and the requests sent with them would be performed again.

import Contract
import Features
package import SQLite

extension Ledger {
    /// Decides whether a request with this key may be performed, and if so records that it has begun.
    ///
    /// - Parameter isRepeatable: whether a request that was interrupted begins again.
    ///
    /// *Throws*: `unusable` for a fingerprint that cannot be kept, `tooManyKeys`, `tooMuchKept`, `full`, `readOnly`,
    /// `corrupt`, `failed`.
    package func claim(
        _ key: IdempotencyKey, fingerprint: String, lifetime: Duration, isRepeatable: Bool = false
    ) throws(LedgerError) -> IdempotencyClaim {
        try LedgerChange.check("the fingerprint", fingerprint)
        let nowMs = clock()
        return try change { head, db in
            try Self.forgetExpired(keyMs: self.keyClock.nowMs, self.run, db)
            if let claim = try self.held(key, fingerprint, db) {
                guard case .interrupted = claim, isRepeatable else { return claim }
                // Its row is made anew, so that its time and its stamp are those of this beginning.
                try db.run(
                    "DELETE FROM idempotency WHERE uid = ? AND subject = ? AND key = ?", Self.arguments(key))
            }
            try Self.checkRoom(for: key, db)
            let stamp = head.advance(nowMs: nowMs)
            let end = self.keyClock.end(after: lifetime)
            try db.run(
                "INSERT INTO idempotency VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL, ?, ?, ?, NULL)",
                Self.arguments(key) + [
                    fingerprint, self.run.number, nowMs, end.expiresMs, end.forgottenMs, head.hostNumber,
                    stamp.sequence,
                    stamp.time.packed,
                ])
            return .begun
        }
    }

    /// Stores the outcome of a request until its key expires.
    ///
    /// - Parameter lifetime: how long it is kept from now on, where the time that `claim` gave it is over earlier.
    ///
    /// A second call with the same outcome changes nothing, so a caller can repeat one whose success it does not know.
    ///
    /// *Throws*: `unusable` for an outcome longer than a message, `notClaimed`, `full`, `readOnly`, `corrupt`, `failed`.
    package func finish(
        _ key: IdempotencyKey, outcome: String, lifetime: Duration = .zero
    ) throws(LedgerError) {
        try Self.checkLength(ofOutcome: outcome)
        try change { head, db in
            try self.finish(key, outcome: outcome, lifetime: lifetime, &head, nowMs: self.clock(), db)
        }
    }

    /// The same as a part of a transaction.
    fileprivate func finish(
        _ key: IdempotencyKey, outcome: String, lifetime: Duration, _ head: inout LedgerHead, nowMs: Int64,
        _ db: Database
    ) throws {
        let stamp = head.advance(nowMs: nowMs)
        let end = keyClock.end(after: lifetime)
        try db.run(
            """
            UPDATE idempotency SET outcome = ?, host = ?, sequence = ?, time = ?,
                expiresMs = max(expiresMs, ?), forgottenMs = max(forgottenMs, ?)
            WHERE uid = ? AND subject = ? AND key = ? AND run = ? AND (outcome IS NULL OR outcome = ?)
            """,
            [outcome, head.hostNumber, stamp.sequence, stamp.time.packed, end.expiresMs, end.forgottenMs]
                + Self.arguments(key) + [run.number, outcome])
        guard db.changeCount == 1 else { throw LedgerError.notClaimed(key: key.text) }
    }

    /// Forgets a request that was refused before anything was done, so that it may be sent again.
    ///
    /// *Throws*: `notClaimed`, `full`, `readOnly`, `corrupt`, `failed`.
    package func release(_ key: IdempotencyKey) throws(LedgerError) {
        try write { db in try self.release(key, db) }
    }

    /// The same as a part of a transaction.
    fileprivate func release(_ key: IdempotencyKey, _ db: Database) throws {
        try db.run(
            "DELETE FROM idempotency WHERE uid = ? AND subject = ? AND key = ? AND run = ? AND outcome IS NULL",
            Self.arguments(key) + [run.number])
        guard db.changeCount == 1 else { throw LedgerError.notClaimed(key: key.text) }
    }

    /// What an earlier claim of the key says; nil where there is none.
    private func held(_ key: IdempotencyKey, _ fingerprint: String, _ db: Database) throws -> IdempotencyClaim? {
        let row = try db.row(
            """
            SELECT fingerprint, outcome, run, startedMs FROM idempotency
            WHERE uid = ? AND subject = ? AND key = ?
            """, Self.arguments(key))
        guard let row else { return nil }
        guard row.text(0) == fingerprint else { return .conflict }
        if let outcome = row.text(1) { return .finished(outcome: outcome) }
        let sinceMs = row.number(3) ?? 0
        return row.number(2) == run.number ? .running(sinceMs: sinceMs) : .interrupted(sinceMs: sinceMs)
    }

    /// *Throws*: `unusable` for an outcome longer than a message.
    package static func checkLength(ofOutcome outcome: String) throws(LedgerError) {
        guard outcome.utf8.count <= Limits.messageBytes else {
            throw .unusable("the outcome has \(outcome.utf8.count) bytes, the limit is \(Limits.messageBytes)")
        }
    }

    /// What a key is found by.
    package static func arguments(_ key: IdempotencyKey) -> [any SQLArgument] {
        [Int64(key.caller), key.subject.description, key.text]
    }

    /// Keys are counted for caller and subject, the bytes of their outcomes for the caller alone: a gateway with many
    /// accounts has many keys, and no more room than any other.
    private static func checkRoom(for key: IdempotencyKey, _ db: Database) throws {
        let uid = Int64(key.caller)
        let count = try db.number(
            "SELECT count(*) FROM idempotency WHERE uid = ? AND subject = ?", [uid, key.subject.description])
        guard count ?? 0 < Limits.idempotencyKeysPerSubject else {
            throw LedgerError.tooManyKeys(limit: Limits.idempotencyKeysPerSubject)
        }
        guard try db.number("SELECT keptBytes FROM caller WHERE uid = ?", [uid]) ?? 0 < Limits.idempotencyBytesPerCaller
        else {
            throw LedgerError.tooMuchKept(limit: Limits.idempotencyBytesPerCaller)
        }
    }

    /// True of a key whose request is not under way, with the number of the run.
    private static let isAtRest = """
        (outcome IS NOT NULL OR run <> ?) AND (link IS NULL OR link NOT IN (SELECT delivery FROM link))
        """

    /// Removes keys whose time is over, unless their request is under way; belongs into a transaction.
    ///
    /// *Throws*: SQLite's errors.
    static func forgetExpired(keyMs: Int64, _ run: LedgerRun, _ db: Database) throws {
        try db.run("DELETE FROM idempotency WHERE expiresMs <= ? AND \(isAtRest)", [keyMs, run.number])
    }

    /// Removes keys whose time was over long before the ledger was opened; belongs into a transaction.
    ///
    /// *Throws*: SQLite's errors.
    static func forgetPast(_ found: LedgerHead.Established, _ db: Database) throws {
        try forgetExpired(keyMs: found.keyClock.nowMs, found.run, db)
        try db.run(
            "DELETE FROM idempotency WHERE forgottenMs <= ? AND \(isAtRest)",
            [found.keyClock.nowMs &+ found.keyClock.closedMs, found.run.number])
    }
}

/// The end of a request with a key, as one step of several that are written together.
package struct KeyStep: LedgerStep {
    private let key: IdempotencyKey
    private let outcome: String?
    private let lifetime: Duration

    /// - Parameters:
    ///   - outcome: nil where nothing was done, so that the request may be sent again.
    ///   - lifetime: how long the outcome is kept from now on.
    package init(_ key: IdempotencyKey, outcome: String?, lifetime: Duration) {
        (self.key, self.outcome, self.lifetime) = (key, outcome, lifetime)
    }

    /// It is written as soon as the disk has room: until then the request counts as under way.
    package var isEssential: Bool { true }

    /// Writes the outcome, or forgets the key.
    ///
    /// *Throws*: of the errors about a request `unusable` and `notClaimed`.
    package func write(to ledger: Ledger, _ head: inout LedgerHead, nowMs: Int64, _ db: Database) throws {
        guard let outcome else { return try ledger.release(key, db) }
        try Ledger.checkLength(ofOutcome: outcome)
        try ledger.finish(key, outcome: outcome, lifetime: lifetime, &head, nowMs: nowMs, db)
    }
}
