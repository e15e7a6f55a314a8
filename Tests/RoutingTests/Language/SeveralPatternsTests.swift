import Conf
import Contract
import Features
import Links
import Matching
import TestSupport
import TestTables
import Testing

@testable import Routing

/// Routes with several patterns: `route NAME PATTERN… do ACTION`, and optional parts.
@Suite struct SeveralPatternsTests {
    private static let inputs = ["x", "y", "lang"].map { "input \($0) string?\n" }.joined()

    static func table(_ routes: String, _ inputs: String = Self.inputs, head: String = "scheme s") -> String {
        "\(head)\n\(routes.contains("@lang") ? "values lang de en\n" : "")feature F {\naction a {\n\(inputs)respond\n}\n\(routes)\n}\n"
    }

    private static func patterns(_ text: String) throws -> [String] {
        try Tables.ruleset(text).routes.map { route in
            ([route.name] + route.alternatives.map(\.pattern.text)).joined(separator: " ")
        }
    }

    @Test(arguments: [
        ("route r /a /b/$(x) do a", "r /a /b/$(x)"), ("route r /p/$(x)[/] do a", "r /p/$(x) /p/$(x)/"),
        ("route r /[$(lang:@lang)/]p/$(x) /q do a", "r /p/$(x) /$(lang:@lang)/p/$(x) /q"),
        ("under /g/$(y) {\nroute r . /b [/] do a\n}", "r /g/$(y) /g/$(y)/b /g/$(y) /g/$(y)/"),
    ])
    func `a route has the patterns before do, each with its optional parts written out`(
        _ text: String, _ patterns: String
    )
        throws
    {
        // The last row has a pattern twice on purpose.
        guard !text.contains(". /b [/]") else {
            return #expect(Tables.codes(Self.table(text)) == ["RT502"])
        }
        #expect(try Self.patterns(Self.table(text)) == [patterns])
    }

    @Test func `the prefixes of groups apply to each pattern, and may have optional parts themselves`() throws {
        let text = Self.table(
            """
            under [/$(lang:@lang)] {
                route home . do a
                route show /shows/$(x) /s/$(x) do a
                under /p[/v2] {
                    route page /$(y)[/] do a
                }
            }
            """)
        #expect(
            try Self.patterns(text) == [
                "home / /$(lang:@lang)",
                "show /shows/$(x) /$(lang:@lang)/shows/$(x) /s/$(x) /$(lang:@lang)/s/$(x)",
                "page /p/$(y) /p/$(y)/ /p/v2/$(y) /p/v2/$(y)/ /$(lang:@lang)/p/$(y) /$(lang:@lang)/p/$(y)/ "
                    + "/$(lang:@lang)/p/v2/$(y) /$(lang:@lang)/p/v2/$(y)/",
            ])
        #expect(Tables.codes(text) == [])
    }

    private static let shows = table(
        """
        route show /[$(lang:@lang)/]shows/$(x)[/] /s/$(y) do a {
            except /shows/private
            query from?
        }
        route new /shows/new do a
        route any /** do a
        """, "input x string?\ninput y string?\ninput lang string = en\ninput from string?\n")

    @Test(arguments: [
        ("s:/shows/a", "show lang=en x=a"), ("s:/de/shows/a", "show lang=de x=a"),
        ("s:/de/shows/a/", "show lang=de x=a"),
        ("s:/s/b?from=c", "show from=c lang=en y=b"), ("s:/shows/new", "new lang=en"),
        ("s:/shows/private", "any lang=en"), ("s:/de/shows/private", "show lang=de x=private"),
        ("s:/fr/shows/a", "any lang=en"),
    ])
    func `a link is decided by the pattern that takes it`(_ url: String, _ result: String) throws {
        let ruleset = try Tables.ruleset(Self.shows)
        #expect(Tables.result(url, in: ruleset) == result)
        #expect(ruleset.routes.count == 3 && ruleset.routes.allRows.count == 7)
    }

    @Test func `of two patterns of a route of which one is inside the other the narrower wins`() throws {
        let ruleset = try Tables.ruleset(Self.table("route r /p/$(x) /p/$(y:uint) do a"))
        #expect(Tables.result("s:/p/a", in: ruleset) == "r x=a")
        #expect(Tables.result("s:/p/7", in: ruleset) == "r y=7")
        let explanation = Explanation(of: "s:/p/7", in: ruleset, facts: Facts(), caller: Caller(uid: 1000))
        #expect(
            explanation.candidates.map { "\($0.route) \($0.pattern ?? "-") \($0.failure ?? "-")" } == [
                "r /p/$(y:uint) -", "r /p/$(x) its pattern `/p/$(y:uint)` wins: it is narrower",
            ])
        #expect(explanation.route == 0)
    }

    @Test func `an explanation names the pattern only of a route with several`() throws {
        let ruleset = try Tables.ruleset(Self.shows)
        let explanation = Explanation(of: "s:/de/shows/a", in: ruleset, facts: Facts(), caller: Caller(uid: 1000))
        #expect(explanation.candidates.map(\.pattern) == ["/$(lang:@lang)/shows/$(x)", nil])
        let nearest = Explanation(
            of: "s:/s", in: try Tables.ruleset(Self.table("route r /s/$(x) /t/u do a")),
            facts: Facts(), caller: Caller(uid: 1000))
        #expect(nearest.candidates.map(\.pattern) == ["/s/$(x)"])
    }

    // MARK: Errors

    @Test func `patterns of one route that overlap are an error with a witness, and so are equal ones`() {
        TableRow(
            .file, Self.table("route p /p/$(x)/b /p/a/$(y) do a\nroute q /c/$(x) /c/$(y) do a"),
            """
            t:9:7: error RT501: the patterns `/p/$(x)/b` and `/p/a/$(y)` of the route `p` overlap, and neither is inside the other
               9 | route p /p/$(x)/b /p/a/$(y) do a
                 |       ^
                 = both patterns of the route accept: s://p/a/b
                 = help: make one narrower, or use two routes, of which one says `over` the other
            t:10:7: error RT502: the patterns `/c/$(x)` and `/c/$(y)` of the route `q` take the same links
               10 | route q /c/$(x) /c/$(y) do a
                  |       ^
                  = both patterns of the route accept: s://c/x
                  = help: remove one of them
            """
        ).check()
    }

    @Test func `an input that a pattern does not capture needs a default or is optional`() {
        let text = Self.table("route r /a/$(x) /b do a", "input x string\n")
        #expect(
            Tables.printed(Tables.load(text)) == """
                t:7:17: error RT405: the pattern `/b` does not give the action its input `x`
                   7 | route r /a/$(x) /b do a
                     |                 ^~
                     = help: capture it in every pattern as `$(x)`, or let links lack it: `input x string?`, or `= DEFAULT` for the `?`
                """)
        for input in ["input x string?\n", "input x string = b\n"] {
            #expect(Tables.codes(Self.table("route r /a/$(x) /b do a", input)) == [])
        }
    }

    @Test(arguments: [
        ("route r /[a]/b do a", DiagnosticCode.badPattern, "[a]"),
        ("route r /a[/b[/c]] do a", DiagnosticCode.badPattern, "["),
        ("route r /[$(x)/]$(x) do a", DiagnosticCode.badPattern, "x"),
        ("route r /a[/]/b do a", DiagnosticCode.badPattern, "/]/"),
        ("route r /[$(x:foo)/]b do a", DiagnosticCode.badType, "foo"),
        ("under /a[/] {\nroute r /b do a\n}", DiagnosticCode.badPattern, "/a[/]"),
        ("under /[a/] {\nroute r /b do a\n}", DiagnosticCode.badPattern, "/[a/]"),
        ("under /a[/**] {\nroute r /b do a\n}", DiagnosticCode.badPattern, "/a[/**]"),
    ])
    func `an error in an optional part is reported once, at its place`(
        _ text: String, _ code: DiagnosticCode, _ place: String
    )
        throws
    {
        let table = Self.table(text)
        let result = Tables.load(table)
        let diagnostic = try #require(result.diagnostics.inOrder.first)
        #expect(result.diagnostics.inOrder.count == 1, "\(Tables.printed(result))")
        let range = diagnostic.place.offset..<diagnostic.place.offset + diagnostic.place.length
        #expect(String(decoding: Array(table.utf8)[range], as: UTF8.self) == place, "\(Tables.printed(result))")
        // The name that is captured twice is reported without help, as in a pattern without optional parts.
        #expect(diagnostic.help != nil || place == "x")
        #expect(diagnostic.code == code)
    }

    @Test func `words in the place of do, and words behind the action, are reported`() {
        for (text, place) in [
            ("route r /a /b to a", "to"), ("route r /a /b do", "/b"), ("route r /a b do a", "b"),
            ("route r /a /b do a query x", "route r /a /b do a query x"),
            ("route r /a /b \"do\" a", "\"do\""),
        ] {
            let table = Self.table(text)
            let result = Tables.load(table)
            let first = result.diagnostics.inOrder.first
            let range = (first?.place.offset ?? 0)..<(first?.place.offset ?? 0) + (first?.place.length ?? 0)
            #expect(String(decoding: Array(table.utf8)[range], as: UTF8.self) == place, "\(Tables.printed(result))")
        }
    }

    @Test func `the patterns of a route have a limit`() {
        let words = (0...Limits.patternsOfRoute).map { "/p\($0)" }
        #expect(Tables.codes(Self.table("route r \(words.joined(separator: " ")) do a")) == ["RT109"])
        #expect(Tables.codes(Self.table("route r \(words.dropLast().joined(separator: " ")) do a")) == [])
        let parts = (0..<256).map { "[/s\($0)]" }.joined()
        #expect(Tables.load(Self.table("route r /a\(parts) do a")).diagnostics.kept.count == 1)
        let doubled = (0..<32).map { "/p\($0)[/]" }.joined(separator: " ")
        #expect(Tables.codes(Self.table("route r \(doubled) do a")) == [])
        #expect(Tables.codes(Self.table("route r \(doubled) /q do a")) == ["RT109"])
    }

    @Test func `the patterns of all routes have a limit, which is one error`() {
        let routes = (0..<20).map { "route r\($0) /a/\($0)[/] do a\n" }.joined()
        var collector = TableCollector(LoadEnvironment())
        collector.add(TableFile(name: "t", bytes: Array(Self.table(routes).utf8)))
        let reader = TableReader(collector.finish(), environment: LoadEnvironment())
        reader.table.draft.mostPatterns = 11
        #expect(
            reader.read().diagnostics.kept.map(\.message) == [
                "the routes of the table have more than 11 patterns with their optional parts"
            ])
    }

    @Test func `a report shows a pattern as it is written, also behind a route that is left out`() {
        let printed = Tables.printed(
            Tables.load(Self.table("route p /n do a {\nover none\n}\nroute q /c/$(x) /c/$(y) do a")))
        #expect(printed.contains("the patterns `/c/$(x)` and `/c/$(y)` of the route `q` take the same links"))
    }

    // MARK: Over

    @Test func `over applies to all patterns, and decides where neither of two is inside the other`() throws {
        let inputs = "input x string?\ninput y string?\n"
        let text = Self.table("route p /$(x)/b /n/m/$(x) do a {\nover q\n}\nroute q /a/$(y) /n/m/new do a", inputs)
        #expect(Tables.codes(text) == [])
        let ruleset = try Tables.ruleset(text)
        #expect(Tables.result("s:/a/b", in: ruleset) == "p x=a")
        #expect(Tables.result("s:/n/m/new", in: ruleset) == "q")
        #expect(Tables.result("s:/n/m/old", in: ruleset) == "p x=old")
    }

    @Test(arguments: [
        ("route p /a /b/$(x) do a {\nover q\n}\nroute q /c /d do a", DiagnosticCode.needlessOver),
        ("route p /a /b/$(x) do a {\nover q\n}\nroute q /b/new /d do a", DiagnosticCode.overAgainstInclusion),
        ("route p /$(x)/b /$(x)/c do a\nroute q /a/$(y) do a", DiagnosticCode.overlap),
        ("route p /$(x)/b /c/$(x) do a {\nover p\n}", DiagnosticCode.unknownRoute),
    ])
    func `an over or an overlap of two routes with several patterns is reported once`(
        _ text: String, _ code: DiagnosticCode
    ) {
        let result = Tables.load(Self.table(text))
        #expect(result.diagnostics.inOrder.map(\.code) == [code], "\(Tables.printed(result))")
    }

    @Test func `routes whose patterns each win over another of the next are no circle`() throws {
        let text = Self.table(
            """
            route p /a/$(x)/1 /$(x)/c/3 do a {
                over q
            }
            route q /$(y)/b/1 /a/$(y)/2 do a {
                over r
            }
            route r /$(x)/b/2 /c/$(x)/3 do a {
                over p
            }
            """)
        #expect(Tables.codes(text) == [])
        let ruleset = try Tables.ruleset(text)
        #expect(Tables.result("s:/a/b/1", in: ruleset) == "p x=b")
        #expect(Tables.result("s:/a/b/2", in: ruleset) == "q y=b")
        #expect(Tables.result("s:/c/c/3", in: ruleset) == "r x=c")
    }

    // MARK: Links

    @Test(arguments: [
        ("x=a", "s://shows/a"), ("x=a lang=de", "s://de/shows/a"), ("x=a lang=en", "s://shows/a"), ("y=b", "s://s/b"),
        ("y=b from=c", "s://s/b?from=c"), ("x=new", "s://shows/new/"), ("x=private", "s://shows/private/"),
        ("y=b lang=de", "noPattern"), ("x=a y=b", "noPattern"), ("z=1", "unknownParameter"),
        ("lang=de", "missingParameter"), ("x=a lang=fr", "invalidValue"), ("", "missingParameter"),
    ])
    func `a link is built by the first pattern that carries the values`(_ values: String, _ result: String) throws {
        let ruleset = try Tables.ruleset(Self.shows)
        let members = values.split(separator: " ").map { pair in
            let parts = pair.split(separator: "=").map(String.init)
            return Value.Member(parts[0], .string(parts[1]))
        }
        do throws(LinkBuildError) {
            let built = try ruleset.link(to: "show", members)
            #expect(built.url == result)
            #expect(built.route == 0)
        } catch {
            #expect(error.code == result, "\(error)")
        }
    }

    @Test func `a secret of one pattern is masked in the links of all`() throws {
        let text = Self.table("route r /a/$(x) /b/$(y) do a", "input x string? secret\ninput y string?\n")
        let ruleset = try Tables.ruleset(text)
        for url in ["s:/a/k", "s:/b/k", "s:/b/k/c"] {
            let outcome = Explanation(of: url, in: ruleset, facts: Facts(), caller: Caller(uid: 1000)).outcome
            #expect(outcome.url == "s:***", "\(url)")
        }
    }

    @Test func `a route with several patterns is one route wherever routes are counted or named`() throws {
        let ruleset = try Tables.ruleset(Self.shows)
        #expect(ruleset.routes.map(\.name) == ["show", "new", "any"])
        #expect(ruleset.routes.numbersByName == [2, 1, 0])
        #expect(ruleset.contents.counts(for: .operator).routes == 3)
        #expect(ruleset.contents.names(ofFeature: 1, byteLimit: 1000).routes == ["show", "new", "any"])
        #expect(ruleset.routes.number(named: "any") == 2 && ruleset.routes[2].row == 6)
        #expect(ruleset.routes[row: 5].number == 1 && ruleset.routes[row: 4].number == 0)
    }

    @Test(arguments: [(1, nil), (3, nil), (5, nil), (6, "c://y/v"), (16, "c://y/v")])
    func `the patterns of a route share the scopes that are tried for a link`(_ limit: Int, _ url: String?) throws {
        let ruleset = try Tables.ruleset(
            """
            scheme a b c
            deny /x/**
            deny /y/** in a b
            feature F {
                action a {
                    input p string
                    respond
                }
                route r /x/$(p) /y/$(p) do a
            }
            """)
        let built = try? ruleset.link(to: 0, [.init("p", .string("v"))], scope: nil, scopeLimit: limit)
        #expect(built?.url == url)
    }
}
