import Contract
import Features
import TestSupport
import Testing

struct TextTemplateTests {
    private static func pieces(_ text: String) -> [String] {
        guard let template = try? TextTemplate(text) else { return ["error"] }
        return template.pieces.map { piece in
            switch piece {
            case .text(let text): "t:" + text
            case .input(let name): "i:" + name
            }
        }
    }

    @Test(arguments: [
        ("", []), ("plain", ["t:plain"]), ("$(a)", ["i:a"]), ("x$(a)y", ["t:x", "i:a", "t:y"]),
        ("$(a)$(b)", ["i:a", "i:b"]), ("$", ["t:$"]), ("$a", ["t:$a"]), ("$$(a)", ["t:$", "i:a"]),
        (#"\$(a)"#, ["t:$(a)"]), (#"\\$(a)"#, [#"t:\$(a)"#]), (#"\$x"#, [#"t:\$x"#]), (#"\"#, [#"t:\"#]),
        (#"\$($(a)"#, ["t:$(", "i:a"]), ("$(a(b)", ["i:a(b"]), ("a)b", ["t:a)b"]), ("$ (a)", ["t:$ (a)"]),
        ("ü$(ä)ß", ["t:ü", "i:ä", "t:ß"]), ("\r\n$(a)\r\n", ["t:\r\n", "i:a", "t:\r\n"]),
    ])
    func `a placeholder is a name in parentheses after a dollar sign`(text: String, expected: [String]) {
        #expect(Self.pieces(text) == expected)
    }

    @Test(arguments: [("$(", 0), ("$()", 0), ("$(a", 0), ("ab$(c", 2), ("ü$(", 2), ("$(a)$(b", 4), (#"\$($("#, 3)])
    func `a placeholder without an end or a name is an error with its byte`(text: String, offset: Int) {
        #expect(throws: TemplateError.unclosed(offset: offset)) { try TextTemplate(text) }
    }

    /// Swift's characters are clusters: `)` and a combining accent make one that is not `)`.
    @Test(arguments: [
        ("$(a)\u{301}", ["i:a", "t:\u{301}"]),
        ("$(\u{301}a)", ["i:\u{301}a"]),
        (#"\$("# + "\u{301}", ["t:$(\u{301}"]),
        ("$(a)\u{200d}$(b)", ["i:a", "t:\u{200d}", "i:b"]),
    ])
    func `its signs are bytes, whatever combines with them`(text: String, expected: [String]) {
        #expect(Self.pieces(text).map { Array($0.utf8) } == expected.map { Array($0.utf8) })
    }

    @Test func `values are put in once, in one pass`() throws {
        let template = try TextTemplate(#"<$(a)|$(b)|$(a)|\$(a)|$(none)>"#)
        let inputs = [Value.Member("a", .string("$(b)")), Value.Member("b", .string(#"\$(a)$("#))]
        #expect(template.filled(with: inputs) == #"<$(b)|\$(a)$(|$(b)|$(a)|>"#)
        #expect(template.inputs == ["a", "b", "a", "none"])
    }

    @Test(arguments: [
        (Value.string("x y"), "x y"), (.integer(-7), "-7"), (.integer(.min), "-9223372036854775808"),
        (.bool(true), "true"), (.bool(false), "false"), (.number(literal: "1e3"), "1e3"), (.null, ""),
        (.array([.string("a"), .string(""), .string("b")]), "a//b"), (.array([]), ""), (.object([]), ""),
    ])
    func `a value is one argument`(value: Value, text: String) throws {
        #expect(try TextTemplate("$(v)").filled(with: [.init("v", value)]) == text)
    }

    @Test(arguments: [
        ("old", "old"), ("", ""), ("über 👩‍👧", "über 👩‍👧"), ("a\u{200B}b", "a\\u{200b}b"),
        (String(repeating: "ü", count: 64), String(repeating: "ü", count: 64)),
        (String(repeating: "ü", count: 65), String(repeating: "ü", count: 64) + "…"),
        (String(repeating: "\u{200B}", count: 9), String(repeating: "\\u{200b}", count: 8) + "…"),
    ])
    func `a question shows what a person can read of a value`(value: String, shown: String) throws {
        #expect(
            try TextTemplate("Delete “$(v)”?").question(about: [.init("v", .string(value))]) == "Delete “\(shown)”?")
    }

    @Test func `the text before the first placeholder is its leading text`() throws {
        #expect(try TextTemplate("--a=$(b)").leadingText == "--a=")
        #expect(try TextTemplate("$(b)c").leadingText == "")
        #expect(try TextTemplate("").leadingText == "")
    }

    @Test func `any text is cut into its pieces or refused, and reads back`() {
        var random = SeededGenerator(for: "any text is cut into its pieces or refused, and reads back")
        let parts = ["$", "(", ")", "\\", "a", "\u{301}", "ü", "\r", "\n", "\u{0}", "$(", "$(x)", "\u{200d}"]
        for _ in 0..<5000 {
            let text = (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
                parts.randomElement(using: &random)
            }.joined()
            guard let template = try? TextTemplate(text) else { continue }
            let again = template.pieces.map { piece in
                switch piece {
                case .text(let text): text.utf8.elementsEqual("$(".utf8) ? #"\$("# : text
                case .input(let name): "$(\(name))"
                }
            }.joined()
            // An escape is one byte shorter in the pieces than in the text; without one nothing is lost.
            guard !text.utf8.contains(UInt8(ascii: "\\")) else { continue }
            #expect(Array(again.utf8) == Array(text.utf8))
        }
    }
}
