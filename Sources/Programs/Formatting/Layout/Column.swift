/// Where the next words of several lines begin, if their author put them into a column.
///
///     url       podcast://episodes/7        two lines agree on a column, and not by one blank alone:
///     expect    ok.wouldPerform             the third one is moved to it
///     route  episode
struct Column {
    /// The last word of a line so far, and what its author put behind it.
    struct Cell {
        /// *Units*: columns from the beginning of the statement.
        let end: Int
        /// *Units*: blanks, at least one.
        let blanks: Int
    }

    /// A word that ends further right stands in no column.
    ///
    /// So one long pattern leaves the other lines as they are, and blanks never make a text much longer.
    private static let furthestEnd = 72
    /// *Units*: blanks that the longest word of a column may have behind it.
    ///
    /// The cases of a file often share the column of their longest line, and a case of short lines keeps it.
    private static let mostBlanks = 4

    /// Where the words begin that have room for it.
    private let start: Int

    /// Nil where the lines have no column.
    init?(_ cells: [Cell]) {
        let cells = cells.filter { $0.end <= Self.furthestEnd }
        guard cells.count > 1, let longest = cells.lazy.map(\.end).max() else { return nil }
        var found: [Int: (lines: Int, mostBlanks: Int)] = [:]
        for cell in cells {
            let (lines, blanks) = found[cell.end + cell.blanks] ?? (0, 0)
            found[cell.end + cell.blanks] = (lines + 1, max(blanks, cell.blanks))
        }
        let shared = found.filter { $0.value.lines > 1 }
        guard shared.contains(where: { $0.value.mostBlanks > 1 }) else { return nil }
        let possible = shared.filter { (longest + 1...longest + Self.mostBlanks).contains($0.key) }
        // Of two that have as many lines the narrower one.
        let best = possible.max { ($0.value.lines, -$0.key) < ($1.value.lines, -$1.key) }
        start = best?.key ?? longest + 1
    }

    /// How many blanks stand behind a word.
    func blanks(behind cell: Cell) -> Int { cell.end <= Self.furthestEnd ? start - cell.end : 1 }
}
