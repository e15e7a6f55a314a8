/// The widths of aligned columns of text.
package enum ColumnWidths {
    /// *Units*: characters; a longer cell does not widen its column.
    private static let widestCell = 48

    /// The width of each column, by the widths of the cells of each row.
    ///
    /// *Units*: characters.
    package static func widths(of rows: [[Int]]) -> [Int] {
        let columnCount = rows.map(\.count).max() ?? 0
        return (0..<columnCount).map { column -> Int in
            let cells = rows.compactMap { $0.count > column ? $0[column] : nil }
            return cells.filter { $0 <= widestCell }.max() ?? 0
        }
    }
}
