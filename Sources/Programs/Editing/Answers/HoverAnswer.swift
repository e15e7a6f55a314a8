import Conf
import Contract
import Routing
import Varlink

/// What is shown at a word: the manual's text about it, or the declaration of what it names.
struct HoverAnswer {
    let manual: Manual
    let wings: WingList
    /// *Units*: lines of a declaration that are shown.
    private static let mostLines = 12

    /// The text about a word, and the word's place; nil where there is none.
    func text(
        at offset: Int, in walk: StatementWalk, uses: [NameUse],
        declaration: (NameUse) -> (document: ConfDocument, use: NameUse)?
    ) -> (text: String, place: SourceRange)? {
        guard let word = WordAtCursor(at: offset, in: walk) else { return nil }
        if word.index > 0, let use = uses.first {
            let shown = declaration(use).flatMap { Self.declaration($0.use, $0.document) }
            if let shown { return (shown, use.place) }
        }
        return page(of: word).map { (Self.block($0), word.place) }
    }

    /// The page of the manual about a word, or else about the directive of its line.
    private func page(of word: WordAtCursor) -> String? {
        let block = word.block
        guard word.index > 0 else { return manual.page(word.directive, block) }
        let text = word.text
        if ["require", "with"].contains(word.directive), word.index == 1, let page = manual.page(text, word.directive) {
            return page
        }
        if word.nameKind(wings) == .tableLimit, let page = manual.page(text, "limit") { return page }
        if OutcomeCode(rawValue: text) != nil, let page = manual.page(text, nil) { return page }
        if word.nameKind(wings) == .type, let page = manual.page(text, "types") { return page }
        return manual.page(word.directive, block)
    }

    /// The lines of a declaration.
    private static func declaration(_ use: NameUse, _ document: ConfDocument) -> String? {
        let statement = document.statements.indices.last { index in
            Int(document.word(0, of: index).start) <= use.place.offset
        }
        guard let statement else { return nil }
        let start = document.bytes[..<use.place.offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        let last = max(statement, Int(document.statements[statement].end) - 1)
        let lastWord = document.word(document.wordCount(of: last) - 1, of: last)
        let end = document.bytes[Int(lastWord.end)...].firstIndex(of: 0x0A) ?? document.bytes.count
        var lines = String(decoding: document.bytes[start..<max(start, end)], as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let margin = lines.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        lines = lines.map { String($0.dropFirst(min(margin, $0.count))) }
        if lines.count > mostLines { lines = lines.prefix(mostLines - 1) + ["    …"] }
        if document.statements[statement].hasBlock, lines.count > 1 || lines.last?.hasSuffix("{") == true {
            lines.append("}")
        }
        return block(lines.joined(separator: "\n"))
    }

    /// A text whose lines stay as they are.
    private static func block(_ text: String) -> String { "```deeplinkd\n\(text)\n```" }
}

/// The texts of the manual, which the program has.
package struct Manual: Sendable {
    /// What `help WORD` prints of a word; nil where that is nothing.
    ///
    /// - Parameter place: the block that the word stands in; `require`, `with` or `limit` behind these; `types` for a type.
    package let page: @Sendable (_ word: String, _ place: String?) -> String?
    /// The first sentence of it.
    package let sentence: @Sendable (_ word: String, _ place: String?) -> String?

    package init(
        page: @escaping @Sendable (_ word: String, _ place: String?) -> String?,
        sentence: @escaping @Sendable (_ word: String, _ place: String?) -> String?
    ) {
        (self.page, self.sentence) = (page, sentence)
    }
}
