// Transactions, and when each locks the file.

/// When a transaction locks the file.
package enum TransactionKind: String, Sendable {
    /// With the first statement, and for writing with the first that writes.
    ///
    /// For reading several things as they were at one moment.
    case deferred = "BEGIN DEFERRED"
    /// At once, for writing.
    ///
    /// A deferred one that read before it wrote would fail where another connection wrote in between, whatever the time
    /// that it may wait.
    case immediate = "BEGIN IMMEDIATE"
}

extension Database {
    /// Runs statements of which all take effect or none.
    ///
    /// *Throws*: what `body` throws, or why SQLite could not begin or commit; then none has taken effect.
    package func transaction<Value>(_ kind: TransactionKind, _ body: () throws -> Value) throws -> Value {
        try run(kind.rawValue)
        isInBlock = true
        do {
            let value = try body()
            try run("COMMIT")
            isInBlock = false
            return value
        } catch {
            isInBlock = false
            // ignored: the first error says what went wrong. SQLite fails here only if it has rolled back by itself.
            if isInTransaction { try? run("ROLLBACK") }
            throw error
        }
    }
}
