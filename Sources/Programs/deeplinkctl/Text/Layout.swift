internal import Conf

/// Rows with aligned columns.
enum Columns {
    /// The lines; the last cell of a row is not padded, and goes on under itself.
    static func lines(_ rows: [[Line]], indent: String = "") -> [Line] {
        let widths = ColumnWidths.widths(of: rows.map { $0.map(\.width) })
        return rows.map { row in
            var line = Line(indent)
            var start = line.width
            for (number, cell) in row.enumerated() {
                if number > 0 { line = line + "  " }
                start = line.width
                line = line + cell.padded(to: widths[number])
            }
            return line.trimmed.hanging(at: start)
        }
    }

    /// The same for cells without colours.
    static func lines(_ rows: [[String]], indent: String = "") -> [Line] {
        lines(rows.map { $0.map { Line($0) } }, indent: indent)
    }
}

/// A line of a report: a label, and the value in a fixed column.
enum TextRow {
    /// *Units*: characters of the widest label.
    private static let labelWidth = 10

    /// *Shape*: `  feature    Library/Pro · open`.
    static func line(_ name: String, _ value: Line) -> Line {
        let label = Line("  " + name.padded(to: labelWidth) + " ")
        return label.hanging(at: label.width) + value
    }

    /// Several values, with the label before the first.
    static func lines(_ name: String, _ values: [Line]) -> [Line] {
        values.enumerated().map { line($0 == 0 ? name : "", $1) }
    }

    /// A line for each value that is not nil.
    static func lines(_ rows: KeyValuePairs<String, String?>) -> [Line] {
        rows.compactMap { name, value in value.map { line(name, Line($0)) } }
    }
}

/// A line with the lines below it.
struct TextTree {
    let text: Line
    var children: [TextTree] = []

    /// *Shape*: its own line, then those below it, with the lines of a tree.
    var lines: [Line] { [text.hanging(at: 4)] + Self.lines(children, indent: "") }

    private static func lines(_ trees: [TextTree], indent: String) -> [Line] {
        trees.enumerated().flatMap { index, tree in
            let isLast = index == trees.count - 1
            let branch = Line(indent + (isLast ? "└─ " : "├─ "))
            return [branch.hanging(at: branch.width + 2) + tree.text]
                + lines(tree.children, indent: indent + (isLast ? "   " : "│  "))
        }
    }
}

extension String {
    /// The text with blanks behind it, up to a width in characters.
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
