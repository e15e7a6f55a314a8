/// One row of an answer, copied out of SQLite.
///
/// A value that does not have the type that its column promises comes from a damaged file: it is read as nil, never with a
/// trap, and never converted.
package struct Row: Equatable, Sendable {
    /// The values, in the order of the columns.
    package let values: [SQLValue]

    /// The number in a column; nil where there is none.
    package func number(_ index: Int) -> Int64? {
        if case .integer(let number) = values[index] { number } else { nil }
    }

    /// The text in a column; nil where there is none.
    package func text(_ index: Int) -> String? {
        if case .text(let text) = values[index] { text } else { nil }
    }
}
