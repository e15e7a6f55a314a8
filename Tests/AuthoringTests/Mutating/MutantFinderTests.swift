import Contract
import Routing
import TestSupport
import TestTables
import Testing

@testable import Authoring

/// Which mutants the lines of a table have.
@Suite struct MutantFinderTests {
    /// A line of a table, and what its mutants change.
    struct Row: CustomTestStringConvertible, Sendable {
        let line: String
        let mutants: [String]
        var testDescription: String { line }

        init(_ line: String, _ mutants: String...) { (self.line, self.mutants) = (line, mutants) }
    }

    static let rows = [
        Row("deny /private/**", "denial without `deny /private/**`"),
        Row(
            "feature F { require toggle on }", "condition without `require toggle on`", "default `off` instead of `on`"),
        Row(
            "feature F { require runtime off }", "condition without `require runtime off`",
            "default `on` instead of `off`"),
        Row(
            "feature F { require runtime from file /f = on }", "condition without `require runtime from file /f = on`",
            "default `off` instead of `on`"),
        Row(#"feature F { require confirmation "on" }"#, #"condition without `require confirmation "on"`"#),
        Row("feature F { require purchase pro }", "condition without `require purchase pro`"),
        Row(
            "feature F { require purchase any (coins 30) (all gems 2 pro) }",
            "condition without `require purchase any (coins 30) (all gems 2 pro)`", "condition `29` instead of `30`",
            "condition `1` instead of `2`"),
        Row(
            "feature F { require purchase coins 1 }", "condition without `require purchase coins 1`",
            "condition `2` instead of `1`"),
        Row(#"feature F { require purchase coins "30" }"#, #"condition without `require purchase coins "30"`"#),
        Row("feature F { action a { input n uint = 7 } }", "default `8` instead of `7`"),
        Row("feature F { action a { input n uint } }"),
        Row(
            "feature F { route r /a/b/* /c/ do x }", "literal `*` instead of `a`", "literal `*` instead of `b`",
            "literal `*` instead of `c`"),
        Row(
            "feature F { route r /$(n:uint(1..9))/[$(l:@lang)/]x-$(s)/$(p:**) do x }",
            "type `uint` instead of `uint(1..9)`",
            "type `string` instead of `@lang`"),
        Row(#"feature F { route r "/a b" do x }"#, "literal `*` instead of `a b`"),
        Row(#"feature F { route r /a\$(b) do x }"#),
        Row("feature F { under /a { route r . do x } }", "literal `*` instead of `a`"),
        Row(
            "feature F { under /a { exclusive b c } }", "literal `*` instead of `a`",
            "constraint without `exclusive b c`"),
        Row(
            "feature F { route r . do x { query n:uint? exact } }", "constraint without `query n:uint? exact`",
            "type `string` instead of `uint`", "constraint without `exact`"),
        Row(
            "feature F { route r . do x { query n = exact } }", "constraint without `query n = exact`",
            "default `exactx` instead of `exact`"),
        Row("feature F { route r . do x { query !n } }", "constraint without `query !n`"),
        Row(
            "feature F { route r . do x { strict ; in web } }", "constraint without `strict`",
            "constraint without `in web`"),
        Row(
            "feature F { route r . do x { except /a /b } }", "exception without `/a`", "exception without `/b`"),
        Row("feature F { route r . do x { except /a } }", "exception without `except /a`"),
        Row(
            "feature F { route r . do x { over s } ; route s . do x }", "order `s over r` instead of `r over s`"),
        Row("feature F { route r . do x { over missing } }"),
        Row("feature F { route r . do x { with n true } }", "default `truex` instead of `true`"),
        Row(
            "feature F { action x { input n bool = true } ; route r . do x { with n true } }",
            "default `false` instead of `true`", "default `false` instead of `true`"),
        Row(
            "unmatched { require toggle on }", "condition without `require toggle on`", "default `off` instead of `on`"),
        Row("audit { require toggle on }"),
    ]

    @Test(arguments: rows)
    func `each line has the mutants of its words`(_ row: Row) {
        let mutants = MutantFinder([TableText(name: "t", bytes: Array(row.line.utf8), owner: 0)]).mutants
        #expect(mutants.map { "\($0.kind.rawValue) \($0.sentence)" } == row.mutants)
    }

    /// A table, one of its changes, and the table that it makes.
    static let texts = [
        ("route r /a do x {\n strict\n}", "constraint", "route r /a do x {\n \n}"),
        ("route r /a do x { strict ; in web }", "constraint", "route r /a do x {  in web }"),
        ("route r /a do x { in web ; query !n }", "constraint", "route r /a do x {  query !n }"),
        (#"route r "/a b" do x"#, "literal", #"route r "/*" do x"#),
        ("route r . do x { over s }\nroute s . do x", "order", "route r . do x {  }\nroute s . do x { over r }"),
        (
            "route r . do x { over s }\nroute s . do x { strict }", "order",
            "route r . do x {  }\nroute s . do x { over r ; strict }"
        ),
        (
            "route r . do x { over s t }\nroute s . do x {\n strict\n}", "order",
            "route r . do x { over  t }\nroute s . do x {\nover r\n\n strict\n}"
        ),
        (
            "action x { input n uint? }\nroute r /$(n:uint) do x", "type",
            "action x { input n string? }\nroute r /$(n:string) do x"
        ),
    ]

    @Test(arguments: texts)
    func `a mutant differs in the bytes of its change`(_ table: String, _ kind: String, _ changed: String) throws {
        func text(_ lines: String) -> [TableText] {
            [TableText(name: "t", bytes: Array("feature F {\n\(lines)\n}\n".utf8), owner: 0)]
        }
        let mutant = try #require(MutantFinder(text(table)).mutants.first { $0.kind.rawValue == kind })
        let edits = try #require(mutant.variants.first?.edits)
        #expect(String(decoding: text(table).applying(edits)[0].bytes, as: UTF8.self) == "feature F {\n\(changed)\n}\n")
    }

    @Test func `a mutant has the place of the word that it changes`() throws {
        let table = "feature F {\n    route r /ä/$(n:uint) do x\n}\n"
        let mutants = MutantFinder([TableText(name: "t", bytes: Array(table.utf8), owner: 0)]).mutants
        #expect(mutants.map { "\($0.line):\($0.column)" } == ["2:14", "2:20"])
        #expect(mutants.map(\.subject.route) == ["r", "r"])
        #expect(mutants.map(\.subject.feature) == ["F", "F"])
    }

    @Test func `no text traps, and every mutant can be applied`() throws {
        var seed = SeededGenerator(for: "mutants")
        let words = [
            "feature", "F", "{", "}", ";", "route", "r", "/a/$(n:uint)", "/[b/]c", "do", "x", "query", "n:uint?", "=",
            "1",
            "exact", "over", "require", "toggle", "on", "\n", "\n", "\"/a\\\"b\"", "under", "/", "$(", "except", "with",
            "input", "action", "@", ":", "é",
        ]
        for _ in 0..<2000 {
            let text = (0..<20).map { _ in words.randomElement(using: &seed) ?? "" }.joined(separator: " ")
            let texts = [TableText(name: "t", bytes: Array(text.utf8), owner: 0)]
            for variant in MutantFinder(texts).mutants.flatMap(\.variants) { _ = texts.applying(variant.edits) }
        }
    }
}
