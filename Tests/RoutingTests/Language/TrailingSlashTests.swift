import Conf
import Contract
import TestTables
import Testing

@testable import Routing

/// `trailing-slash either` in the block of a scheme, a host or a group.
@Suite struct TrailingSlashTests {
    private static func table(_ scopes: String, _ body: String) -> String {
        "\(scopes)\nfeature F {\naction a { input x string? ; respond }\n\(body)\n}\n"
    }

    private static let slashy = "scheme s { trailing-slash either }\nscheme t\nhost h.example"

    private static let routes = """
        route home / do a
        route one /one do a
        route all /all/** do a
        route pair /$(x)/b /c/ do a { over all shown }
        route shown /files/$(x) do a { except /files/private ; except /files/old/** }
        """

    @Test(arguments: [
        ("s:one", "one"), ("s:one/", "one"), ("t:one", "one"), ("t:one/", "rejected.route.notFound"),
        ("https://h.example/one/", "rejected.route.notFound"), ("s:", "home"), ("s://", "home"), ("s:all/", "all"),
        ("s:all/x/", "all"), ("s:z/b/", "pair x=z"), ("s:c", "pair"), ("s:c/", "pair"), ("t:c/", "pair"),
        ("t:c", "rejected.route.notFound"), ("s:one//", "rejected.url.forbiddenComponent"),
        ("s:files/k/", "shown x=k"), ("s:files/private/", "rejected.route.excluded"),
        ("s:files/old/", "rejected.route.excluded"), ("s:files/private", "rejected.route.excluded"),
        ("s:internal/", "rejected.route.excluded"), ("s:internal", "rejected.route.excluded"),
        ("t:internal", "rejected.route.excluded"),
    ])
    func `routes of the scheme match with and without a slash, and those of others as written`(
        _ link: String, _ expected: String
    ) throws {
        let ruleset = try Tables.ruleset(
            Self.table(Self.slashy + "\ndeny /internal", Self.routes + "\nroute i /internal do a"))
        #expect(Tables.result(link, in: ruleset) == expected)
    }

    @Test func `a group and a scheme with the line have the rules that brackets at the end have`() throws {
        let names = ["one /one", "two /$(x)", "three /a/$(x)", "four /a/b/", "five /a/$(_:uint)"]
        func routes(_ end: String) -> String {
            names.map { name in
                let text = name.hasSuffix("/") && !end.isEmpty ? String(name.dropLast()) : name
                return "route \(text)\(end) do a"
            }.joined(separator: "\n")
        }
        let tables = [
            Self.table("scheme s", routes("[/]")),
            Self.table("scheme s", "under / {\ntrailing-slash either\n" + routes("") + "\n}"),
            Self.table("scheme s {\ntrailing-slash either\n}", routes("")),
            Self.table("scheme s", "under / { trailing-slash either ; under / {\n" + routes("") + "\n} }")
                .replacing(
                    "under / { trailing-slash either ; under / {", with: "under / {\ntrailing-slash either\nunder / {"
                )
                .replacing("} }", with: "}\n}"),
        ]
        let links = [
            "s:one", "s:one/", "s:q", "s:q/", "s:a/q", "s:a/q/", "s:a/b", "s:a/b/", "s:a/7", "s:a/7/", "s:a/b/c/",
        ]
        let expected = [
            "one", "one", "two x=q", "two x=q", "three x=q", "three x=q", "four", "four", "five", "five",
            "rejected.route.notFound",
        ]
        for table in tables {
            let ruleset = try Tables.ruleset(table)
            #expect(links.map { Tables.result($0, in: ruleset) } == expected, "\(table)")
        }
    }

    @Test func `routes of every scheme are compared with each other where a slash may end a link`() throws {
        let text = Self.table(
            Self.slashy, "route one /$(x)/b/ do a\nroute two /a/$(x) do a\nroute tail /$(x)/c/** do a")
        let printed = Tables.printed(Tables.load(text))
        #expect(printed.contains("t:6:7: error RT501: the routes `one` and `two` overlap"), "\(printed)")
        #expect(printed.contains("the other route, in s: too"), "\(printed)")
        #expect(printed.contains("both routes accept: s://a/b"), "\(printed)")
        let without = Self.table("scheme s", "route one /$(x)/b/ do a\nroute two /a/$(x) do a")
        #expect(Tables.codes(without) == [])
    }

    @Test func `a link is built without the slash`() throws {
        for scopes in ["scheme s {\ntrailing-slash either\n}", Self.slashy] {
            let ruleset = try Tables.ruleset(Self.table(scopes, Self.routes))
            #expect(try ruleset.link(to: "one", []).url == "s://one")
            #expect(try ruleset.link(to: "shown", [.init("x", .string("k"))]).url == "s://files/k")
            #expect(try ruleset.link(to: "pair", [.init("x", .string("k"))]).url == "s://k/b")
        }
        let ruleset = try Tables.ruleset(Self.table("scheme s {\ntrailing-slash either\n}", "route c /c/ do a"))
        #expect(try ruleset.link(to: "c", []).url == "s://c")
        // Without a scope the link is in the first one that the table declares.
        let mixed = try Tables.ruleset(
            Self.table("scheme t\nscheme s {\ntrailing-slash either\n}", "route c /c/ do a"))
        #expect(try mixed.link(to: "c", []).url == "t://c/")
    }

    @Test func `routes that are alike have the line each`() throws {
        let names = (0..<50).map { "r\($0)" }
        let routes = names.map { "route \($0) /\($0) do a" }.joined(separator: "\n")
        let root = "route root / do a\nroute tail /t/** do a\n"
        for text in [
            Self.table(Self.slashy, root + routes),
            Self.table("scheme s", "under / {\ntrailing-slash either\n\(root)\(routes)\n}"),
        ] {
            let ruleset = try Tables.ruleset(text)
            for name in names { #expect(Tables.result("s:\(name)/", in: ruleset) == name) }
        }
    }

    @Test func `a guest of the scheme has the line too`() throws {
        var collector = TableCollector(LoadEnvironment())
        collector.add(
            TableFile(
                name: "a",
                bytes: Array(
                    ("package a\nscheme s {\ntrailing-slash either\nopen to package b\n}\n"
                        + "feature F {\naction a { respond }\nroute a /a do a\n}\n").utf8)))
        collector.add(
            TableFile(
                name: "b",
                bytes: Array("package b\nfeature G {\naction a { respond }\nroute b /b do a { in s }\n}\n".utf8)))
        let result = RulesetLoader.load(collector.finish(), environment: LoadEnvironment())
        let ruleset = try #require(result.ruleset, "\(Tables.printed(result))")
        #expect(Tables.result("s:b/", in: ruleset) == "b:b")
        #expect(Tables.result("s:a/", in: ruleset) == "a:a")
    }

    @Test(arguments: [
        TableRow(
            .file,
            """
            scheme s {
                trailing-slash no
            }
            feature F {
                action a {
                    respond
                }
                route r /r do a
            }
            """,
            """
            t:2:20: error RT107: `trailing-slash` has the value `either` and no other
               2 |     trailing-slash no
                 |                    ^~
                 = help: write `either`; without the line a slash at the end of a link counts
            """),
        TableRow(
            .route,
            "trailing-slash either",
            """
            t:9:9: error RT102: `trailing-slash` does not belong in `route`
               9 |         trailing-slash either
                 |         ^~~~~~~~~~~~~~
                 = help: it belongs in `scheme`, `host` or `under`: write `scheme NAME {`, then `trailing-slash either` on a \
            line of its own, then `}` on the next
            """),
    ])
    func `other values and other places are refused`(_ row: TableRow) { row.check() }

    @Test func `patterns that the line adds count as patterns of the route`() {
        let parts = (0..<5).map { "[/p\($0)]" }.joined()
        #expect(Tables.codes(Self.table(Self.slashy, "route r /r\(parts) do a")) == [])
        #expect(Tables.codes(Self.table(Self.slashy, "route r /r\(parts)[/p5] do a")) == ["RT109"])
    }
}
