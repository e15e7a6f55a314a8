import Contract
import Features
import GRDB

/// The subjects of entries: their row numbers, and the users that gave them facts.
///
/// Every function must run inside a transaction.
enum LedgerSubjects {
    /// The row number of a subject; inserts the subject if it has none.
    static func number(of subject: Subject, _ db: Database) throws -> Int64 {
        let text = subject.description
        let known = try DatabaseValue.fetchOne(
            db.cachedStatement(sql: "SELECT number FROM subject WHERE text = ?"), arguments: [text])
        if let number = known.flatMap(Int64.fromDatabaseValue) { return number }
        try db.cachedStatement(sql: "INSERT INTO subject (text) VALUES (?)").execute(arguments: [text])
        return db.lastInsertedRowID
    }

    /// Counts a subject against the first user that sets a fact for it without being that subject.
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

    /// The most disk space that a user's facts can take, including the texts of subjects that this user was the first
    /// to set facts for.
    ///
    /// *Units*: bytes. *Throws*: SQLite's errors.
    static func factBytes(of uid: UInt32, _ db: Database) throws -> Int {
        let bytes = try DatabaseValue.fetchOne(
            db.cachedStatement(sql: "SELECT factBytes FROM caller WHERE uid = ?"), arguments: [Int64(uid)])
        return bytes.flatMap(Int.fromDatabaseValue) ?? 0
    }
}
