// At most once, across restarts: a request with a key is written down as begun before it is carried out and as
// finished, with its outcome, after. A begun one that an earlier start of the daemon left behind is answered
// `interrupted`, since nobody can know how far it came. Keys expire; a request under way never does. What is under way
// goes on being so when the ledger is closed and opened again in one life of the daemon (LedgerRun).
//
// A key is the subject's own: the same word of another subject is another key. The fingerprint says which request it was
// used for, so that a client that reuses a key by mistake is told and not given another request's outcome.

import Contract
import Features
import GRDB

extension Ledger {
    /// Asks whether a request with this key may be carried out, and if so writes down that it has begun.
    ///
    /// - Parameter uid: the calling user, for whom the key and its outcome are counted.
    ///
    /// *Throws*: `unusable` for a fingerprint that cannot be kept, `tooManyKeys`, `tooMuchKept`, `full`, `readOnly`,
    /// `corrupt`, `failed`.
    package func claim(
        _ key: IdempotencyKey, by uid: UInt32, fingerprint: String, lifetime: Duration
    ) throws(LedgerError) -> IdempotencyClaim {
        try LedgerChange.check("the fingerprint", fingerprint)
        let nowMs = clock()
        return try write { db in
            try Self.forgetExpired(nowMs: nowMs, self.run, db)
            if let claim = try self.held(key, fingerprint, db) { return claim }
            try Self.checkRoom(for: key, by: uid, db)
            var head = try LedgerHead(db, path: self.files.database)
            let stamp = head.advance(nowMs: nowMs)
            try head.write(db)
            let lifetimeMs = min(max(0, lifetime.components.seconds), 1 << 32) * 1000
            try db.cachedStatement(sql: "INSERT INTO idempotency VALUES (?, ?, ?, ?, ?, ?, NULL, ?, ?, ?, ?)").execute(
                arguments: [
                    key.subject.description, key.text, fingerprint, self.run.number, nowMs, nowMs &+ lifetimeMs,
                    head.hostNumber,
                    stamp.sequence, stamp.time.packed, Int64(uid),
                ])
            return .begun
        }
    }

    /// Writes down what a request came to, for as long as its key lives.
    ///
    /// Doing it again with the same outcome changes nothing, for whoever does not know whether the disk had it.
    ///
    /// *Throws*: `unusable` for an outcome longer than a message, `notClaimed`, `full`, `readOnly`, `corrupt`, `failed`.
    package func finish(_ key: IdempotencyKey, outcome: String) throws(LedgerError) {
        guard outcome.utf8.count <= Limits.messageBytes else {
            throw .unusable("the outcome has \(outcome.utf8.count) bytes, the limit is \(Limits.messageBytes)")
        }
        try write { db in
            var head = try LedgerHead(db, path: self.files.database)
            let stamp = head.advance(nowMs: self.clock())
            try head.write(db)
            try db.cachedStatement(
                sql: """
                    UPDATE idempotency SET outcome = ?, host = ?, sequence = ?, time = ?
                    WHERE subject = ? AND key = ? AND run = ? AND (outcome IS NULL OR outcome = ?)
                    """
            ).execute(
                arguments: [
                    outcome, head.hostNumber, stamp.sequence, stamp.time.packed, key.subject.description, key.text,
                    self.run.number, outcome,
                ])
            guard db.changesCount == 1 else { throw LedgerError.notClaimed(key: key.text) }
        }
    }

    /// Forgets a request that was refused before anything was done, so that it may be sent again.
    ///
    /// *Throws*: `notClaimed`, `full`, `readOnly`, `corrupt`, `failed`.
    package func release(_ key: IdempotencyKey) throws(LedgerError) {
        try write { db in
            try db.cachedStatement(
                sql: "DELETE FROM idempotency WHERE subject = ? AND key = ? AND run = ? AND outcome IS NULL"
            ).execute(arguments: [key.subject.description, key.text, self.run.number])
            guard db.changesCount == 1 else { throw LedgerError.notClaimed(key: key.text) }
        }
    }

    /// What an earlier claim of the key says; nil where there is none.
    private func held(_ key: IdempotencyKey, _ fingerprint: String, _ db: Database) throws -> IdempotencyClaim? {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: "SELECT fingerprint, outcome, run, startedMs FROM idempotency WHERE subject = ? AND key = ?"),
            arguments: [key.subject.description, key.text])
        guard let row else { return nil }
        guard String.fromDatabaseValue(row[0]) == fingerprint else { return .conflict }
        if let outcome = String.fromDatabaseValue(row[1]) { return .finished(outcome: outcome) }
        let sinceMs = Int64.fromDatabaseValue(row[3]) ?? 0
        let isOurs = Int64.fromDatabaseValue(row[2]) == run.number
        return isOurs ? .running(sinceMs: sinceMs) : .interrupted(sinceMs: sinceMs)
    }

    private static func checkRoom(for key: IdempotencyKey, by uid: UInt32, _ db: Database) throws {
        let count = try DatabaseValue.fetchOne(
            db.cachedStatement(sql: "SELECT count(*) FROM idempotency WHERE subject = ?"),
            arguments: [key.subject.description])
        guard count.flatMap(Int.fromDatabaseValue) ?? 0 < Limits.idempotencyKeysPerSubject else {
            throw LedgerError.tooManyKeys(limit: Limits.idempotencyKeysPerSubject)
        }
        let bytes = try DatabaseValue.fetchOne(
            db.cachedStatement(sql: "SELECT keptBytes FROM caller WHERE uid = ?"), arguments: [Int64(uid)])
        guard bytes.flatMap(Int.fromDatabaseValue) ?? 0 < Limits.idempotencyBytesPerCaller else {
            throw LedgerError.tooMuchKept(limit: Limits.idempotencyBytesPerCaller)
        }
    }

    /// Removes keys whose time is over, unless their request is under way; belongs into a transaction.
    ///
    /// *Throws*: SQLite's errors.
    static func forgetExpired(nowMs: Int64, _ run: LedgerRun, _ db: Database) throws {
        try db.cachedStatement(
            sql: "DELETE FROM idempotency WHERE expiresMs <= ? AND (outcome IS NOT NULL OR run <> ?)"
        ).execute(arguments: [nowMs, run.number])
    }
}
