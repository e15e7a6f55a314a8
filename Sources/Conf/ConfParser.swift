// Text → statements, by the uniform grammar that tables and test cases share:
//
//     statement = word *word ( EOL / "{" EOL *statement "}" EOL )
//
// The parser goes line by line and never stops at an error: it reports it, marks the statement as damaged and goes on,
// so that one run finds everything. A line's words are read first and then looked at as a whole; thus a `{` that ends
// a damaged line still opens its block, and one bad word does not unbalance the rest of the file.

import Contract

/// Reads one file into statements.
package struct ConfParser {
    private let file: Int
    private let bytes: [UInt8]
    private var position = 0
    private var words: [Word] = []
    private var statements: [Statement] = []
    private var open: [Int] = []
    private var lineIsDamaged = false
    private var diagnostics: Diagnostics

    /// Parses the text of one file.
    ///
    /// *Limits*: `Limits.tableBytes`, `Limits.wordBytes`, `Limits.nesting`. *Cost*: linear in the text.
    package static func parse(
        _ bytes: [UInt8], name: String, file: Int, diagnostics: inout Diagnostics
    ) -> ConfDocument {
        var parser = ConfParser(file: file, bytes: bytes, diagnostics: diagnostics)
        if parser.isReadable() { parser.parseLines() }
        diagnostics = parser.diagnostics
        return ConfDocument(
            file: file, name: name, bytes: bytes, words: parser.words, statements: parser.statements)
    }

    private init(file: Int, bytes: [UInt8], diagnostics: Diagnostics) {
        self.file = file
        self.bytes = bytes
        self.diagnostics = diagnostics
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
        while position < bytes.count { parseLine() }
        for statement in open {
            statements[statement].end = UInt32(statements.count)
            let word = words[Int(statements[statement].firstWord)]
            report(
                .unbalancedBrace, Int(word.start), Int(word.end - word.start),
                "the block that opens here is not closed", help: "add a line with `}`")
        }
        open = []
    }

    // MARK: One line

    private mutating func parseLine() {
        let first = words.count
        lineIsDamaged = false
        readWords()
        let count = words.count - first
        guard count > 0 else { return }
        if isBrace(words[first], UInt8(ascii: "}")) { return close(first) }
        let opens = isBrace(words[words.count - 1], UInt8(ascii: "{"))
        if opens, count > 1 {
            words.removeLast()
        } else if opens {
            refuseNamelessBlock(words[first])
        }
        for index in first..<words.count where !(opens && count == 1) { refuseMisplacedBrace(words[index]) }
        append(first: first, opens: opens)
    }

    private mutating func append(first: Int, opens: Bool) {
        let index = statements.count
        // What is too deep is damaged as a whole, so whoever walks the statements goes no deeper than the limit.
        let isTooDeep = opens && open.count >= Limits.nesting
        statements.append(
            Statement(
                firstWord: UInt32(first), wordCount: UInt32(words.count - first), end: UInt32(index + 1),
                hasBlock: opens, isDamaged: lineIsDamaged || isTooDeep))
        if isTooDeep, open.count == Limits.nesting {
            report(
                .tooDeep, Int(words[first].start), Int(words[first].end - words[first].start),
                "blocks are nested more than \(Limits.nesting) deep", help: "close a block before this one")
        }
        if opens { open.append(index) }
    }

    private mutating func refuseNamelessBlock(_ brace: Word) {
        report(
            .misplacedBrace, Int(brace.start), 1, "a block needs a directive before its `{`",
            help: "write the directive on the same line")
        lineIsDamaged = true
    }

    private mutating func close(_ first: Int) {
        let brace = words[first]
        if words.count > first + 1 {
            report(
                .misplacedBrace, Int(words[first + 1].start), Int(words[first + 1].end - words[first + 1].start),
                "something follows the `}` on its line", help: "`}` is a line of its own; put this on the next line")
        }
        words.removeSubrange(first...)
        guard let statement = open.popLast() else {
            report(.unbalancedBrace, Int(brace.start), 1, "this `}` closes nothing", help: "remove it")
            return
        }
        statements[statement].end = UInt32(statements.count)
    }

    private func isBrace(_ word: Word, _ brace: UInt8) -> Bool {
        !word.isQuoted && word.end - word.start == 1 && bytes[Int(word.start)] == brace
    }

    private mutating func refuseMisplacedBrace(_ word: Word) {
        guard !word.isQuoted, isBrace(word, UInt8(ascii: "{")) || isBrace(word, UInt8(ascii: "}")) else { return }
        report(
            .misplacedBrace, Int(word.start), 1,
            "a brace stands alone: `{` ends a line, `}` is a line of its own",
            help: "break the line here, or quote the brace")
        lineIsDamaged = true
    }

    // MARK: Words

    /// Reads the words up to the end of the line and steps over it.
    private mutating func readWords() {
        while position < bytes.count {
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
        while position < bytes.count {
            let byte = bytes[position]
            if byte <= 0x20 {
                if endsWord(at: position) { break }
                refuseControl(byte, at: position)
            } else if byte == UInt8(ascii: "\"") {
                report(
                    .strayQuote, position, 1, "a quote stands inside a bare word",
                    help: "put the whole word in quotes and write `\\\"` for a quote in it")
                lineIsDamaged = true
            }
            position += 1
        }
        checkBraces(start, position)
        addWord(start, position, isQuoted: false)
    }

    private mutating func checkBraces(_ start: Int, _ end: Int) {
        guard end - start > 1 else { return }
        for (offset, byte) in [(start, bytes[start]), (end - 1, bytes[end - 1])]
        where byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") {
            report(
                .misplacedBrace, offset, 1, "a bare word neither begins nor ends with a brace",
                help: "put a blank between them, or quote the word")
            lineIsDamaged = true
            return
        }
    }

    private mutating func readQuotedWord() {
        let start = position
        position += 1
        while true {
            guard position < bytes.count, bytes[position] != 0x0A else {
                report(
                    .unclosedQuote, start, position - start, "the quoted word is not closed on its line",
                    help: "add the closing quote; a line break in a word is written `\\n`")
                lineIsDamaged = true
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
        report(
            .strayQuote, position, 1, "a quoted word ends before a blank", help: "put a blank after the closing quote")
        lineIsDamaged = true
    }

    /// Steps to the last byte of the escape at the position.
    private mutating func checkEscape() {
        switch QuotedText.escape(at: bytes[position...]) {
        case .scalar(_, let length): position += length - 1
        case .unknown:
            report(
                .badEscape, position, 2, "this escape is not known",
                help: #"the escapes are \" \\ \n \t and \u{…}; a backslash itself is \\"#)
            lineIsDamaged = true
            if position + 1 < bytes.count, bytes[position + 1] != 0x0A { position += 1 }
        case .badScalar:
            report(
                .badEscape, position, 2, "this escape names no Unicode character",
                help: #"write \u{1F399}: one to six hex digits, no surrogate"#)
            lineIsDamaged = true
        }
    }

    private mutating func refuseControl(_ byte: UInt8, at offset: Int) {
        guard byte < 0x20 || byte == 0x7F, byte != 0x09, !(byte == 0x0D && endsLine(offset)) else { return }
        let what = byte == 0 ? "a NUL" : byte == 0x0D ? "a carriage return without a line feed" : "a control character"
        report(.controlCharacter, offset, 1, "\(what) stands here", help: "remove it; lines end in LF or CRLF")
        lineIsDamaged = true
    }

    private mutating func addWord(_ start: Int, _ end: Int, isQuoted: Bool) {
        if end - start > Limits.wordBytes {
            report(
                .wordTooLong, start, 1, "the word has \(end - start) bytes; at most \(Limits.wordBytes) are read",
                help: "shorten it")
            lineIsDamaged = true
        }
        words.append(Word(start: start, end: end, isQuoted: isQuoted))
    }

    private mutating func report(
        _ code: DiagnosticCode, _ offset: Int, _ length: Int, _ message: String, help: String
    ) {
        diagnostics.report(
            code, at: SourceRange(file: file, offset: offset, length: max(1, length)), message, help: help)
    }
}
