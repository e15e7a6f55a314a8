import Conf
import Contract
import Features
import Links
import Matching
import Testing

@testable import Routing

/// Conditions that select a route and feed no input, and keys that feed an input of another name.
@Suite struct SilentConditionTests {
    private static func table(_ routes: String, _ inputs: String = "input x string?\ninput y string?") -> String {
        "scheme s\nvalues lang de en\nfeature F {\naction a {\n\(inputs)\nrespond\n}\n\(routes)\n}\n"
    }

    // MARK: `_`

    @Test func `a silent capture or key selects and feeds nothing, without a warning`() throws {
        let text = Self.table(
            """
            route channel /c/$(_:uint)/$(x) do a
            route named /c/$(y:slug)/$(_:@lang)/$(_:uint) do a {
                query boost:a|b _
                query note? _
            }
            """)
        #expect(Tables.codes(text) == [])
        let ruleset = try Tables.ruleset(text)
        #expect(Tables.result("s:/c/7/z", in: ruleset) == "channel x=z")
        #expect(Tables.result("s:/c/p/de/5?boost=a", in: ruleset) == "named y=p")
        #expect(Tables.result("s:/c/p/de/5?boost=c", in: ruleset) == "rejected.input.invalid")
        #expect(Tables.result("s:/c/p/de/5", in: ruleset) == "rejected.input.missing")
        #expect(Tables.result("s:/c/p/fr/5?boost=a", in: ruleset) == "rejected.route.notFound")
    }

    @Test(arguments: [
        ("/$(_)", "/*"), ("/$(_:string)", "/*"), ("/$(_:**)", "/**"), ("/a-$(_:uint).b", "/a-$(_:uint).b"),
        ("/$(_:uint)/$(_:digits(3))", "/$(_:uint)/$(_:digits(3))"),
    ])
    func `a silent capture is a wildcard of a type`(_ text: String, _ canonical: String) throws {
        let pattern = try Pattern.parse(Array(text.utf8).span) { _ in nil }
        #expect(pattern.text == canonical)
        #expect(pattern.captures.isEmpty)
        #expect(pattern.places.map(\.isNameless).allSatisfy { $0 })
    }

    @Test func `a link is built from the numbers of silent captures and the names of silent keys`() throws {
        let ruleset = try Tables.ruleset(
            Self.table("route r /c/$(_:uint)/$(x) do a {\nquery boost:a|b _\n}"))
        let values: [Value.Member] = [.init("1", .integer(7)), .init("x", .string("z")), .init("boost", .string("a"))]
        #expect(try ruleset.link(to: 0, values, scope: nil).url == "s://c/7/z?boost=a")
        #expect(throws: LinkBuildError.self) {
            try ruleset.link(to: 0, [.init("1", .string("seven"))] + values.dropFirst(), scope: nil)
        }
    }

    @Test func `a place or key with one possible value needs none for a link, unless it is secret`() throws {
        let ruleset = try Tables.ruleset(
            """
            scheme s
            values one only
            feature F {
                action a {
                    input x string
                    input pin @one? secret
                    respond
                }
                route r /c/$(_:@one)/$(x) do a {
                    query boost:flag _
                    query n:uint(5..5) _
                }
                route secret /p/$(x) do a {
                    query pin:@one
                }
            }
            """)
        let number = try #require(ruleset.routes.number(named: "r"))
        #expect(try ruleset.link(to: number, [.init("x", .string("v"))], scope: nil).url == "s://c/only/v?boost=&n=5")
        let given: [Value.Member] = [
            .init("x", .string("v")), .init("1", .string("only")), .init("boost", .bool(true)),
        ]
        #expect(try ruleset.link(to: number, given, scope: nil).url == "s://c/only/v?boost=&n=5")
        let secret = try #require(ruleset.routes.number(named: "secret"))
        #expect(throws: LinkBuildError.missingParameter("pin", expected: "one of only")) {
            try ruleset.link(to: secret, [.init("x", .string("v"))], scope: nil)
        }
    }

    /// Tables in which a silent key has the name of an input, and the links built with some values.
    private static let namedLikeInputs: [(routes: String, values: [(String, Value)], url: String)] = [
        ("route r /a do a {\nquery x:uint _\n}", [("x", .integer(5))], "s://a?x=5"),
        ("route r /a do a {\nquery x:uint _\n}", [("?x", .integer(5))], "s://a?x=5"),
        ("route r /a do a {\nquery x:uint? _\n}", [("x", .integer(5))], "s://a?x=5"),
        ("route r /a do a {\nquery x:uint? _\n}", [], "s://a"),
        (
            "route r /a do a {\nquery x from \"q\"\nquery x:de|en _\n}", [("x", .string("z")), ("?x", .string("de"))],
            "s://a?q=z&x=de"
        ),
        ("route r /a/$(x) do a {\nquery x:uint _\n}", [("x", .string("z")), ("?x", .integer(5))], "s://a/z?x=5"),
        ("route r /a do a {\nquery x:uint? _\nwith x k\n}", [("x", .string("k")), ("?x", .integer(5))], "s://a?x=5"),
        ("route r /a do a {\nquery x:uint? _\nwith x k\n}", [("x", .string("k"))], "s://a"),
    ]

    @Test(arguments: namedLikeInputs.indices)
    func `a key that feeds no input may be named like one, and a link is built with it`(_ row: Int) throws {
        let (routes, values, url) = Self.namedLikeInputs[row]
        // No route here has the type `@lang`.
        #expect(Tables.codes(Self.table(routes)) == ["RT410"])
        let ruleset = try Tables.ruleset(Self.table(routes))
        #expect(try ruleset.link(to: 0, values.map { .init($0, $1) }, scope: nil).url == url)
        if routes.contains("uint _") {
            #expect(throws: LinkBuildError.missingParameter("?x", expected: "a `uint`")) {
                try ruleset.link(
                    to: 0, values.filter { $0.0 == "x" && $0.1 == .string("z") }.map { .init($0, $1) }, scope: nil)
            }
        }
    }

    // MARK: `from`

    @Test func `a key feeds the input that its line names`() throws {
        let ruleset = try Tables.ruleset(
            Self.table(
                "route r /p do a {\nquery x:slug from \"file.path\"\nquery y? from c\n}\nroute d /d do a {\nquery x from q = z\n}"
            ))
        #expect(Tables.result("s:/p?file.path=b&c=1", in: ruleset) == "r x=b y=1")
        #expect(Tables.result("s:/p?x=b", in: ruleset) == "rejected.input.missing")
        #expect(Tables.result("s:/d?q=b", in: ruleset) == "d x=b")
        #expect(Tables.result("s:/d", in: ruleset) == "d x=z")
        let number = try #require(ruleset.routes.number(named: "r"))
        let built = try ruleset.link(to: number, [.init("x", .string("b")), .init("y", .string("1"))], scope: nil)
        #expect(built.url == "s://p?file.path=b&c=1")
    }

    @Test func `a missing key is named as the link has it`() throws {
        let ruleset = try Tables.ruleset(Self.table("route r /p do a {\nquery x from \"file.path\"\n}"))
        guard case .rejected(.input(let fault, row: 0)) = ruleset.decide(try Link.parse("s:/p")) else {
            Issue.record("the link is not refused for an input")
            return
        }
        #expect(fault.name == "file.path" && fault.kind == .missing)
    }

    // MARK: Errors

    @Test(arguments: [
        TableRow(
            .route,
            "query x from \"\"",
            """
            t:9:22: error RT411: the key is empty
               9 |         query x from ""
                 |                      ^~
                 = help: after `from` stands the key of a link's query, decoded
            """),
        TableRow(
            .route,
            "query x from k _",
            """
            t:9:22: error RT411: a key that feeds no input has no other name
               9 |         query x from k _
                 |                      ^
                 = help: write `query k _`, or name an input and remove `_`
            """),
        TableRow(
            .route,
            "query x from k\nquery n:uint from k",
            """
            t:10:7: error RT411: the query key `k` is declared twice
               10 | query n:uint from k
                  |       ^~~~~~
                  = note: t:9:15: the first is here
                9 |         query x from k
                  |               ^
                  = help: keep one of them
            """),
        TableRow(
            .route,
            "query x _ = 1",
            """
            t:9:19: error RT411: after a key stands `from KEY`, `= DEFAULT`, `_`, `exact` or nothing
               9 |         query x _ = 1
                 |                   ^
                 = help: write `query x? _`
            """),
        TableRow(
            .action,
            "respond\ninput _ string?",
            """
            t:5:7: error RT106: no input can have the name `_`: `$(_)` and `query KEY _` feed none
               5 | input _ string?
                 |       ^
                 = help: choose another name, in the routes too
            """),
    ])
    func `wrong words after a key are reported with the right form`(_ row: TableRow) { row.check() }
}
