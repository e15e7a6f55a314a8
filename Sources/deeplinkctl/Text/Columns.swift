internal import Conf

/// Rows with aligned columns.
enum Columns {
    /// The lines; the last cell of a row is not padded, and control characters are made visible.
    ///
    /// *Units*: a cell longer than 48 characters does not widen its column.
    static func lines(_ rows: [[String]], indent: String = "") -> [String] {
        let printable = rows.map { $0.map(Escaping.printable) }
        var widths: [Int] = []
        for row in printable {
            for (index, cell) in row.enumerated() where cell.count <= 48 {
                while widths.count <= index { widths.append(0) }
                widths[index] = max(widths[index], cell.count)
            }
        }
        return printable.map { row in
            var line = indent
            for (index, cell) in row.enumerated() {
                line += cell
                guard index + 1 < row.count else { continue }
                let width = index < widths.count ? widths[index] : 0
                line += String(repeating: " ", count: max(0, width - cell.count) + 2)
            }
            while line.last == " " { line.removeLast() }
            return line
        }
    }
}
