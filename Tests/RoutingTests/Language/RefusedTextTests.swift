import Contract
import Testing

@testable import Routing

/// Which texts a link may not contain, in each of its parts: the table of refusals of the language, cell by cell.
@Suite struct RefusedTextTests {
    private static let table = """
        scheme s
        host h.example
        feature F {
            action a {
                input x string?
                input q string?
                input f string?
                respond
            }
            route r /a/$(x) do a {
                query q?
                fragment f?
            }
            route root /$(x) do a
        }
        """

    /// A part of a link, with `@` where a text goes.
    enum Part: String, CaseIterable {
        case firstSegment = "s://@"
        case segment = "s:a/@"
        case webSegment = "https://h.example/a/@"
        case value = "s:a/b?q=@"
        case fragment = "s:a/b#@"
        case undeclaredValue = "s:a/b?z=@"
        case undeclaredKey = "s:a/b?@=1"

        func url(_ text: String) -> String { rawValue.replacing("@", with: text) }

        var isSegment: Bool { [.firstSegment, .segment, .webSegment].contains(self) }
        var isDeclared: Bool { self == .value || self == .fragment }
    }

    /// Escaped texts, and the rule that refuses them in a host or segment and in a declared value.
    private static let unfit: [(text: String, rule: String)] = [
        ("%FF", "invalidUTF8"), ("%C3", "invalidUTF8"), ("%C0%AF", "invalidUTF8"), ("%ED%A0%80", "invalidUTF8"),
        ("%F4%90%80%80", "invalidUTF8"), ("%00", "nul"), ("%01", "controlCharacter"), ("%09", "controlCharacter"),
        ("%0D%0A", "controlCharacter"), ("%1B", "controlCharacter"), ("%7F", "controlCharacter"),
        ("%C2%80", "controlCharacter"), ("%C2%9F", "controlCharacter"), ("%D8%9C", "bidiControl"),
        ("%E2%80%8E", "bidiControl"), ("%E2%80%AE", "bidiControl"), ("%E2%81%A9", "bidiControl"),
        ("%E2%80%A8", "lineSeparator"), ("%E2%80%A9", "lineSeparator"),
    ]

    @Test(arguments: unfit.indices, Part.allCases)
    func `an unfit text is refused in a segment and in a declared value, and not looked at elsewhere`(
        _ row: Int, _ part: Part
    ) throws {
        let (text, rule) = Self.unfit[row]
        let ruleset = try Tables.ruleset(Self.table)
        for around in [("", ""), ("x", ""), ("", "x"), ("x", "x")] {
            let outcome = Tables.explain(part.url(around.0 + text + around.1), in: ruleset)
            let code =
                part.isSegment
                ? "rejected.url.forbiddenComponent" : part.isDeclared ? "rejected.input.invalid" : "ok.wouldPerform"
            #expect(outcome.code.rawValue == code, "\(part.url(text))")
            #expect(outcome.rejection?.rule == (part.isSegment || part.isDeclared ? rule : nil))
        }
    }

    /// Texts that a segment refuses and a value does not: they would change the path if it was decoded again.
    @Test(arguments: [
        ("%2F", "/", "encodedSeparator"), ("%5C", "\\", "encodedSeparator"), ("%2541", "%41", "decodesFurther"),
        ("%252e", "%2e", "decodesFurther"), (".", ".", "dotSegment"), ("..", "..", "dotSegment"),
        ("%2E", ".", "dotSegment"), ("%2e.", "..", "dotSegment"),
    ])
    func `a separator, a dot segment and a second escape are refused in a segment and are plain text in a value`(
        _ text: String, _ decoded: String, _ rule: String
    ) throws {
        let ruleset = try Tables.ruleset(Self.table)
        for part in Part.allCases {
            let outcome = Tables.explain(part.url(text), in: ruleset)
            if part.isSegment {
                #expect(outcome.code.rawValue == "rejected.url.forbiddenComponent" && outcome.rejection?.rule == rule)
                continue
            }
            let values = ["x=b"] + (part == .value ? ["q=" + decoded] : part == .fragment ? ["f=" + decoded] : [])
            #expect(Tables.result(part.url(text), in: ruleset) == "r " + values.sorted().joined(separator: " "))
        }
    }

    @Test(arguments: [
        "%zz", "%25zz", "a%2", ".a", "a..", "...", "~", "'", "*", "$(x)", "%EF%BB%BF", "%E2%80%8B", "%C2%AD",
    ])
    func `a text that only looks dangerous is plain text everywhere`(_ text: String) throws {
        let ruleset = try Tables.ruleset(Self.table)
        for part in Part.allCases where part != .firstSegment {
            let result = Tables.result(part.url(text), in: ruleset)
            #expect(result.hasPrefix("r "), "\(part.url(text)): \(result)")
        }
    }

    @Test func `raw tabs, line ends, outer blanks and user names are refused anywhere in a link`() throws {
        let ruleset = try Tables.ruleset(Self.table)
        for raw in ["\t", "\n", "\r"] {
            for part in Part.allCases {
                let outcome = Tables.explain(part.url("x\(raw)y"), in: ruleset)
                #expect(outcome.rejection?.rule == "tabOrNewline", "\(part)")
                #expect(outcome.code.rawValue == "rejected.url.forbiddenComponent")
            }
        }
        for url in [" s:a/b", "s:a/b ", "\u{1}s:a/b", "s:a/b?q=1 ", "s:a/b#f\u{1F}"] {
            #expect(Tables.explain(url, in: ruleset).rejection?.rule == "outerBlank", "\(url)")
        }
        for url in ["s://u@a/b", "s://u:p@a/b", "https://u@h.example/a/b", "https://@h.example/a/b"] {
            #expect(Tables.explain(url, in: ruleset).rejection?.rule == "userinfo", "\(url)")
        }
        for url in ["https:\\\\h.example/a/b", "https://h.example\\a/b", "s:a\\b"] {
            #expect(Tables.explain(url, in: ruleset).rejection?.rule == "backslash", "\(url)")
        }
    }

    @Test func `the offset of a refusal is that of the first unfit byte in the URL as sent`() throws {
        let ruleset = try Tables.ruleset(Self.table)
        for part in [Part.segment, .webSegment, .value, .fragment] {
            for before in ["", "x", "é", "%C3%A9"] {
                let start = part.url(before).utf8.count
                let outcome = Tables.explain(part.url(before + "%00%01"), in: ruleset)
                #expect(outcome.rejection?.rule == "nul" && outcome.rejection?.offset == start, "\(part.url(before))")
            }
        }
    }
}
