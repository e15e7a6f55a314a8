/// A result code of SQLite, extended or primary.
///
/// *Source*: https://www.sqlite.org/rescode.html
package struct SQLiteCode: RawRepresentable, Hashable, Sendable {
    /// *Units and range*: the low byte is the primary code, the rest narrows it.
    package let rawValue: Int32

    /// Takes any number, so that codes of later versions of SQLite pass through.
    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// The code without what narrows it: `SQLITE_BUSY` for `SQLITE_BUSY_RECOVERY`.
    package var primary: SQLiteCode { SQLiteCode(rawValue: rawValue & 0xFF) }

    /// The statement or the schema is wrong.
    package static let error = SQLiteCode(rawValue: 1)
    /// The file's permissions refuse it.
    package static let permission = SQLiteCode(rawValue: 3)
    /// The transaction was rolled back.
    package static let abort = SQLiteCode(rawValue: 4)
    /// Another connection has the file locked.
    package static let busy = SQLiteCode(rawValue: 5)
    /// A statement of this connection has the table locked.
    package static let locked = SQLiteCode(rawValue: 6)
    /// Memory is short.
    package static let noMemory = SQLiteCode(rawValue: 7)
    /// The database cannot be written.
    package static let readOnly = SQLiteCode(rawValue: 8)
    /// The system failed to read or write.
    package static let inputOutput = SQLiteCode(rawValue: 10)
    /// The file is damaged.
    package static let corrupt = SQLiteCode(rawValue: 11)
    /// The disk or the database is full.
    package static let full = SQLiteCode(rawValue: 13)
    /// The file cannot be opened.
    package static let cannotOpen = SQLiteCode(rawValue: 14)
    /// A text or a row is longer than SQLite's limit.
    package static let tooBig = SQLiteCode(rawValue: 18)
    /// A row breaks a constraint of its table.
    package static let constraint = SQLiteCode(rawValue: 19)
    /// A value does not have the type of its column.
    package static let mismatch = SQLiteCode(rawValue: 20)
    /// SQLite was called in a way that it does not allow.
    package static let misuse = SQLiteCode(rawValue: 21)
    /// The file is not a database.
    package static let notADatabase = SQLiteCode(rawValue: 26)
    /// The file of shared memory could not grow to its size.
    package static let sharedMemorySize = SQLiteCode(rawValue: 10 | 19 << 8)
}
