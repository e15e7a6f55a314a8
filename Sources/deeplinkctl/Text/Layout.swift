internal import Conf

/// Rows with aligned columns.
enum Columns {
    /// *Units*: characters; a longer cell does not widen its column.
    private static let widestCell = 48

    /// The lines; the last cell of a row is not padded, and control characters are made visible.
    static func lines(_ rows: [[String]], indent: String = "") -> [String] {
        let printable = rows.map { $0.map(Escaping.printable) }
        let columnCount = printable.map(\.count).max() ?? 0
        let widths = (0..<columnCount).map { column in
            let cells = printable.compactMap { $0.count > column ? $0[column].count : nil }
            return cells.filter { $0 <= widestCell }.max() ?? 0
        }
        return printable.map { row in
            var line = indent + zip(row, widths).map { $0.padded(to: $1) }.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line
        }
    }
}

/// A line of a report: a label, and the value in a fixed column.
enum TextRow {
    /// *Shape*: `  feature    Library/Pro · open`.
    static func line(_ name: String, _ value: String) -> String {
        "  \(name.padded(to: 10)) \(Escaping.printable(value))"
    }

    /// Several values, with the label before the first.
    static func lines(_ name: String, _ values: [String]) -> [String] {
        values.enumerated().map { line($0 == 0 ? name : "", $1) }
    }

    /// A line for each value that is not nil.
    static func lines(_ rows: KeyValuePairs<String, String?>) -> [String] {
        rows.compactMap { name, value in value.map { line(name, $0) } }
    }
}

/// A line with the lines below it.
struct TextTree {
    let text: String
    var children: [TextTree] = []

    /// *Shape*: its own line, then those below it, with the lines of a tree.
    var lines: [String] { [Escaping.printable(text)] + Self.lines(children, indent: "") }

    private static func lines(_ trees: [TextTree], indent: String) -> [String] {
        trees.enumerated().flatMap { index, tree in
            let isLast = index == trees.count - 1
            return [indent + (isLast ? "└─ " : "├─ ") + Escaping.printable(tree.text)]
                + lines(tree.children, indent: indent + (isLast ? "   " : "│  "))
        }
    }
}

extension String {
    /// The text with blanks behind it, up to a width in characters.
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
