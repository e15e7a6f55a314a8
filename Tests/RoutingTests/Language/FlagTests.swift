import Conf
import Contract
import Features
import Links
import Matching
import Testing

@testable import Routing

/// `query KEY:flag`: keys without a value, as in `?single`.
@Suite struct FlagTests {
    private static func table(_ routes: String, _ inputs: String = "input on bool = false\ninput post uint = 0")
        -> String
    {
        "scheme s\nfeature F {\naction a {\n\(inputs)\nrespond\n}\n\(routes)\n}\n"
    }

    private static let posts = table(
        """
        route post /$(_:slug)/$(post:uint) do a {
            query on:flag? from single
        }
        under /$(_:slug) {
            exclusive boost call
            route boost . do a {
                query boost:flag _
            }
            route call . do a {
                query on:flag from call
            }
            route user . do a
        }
        """)

    @Test(arguments: [
        ("s:/ann/5?single", "post on=true post=5"), ("s:/ann/5?single=", "post on=true post=5"),
        ("s:/ann/5", "post on=false post=5"), ("s:/ann/5?single=1", "post on=false post=5"),
        ("s:/ann/5?single&single", "post on=false post=5"), ("s:/ann?boost", "boost on=false post=0"),
        ("s:/ann?boost&x=1", "boost on=false post=0"), ("s:/ann?call=", "call on=true post=0"),
        ("s:/ann", "user on=false post=0"), ("s:/ann?boost=1", "rejected.input.invalid"),
        ("s:/ann?boost&call", "rejected.input.unexpected"),
    ])
    func `a flag is true if its key is there once without a value`(_ url: String, _ result: String) throws {
        let ruleset = try Tables.ruleset(Self.posts)
        #expect(Tables.result(url, in: ruleset) == result)
    }

    @Test func `a flag with a value, or given twice, is left out and listed`() throws {
        let ruleset = try Tables.ruleset(Self.posts)
        #expect(Tables.explain("s:/ann/5?single=1", in: ruleset).ignored == [IgnoredKey("single", .mistyped)])
        #expect(Tables.explain("s:/ann/5?single&single", in: ruleset).ignored == [IgnoredKey("single", .repeated)])
        #expect(Tables.explain("s:/ann/5?single=", in: ruleset).ignored.isEmpty)
        let exact = try Tables.ruleset(Self.table("route r /r do a {\nquery on:flag? exact\n}"))
        #expect(Tables.result("s:r?on", in: exact) == "r on=true post=0")
        let outcome = Tables.explain("s:r?on=1", in: exact)
        #expect(outcome.code == .inputInvalid && outcome.message == "The value of `on` is not empty.")
    }

    @Test(arguments: [
        (
            [Value.Member("on", .bool(true)), .init("post", .integer(5)), .init("1", .string("ann"))],
            "s://ann/5?single="
        ),
        ([.init("on", .bool(false)), .init("post", .integer(5)), .init("1", .string("ann"))], "s://ann/5"),
        ([.init("post", .integer(5)), .init("1", .string("ann"))], "s://ann/5"),
    ])
    func `a link with a flag comes back with the same value`(_ values: [Value.Member], _ url: String) throws {
        let ruleset = try Tables.ruleset(Self.posts)
        let number = try #require(ruleset.routes.number(named: "post"))
        #expect(try ruleset.link(to: number, values, scope: nil).url == url)
    }

    @Test func `a required flag cannot be built as false, nor any flag from another text`() throws {
        let ruleset = try Tables.ruleset(Self.posts)
        let call = try #require(ruleset.routes.number(named: "call"))
        for value in [Value.bool(false), .string("yes"), .string("")] {
            #expect(throws: LinkBuildError.self) {
                try ruleset.link(to: call, [.init("on", value), .init("1", .string("ann"))], scope: nil)
            }
        }
        let built = try ruleset.link(to: call, [.init("on", .bool(true)), .init("1", .string("ann"))], scope: nil)
        #expect(built.url == "s://ann?call=")
    }

    @Test func `a flag and a text of one key never overlap, and two flags overlap with a link that both accept`() {
        let apart = Self.table(
            "route a /r do a {\nquery on:flag\n}\nroute b /r do a {\nquery post:uint from on\n}")
        #expect(Tables.codes(apart) == [])
        let overlap = Self.table("route a /r do a {\nquery x:flag _\n}\nroute b /r do a {\nquery y:flag _\n}")
        #expect(Tables.printed(Tables.load(overlap)).contains("both routes accept: s://r?x=&y="))
    }

    @Test(arguments: [
        TableRow(
            .route, "query x:flag",
            """
            t:9:15: error RT404: `x` can be any `flag`, and the input takes only a `string`
               9 |         query x:flag
                 |               ^~~~~~
                 = help: a `flag` feeds an input of the type `bool`; to feed none, write `query x:flag _`
            """),
        TableRow(
            .route, "query l:flag = true",
            """
            t:9:24: error RT305: a `flag` that is there is `true`, so its default is `false`
               9 |         query l:flag = true
                 |                        ^~~~
                 = help: write `query l:flag = false`
            """),
        TableRow(
            .route, "fragment x:flag",
            """
            t:9:20: error RT303: only a query key can be a `flag`
               9 |         fragment x:flag
                 |                    ^~~~
                 = help: it is the type of a key without a value: `query KEY:flag`, which feeds a `bool`
            """),
        TableRow(
            .action, "input x flag\n        respond",
            """
            t:4:17: error RT303: only a query key can be a `flag`
               4 |         input x flag
                 |                 ^~~~
                 = help: write `input x bool`, which `query x:flag` in a route feeds
            """),
        TableRow(
            .feature, "route q /$(x:flag) do a",
            """
            t:3:18: error RT303: only a query key can be a `flag`
               3 |     route q /$(x:flag) do a
                 |                  ^~~~
                 = help: it is the type of a key without a value: `query KEY:flag`, which feeds a `bool`
            """),
    ])
    func `a flag stands only in a query line, and feeds only an input of the type bool`(_ row: TableRow) { row.check() }
}
