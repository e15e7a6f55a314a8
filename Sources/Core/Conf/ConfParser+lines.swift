// Reads a line with a block that opens and closes on it:
//
//     action home { respond }
//     scheme code { separator ":" ; trailing-slash either }
//
// The statements of the block are divided by `;` as a word of its own. Such blocks can stand in each other. An error is
// reported once per line, and what follows is still read as its author most likely meant.

/// What was read so far of a line with a block on it.
private struct LineOfBlocks {
    /// The first word of the statement being read.
    var start: Int
    /// The braces of the line that are still open.
    var opened: [Word] = []
    /// The word before the one being read, if it is a divider or a brace.
    var mark: Word?
    var isReported = false
}

extension ConfParser {
    private static let divider = UInt8(ascii: ";")

    /// Reads the statements of the line from the word `first` on; `brace` is its first brace.
    mutating func parseOneLineBlocks(_ first: Int, brace: Int) {
        var line = LineOfBlocks(start: first)
        refuseGluedDivider(from: brace, &line)
        for index in first..<words.count {
            let word = words[index]
            if isBrace(word, Self.opening) {
                openBlock(at: index, &line)
            } else if isBrace(word, Self.closing) {
                endStatement(before: index, &line)
                endBlock(word, &line)
            } else if isBrace(word, Self.divider), !line.opened.isEmpty {
                endStatement(before: index, &line)
                if let mark = line.mark, !isBrace(mark, Self.closing) { refuseDivider(word, &line) }
            } else {
                if let mark = line.mark, isBrace(mark, Self.closing) { refuseFollower(word, &line) }
                line.mark = nil
                continue
            }
            (line.start, line.mark) = (index + 1, word)
        }
        endStatement(before: words.count, &line, blocks: quoteTookBrace ? 1 : 0)
        endLine(line)
    }

    private mutating func openBlock(at index: Int, _ line: inout LineOfBlocks) {
        let word = words[index]
        if line.start == index {
            if !line.isReported {
                line.isReported = true
                damage(
                    .misplacedBrace, Int(word.start), 1, "a block needs a directive before its `{`",
                    help: "write the directive before it, as in `action home { respond }`, or quote the brace")
            }
            lineIsDamaged = true
            append(index..<index + 1, blocks: 1)
        } else {
            append(line.start..<index, blocks: 1)
        }
        line.opened.append(word)
    }

    private mutating func endStatement(before index: Int, _ line: inout LineOfBlocks, blocks: Int = 0) {
        if line.start < index { append(line.start..<index, blocks: blocks) }
    }

    private mutating func endBlock(_ brace: Word, _ line: inout LineOfBlocks) {
        if let mark = line.mark, isBrace(mark, Self.divider) {
            refuseDivider(mark, &line)
            // The `;` may have been the last word of the statement.
            statements[statements.count - 1].isDamaged = true
        }
        if line.opened.popLast() == nil { refuseFollower(brace, &line) }
        closeBlock()
    }

    /// Ends the line; a block that is still open goes on with the next one.
    private mutating func endLine(_ line: LineOfBlocks) {
        guard let brace = line.opened.first else { return }
        if quoteTookEnd { return line.opened.forEach { _ in closeBlock() } }
        if !line.isReported, !lineIsDamaged {
            report(
                .misplacedBrace, brace, "the block that opens here is not closed on its line",
                help: "close it with ` }` on the same line, or begin a new line behind the `{`")
            // In `scheme { s` the name stands behind the brace.
            if let block = open.last, statements[block].wordCount == 1 { statements[block].isDamaged = true }
        }
        balanceIsDoubtful = true
    }

    // MARK: Mistakes

    private mutating func refuseDivider(_ word: Word, _ line: inout LineOfBlocks) {
        guard !line.isReported else { return }
        line.isReported = true
        report(
            .misplacedBrace, word, "this `;` has no statement on both sides",
            help: "remove it; where `;` is a word of a statement, write `\";\"`")
    }

    private mutating func refuseFollower(_ word: Word, _ line: inout LineOfBlocks) {
        guard !line.isReported else { return }
        line.isReported = true
        guard !line.opened.isEmpty else { return refuseFollower(word) }
        report(
            .misplacedBrace, word, "a `;` is missing between two statements of a one-line block",
            help: "write ` ; ` before this word")
    }

    /// Reports the first word such as `respond;`, which may have been meant as two.
    private mutating func refuseGluedDivider(from brace: Int, _ line: inout LineOfBlocks) {
        let glued = words[brace...].first { word in
            !word.isQuoted && word.end - word.start > 1
                && (bytes[Int(word.start)] == Self.divider || bytes[Int(word.end) - 1] == Self.divider)
        }
        guard let glued else { return }
        let text = String(decoding: bytes[Int(glued.start)..<Int(glued.end)], as: UTF8.self)
        let isAtEnd = text.hasSuffix(";")
        let divided = isAtEnd ? "\(text.dropLast()) ;" : "; \(text.dropFirst())"
        line.isReported = true
        damage(
            .misplacedBrace, isAtEnd ? Int(glued.end) - 1 : Int(glued.start), 1,
            "in a one-line block the `;` between two statements is a word of its own",
            help: "write `\(divided)`, or quote the word")
    }
}
