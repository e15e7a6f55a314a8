// A SQLite database behind a few functions. Values go in as arguments and come out as copies, so no pointer leaves this
// target:
//
//     let db = try Database(path: "/var/lib/deeplinkd/ledger.db", busyTimeout: .milliseconds(250))
//     try db.transaction(.immediate) {
//         try db.run("INSERT INTO subject (text) VALUES (?)", ["uid:1000"])
//     }
//     try db.number("SELECT count(*) FROM subject")                    1
//     try db.close()
//
// Where SQLite's default would be a trap, a connection is opened otherwise:
//
//     REFERENCES is enforced                  SQLite reads it and does nothing
//     text in double quotes is a name         SQLite takes a misspelt name for a string
//     errors have their extended codes        SQLite gives the primary one
//     a path that begins with file: is a path SQLite reads it as a URI where it was built so
//
// A connection has two functions of SQL besides SQLite's: `sum_rows(a, b)` sums up the rows of a query, and
// `sum_with(total, a, b)` adds a row to a sum, or takes it out again. A row that differs in one bit changes the sum.
//
// All else is SQLite's: the journal, when it is folded into the file (after 1,000 pages, and when the last connection is
// closed), and when a statement is compiled anew since the schema has changed. A program that wants another journal asks
// for it with `execute`.

/// A connection to a database.
///
/// *Owner/thread*: one thread at a time, which the type system holds, since it is not `Sendable`.
package final class Database {
    private let connection: ConnectionHandle
    /// Each statement that was run, by its text.
    private var statements: [String: StatementHandle] = [:]
    /// Whether `transaction` is under way; SQLite may have ended its transaction all the same.
    var isInBlock = false

    /// Opens a file, and creates it where there is none.
    ///
    /// It is not read before the first statement, which is when a file that is no database, or is locked, is noticed.
    ///
    /// - Parameter busyTimeout: how long a statement waits for a lock of another connection before it fails with `busy`.
    ///
    /// *Throws*: `cannotOpen`, `misuse` for a path with a NUL byte.
    package init(path: String, busyTimeout: Duration = .zero) throws(SQLiteError) {
        connection = try ConnectionHandle(path: path.hasPrefix("file:") ? "./" + path : path)
        let milliseconds = busyTimeout / .milliseconds(1)
        try connection.wait(forLocksMs: Int32(min(max(0, milliseconds), Double(Int32.max))))
        try connection.execute("PRAGMA foreign_keys = ON")
    }

    /// Opens a file for reading that cannot be written, and takes no lock.
    ///
    /// SQLite reads a file with a write-ahead log only if it can write a lock or shared memory. On a read-only file system
    /// it can do neither, and no other process changes the file. So nothing is locked, and the index of the log is in this
    /// process's own memory.
    ///
    /// - Parameter hasLog: whether a write-ahead log with bytes is beside the file.
    ///
    /// *Throws*: `cannotOpen`, `misuse` for a path with a NUL byte.
    package init(unlocked path: String, hasLog: Bool) throws(SQLiteError) {
        let escaped = path.utf8.map { byte in
            switch byte {
            case 0x2D...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: String(UnicodeScalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }.joined()
        let scheme = path.hasPrefix("/") ? "file://" : "file:"
        connection = try ConnectionHandle(
            uri: scheme + escaped + (hasLog ? "?vfs=unix-none" : "?immutable=1"))
        // Before the first read: otherwise the index of the log would be a file.
        if hasLog { try connection.execute("PRAGMA locking_mode = EXCLUSIVE") }
    }

    /// Closes the file; every later call fails.
    ///
    /// *Throws*: `busy` inside `forEach`, and then the file stays open.
    package func close() throws(SQLiteError) {
        // SQLite closes a connection only once all its statements are freed.
        statements = [:]
        try connection.close()
    }

    /// How many rows the last INSERT, UPDATE or DELETE changed, without those that triggers changed.
    package var changeCount: Int { connection.changeCount }

    /// The number of the row that was inserted last.
    package var lastInsertedRowID: Int64 { connection.lastInsertedRowID }

    /// Whether SQLite is in a transaction.
    package var isInTransaction: Bool { connection.isInTransaction }

    /// Runs the statements of a text, one after the other, up to the first that fails; their rows are dropped.
    ///
    /// *Throws*: SQLite's reasons.
    package func execute(_ script: String) throws(SQLiteError) {
        try requireTransaction()
        try connection.execute(script)
    }

    /// Runs one statement; its rows are dropped.
    ///
    /// *Throws*: SQLite's reasons; `misuse` unless there is one argument for each placeholder.
    package func run(_ sql: String, _ arguments: [any SQLArgument] = []) throws(SQLiteError) {
        try forEach(sql, arguments) { _ in }
    }

    /// The first column of the first row, as a number; nil if there is no row, or no number in it.
    ///
    /// *Throws*: as `run`.
    package func number(_ sql: String, _ arguments: [any SQLArgument] = []) throws(SQLiteError) -> Int64? {
        try row(sql, arguments)?.number(0)
    }

    /// The first column of the first row, as a text; nil if there is no row, or no text in it.
    ///
    /// *Throws*: as `run`.
    package func text(_ sql: String, _ arguments: [any SQLArgument] = []) throws(SQLiteError) -> String? {
        try row(sql, arguments)?.text(0)
    }

    /// The first row; further ones are not computed.
    ///
    /// *Throws*: as `run`.
    package func row(_ sql: String, _ arguments: [any SQLArgument] = []) throws(SQLiteError) -> Row? {
        try start(sql, arguments) { (statement) throws(SQLiteError) in try statement.next() }
    }

    /// All rows.
    ///
    /// *Throws*: as `run`.
    package func rows(_ sql: String, _ arguments: [any SQLArgument] = []) throws(SQLiteError) -> [Row] {
        var rows: [Row] = []
        try forEach(sql, arguments) { rows.append($0) }
        return rows
    }

    /// Passes on each row as it is computed, so that no more than one is in memory.
    ///
    /// `body` may run other statements, and the same one.
    ///
    /// *Throws*: as `run`.
    package func forEach(
        _ sql: String, _ arguments: [any SQLArgument] = [], _ body: (Row) -> Void
    ) throws(SQLiteError) {
        try start(sql, arguments) { (statement) throws(SQLiteError) in
            while let row = try statement.next() { body(row) }
        }
    }

    private func start<Value>(
        _ sql: String, _ arguments: [any SQLArgument], _ body: (StatementHandle) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> Value {
        try requireTransaction()
        let statement = try prepared(sql)
        statement.isInUse = true
        defer {
            statement.reset()
            statement.isInUse = false
        }
        try statement.bind(arguments)
        return try body(statement)
    }

    /// The statement that is kept for a text, or a further one while that one's rows are being read.
    private func prepared(_ sql: String) throws(SQLiteError) -> StatementHandle {
        let kept = statements[sql]
        if let kept, !kept.isInUse { return kept }
        let made = try connection.prepare(sql)
        if kept == nil { statements[sql] = made }
        return made
    }

    /// After an error such as a full disk SQLite may have rolled back the whole transaction: a further statement of it would
    /// be a transaction of its own.
    func requireTransaction() throws(SQLiteError) {
        guard isInBlock, !isInTransaction else { return }
        throw SQLiteError(.abort, "the transaction was rolled back")
    }
}
