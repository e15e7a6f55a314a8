import GRDB

// Reads and writes by statements that the connection keeps compiled. A value that does not have the type that its column
// promises comes from a damaged file: it is read as nil, never with a trap.

extension Database {
    /// The number in the first column of the first row; nil if there is no row, or no number in it.
    ///
    /// *Throws*: SQLite's errors.
    func number(_ sql: String, _ arguments: StatementArguments = []) throws -> Int64? {
        try DatabaseValue.fetchOne(cachedStatement(sql: sql), arguments: arguments).flatMap(Int64.fromDatabaseValue)
    }

    /// Runs one statement that changes something.
    ///
    /// *Throws*: SQLite's errors.
    func run(_ sql: String, _ arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }
}

extension Row {
    /// The text in a column.
    func text(_ index: Int) -> String? { String.fromDatabaseValue(self[index]) }
    /// The number in a column.
    func number(_ index: Int) -> Int64? { Int64.fromDatabaseValue(self[index]) }
}
