import Conf
import Contract
import TestSupport
import Testing

@testable import Routing

/// Forms of one text, of a table and of a link, that mean the same.
@Suite struct TextFormTests {
    private static let table = """
        scheme s
        host h.example
        # Languages of the shop.
        values lang en de
        feature Shop {
            description "Sells things"
            action show {
                input item slug
                input lang string = en
                input page uint?
                respond "$(item) in $(lang)"
            }
            route item /items/$(item:slug) do show {
                query lang:@lang = de
                query page:uint?
                except /items/private
            }
        }
        """

    private static let links = [
        "s:items/tea", "s://items/tea?lang=en", "https://h.example/items/tea?page=2", "s:items/private",
        "s:items/t.e", "s:items/tea?page=x", "https://h.example/items", "s:items/tea?page=1&page=1",
    ]

    private func results(_ text: String) throws -> [String] {
        let ruleset = try Tables.ruleset(text)
        return Self.links.map { Tables.result($0, in: ruleset) }
    }

    @Test func `line ends, blanks, comments and quotes change nothing of a table`() throws {
        let expected = try results(Self.table)
        #expect(
            expected.prefix(3) == ["item item=tea lang=de", "item item=tea lang=en", "item item=tea lang=de page=2"])
        let lines = Self.table.split(separator: "\n").map(String.init)
        let forms: [String: String] = [
            "CRLF": lines.joined(separator: "\r\n"),
            "no end of the last line": Self.table,
            "an end of the last line": Self.table + "\n\n",
            "tabs": lines.map { $0.replacing("    ", with: "\t") }.joined(separator: "\n"),
            "blanks at the ends": lines.map { "  " + $0 + " \t " }.joined(separator: "\n"),
            "blanks between words": lines.map { $0.hasPrefix("#") ? $0 : $0.replacing(" ", with: "   ") }
                .map { $0.replacing("Sells   things", with: "Sells things").replacing("   in   ", with: " in ") }
                .joined(separator: "\n"),
            "comments": lines.map { $0 + " # }" }.joined(separator: "\n# {\n"),
            "quotes": Self.table.replacing(" item slug", with: " \"item\" \"slug\"").replacing(
                "/items/private", with: "\"/items/private\""),
            "escapes": Self.table.replacing("do show", with: "do \"\\u{73}how\""),
        ]
        for (name, text) in forms { #expect(try results(text) == expected, "\(name)") }
    }

    @Test func `every statement begins a line of its own, and a backslash at its end continues none`() {
        let table =
            "scheme s\nfeature F {\n    action a {\n        respond \\\n        \"text\"\n    }\n    route r /r do a\n}\n"
        #expect(Tables.codes(table) == ["RT101"])
        #expect(Tables.codes("scheme s; host h.example\n").first == "RT601")
    }

    @Test func `the items of a query in any order have one result`() throws {
        var generator = SeededGenerator(for: "the items of a query in any order have one result")
        let ruleset = try Tables.ruleset(
            """
            scheme s
            feature F {
                action a {
                    input p string?
                    input q uint = 1
                    input r string?
                    respond
                }
                route both /r do a {
                    query p
                    query q:uint
                }
                route one /r do a {
                    query p
                    query r?
                }
                route none /r do a {
                    query r = x
                    query q:uint?
                }
            }
            """)
        let items = ["p=a", "p=b", "p=", "q=1", "q=x", "r=b", "z=1", "%70=a", "p=%61", "", "q"]
        for _ in 0..<300 {
            let chosen = items.shuffled(using: &generator).prefix(Int.random(in: 0...4, using: &generator))
            let expected = Tables.result("s:r?" + chosen.joined(separator: "&"), in: ruleset)
            for _ in 0..<3 {
                let query = chosen.shuffled(using: &generator).joined(separator: "&")
                let result = Tables.result("s:r?" + query, in: ruleset)
                // Two faults of one query are reported in any order, so only the class is the same.
                let bothFail = result.hasPrefix("rejected.input.") && expected.hasPrefix("rejected.input.")
                if result != expected, !bothFail { Issue.record("\(query): \(result), not \(expected)") }
            }
        }
    }

    @Test func `every escape that is not needed gives the same segments and values`() throws {
        let ruleset = try Tables.ruleset(Self.table)
        for (plain, escaped) in [
            ("s:items/tea", "s:%69tems/te%61"), ("s://items/tea", "s://%69%74ems/%74ea"),
            ("https://h.example/items/tea?lang=en", "https://h.example/%69tems/tea?l%61ng=%65n"),
            ("https://h.example/items/tea", "HTTPS://H.EXAMPLE/items/tea"), ("s:items/tea", "S:/items/tea"),
            ("s:items/tea?page=1", "s:///items/tea?page=1#top"), ("s:items/tea", "s:items/tea?&&"),
        ] {
            #expect(Tables.result(plain, in: ruleset) == Tables.result(escaped, in: ruleset), "\(escaped)")
            #expect(Tables.result(plain, in: ruleset).hasPrefix("item "), "\(plain)")
        }
    }

    @Test func `a table with a fault in each part has a report for each, by line`() {
        let text = """
            scheme s 9
            host H.example
            values lang en en
            product p {
                kind rent
            }
            limit luck 7
            deny internal
            operator user root
            feature F {
                description
                require weather sunny
                action a {
                    input x thing
                    respond $(y)
                }
                route r r do b {
                    query 7
                    except $(x)
                    in nowhere
                    strict please
                }
            }
            """
        let lines = Tables.load(text).diagnostics.inOrder.map { "\($0.code.rawValue)" }
        #expect(
            lines == [
                "RT601", "RT602", "RT107", "RT107", "RT107", "RT412", "RT107", "RT104", "RT202", "RT303", "RT308",
                "RT402",
                "RT403", "RT411", "RT412", "RT604", "RT104",
            ])
    }
}
