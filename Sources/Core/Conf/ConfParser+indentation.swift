// Reads a file with a missing brace by the indentation of its lines:
//
//     feature Shop {
//         action show {
//             respond
//         action home {        no deeper than `action show {`, whose block is therefore closed before this line
//
// Braces alone decide what a sound file means. A file in which they do not match is read once more, and each line is then
// compared with the block around it. That reading counts only where it makes all braces match, with no more corrections
// than there were braces without a partner. So a file without indentation is reported as its braces stand.

import Contract

extension ConfParser {
    /// Closes the blocks that a line's indentation is outside of, or opens the one that it is inside of.
    mutating func balanceByIndentation(_ first: Int) {
        let isClosing = isBrace(words[first], Self.closing)
        let depth = indentation(of: words[first])
        var isOutside = false
        while let block = open.last, case let around = indentation(of: firstWord(of: block)),
            depth < around || !isClosing && depth == around
        {
            isOutside = true
            reportUnclosed(block, before: words[first])
            closeBlock()
        }
        guard !isOutside, !isClosing, !isBrace(words[first], Self.opening), let previous = lineWithoutBlock,
            depth > indentation(of: firstWord(of: previous)), open.count < Limits.nesting
        else { return }
        let head = written(previous)
        correctionCount += 1
        report(
            .unbalancedBrace, Int(firstWord(of: previous).start), head.utf8.count,
            "the block of this line has no `{`", help: "write `\(head) {`")
        openBlock(of: previous)
    }

    /// Opens the block of a statement that was read without one.
    mutating func openBlock(of statement: Int) {
        statements[statement].hasBlock = true
        open.append(statement)
        lineWithoutBlock = nil
    }

    /// A statement as it is written, without its block.
    func written(_ statement: Int) -> String {
        let first = Int(statements[statement].firstWord)
        let last = first + Int(statements[statement].wordCount) - 1
        return String(decoding: bytes[Int(words[first].start)..<Int(words[last].end)], as: UTF8.self)
    }

    private mutating func reportUnclosed(_ block: Int, before word: Word) {
        correctionCount += 1
        let opening = firstWord(of: block)
        diagnostics.report(
            .unbalancedBrace, at: place(of: opening), "the block that opens here is not closed",
            help: "add a line with `}` before the line in the note",
            related: [.init(place: place(of: word), note: "by its indentation this line is outside of the block")])
    }

    private func firstWord(of statement: Int) -> Word { words[Int(statements[statement].firstWord)] }

    private func place(of word: Word) -> SourceRange {
        SourceRange(file: file, offset: Int(word.start), length: Int(word.end - word.start))
    }

    /// *Units*: columns between the beginning of the line and its first word; a tab counts as eight.
    private func indentation(of word: Word) -> Int {
        let blanks = bytes[..<Int(word.start)].reversed().prefix { $0 == 0x20 || $0 == 0x09 }
        return blanks.reduce(0) { $0 + ($1 == 0x09 ? 8 : 1) }
    }
}
