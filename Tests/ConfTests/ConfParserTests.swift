import Contract
import TestSupport
import Testing

@testable import Conf

@Suite struct ConfParserTests {
    /// Parses a text; returns its statements as `directive(words…)[children]`, and the codes of its errors.
    private func parse(_ text: String) -> (shape: String, codes: [String]) {
        var diagnostics = Diagnostics()
        let document = ConfParser.parse(Array(text.utf8), name: "test", file: 0, diagnostics: &diagnostics)
        var open = 0
        func shape(_ statements: ConfDocument.Siblings) -> String {
            statements.map { statement in
                let words = (0..<document.wordCount(of: statement)).map {
                    document.text(of: document.word($0, of: statement))
                }
                let block = document.statements[statement].hasBlock
                guard block, open <= Limits.nesting else { return words.joined(separator: "·") }
                open += 1
                defer { open -= 1 }
                return words.joined(separator: "·") + "[\(shape(document.children(of: statement)))]"
            }.joined(separator: " ")
        }
        return (shape(document.roots), diagnostics.inOrder.map(\.code.rawValue))
    }

    @Test(arguments: [
        // A block that the indentation closes, or opens, is one report; what follows is in its own block.
        ("a {\n    b {\n        c\n    d\n}\n", ["RT007"], 2), ("a {\n    b {\n        c\n}\nd\n", ["RT007"], 2),
        ("a\n    b\n}\nd\n", ["RT007"], 1), ("a {\n    b {\n\tc\n    }\nd {\n    e\n}\n", ["RT007"], 1),
        // Without indentation the braces alone say what is reported.
        ("a {\nb {\nc\n}\nd\n", ["RT007"], 1), ("a\nb\n}\n", ["RT007"], 3),
        // A brace on the line below is one report too.
        ("a\n{\n    b\n}\nc\n", ["RT006"], 2), ("a {\n    b\n    {\n        c\n    }\n}\n", ["RT006"], 3),
    ])
    func `a brace that is missing or on the next line is one report, at the block that it belongs to`(
        _ text: String, _ codes: [String], _ line: Int
    ) {
        var diagnostics = Diagnostics()
        _ = ConfParser.parse(Array(text.utf8), name: "t", file: 0, diagnostics: &diagnostics)
        let source = SourceText(name: "t", bytes: Array(text.utf8))
        #expect(diagnostics.kept.map(\.code.rawValue) == codes)
        #expect(diagnostics.kept.map { source.position(of: $0.place.offset).line } == [line])
    }

    @Test(arguments: [
        ("a b c", "a·b·c"), ("a\nb\r\nc", "a b c"), ("  a\t b  ", "a·b"), ("a # b\n# c\nd#e f", "a d#e·f"),
        ("a {\n b\n c {\n }\n}\nd", "a[b c[]] d"), (#"a "b c" "" "#, "a·b c·"),
        (#"a "\"\\\n\t\u{1F399}""#, "a·\"\\\n\t\u{1F399}"), ("a b\\c $(d) e{f}g", "a·b\\c·$(d)·e{f}g"),
        ("a { # why\n b # c\n} # d\n", "a[b]"), ("", ""), ("\n\n", ""),
        ("a { b }", "a[b]"), ("a b { c d }\ne", "a·b[c·d] e"), ("a { }\nb", "a[] b"),
        ("a { b ; c d ; e }", "a[b c·d e]"), ("a { b { c ; d } ; e }\nf", "a[b[c d] e] f"),
        ("a { b { c { } } }", "a[b[c[]]]"), ("a {\n b { c }\n d\n}\ne", "a[b[c] d] e"), ("a { b } # c } {", "a[b]"),
        ("a\t{\tb\t;\tc\t}\t\r\nd", "a[b c] d"), ("a { b \";\" ; c \"}\" }", "a[b·; c·}]"),
        ("a { b c;d ; e }", "a[b·c;d e]"), ("a ; b", "a·;·b"), ("a ;", "a·;"), ("a; b;", "a;·b;"),
        ("a {\n b ;\n}", "a[b·;]"), ("a ; { b }", "a·;[b]"), ("a; { b }", "a;[b]"),
    ])
    func `statements have the shape of the text`(_ text: String, _ expected: String) {
        let parsed = parse(text)
        #expect(parsed.shape == expected)
        #expect(parsed.codes.isEmpty)
    }

    @Test(arguments: [
        ("a\u{0}b", ["RT002"]), ("a\rb", ["RT002"]), ("\u{FEFF}a", ["RT002"]), ("a \"b", ["RT003"]),
        ("a b\"c\"", ["RT004"]), ("a \"b\"c", ["RT004"]), (#"a "\x""#, ["RT005"]),
        (#"a "\u{D800}""#, ["RT005"]),
        (#"a "\u{1234567}""#, ["RT005"]), ("a { b\n}", ["RT006"]), ("{\n}", ["RT006"]), ("a {b\n", ["RT006"]),
        ("a {\n} b", ["RT006"]), ("a{\n b\n}", ["RT006"]), ("a {\n} b {\n}", ["RT006"]),
        ("{ {\n}\n}", ["RT006"]), ("a {\n b }\nc", ["RT006"]), ("a \"b {\n c\n}", ["RT003"]), ("a \"b{", ["RT003"]),
        ("a {b}", ["RT006"]), ("} }", ["RT007", "RT006", "RT007"]), ("}", ["RT007"]), ("a {", ["RT007"]),
        ("a {\nb {\n}", ["RT007"]), ("a { b } c", ["RT006"]), ("a { b } ;", ["RT006"]), ("a { b } }", ["RT006"]),
        ("a { b ; }", ["RT006"]), ("a { ; b }", ["RT006"]), ("a { b ; ; c }", ["RT006"]), ("a { b; c }", ["RT006"]),
        ("a { b ;c }", ["RT006"]), ("a { b { c } d }", ["RT006"]), ("a { { b } }", ["RT006"]), ("{ a }", ["RT006"]),
        ("a { b}", ["RT006"]), ("a {b }", ["RT006"]), ("a { b {\n}\n}", ["RT006"]), ("a { b \"c }\nd", ["RT003"]),
        ("a { b \"c\"; d }", ["RT004"]), ("a { b \"\\x\" }", ["RT005"]),
    ])
    func `every syntax error has its code`(_ text: String, _ codes: [String]) {
        #expect(parse(text).codes == codes)
    }

    @Test func `all errors of a file are reported in one run`() {
        #expect(parse("a \"b\nc \"d\n}\ne \"\\x\"").codes == ["RT003", "RT003", "RT007", "RT005"])
    }

    @Test func `an error does not unbalance the blocks around it`() {
        let parsed = parse("a {\n b \"c {\n d\n}\ne")
        #expect(parsed.codes == ["RT003"])
        #expect(parsed.shape == "a[b·\"c {[d] e]")
    }

    @Test(arguments: [
        ("feature A{\n b\n}\nc", "feature·A[b] c"), ("a {\n} b {\n c\n}\nd", "a[] b[c] d"),
        ("a {\n b {\n c }\n}\nd", "a[b[c·}]] d"), ("a { b\n c\n}\nd", "a[b c] d"),
        ("a { b } c\nd", "a[b] c d"), ("a {\n b { c } }\nd", "a[b[c]] d"), ("a { b { c\n}\n}\nd", "a[b[c]] d"),
        ("a { b ; }\nc", "a[b] c"), ("a { b; c }\nd", "a[b;·c] d"), ("a { b {\n c\n}\n}\nd", "a[b[c]] d"),
        ("a { b { c } d }\ne", "a[b[c] d] e"), ("a { b}\nc", "a·{·b} c"), ("a {b }\nc", "a·{b·} c"),
    ])
    func `a misplaced brace is read in its most likely meaning`(_ text: String, _ expected: String) {
        let parsed = parse(text)
        #expect(parsed.shape == expected)
        #expect(parsed.codes == ["RT006"])
    }

    @Test func `a block on one line has the statements that it has on several lines`() {
        var generator = SeededGenerator(for: "blocks on one line")
        let words = ["a", "b;c", "\"; }\"", "\"{\"", "$(x)", "d{e}f", "/a;b"]
        func block(_ depth: Int) -> (line: String, lines: String) {
            let statements = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                let head = (0...Int.random(in: 0...2, using: &generator)).map { _ in
                    words.randomElement(using: &generator) ?? "a"
                }.joined(separator: " ")
                guard depth > 0, Bool.random(using: &generator) else { return (line: head, lines: head + "\n") }
                let inner = block(depth - 1)
                return (line: head + " { " + inner.line + " }", lines: head + " {\n" + inner.lines + "}\n")
            }
            return (statements.map(\.line).joined(separator: " ; "), statements.map(\.lines).joined())
        }
        for _ in 0..<500 {
            let (line, lines) = block(3)
            let (short, long) = (parse("top { \(line) }\nnext"), parse("top {\n\(lines)}\nnext"))
            #expect(short.shape == long.shape && short.codes.isEmpty && long.codes.isEmpty, "\(line)")
        }
    }

    @Test func `bytes that are not UTF-8 are refused at their position`() {
        var diagnostics = Diagnostics()
        _ = ConfParser.parse([0x61, 0x0A, 0xFF], name: "test", file: 0, diagnostics: &diagnostics)
        #expect(diagnostics.kept.map(\.code) == [.notUTF8])
        #expect(diagnostics.kept.first?.place.offset == 2)
    }

    @Test func `blocks nest as deep as the limit and no deeper`() {
        func nested(_ depth: Int, _ end: String = "\n") -> String {
            String(repeating: "a {" + end, count: depth) + String(repeating: "}" + end, count: depth)
        }
        #expect(parse(nested(Limits.nesting, " ")).codes.isEmpty)
        #expect(parse(nested(Limits.nesting + 1, " ")).codes == ["RT008"])
        #expect(parse(nested(100_000, " ")).codes == ["RT008"])
        #expect(parse(nested(Limits.nesting)).codes.isEmpty)
        #expect(parse(nested(Limits.nesting + 1)).codes == ["RT008"])
        #expect(parse(nested(100_000)).codes == ["RT008"])
    }

    @Test func `words are as long as the limit and no longer`() {
        #expect(parse(String(repeating: "a", count: Limits.wordBytes)).codes.isEmpty)
        #expect(parse(String(repeating: "a", count: Limits.wordBytes + 1)).codes == ["RT009"])
    }

    @Test func `a line has as many words as the limit and no more`() {
        let text = String(repeating: "a ", count: Limits.lineWords + 1)
        var diagnostics = Diagnostics()
        let document = ConfParser.parse(Array((text + "b\nc").utf8), name: "t", file: 0, diagnostics: &diagnostics)
        #expect(diagnostics.kept.map(\.code.rawValue) == ["RT109"])
        #expect(document.statements.map(\.isDamaged) == [true, false])
    }

    @Test func `any quoted text is read back unchanged`() {
        var generator = SeededGenerator(for: "quoted texts")
        let alphabet = Array("ab{}\"\\#\n\r\t u{1}$()\u{0}\u{7F}\u{85}\u{FEFF}é\u{202E}".unicodeScalars)
        for _ in 0..<500 {
            let text = String(
                String.UnicodeScalarView(
                    (0..<Int.random(in: 0..<12, using: &generator)).map { _ in
                        alphabet.randomElement(using: &generator) ?? "a"
                    }))
            var diagnostics = Diagnostics()
            let line = "a \(QuotedText.quoted(text)) {"
            let document = ConfParser.parse(Array((line + "\n}").utf8), name: "t", file: 0, diagnostics: &diagnostics)
            #expect(!diagnostics.hasErrors && document.statements.count == 1)
            #expect(document.arguments(of: 0) == [text])
        }
    }

    @Test func `a file has as many statements as the limit and no more`() {
        var diagnostics = Diagnostics()
        let document = ConfParser.parse(
            Array("a {\nb\nc\nd\n}\n".utf8), name: "t", file: 0, statementLimit: 3, diagnostics: &diagnostics)
        #expect(diagnostics.kept.map(\.code) == [.tooMany])
        #expect(document.statements.count == 3 && document.isPartial)
        let whole = ConfParser.parse(
            Array("a\nb\nc\n".utf8), name: "t", file: 0, statementLimit: 3, diagnostics: &diagnostics)
        #expect(whole.statements.count == 3 && !whole.isPartial && diagnostics.errorCount == 1)
        let line = ConfParser.parse(
            Array("a { b ; c ; d { e } }\nf\n".utf8), name: "t", file: 0, statementLimit: 3, diagnostics: &diagnostics)
        #expect(line.statements.count == 3 && line.isPartial && diagnostics.errorCount == 2)
    }

    @Test func `a file larger than the limit is not read at all`() {
        var diagnostics = Diagnostics()
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Limits.tableBytes + 1) { memory, count in
            unsafe memory.initialize(repeating: 0x20)
            count = Limits.tableBytes + 1
        }
        let document = ConfParser.parse(bytes, name: "test", file: 0, diagnostics: &diagnostics)
        #expect(diagnostics.kept.map(\.code.rawValue) == ["RT010"])
        #expect(document.statements.isEmpty)
    }

    @Test func `random bytes are accepted or refused, and never trap`() {
        var generator = SeededGenerator(for: "random bytes as a table")
        let alphabet = Array("ab{}; ;\"\\#\n\r\t u{1}$()\u{0}é\u{202E}".utf8) + [0xFF, 0xC0, 0x80]
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 0..<60, using: &generator)).map { _ in
                alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
            }
            var diagnostics = Diagnostics()
            let document = ConfParser.parse(bytes, name: "test", file: 0, diagnostics: &diagnostics)
            for statement in document.statements.indices {
                _ = document.arguments(of: statement)
                #expect(document.statements[statement].end <= document.statements.count)
            }
            let printer = DiagnosticText(sources: [SourceText(document)])
            for diagnostic in diagnostics.inOrder { #expect(printer.text(of: diagnostic).contains("RT")) }
        }
    }
}
