import Contract
import Features
import GRDB

/// The subjects that lines are about, by the numbers that lines have for them, and who gave them facts.
///
/// All belongs into a transaction.
enum LedgerSubjects {
    /// A subject's number; a new one where it has none yet.
    ///
    /// *Throws*: SQLite's errors.
    static func number(of subject: Subject, _ db: Database) throws -> Int64 {
        let text = subject.description
        let known = try DatabaseValue.fetchOne(
            db.cachedStatement(sql: "SELECT number FROM subject WHERE text = ?"), arguments: [text])
        if let number = known.flatMap(Int64.fromDatabaseValue) { return number }
        try db.cachedStatement(sql: "INSERT INTO subject (text) VALUES (?)").execute(arguments: [text])
        return db.lastInsertedRowID
    }

    /// Counts a subject for the first user that gives it a fact without being the subject itself.
    ///
    /// *Throws*: `tooManySubjects`, SQLite's errors.
    static func admit(_ change: LedgerChange, number: Int64, _ db: Database) throws {
        guard change.subject != .machine, change.subject != .uid(change.author.uid) else { return }
        let uid = Int64(change.author.uid)
        let delegate = try DatabaseValue.fetchOne(
            db.cachedStatement(sql: "SELECT delegate FROM subject WHERE number = ?"), arguments: [number])
        guard delegate.flatMap(Int64.fromDatabaseValue) == nil else { return }
        let count = try DatabaseValue.fetchOne(
            db.cachedStatement(sql: "SELECT subjects FROM caller WHERE uid = ?"), arguments: [uid])
        guard count.flatMap(Int.fromDatabaseValue) ?? 0 < Limits.subjectsPerDelegate else {
            throw LedgerError.tooManySubjects(limit: Limits.subjectsPerDelegate)
        }
        try db.cachedStatement(sql: "UPDATE subject SET delegate = ? WHERE number = ?").execute(
            arguments: [uid, number])
    }

    /// How much room a user's facts take at most, with the names of the subjects that it first gave any.
    ///
    /// *Units*: bytes. *Throws*: SQLite's errors.
    static func factBytes(of uid: UInt32, _ db: Database) throws -> Int {
        let bytes = try DatabaseValue.fetchOne(
            db.cachedStatement(sql: "SELECT factBytes FROM caller WHERE uid = ?"), arguments: [Int64(uid)])
        return bytes.flatMap(Int.fromDatabaseValue) ?? 0
    }
}
