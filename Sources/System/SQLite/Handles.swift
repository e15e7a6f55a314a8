// Everything that calls SQLite's C functions: a connection and a statement, as objects that free what they hold.
//
// What is unsafe here: the two pointers that C gives out, which only these classes hold; texts and bytes, which are passed
// to C for the length of one call, in which SQLite copies them; and the text or the bytes of a column, which are copied out
// before the statement takes its next step. A statement holds its connection, so SQLite never gets a statement of a
// connection that was freed:
//
//     let connection = try ConnectionHandle(path: "/tmp/a.db")
//     let statement = try connection.prepare("SELECT ?")     holds `connection`
//     connection.close()                                     throws `busy` while `statement` lives
//
// No function here is used by two threads at once: the connection is opened without SQLite's own locks.

internal import CSQLite

/// A connection to a database file, closed with the object.
///
/// *Owner/thread*: one thread at a time.
@safe final class ConnectionHandle {
    /// Nil once it was closed.
    private var connection: OpaquePointer?

    /// Opens a file, and creates it where there is none.
    ///
    /// *Throws*: `misuse` for a path with a NUL byte, since C would read only the part before it; SQLite's reasons.
    convenience init(path: String) throws(SQLiteError) {
        try self.init(name: path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    }

    /// Opens a file for reading.
    ///
    /// *Shape*: SQLite's URI of the file.
    convenience init(uri: String) throws(SQLiteError) {
        try self.init(name: uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
    }

    private init(name: String, _ mode: Int32) throws(SQLiteError) {
        guard !name.utf8.contains(0) else { throw SQLiteError(.misuse, "the path holds a NUL byte") }
        let flags = mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = unsafe sqlite3_open_v2(name, &connection, flags, nil)
        // Where it fails there is a connection all the same, which `deinit` closes.
        guard code == SQLITE_OK else { throw SQLiteError(SQLiteCode(rawValue: code)) }
        try check(unsafe csqlite_refuse_quoted_strings(connection))
        try check(unsafe csqlite_add_row_sums(connection))
    }

    /// No statement is left, since each holds its connection.
    deinit { unsafe sqlite3_close_v2(connection) }

    /// Closes the file; every later call fails.
    ///
    /// *Throws*: `busy` while a statement is left, and then the file stays open.
    func close() throws(SQLiteError) {
        try check(unsafe sqlite3_close(connection))
        unsafe connection = nil
    }

    /// True from the start of a transaction to its end, which may be SQLite's own after an error.
    var isInTransaction: Bool { unsafe connection.map { unsafe sqlite3_get_autocommit($0) == 0 } ?? false }

    /// How many rows the last change changed.
    var changeCount: Int { unsafe connection.map { unsafe Int(sqlite3_changes($0)) } ?? 0 }

    /// The number of the row that was inserted last.
    var lastInsertedRowID: Int64 { unsafe connection.map { unsafe sqlite3_last_insert_rowid($0) } ?? 0 }

    /// Sets how long a statement waits for a lock of another connection.
    ///
    /// *Units*: milliseconds.
    func wait(forLocksMs milliseconds: Int32) throws(SQLiteError) {
        try check(unsafe sqlite3_busy_timeout(try opened(), milliseconds))
    }

    /// Runs all statements of a text.
    func execute(_ script: String) throws(SQLiteError) {
        try Self.requireWhole(script)
        try check(unsafe sqlite3_exec(try opened(), script, nil, nil, nil))
    }

    /// Compiles a text of one statement.
    ///
    /// *Throws*: `misuse` for a text of none or several; SQLite's reasons.
    func prepare(_ sql: String) throws(SQLiteError) -> StatementHandle {
        try Self.requireWhole(sql)
        var (made, hasMore): (OpaquePointer?, Int32) = (nil, 0)
        try check(unsafe csqlite_prepare(try opened(), sql, &made, &hasMore))
        guard let made = unsafe made else { throw SQLiteError(.misuse, "no statement: \(sql)") }
        let statement = unsafe StatementHandle(made, of: self)
        guard hasMore == 0 else { throw SQLiteError(.misuse, "more than one statement: \(sql)") }
        return statement
    }

    /// Throws what a call that returned this code has to say.
    func check(_ code: Int32) throws(SQLiteError) {
        guard code != SQLITE_OK else { return }
        // After a misuse the message is of an earlier call.
        guard code != SQLITE_MISUSE, let connection = unsafe connection, let text = unsafe sqlite3_errmsg(connection)
        else { throw SQLiteError(SQLiteCode(rawValue: code)) }
        // To the caller a quota or a limit of sizes is the same as a full disk.
        if SQLiteCode(rawValue: code).primary == .inputOutput, unsafe csqlite_is_at_limit(connection) != 0 {
            throw SQLiteError(.full)
        }
        throw SQLiteError(SQLiteCode(rawValue: code), unsafe String(cString: text))
    }

    private func opened() throws(SQLiteError) -> OpaquePointer {
        guard let connection = unsafe connection else { throw SQLiteError(.misuse, "the database was closed") }
        return unsafe connection
    }

    /// C would read a text only as far as its first NUL byte.
    private static func requireWhole(_ sql: String) throws(SQLiteError) {
        guard !sql.utf8.contains(0) else { throw SQLiteError(.misuse, "a statement holds a NUL byte") }
    }
}

/// A compiled statement, freed with the object.
///
/// *Owner/thread*: its connection's.
@safe final class StatementHandle {
    private let statement: OpaquePointer
    private let connection: ConnectionHandle
    /// Whether its rows are being read, so that it cannot be started again.
    var isInUse = false

    fileprivate init(_ statement: OpaquePointer, of connection: ConnectionHandle) {
        unsafe self.statement = statement
        self.connection = connection
    }

    /// The result repeats the error of the last step, which was thrown then.
    deinit { unsafe sqlite3_finalize(statement) }

    /// Sets the arguments.
    ///
    /// *Throws*: `misuse` unless there is one for each placeholder; `tooBig`, `noMemory`.
    func bind(_ arguments: [any SQLArgument]) throws(SQLiteError) {
        let count = Int(unsafe sqlite3_bind_parameter_count(statement))
        guard count == arguments.count else {
            throw SQLiteError(.misuse, "a statement with \(count) placeholders has \(arguments.count) arguments")
        }
        for (index, argument) in arguments.enumerated() {
            try connection.check(bind(argument.sqlValue, at: Int32(index + 1)))
        }
    }

    private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
        switch value {
        case .null: return unsafe sqlite3_bind_null(statement, index)
        case .integer(let number): return unsafe sqlite3_bind_int64(statement, index, number)
        case .real(let number): return unsafe sqlite3_bind_double(statement, index, number)
        case .text(var text):
            return text.withUTF8 {
                unsafe csqlite_bind_text(statement, index, $0.baseAddress, UInt64($0.count))
            }
        case .bytes(let bytes):
            return unsafe bytes.withUnsafeBytes {
                unsafe csqlite_bind_bytes(statement, index, $0.baseAddress, UInt64($0.count))
            }
        }
    }

    /// Computes the next row; nil at the end.
    ///
    /// *Throws*: SQLite's reasons; `noMemory`.
    func next() throws(SQLiteError) -> Row? {
        let code = unsafe sqlite3_step(statement)
        guard code == SQLITE_ROW else {
            if code != SQLITE_DONE { try connection.check(code) }
            return nil
        }
        // Counted now: a statement that was compiled anew, after a change of the schema, may have other columns.
        let count = unsafe sqlite3_column_count(statement)
        var values: [SQLValue] = []
        values.reserveCapacity(Int(count))
        for index in 0..<count { values.append(try value(at: index)) }
        return Row(values: values)
    }

    private func value(at index: Int32) throws(SQLiteError) -> SQLValue {
        switch unsafe sqlite3_column_type(statement, index) {
        case SQLITE_INTEGER: return .integer(unsafe sqlite3_column_int64(statement, index))
        case SQLITE_FLOAT: return .real(unsafe sqlite3_column_double(statement, index))
        case SQLITE_TEXT:
            // Asked for before their count, which is that of the text in UTF-8 only then.
            guard let start = unsafe sqlite3_column_text(statement, index) else { throw SQLiteError(.noMemory) }
            let bytes = unsafe UnsafeBufferPointer(
                start: start, count: Int(sqlite3_column_bytes(statement, index)))
            return unsafe String(validating: bytes, as: UTF8.self).map(SQLValue.text) ?? .bytes(Array(bytes))
        case SQLITE_BLOB:
            let start = unsafe sqlite3_column_blob(statement, index)
            // Without a pointer there are no bytes.
            return unsafe .bytes(
                Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, index)))))
        default: return .null
        }
    }

    /// Ends the statement, so that it can be started again, and frees its arguments.
    func reset() {
        // ignored: the result repeats the error of the last step, which was thrown then.
        _ = unsafe sqlite3_reset(statement)
        // ignored: it never fails.
        _ = unsafe sqlite3_clear_bindings(statement)
    }
}

extension SQLiteCode {
    /// SQLite's words for the code: `database is locked`.
    var text: String { unsafe String(cString: sqlite3_errstr(rawValue)) }
}

/// The library itself.
package enum SQLiteLibrary {
    /// *Shape*: `3.40.1`.
    package static var version: String { unsafe String(cString: sqlite3_libversion()) }
}
