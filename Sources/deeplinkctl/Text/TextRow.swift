internal import Conf

/// A line of a report: a label, and the value in a fixed column.
enum TextRow {
    /// *Shape*: `  feature    Library/Pro · open`.
    static func line(_ name: String, _ value: String) -> String {
        let pad = String(repeating: " ", count: max(1, 11 - name.utf8.count))
        return "  \(name)\(pad)\(Escaping.printable(value))"
    }

    /// Several values, with the label before the first.
    static func lines(_ name: String, _ values: [String]) -> [String] {
        values.enumerated().map { line($0 == 0 ? name : "", $1) }
    }
}
