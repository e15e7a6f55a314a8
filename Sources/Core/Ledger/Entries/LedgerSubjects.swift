import Contract
package import Features
package import SQLite

/// The subjects of entries: their row numbers, and the users that gave them facts.
///
/// Every function must run inside a transaction.
package enum LedgerSubjects {
    /// The row number of a subject; inserts the subject if it has none.
    package static func number(of subject: Subject, _ db: Database) throws -> Int64 {
        let text = subject.description
        if let number = try db.number("SELECT number FROM subject WHERE text = ?", [text]) { return number }
        try db.run("INSERT INTO subject (text) VALUES (?)", [text])
        return db.lastInsertedRowID
    }

    /// Counts a subject against the first user that sets a fact for it without being that subject.
    ///
    /// *Throws*: `tooManySubjects`, SQLite's errors.
    package static func admit(_ subject: Subject, by author: Author, number: Int64, _ db: Database) throws {
        guard subject != .machine, subject != .uid(author.uid) else { return }
        let uid = Int64(author.uid)
        guard try db.number("SELECT delegate FROM subject WHERE number = ?", [number]) == nil else { return }
        let count = try db.number("SELECT subjects FROM caller WHERE uid = ?", [uid])
        guard count ?? 0 < Limits.subjectsPerDelegate else {
            throw LedgerError.tooManySubjects(limit: Limits.subjectsPerDelegate)
        }
        try db.run("UPDATE subject SET delegate = ? WHERE number = ?", [uid, number])
    }

    /// The most disk space that a user's facts can take, including the texts of subjects that this user was the first
    /// to set facts for.
    ///
    /// *Units*: bytes. *Throws*: SQLite's errors.
    static func factBytes(of uid: UInt32, _ db: Database) throws -> Int {
        Int(try db.number("SELECT factBytes FROM caller WHERE uid = ?", [Int64(uid)]) ?? 0)
    }
}
