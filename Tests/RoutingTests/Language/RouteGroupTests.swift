import Conf
import Contract
import Features
import Links
import Matching
import TestSupport
import TestTables
import Testing

@testable import Routing

/// `under`: a common prefix, common `query` lines, and the lists `exclusive` and `ranked`; only notation.
@Suite struct RouteGroupTests {
    private static let inputs = ["owner", "repo", "number", "x", "y"].map { "input \($0) string?\n" }.joined()

    private static func table(_ routes: String) -> String {
        "scheme s\nfeature F {\naction a {\n\(inputs)respond\n}\n\(routes)\n}\n"
    }

    /// The routes of a table as one line each: name, pattern, keys, keys that must be absent.
    private static func routes(_ text: String) throws -> [String] {
        try Tables.ruleset(text).routes.map { route in
            ([route.name, route.pattern.text] + route.query.map { $0.isRequired ? $0.key : $0.key + "?" }
                + route.absent.sorted().map { "!" + $0 }).joined(separator: " ")
        }
    }

    // MARK: Prefixes

    private static let repositories = table(
        """
        under /repos/$(owner:slug)/$(repo) {
            query x?
            route repo . do a
            route folder / do a
            route issues /issues do a
            under /issues {
                query y from from
                route issue /$(number:uint) do a {
                    query !z
                }
            }
        }
        route user /users/$(owner) do a
        """)

    @Test func `a route of a group has the prefixes and the keys of the groups around it`() throws {
        #expect(
            try Self.routes(Self.repositories) == [
                "user /users/$(owner)", "repo /repos/$(owner:slug)/$(repo) x?",
                "folder /repos/$(owner:slug)/$(repo)/ x?", "issues /repos/$(owner:slug)/$(repo)/issues x?",
                "issue /repos/$(owner:slug)/$(repo)/issues/$(number:uint) x? from !z",
            ])
        #expect(Tables.codes(Self.repositories) == [])
    }

    @Test(arguments: [
        ("s:/repos/a/b", "repo owner=a repo=b"), ("s:/repos/a/b/?x=1", "folder owner=a repo=b x=1"),
        ("s:/repos/a/b/issues", "issues owner=a repo=b"),
        ("s:/repos/a/b/issues/7?from=c", "issue number=7 owner=a repo=b y=c"),
        ("s:/repos/a/b/issues/7", "rejected.input.missing"),
        ("s:/repos/a/b/issues/7?from=c&z=1", "rejected.input.unexpected"), ("s:/repos/-/b", "rejected.route.notFound"),
    ])
    func `a link is decided as by the same routes written out`(_ url: String, _ result: String) throws {
        #expect(Tables.result(url, in: try Tables.ruleset(Self.repositories)) == result)
    }

    @Test func `a group without a prefix of its own leaves the patterns as they are`() throws {
        let text = Self.table("under / {\nunder / {\nroute all . do a\nroute x /$(x) do a\n}\n}")
        #expect(try Self.routes(text) == ["all /", "x /$(x)"])
    }

    @Test func `routes of two groups that are written alike keep their groups apart`() throws {
        let text = Self.table(
            ["p", "q"].map {
                "under /\($0) {\nexclusive \($0)\nroute \($0)1 /a do a\nroute \($0)2 /b do a\nroute \($0)3 /c do a {\nquery \($0) _\n}\n}"
            }.joined(separator: "\n"))
        #expect(
            try Self.routes(text) == [
                "p1 /p/a !p", "p2 /p/b !p", "p3 /p/c p", "q1 /q/a !q", "q2 /q/b !q", "q3 /q/c q",
            ])
    }

    // MARK: Lists of keys

    private static func keys(_ line: String, _ routes: [String]) -> String {
        table(
            "under /$(x) {\n\(line)\n"
                + routes.enumerated().map { number, keys in
                    "route r\(number) . do a {\n"
                        + keys.split(separator: " ").map { "query \($0) _\n" }.joined() + "}\n"
                }.joined() + "}")
    }

    @Test func `with exclusive each route forbids the listed keys that it does not require`() throws {
        #expect(
            try Self.routes(Self.keys("exclusive p q r", ["p", "q", "r s", "q r", ""])) == [
                "r0 /$(x) p !q !r", "r1 /$(x) q !p !r", "r2 /$(x) r s !p !q", "r3 /$(x) q r !p", "r4 /$(x) !p !q !r",
            ])
    }

    @Test func `with ranked a route forbids the keys before its own, and one without a key none`() throws {
        #expect(
            try Self.routes(Self.keys("ranked p q r", ["p", "q", "r s", "q r", ""])) == [
                "r0 /$(x) p", "r1 /$(x) q !p", "r2 /$(x) r s !p !q", "r3 /$(x) q r !p", "r4 /$(x)",
            ])
    }

    @Test func `the lists of a group hold in the groups inside it, and several lists hold together`() throws {
        let text = Self.table(
            """
            under /a {
                exclusive p q
                under /b {
                    ranked r s
                    route one . do a {
                        query p _
                        query s _
                    }
                    route two . do a {
                        query q _
                        query r _
                    }
                }
            }
            """)
        #expect(try Self.routes(text) == ["one /a/b p s !q !r", "two /a/b q r !p"])
    }

    @Test func `a strict route needs no absent keys`() throws {
        let text = Self.table(
            "under / {\nexclusive p q\nroute a . do a {\nquery p _\nstrict\n}\nroute b . do a {\nquery q _\n}\n}")
        #expect(try Self.routes(text) == ["a / p", "b / q !p"])
        #expect(Tables.codes(text) == [])
    }

    @Test func `routes of one path with all ranked keys never overlap, whatever the order of the lines`() throws {
        var generator = SeededGenerator(for: "routes of one path with all ranked keys never overlap")
        let keys = ["p", "q", "r", "s", "t", "u"]
        for _ in 0..<40 {
            let order = keys.shuffled(using: &generator)
            let word = Bool.random(using: &generator) ? "ranked" : "exclusive"
            let routes = keys.shuffled(using: &generator)
            let ruleset = try Tables.ruleset(Self.keys("\(word) " + order.joined(separator: " "), routes))
            for _ in 0..<40 {
                let given = keys.filter { _ in Int.random(in: 0..<3, using: &generator) == 0 }
                let url = "s:/v" + (given.isEmpty ? "" : "?" + given.map { $0 + "=1" }.joined(separator: "&"))
                let first = order.first(where: given.contains)
                let isTaken = word == "ranked" ? first != nil : given.count == 1
                let taken = isTaken ? routes.firstIndex { $0 == first }.map { "r\($0) x=v" } : nil
                let result = Tables.result(url, in: ruleset)
                #expect(result == taken ?? result && (taken != nil || result.hasPrefix("rejected.input.")), "\(url)")
            }
        }
    }

    // MARK: What is reported

    private static func report(_ routes: String) -> String { Tables.printed(Tables.load(table(routes))) }

    @Test(arguments: [
        ("under a {\nroute r /r do a\n}", "RT402: a pattern must begin with a slash", "write \"/a\""),
        (
            "under /a/ {\nroute r /r do a\n}", "RT402: a prefix does not end with a slash",
            "`route NAME /PATH do ACTION`"
        ),
        (
            "under /a/** {\nroute r /r do a\n}",
            "RT402: a prefix has no tail, because the patterns of the routes follow it",
            "put the `**` into the routes: `route NAME /** do ACTION`"
        ),
        ("under /$(x:ant) {\nroute r /r do a\n}", "RT303: there is no type `ant`", "did you mean `int`?"),
        ("under /$(x) {\nroute r /$(x) do a\n}", "RT402: this name is captured twice in the pattern", ""),
        ("under /a {\nroute r r do a\n}", "RT402: a pattern must begin with a slash", "write \"/r\""),
        ("under /a {\nroute r /b//c do a\n}", "RT402: only the last segment of a path may be empty", "write one slash"),
        (
            "under /a {\nquery x\nroute r /r do a {\nquery y from x\n}\n}",
            "RT411: the query key `x` is declared twice",
            "keep one of them"
        ),
        (
            "under /a {\nquery !x\nroute r /r do a {\nquery x\n}\n}",
            "RT411: the key `x` is declared, and must be absent",
            "keep one of them"
        ),
        (
            "under /a {\nexclusive x x\nroute r /r do a\n}", "RT411: the key `x` is in the list twice",
            "keep one of them"
        ),
        (
            "under /a {\nexclusive \"\" x\nroute r /r do a\n}", "RT411: the key is empty",
            "it is written `exclusive KEY…`, with the keys of a link's query, decoded"
        ),
        (
            "under /a {\nexclusive x y\nroute r /r do a {\nquery x?\nquery y\n}\n}",
            "RT411: the key `x` is optional here, and `exclusive` makes it absent",
            "require the key, or take it out of the list"
        ),
        (
            "under /a {\nranked start game\nroute r /r do a {\nquery strat _\n}\nroute q /q do a {\nquery game _\n}\n}",
            "RT417: no route of the group requires the key `start`", "did you mean `strat`?"
        ),
        (
            "under /a {\nexclusive zz\nroute r /r do a\n}", "RT417: no route of the group requires the key `zz`",
            "take it out of the list, or require it in a route: `query zz`"
        ),
        (
            "under /a {\nranked x\nroute r /r do a\n}", "RT104: `ranked` has too few words",
            "it is written `ranked KEY KEY…`"
        ),
        ("under /a\nroute r /r do a", "RT105: `under` needs a block", "it is written `under PREFIX { … }`"),
        ("exclusive x y\nroute r /r do a", "RT102: `exclusive` does not belong in `feature`", "it belongs in `under`"),
        (
            "under /a {\nstrict\nroute r /r do a\n}", "RT102: `strict` does not belong in `under`",
            "it belongs in `route`"
        ),
    ])
    func `what is wrong in a group is reported with what to write`(
        _ routes: String, _ message: String, _ help: String
    ) {
        let printed = Self.report(routes)
        #expect(printed.contains(message) && printed.contains(help), "\(printed)")
        #expect(printed.split(separator: ": error ").count + printed.split(separator: ": warning ").count == 3)
    }

    @Test func `the keys of a group and of its lists have a limit`() {
        let names = (0...Limits.routeKeys).map { "k\($0)" }
        let list = Self.table("under /a {\nexclusive \(names.joined(separator: " "))\nroute r /r do a\n}")
        #expect(Tables.codes(list) == ["RT109"])
        let lines = names.map { "query !\($0)" }.joined(separator: "\n")
        #expect(Tables.codes(Self.table("under /a {\n\(lines)\nroute r /r do a\n}")) == ["RT109"])
    }

    @Test func `prefixes that make the patterns of a table too long are one error`() {
        let routes = (0..<50).map { "route r\($0) /\($0) do a\n" }.joined()
        let text = Self.table("under /repositories {\n\(routes)under /inner {\nroute z /z do a\n}\n}")
        var collector = TableCollector(LoadEnvironment())
        collector.add(TableFile(name: "t", bytes: Array(text.utf8)))
        let reader = TableReader(collector.finish(), environment: LoadEnvironment())
        reader.table.draft.mostPatternBytes = 700
        let read = reader.read()
        #expect(
            read.diagnostics.kept.map(\.message) == [
                "the patterns of the table have more than 700 bytes with their prefixes"
            ])
        #expect(read.diagnostics.kept.map(\.code) == [.tooMany])
    }

    @Test func `a listed key that no route requires is shown where it stands`() {
        let printed = Tables.printed(
            Tables.load(
                "scheme s\nfeature F {\naction a {\nrespond\n}\nunder /a {\n    exclusive x\n    route r /r do a\n}\n}\n"
            ))
        #expect(
            printed == """
                t:7:15: warning RT417: no route of the group requires the key `x`
                   7 |     exclusive x
                     |               ^
                     = help: take it out of the list, or require it in a route: `query x`
                """)
    }

    @Test func `an error of a capture in the prefix points at the prefix`() {
        let printed = Tables.printed(
            Tables.load(
                "scheme s\nfeature F {\naction a {\ninput n uint\nrespond\n}\nunder /x/$(n:int) {\nroute r /r do a\n}\n}\n"
            ))
        #expect(printed.contains("7:10: error RT404"), "\(printed)")
    }
}
