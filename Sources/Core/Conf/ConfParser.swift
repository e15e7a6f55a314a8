// Text → statements, by the uniform grammar that tables and test cases share:
//
//     statement = words EOL / words "{" EOL *statement "}" EOL / line EOL
//     line      = words "{" [ item *( ";" item ) ] "}"           a one-line block: `action home { respond }`
//     item      = words / line
//     words     = word *word
//
// The parser goes line by line and never stops at an error: it reports it, marks the statement as damaged and goes on,
// so that one run finds all errors. A line's words are read first, then its braces. So a `{` that ends a damaged line
// still opens its block, and one bad word does not unbalance the rest of the file. After a brace in a wrong place, a block
// that is left open or closed too often is not reported: one mistake gives one report.

import Contract

/// Reads one file into statements.
package struct ConfParser {
    let file: Int
    let bytes: [UInt8]
    let statementLimit: Int
    var position = 0
    var words: [Word] = []
    var statements: [Statement] = []
    var open: [Int] = []
    var lineIsDamaged = false
    /// The statement of the line before, where it has no block and none ended behind it.
    var lineWithoutBlock: Int?
    /// Whether an unclosed quote took the `{` that ends its line.
    var quoteTookBrace = false
    /// Whether an unclosed quote took the `}` that ends its line.
    var quoteTookEnd = false
    /// Whether a statement was left out because there are too many.
    var isCut = false
    /// Whether a brace stood in a wrong place somewhere.
    var balanceIsDoubtful = false
    /// Braces without a partner that were reported.
    var imbalanceCount = 0
    /// Whether the indentation of the lines says where a missing brace belongs, and how many it was asked for.
    var followsIndentation = false
    var correctionCount = 0
    var diagnostics: Diagnostics

    /// Parses the text of one file.
    ///
    /// *Limits*: `Limits.tableBytes`, `Limits.tableWords`, `Limits.wordBytes`, `Limits.nesting`. *Cost*: linear in the text.
    package static func parse(
        _ bytes: [UInt8], name: String, file: Int, statementLimit: Int = Limits.tableStatements,
        diagnostics: inout Diagnostics
    ) -> ConfDocument {
        var parser = ConfParser(file: file, bytes: bytes, statementLimit: statementLimit, diagnostics: diagnostics)
        if parser.isReadable() { parser.parseLines() }
        if parser.imbalanceCount > 0 {
            var second = ConfParser(file: file, bytes: bytes, statementLimit: statementLimit, diagnostics: diagnostics)
            second.followsIndentation = true
            if second.isReadable() { second.parseLines() }
            let isExplained = second.imbalanceCount == 0 && !second.balanceIsDoubtful
            if isExplained, second.correctionCount <= parser.imbalanceCount { parser = second }
        }
        diagnostics = parser.diagnostics
        return ConfDocument(
            file: file, name: name, bytes: bytes, words: parser.words, statements: parser.statements,
            isPartial: parser.isCut || parser.position < bytes.count)
    }

    // MARK: The whole file

    private mutating func isReadable() -> Bool {
        guard bytes.count <= Limits.tableBytes else {
            report(
                .fileTooLarge, 0, 1, "the file has \(bytes.count) bytes; at most \(Limits.tableBytes) are read",
                help: "split it and use `include`")
            return false
        }
        do {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            report(.notUTF8, error.byteOffsets.lowerBound, 1, "the file is not UTF-8 here", help: "save it as UTF-8")
            return false
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            report(.controlCharacter, 0, 3, "the file begins with a byte order mark", help: "save it without one")
            position = 3
        }
        return true
    }

    private mutating func parseLines() {
        // Reserved pages that are never written take no memory; growing would copy many megabytes again and again.
        words.reserveCapacity(min(bytes.count / 8, Limits.tableWords))
        statements.reserveCapacity(min(bytes.count / 32, statementLimit))
        while position < bytes.count, hasRoom() { parseLine() }
        for statement in open {
            statements[statement].end = UInt32(statements.count)
            let word = words[Int(statements[statement].firstWord)]
            reportImbalance(word, "the block that opens here is not closed", help: "add a line with `}`")
        }
        open = []
    }

    /// Whether the next statement can be kept; a text of short lines takes many times its own size as statements.
    private mutating func hasRoom() -> Bool {
        guard !isCut else { return false }
        guard statements.count >= statementLimit || words.count >= Limits.tableWords else { return true }
        report(
            .tooMany, position, 1,
            statements.count >= statementLimit
                ? "the table has more than \(statementLimit) statements"
                : "the table has more than \(Limits.tableWords) words",
            help: "split the table")
        (balanceIsDoubtful, isCut) = (true, true)
        return false
    }

    // MARK: One line

    private mutating func parseLine() {
        var first = words.count
        lineIsDamaged = false
        (quoteTookBrace, quoteTookEnd) = (false, false)
        readWords()
        guard words.count > first else { return }
        if followsIndentation { balanceByIndentation(first) }
        if isBrace(words[first], Self.closing) { first = closeBlocks(first) }
        guard words.count > first, !opensLineBefore(first) else { return }
        guard let brace = firstBrace(from: first) else {
            return append(first..<words.count, blocks: quoteTookBrace ? 1 : 0)
        }
        guard !beginsOneLineBlock(brace, of: first) else { return parseOneLineBlocks(first, brace: brace) }
        let takesBlock = takeOpeningBrace(first)
        let balance = refuseStrayBraces(first) + (takesBlock ? 1 : 0)
        append(first..<words.count, blocks: balance)
        for _ in 0..<max(0, min(-balance, open.count)) { closeBlock() }
    }

    /// Adds a statement of these words, which opens that many blocks.
    mutating func append(_ range: Range<Int>, blocks: Int) {
        guard !isCut, statements.count < statementLimit || hasRoom() else { return }
        let index = statements.count
        // A block that is too deep is damaged as a whole, so code that walks the statements stays within the limit.
        let isTooDeep = blocks > 0 && open.count >= Limits.nesting
        statements.append(
            Statement(
                firstWord: UInt32(range.lowerBound), wordCount: UInt32(range.count), end: UInt32(index + 1),
                hasBlock: blocks > 0, isDamaged: lineIsDamaged || isTooDeep))
        if isTooDeep, open.count == Limits.nesting {
            report(
                .tooDeep, words[range.lowerBound], "blocks are nested more than \(Limits.nesting) deep",
                help: "close a block before this one")
        }
        lineWithoutBlock = blocks == 0 && !lineIsDamaged ? index : nil
        // Several stray braces can open one statement's block more than once; it then ends with the last `}`.
        for _ in 0..<max(0, min(blocks, Limits.nesting)) { open.append(index) }
    }

    // MARK: Words

    /// Reads the words up to the end of the line and steps over it.
    private mutating func readWords() {
        let first = words.count
        while position < bytes.count {
            if words.count - first > Limits.lineWords { return refuseRest(first) }
            switch bytes[position] {
            case 0x20, 0x09: position += 1
            case 0x0A:
                position += 1
                return
            case 0x0D where endsLine(position): position += 1
            case UInt8(ascii: "#"): skipComment()
            case UInt8(ascii: "\""): readQuotedWord()
            default: readBareWord()
            }
        }
    }

    /// Gives up a line of too many words: nothing takes so many, and each costs more memory than its text.
    private mutating func refuseRest(_ first: Int) {
        damage(
            .tooMany, Int(words[first].start), 1, "the line has more than \(Limits.lineWords) words",
            help: "divide it into several lines")
        position = bytes[position...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
    }

    private func endsLine(_ carriageReturn: Int) -> Bool {
        carriageReturn + 1 < bytes.count && bytes[carriageReturn + 1] == 0x0A
    }

    private func endsWord(at offset: Int) -> Bool {
        guard offset < bytes.count else { return true }
        let byte = bytes[offset]
        return byte == 0x20 || byte == 0x09 || byte == 0x0A || (byte == 0x0D && endsLine(offset))
    }

    private mutating func skipComment() {
        while position < bytes.count, bytes[position] != 0x0A {
            refuseControl(bytes[position], at: position)
            position += 1
        }
    }

    private mutating func readBareWord() {
        let start = position
        var hasQuote = false
        while position < bytes.count {
            let byte = bytes[position]
            if byte <= 0x20 {
                if endsWord(at: position) { break }
                refuseControl(byte, at: position)
            } else if byte == UInt8(ascii: "\""), !hasQuote {
                hasQuote = true
                damage(
                    .strayQuote, position, 1, "a word that does not begin with a quote contains one",
                    help: "put the whole word in quotes and write `\\\"` for a quote in it")
            }
            position += 1
        }
        addWord(start, position, isQuoted: false)
    }

    private mutating func readQuotedWord() {
        let start = position
        position += 1
        while true {
            guard position < bytes.count, bytes[position] != 0x0A else {
                damage(
                    .unclosedQuote, start, position - start, "the quoted word is not closed on its line",
                    help: "add the closing quote; a line break in a word is written `\\n`")
                takeSwallowedBrace(start)
                return addWord(start, position, isQuoted: false)
            }
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") { break }
            if byte == UInt8(ascii: "\\") { checkEscape() } else { refuseControl(byte, at: position) }
            position += 1
        }
        position += 1
        addWord(start, position, isQuoted: true)
        guard !endsWord(at: position) else { return }
        damage(
            .strayQuote, position, 1, "text follows the closing quote of a word",
            help: "put a blank after the closing quote")
    }

    /// An unclosed quote runs to the end of its line; a ` {` or ` }` there was meant as a brace all the same.
    private mutating func takeSwallowedBrace(_ start: Int) {
        let last = bytes[start..<position].lastIndex { ![0x20, 0x09, 0x0D].contains($0) }
        guard let last, last > start, [0x20, 0x09].contains(bytes[last - 1]) else { return }
        quoteTookBrace = bytes[last] == Self.opening
        quoteTookEnd = bytes[last] == Self.closing
        if quoteTookBrace || quoteTookEnd { balanceIsDoubtful = true }
    }

    /// Steps to the last byte of the escape at the position.
    private mutating func checkEscape() {
        switch QuotedText.escape(at: bytes[position...]) {
        case .scalar(_, let length): position += length - 1
        case .unknown:
            damage(
                .badEscape, position, 2, "this escape is not known",
                help: #"the escapes are \" \\ \n \t and \u{…}; a backslash itself is \\"#)
            if position + 1 < bytes.count, bytes[position + 1] != 0x0A { position += 1 }
        case .badScalar:
            damage(
                .badEscape, position, 2, "this escape names no Unicode character",
                help: #"write \u{1F399}: one to six hex digits, no surrogate"#)
        }
    }

    private mutating func refuseControl(_ byte: UInt8, at offset: Int) {
        guard byte < 0x20 || byte == 0x7F, byte != 0x09, !(byte == 0x0D && endsLine(offset)) else { return }
        let what = byte == 0 ? "a NUL" : byte == 0x0D ? "a carriage return without a line feed" : "a control character"
        damage(.controlCharacter, offset, 1, "the line contains \(what)", help: "remove it; lines end in LF or CRLF")
    }

    private mutating func addWord(_ start: Int, _ end: Int, isQuoted: Bool) {
        if end - start > Limits.wordBytes {
            damage(
                .wordTooLong, start, 1, "the word has \(end - start) bytes; at most \(Limits.wordBytes) are read",
                help: "shorten it")
        }
        words.append(Word(start: start, end: end, isQuoted: isQuoted))
    }

    /// Reports an error of the line, whose statement is then not looked at.
    mutating func damage(_ code: DiagnosticCode, _ offset: Int, _ length: Int, _ message: String, help: String) {
        report(code, offset, length, message, help: help)
        lineIsDamaged = true
    }

    mutating func report(_ code: DiagnosticCode, _ word: Word, _ message: String, help: String) {
        report(code, Int(word.start), Int(word.end - word.start), message, help: help)
    }

    mutating func report(_ code: DiagnosticCode, _ offset: Int, _ length: Int, _ message: String, help: String) {
        diagnostics.report(
            code, at: SourceRange(file: file, offset: offset, length: max(1, length)), message, help: help)
    }
}
