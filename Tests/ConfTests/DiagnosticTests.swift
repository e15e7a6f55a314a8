import Contract
import Testing

@testable import Conf

@Suite struct DiagnosticTests {
    private func text(_ source: String, offset: Int, length: Int) -> String {
        let diagnostic = Diagnostic(
            code: .unknownDirective, severity: .error, place: SourceRange(file: 0, offset: offset, length: length),
            message: "wrong", help: "do right")
        return DiagnosticText(sources: [SourceText(name: "f", bytes: Array(source.utf8))]).text(of: diagnostic)
    }

    @Test func `a diagnostic shows its line with a caret under its place`() {
        #expect(
            text("one\ntwo three\n", offset: 8, length: 5) == """
                f:2:5: error RT101: wrong
                   2 | two three
                     |     ^~~~~
                     = help: do right

                """)
    }

    @Test func `columns count characters, and control characters are made visible`() {
        #expect(
            text("é\u{202E}x", offset: 5, length: 1) == """
                f:1:3: error RT101: wrong
                   1 | é\\u{202e}x
                     |          ^
                     = help: do right

                """)
    }

    @Test func `a sentence is fitted with the column under which it goes on, and a quoted line is not fitted`() {
        let place = SourceRange(file: 0, offset: 0, length: 1)
        let diagnostic = Diagnostic(
            code: .unknownDirective, severity: .error, place: place, message: "wrong", help: "do right",
            related: [.init(place: place, note: "here")])
        let printer = DiagnosticText(sources: [SourceText(name: "f", bytes: [0x61])], fitted: { "\($1)<\($0)>" })
        #expect(
            printer.text(of: diagnostic) == """
                7<f:1:1: error RT101: wrong>
                   1 | a
                     | ^
                13<     = note: f:1:1: here>
                   1 | a
                     | ^
                13<     = help: do right>

                """)
    }

    @Test(arguments: DiagnosticCode.allCases)
    func `no diagnostic prints a character that a terminal obeys, of the name of a file neither`(
        _ code: DiagnosticCode
    ) {
        func lines(_ text: String, bytes: String) -> [Substring] {
            let place = SourceRange(file: 0, offset: 0, length: 1)
            let diagnostic = Diagnostic(
                code: code, severity: code.severity, place: place, message: text, help: text,
                related: [.init(place: SourceRange(file: 1, offset: 0, length: 0), note: text)], witness: text)
            let sources = [SourceText(name: text, bytes: Array(bytes.utf8)), SourceText(name: text, bytes: [])]
            return DiagnosticText(sources: sources).text(of: diagnostic).split(separator: "\n")
        }
        let hostile = lines("x\u{1B}]0;owned\u{7}\u{202E}\n\u{9B}2J", bytes: "\u{1B}[31m")
        let plain = lines("x", bytes: "x")
        #expect(hostile.count == plain.count)
        #expect(hostile.joined().unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        #expect(!hostile.joined().unicodeScalars.contains("\u{202E}"))
        #expect(hostile.first?.hasPrefix(#"x\u{1b}]0;owned\u{7}\u{202e}\u{a}\u{9b}2J:1:1: "#) == true)
    }

    @Test func `a line too long for a screen is cut around the position`() {
        let line = String(repeating: "a", count: 500) + "X" + String(repeating: "b", count: 500)
        let lines = text(line, offset: 500, length: 1).split(separator: "\n")
        #expect(lines[1].count < 140)
        let caret = lines[2].firstIndex(of: "^").map { lines[2].distance(from: lines[2].startIndex, to: $0) }
        let mark = lines[1].firstIndex(of: "X").map { lines[1].distance(from: lines[1].startIndex, to: $0) }
        #expect(caret == mark)
    }

    @Test(arguments: [0, 1, 4095, 4096, 4097, 8191, 8192, 9000, 20_000])
    func `columns count characters on lines of any length`(_ count: Int) {
        let bytes = Array(("x\n" + String(repeating: "é", count: count) + "!").utf8)
        let position = SourceText(name: "f", bytes: bytes).position(of: 2 + 2 * count)
        #expect(position.line == 2)
        #expect(position.column == count + 1)
    }

    @Test func `a message that quotes a long word is cut`() {
        var diagnostics = Diagnostics()
        let place = SourceRange(file: 0, offset: 0, length: 1)
        diagnostics.report(.badName, at: place, String(repeating: "é", count: 60_000), help: "short")
        #expect(diagnostics.kept.first.map { $0.message.utf8.count < 700 && $0.message.hasSuffix("é…") } == true)
        #expect(diagnostics.kept.first?.help == "short")
    }

    @Test(arguments: [
        (#"a "b\\c\u{1F399}d""#, 0, 1, 3, 1), (#"a "b\\c\u{1F399}d""#, 2, 1, 6, 1),
        (#"a "b\\c\u{1F399}d""#, 7, 1, 16, 1),
        ("a bcd", 1, 1, 3, 1), (#"a "bc""#, 9, 5, 6, 1),
    ])
    func `the position of a part of a word counts its escapes`(
        _ text: String, _ offset: Int, _ length: Int, _ expected: Int, _ expectedLength: Int
    ) {
        var diagnostics = Diagnostics()
        let document = ConfParser.parse(Array(text.utf8), name: "t", file: 0, diagnostics: &diagnostics)
        let part = document.part(of: document.place(1, of: 0), at: offset, length: length)
        #expect(part.offset == expected)
        #expect(part.length == expectedLength)
    }

    @Test func `the diagnostics kept are limited, their count is not, and errors replace warnings`() {
        var diagnostics = Diagnostics()
        let place = SourceRange(file: 0, offset: 0, length: 1)
        for _ in 0..<Limits.diagnostics { diagnostics.report(.unusedAction, at: place, "w") }
        for _ in 0..<10 { diagnostics.report(.unknownDirective, at: place, "e") }
        #expect(diagnostics.kept.count == Limits.diagnostics)
        #expect(diagnostics.kept.filter { $0.severity == .error }.count == 10)
        #expect(diagnostics.suppressedCount == 10)
        diagnostics.promoteWarnings()
        #expect(diagnostics.errorCount == Limits.diagnostics + 10)
    }

    @Test func `notes give way to warnings and errors, are reported once, and stay notes`() {
        var diagnostics = Diagnostics()
        let place = SourceRange(file: 0, offset: 0, length: 1)
        func report(_ severity: Severity, _ message: String) {
            diagnostics.report(
                Diagnostic(code: .unavailableProgram, severity: severity, place: place, message: message))
        }
        for number in 0..<Limits.diagnostics {
            report(.note, "note \(number)")
            report(.note, "note \(number)")
        }
        #expect(diagnostics.noteCount == Limits.diagnostics && !diagnostics.isFull && !diagnostics.hasErrors)
        report(.warning, "w")
        report(.error, "e")
        report(.note, "late")
        #expect(diagnostics.kept.map(\.severity).suffix(2) == [.warning, .error])
        #expect(diagnostics.kept.count == Limits.diagnostics && diagnostics.suppressedCount == 3)
        diagnostics.promoteWarnings()
        #expect(diagnostics.errorCount == 2 && diagnostics.noteCount == Limits.diagnostics + 1)
        #expect(diagnostics.kept.count { $0.severity == .note } == Limits.diagnostics - 2)
    }

    @Test(arguments: [
        ("scheem", "scheme"), ("rout", "route"), ("requier", "require"), ("xyz", nil), ("host", nil),
    ])
    func `a misspelt word gets the nearest known word as a suggestion`(_ word: String, _ expected: String?) {
        #expect(Suggestion.nearest(to: word, among: ["scheme", "route", "require", "host"]) == expected)
    }

    @Test func `every code has its own number`() {
        #expect(Set(DiagnosticCode.allCases.map(\.rawValue)).count == DiagnosticCode.allCases.count)
        for code in DiagnosticCode.allCases { #expect(code.rawValue.utf8.count == 5 && code.rawValue.hasPrefix("RT")) }
    }
}
