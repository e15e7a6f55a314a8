/// The reason why SQLite did not do what it was asked.
package struct SQLiteError: Error, Equatable, Sendable {
    /// The extended code, where SQLite has one.
    package let code: SQLiteCode
    /// *Shape*: SQLite's words: `no such table: change`.
    package let message: String

    /// Takes a code, and SQLite's words for it where there are no better ones.
    package init(_ code: SQLiteCode, _ message: String? = nil) {
        self.code = code
        self.message = message ?? code.text
    }
}

extension SQLiteError: CustomStringConvertible {
    package var description: String { "\(message), SQLite \(code.rawValue)" }
}
