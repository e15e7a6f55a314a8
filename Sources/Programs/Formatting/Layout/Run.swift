/// Lines of one block that follow each other, with no empty line and no end of a block between them: they share columns.
///
/// The words behind the first of all lines can stand in a column, but those of lines with a block stand in one of their own.
/// Further words share a column with those of lines that begin with the same word.
struct Run {
    /// One statement of the run, as far as it is laid out.
    private struct Row {
        let line: LayoutLine
        let kind: Int
        var text: [UInt8]
        /// *Units*: columns.
        var width: Int

        init(_ line: LayoutLine, kind: Int) {
            (self.line, self.kind) = (line, kind)
            (text, width) = (Array(line.words[0]), 0)
            width = line.words[0].scalarCount
        }

        mutating func append(_ word: ArraySlice<UInt8>, behind blanks: Int) {
            text.append(contentsOf: repeatElement(0x20, count: blanks))
            text.append(contentsOf: word)
            width += blanks + word.scalarCount
        }
    }

    /// A statement as it is laid out.
    struct Statement {
        let text: [UInt8]
        /// *Units*: columns from the beginning of the statement; nil for one without a comment.
        let commentColumn: Int?
    }

    private var rows: [Row]

    /// - Parameter lines: those with a statement.
    init(_ lines: [LayoutLine]) {
        var kinds: [ArraySlice<UInt8>: Int] = [:]
        rows = lines.map { line in
            let kind = kinds[line.words[0]] ?? kinds.count
            kinds[line.words[0]] = kind
            return Row(line, kind: kind)
        }
    }

    /// The statements as they are laid out, without indentation.
    consuming func laidOut() -> [Statement] {
        var index = 0
        var active = Array(rows.indices)
        while true {
            active.removeAll { rows[$0].line.alignedCount <= index + 1 }
            guard !active.isEmpty else { break }
            alignWords(behind: index, of: active)
            index += 1
        }
        for row in rows.indices {
            let line = rows[row].line
            for word in line.words.dropFirst(line.alignedCount) { rows[row].append(word, behind: 1) }
        }
        return withComments()
    }

    private mutating func alignWords(behind index: Int, of active: [Int]) {
        let groups = Dictionary(grouping: active) { row in
            index == 0 ? rows[row].line.hasBlock ? 1 : rows[row].line.kind == .opening ? 2 : 0 : rows[row].kind
        }
        for group in groups.values {
            let cells = group.map { Column.Cell(end: rows[$0].width, blanks: rows[$0].line.blanks[index]) }
            let column = Column(cells)
            for (row, cell) in zip(group, cells) {
                rows[row].append(rows[row].line.words[index + 1], behind: column?.blanks(behind: cell) ?? 1)
            }
        }
    }

    private mutating func withComments() -> [Statement] {
        let cells = rows.map { Column.Cell(end: $0.width, blanks: $0.line.blanks[$0.line.words.count - 1]) }
        let column = Column(zip(rows, cells).filter { $0.0.line.comment != nil }.map(\.1))
        return zip(rows.indices, cells).map { row, cell in
            guard let comment = rows[row].line.comment else {
                return Statement(text: rows[row].text, commentColumn: nil)
            }
            let blanks = column?.blanks(behind: cell) ?? 1
            rows[row].append(comment, behind: blanks)
            return Statement(text: rows[row].text, commentColumn: cell.end + blanks)
        }
    }
}

extension ArraySlice<UInt8> {
    /// *Units*: Unicode scalars of a text in UTF-8.
    fileprivate var scalarCount: Int { count { $0.beginsScalar } }
}
