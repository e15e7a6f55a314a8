import Testing

@testable import deeplinkctl

@Suite struct LineTests {
    @Test(arguments: [
        ("one two three", 4, 9, "one two\n    three"), ("one two three", 4, 13, "one two three"),
        ("  a    value of three words", 7, 16, "  a    value of\n       three\n       words"),
        // The column is in the right half of the terminal, so the rest is further left.
        ("blocked.toggle.off  It is off", 20, 25, "blocked.toggle.off  It is\n    off"),
        // A word is not broken, and none is moved to where it has no more room.
        ("  url  https://example.com/long", 7, 16, "  url  https://example.com/long"),
        ("a https://example.com/long b", 2, 10, "a https://example.com/long\n  b"), ("", 2, 10, ""),
        ("\u{1B}[1;31mone\u{1B}[0m two three", 2, 8, "\u{1B}[1;31mone\u{1B}[0m two\n  three"),
    ])
    func `a text is broken at blanks, its rest under a column`(
        _ text: String, _ hang: Int, _ width: Int, _ expected: String
    ) {
        #expect(Line.fit(text, hang: hang, to: width) == expected)
    }

    @Test func `the width of a line counts no codes, and no line has a character that a terminal obeys`() {
        Colour.choose(.always)
        defer { Colour.choose(.auto) }
        let line = Line("a\u{1B}[31m", .bad) + "  " + Line("é\n")
        #expect(line.width == "a\\u{1b}[31m  é\\u{a}".count)
        #expect(line.text == "\u{1B}[1;31ma\\u{1b}[31m\u{1B}[0m  é\\u{a}")
        #expect(line.padded(to: 40).width == 40 && line.padded(to: 40).trimmed.text == line.text)
        let rows = Columns.lines([[Line("a", .good), "b"], ["long", Line("c")]])
        #expect(rows.map(\.text) == ["\u{1B}[1;32ma\u{1B}[0m     b", "long  c"])
    }
}
