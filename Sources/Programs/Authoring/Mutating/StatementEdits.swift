internal import Conf

/// Makes edits of one statement.
struct StatementEdits {
    let line: TableWalk.Line
    let file: TableWalk.File
    /// The statement as it is written, without its block.
    let statement: String
    /// The block that the statement opens, where it is a route.
    let inner: TableWalk.Block

    private var document: ConfDocument { file.document }

    init(_ line: TableWalk.Line, _ file: TableWalk.File) {
        (self.line, self.file) = (line, file)
        statement = file.document.written(0..<file.document.wordCount(of: line.statement), of: line.statement)
        inner = TableWalk.inner(line, file)
    }

    /// The first word.
    var directive: String { line.directive }
    /// *Units*: words of the statement, its directive among them.
    var count: Int { document.wordCount(of: line.statement) }
    /// The name of the route around the statement, without that of its package.
    var routeWord: String? { line.block.route.map { String($0.dropFirst(file.package.count)) } }

    /// The text of a word, without quotes; empty where there is none.
    func text(_ index: Int) -> String {
        index < count ? document.text(of: document.word(index, of: line.statement)) : ""
    }

    /// Whether a word stands in quotes.
    func isQuoted(_ index: Int) -> Bool { index < count && document.word(index, of: line.statement).isQuoted }

    /// A word as it is written.
    func written(_ index: Int) -> String { document.written(index..<index + 1, of: line.statement) }

    /// The offset of a place in a word's text.
    func place(_ index: Int, at offset: Int) -> Int {
        document.part(of: document.place(index, of: line.statement), at: offset, length: 1).offset
    }

    // MARK: Edits

    /// Puts another text in the place of a word.
    func replace(_ index: Int, with text: String) -> MutantEdit {
        replace(index, 0..<self.text(index).utf8.count, with: text)
    }

    /// Puts another text in the place of a part of a word's text.
    func replace(_ index: Int, _ range: Range<Int>, with text: String) -> MutantEdit {
        let word = document.word(index, of: line.statement)
        let start = Int(word.start)
        guard word.isQuoted else {
            return MutantEdit(file: file.number, range: start + range.lowerBound..<start + range.upperBound, text: text)
        }
        var bytes = Array(self.text(index).utf8)
        bytes.replaceSubrange(range, with: text.utf8)
        return MutantEdit(
            file: file.number, range: start..<Int(word.end),
            text: QuotedText.quoted(String(decoding: bytes, as: UTF8.self)))
    }

    /// Removes a word, or the whole statement.
    func remove(_ index: Int?) -> MutantEdit {
        if let index {
            let word = document.word(index, of: line.statement)
            return MutantEdit(file: file.number, range: Int(word.start)..<Int(word.end), text: "")
        }
        let (first, last) = (document.word(0, of: line.statement), document.word(count - 1, of: line.statement))
        return MutantEdit(file: file.number, range: withDivider(Int(first.start)..<Int(last.end)), text: "")
    }

    /// The range of a statement of a block on one line, with the `;` that divides it from another one.
    private func withDivider(_ range: Range<Int>) -> Range<Int> {
        let bytes = document.bytes
        let blanks = Set(" \t".utf8)
        var end = range.upperBound
        while end < bytes.count, blanks.contains(bytes[end]) { end += 1 }
        if end < bytes.count, bytes[end] == UInt8(ascii: ";") { return range.lowerBound..<end + 1 }
        var start = range.lowerBound
        while start > 0, blanks.contains(bytes[start - 1]) { start -= 1 }
        return start > 0 && bytes[start - 1] == UInt8(ascii: ";") ? start - 1..<range.upperBound : range
    }

    /// Adds a line to the block of another statement of the file.
    func insert(_ text: String, into other: Int) -> MutantEdit {
        let end = Int(document.word(document.wordCount(of: other) - 1, of: other).end)
        guard document.statements[other].hasBlock else {
            return MutantEdit(file: file.number, range: end..<end, text: " { \(text) }")
        }
        let bytes = document.bytes
        let brace = bytes[end...].firstIndex(of: UInt8(ascii: "{")) ?? end
        let rest = bytes[brace...].dropFirst().prefix { $0 != UInt8(ascii: "\n") }
        // A line break ends the brace of a block of several lines; a `;` divides the statements of one on one line.
        let isOnOneLine = document.children(of: other).contains { child in
            Int(document.word(0, of: child).start) < brace + 1 + rest.count
        }
        return MutantEdit(
            file: file.number, range: brace + 1..<brace + 1, text: isOnOneLine ? " \(text) ;" : "\n\(text)\n")
    }
}
