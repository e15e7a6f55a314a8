/// A value of a column or an argument, in one of SQLite's types.
package enum SQLValue: Equatable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    /// Bytes, and also a text that is not UTF-8, which no `String` can hold.
    case bytes([UInt8])
}

/// A Swift value that can be the argument of a statement.
///
/// So the arguments of a statement are written as they are: `[subject, fact.name, fact.endsMs]`.
package protocol SQLArgument {
    /// What SQLite stores for it.
    var sqlValue: SQLValue { get }
}

extension SQLValue: SQLArgument {
    /// The value itself.
    package var sqlValue: SQLValue { self }
}

extension Int64: SQLArgument {
    /// The number.
    package var sqlValue: SQLValue { .integer(self) }
}

extension Int: SQLArgument {
    /// The number.
    package var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Bool: SQLArgument {
    /// SQLite has no type for it, and stores 0 or 1.
    package var sqlValue: SQLValue { .integer(self ? 1 : 0) }
}

extension Double: SQLArgument {
    /// The number; one that is not a number is stored as null.
    package var sqlValue: SQLValue { .real(self) }
}

extension String: SQLArgument {
    /// The text, with its NUL bytes.
    package var sqlValue: SQLValue { .text(self) }
}

extension [UInt8]: SQLArgument {
    /// The bytes, as a BLOB.
    package var sqlValue: SQLValue { .bytes(self) }
}

extension Optional: SQLArgument where Wrapped: SQLArgument {
    /// The value, or null.
    package var sqlValue: SQLValue { map(\.sqlValue) ?? .null }
}
