/// One configuration file as statements over its own bytes; grammar without meaning.
///
/// A class, because all readers of a table share one: copying a struct of arrays retains and releases each of them.
///
/// *Cost*: a word's text is made anew at each request; nothing is kept but ranges.
package final class ConfDocument: Sendable {
    /// The file's number among the files of one run.
    package let file: Int
    /// The name that diagnostics show.
    package let name: String
    package let bytes: [UInt8]
    package let words: [Word]
    package let statements: [Statement]
    /// Whether reading ended before the text did.
    package let isPartial: Bool

    init(file: Int, name: String, bytes: [UInt8], words: [Word], statements: [Statement], isPartial: Bool) {
        self.file = file
        self.name = name
        self.bytes = bytes
        self.words = words
        self.statements = statements
        self.isPartial = isPartial
    }

    /// The statements outside any block.
    package var roots: Siblings { siblings(from: 0, to: statements.count) }

    /// The statements of a statement's block.
    package func children(of statement: Int) -> Siblings {
        siblings(from: statement + 1, to: Int(statements[statement].end))
    }

    /// How many words the statement has, its directive among them.
    package func wordCount(of statement: Int) -> Int { Int(statements[statement].wordCount) }

    /// The word at that place of the statement; the directive is word 0.
    package func word(_ index: Int, of statement: Int) -> Word {
        words[Int(statements[statement].firstWord) + index]
    }

    /// The statement's first word.
    package func directive(of statement: Int) -> String { text(of: word(0, of: statement)) }

    /// Whether the word at a place stands in quotes, so that it is a name or a value and not a word of a language.
    package func isQuoted(_ place: SourceRange) -> Bool {
        bytes.indices.contains(place.offset) && bytes[place.offset] == UInt8(ascii: "\"")
    }

    /// Whether the statement's first word is that directive; a quoted word is none.
    ///
    /// *Cost*: a comparison of bytes for a bare word, so a table of many statements can be searched for one.
    package func hasDirective(_ name: String, _ statement: Int) -> Bool {
        hasText(name, word(0, of: statement))
    }

    /// The position of the first word without quotes that has a text, from the word `first` on; nil if there is none.
    ///
    /// *Cost*: as of `hasDirective`, for each word.
    package func index(ofWord text: String, of statement: Int, from first: Int) -> Int? {
        (first..<max(first, wordCount(of: statement))).first { hasText(text, word($0, of: statement)) }
    }

    private func hasText(_ text: String, _ word: Word) -> Bool {
        !word.isQuoted && Int(word.end - word.start) == text.utf8.count
            && bytes[Int(word.start)..<Int(word.end)].elementsEqual(text.utf8)
    }

    /// The words after the directive.
    package func arguments(of statement: Int) -> [String] {
        (1..<max(1, wordCount(of: statement))).map { text(of: word($0, of: statement)) }
    }

    /// Some words of a statement as they are written, quotes included, with a space between two.
    package func written(_ words: Range<Int>, of statement: Int) -> String {
        words.map { index in
            let word = word(index, of: statement)
            return String(decoding: bytes[Int(word.start)..<Int(word.end)], as: UTF8.self)
        }.joined(separator: " ")
    }

    /// A word's text, without quotes and escapes.
    package func text(of word: Word) -> String {
        let range = Int(word.start)..<Int(word.end)
        guard word.isQuoted else { return String(decoding: bytes[range], as: UTF8.self) }
        return QuotedText.decoded(bytes[range.dropFirst().dropLast()])
    }

    /// Where a word stands.
    package func place(of word: Word) -> SourceRange {
        SourceRange(file: file, offset: Int(word.start), length: Int(word.end - word.start))
    }

    /// Where a part of a word stands, by its place in the word's text: quotes and escapes are stepped over.
    ///
    /// *Units*: bytes of the text without quotes and escapes.
    package func part(of word: SourceRange, at offset: Int, length: Int) -> SourceRange {
        guard bytes.indices.contains(word.offset), bytes[word.offset] == UInt8(ascii: "\"") else {
            return word.part(at: offset, length: length)
        }
        let text = bytes[word.offset..<min(bytes.count, word.offset + word.length)].dropFirst()
        let start = QuotedText.writtenLength(of: offset, in: text) + 1
        let end = QuotedText.writtenLength(of: offset + length, in: text) + 1
        return word.part(at: start, length: end - start)
    }

    /// Where a word of a statement stands.
    package func place(_ index: Int, of statement: Int) -> SourceRange { place(of: word(index, of: statement)) }

    /// Where a statement stands, its block left out.
    package func place(of statement: Int) -> SourceRange {
        let first = word(0, of: statement)
        let last = word(wordCount(of: statement) - 1, of: statement)
        return SourceRange(file: file, offset: Int(first.start), length: Int(last.end - first.start))
    }
}

extension ConfDocument {
    /// The same file without its statements: enough to show where a diagnostic stands.
    package var withoutStatements: ConfDocument {
        ConfDocument(file: file, name: name, bytes: bytes, words: [], statements: [], isPartial: isPartial)
    }

    /// A file that has no text, or whose text could not be read.
    package convenience init(empty name: String, file: Int) {
        self.init(file: file, name: name, bytes: [], words: [], statements: [], isPartial: false)
    }

    /// The statements of one block in their order, as indices.
    package typealias Siblings = UnfoldSequence<Int, Int>

    private func siblings(from first: Int, to end: Int) -> Siblings {
        sequence(state: first) { [statements] upcoming in
            guard upcoming < end else { return nil }
            defer { upcoming = Int(statements[upcoming].end) }
            return upcoming
        }
    }
}
