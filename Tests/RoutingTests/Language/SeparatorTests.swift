import Conf
import Contract
import Links
import Testing

@testable import Routing

@Suite struct SeparatorTests {
    private static let table = """
        scheme spotify {
            separator ":"
        }
        scheme podcast
        host open.example
        feature F {
            action a {
                input id string?
                input more **?
                respond
            }
            route track /track/$(id) do a
            route album /album/$(id:slug) do a {
                query highlight? _
            }
            route rest /list/$(more:**) do a
            route odd /a:b/$(id) do a
            route root / do a
        }
        """

    private static func ruleset() throws -> Ruleset {
        try Tables.ruleset(table)
    }

    @Test(arguments: [
        ("spotify:track:7", "track id=7"), ("spotify://track/7", "track id=7"), ("spotify:/track/7", "track id=7"),
        ("https://open.example/track/7", "track id=7"), ("podcast:track/7", "track id=7"),
        ("spotify:album:x?highlight=1", "album id=x"), ("spotify:list:a:b", "rest more=a/b"), ("spotify:", "root"),
        ("spotify:/track/a:b", "track id=a:b"), ("podcast:track/a:b", "track id=a:b"),
        ("spotify:/a:b/c", "odd id=c"), ("spotify:track/7", "rejected.url.forbiddenComponent"),
        ("spotify:track:a%3Ab", "rejected.url.forbiddenComponent"), ("podcast:track:7", "rejected.route.notFound"),
    ])
    func `one pattern takes a link in every form, and the separator counts in the opaque form alone`(
        _ url: String, _ result: String
    ) throws {
        #expect(Tables.result(url, in: try Self.ruleset()) == result)
    }

    @Test(arguments: [
        ("track", "7", nil, "spotify:track:7"), ("track", "a b", nil, "spotify:track:a%20b"),
        ("track", "a,b", nil, "spotify:track:a,b"), ("odd", "c", nil, "spotify:/a:b/c"),
        ("track", "7", "podcast", "podcast://track/7"),
        // Another scheme of the route can carry what the first cannot.
        ("track", "a:b", nil, "podcast://track/a:b"),
    ])
    func `a link is built in the form that the users of its scheme send`(
        _ route: String, _ id: String, _ scope: String?, _ url: String
    ) throws {
        let ruleset = try Self.ruleset()
        #expect(try ruleset.link(to: route, [.init("id", .string(id))], scope: scope).url == url)
    }

    @Test(arguments: [("track", "a:b"), ("odd", "x:y"), ("track", ":")])
    func `no link of the scheme is built for a value that holds its separator`(_ route: String, _ id: String) throws {
        let ruleset = try Self.ruleset()
        let error = LinkBuildError.forbiddenValue("id", .encodedSeparator)
        #expect(throws: error) { try ruleset.link(to: route, [.init("id", .string(id))], scope: "spotify") }
        let list = LinkBuildError.forbiddenValue("more", .encodedSeparator)
        #expect(throws: list) {
            try ruleset.link(to: "rest", [.init("more", .array([.string("a"), .string(id)]))], scope: "spotify")
        }
    }

    @Test(arguments: [
        ("/track/$(x)", "/$(y)/7", "spotify:track:7"), ("/a:b/$(x)", "/$(y)/7", "spotify:/a:b/7"),
    ])
    func `the URL that shows an overlap has the opaque form, unless a segment holds the separator`(
        _ first: String, _ second: String, _ url: String
    ) throws {
        let text = """
            scheme spotify {
                separator ":"
            }
            feature F {
                action a {
                    respond
                }
                route r1 \(first.replacing("$(x)", with: "*")) do a
                route r2 \(second.replacing("$(y)", with: "*")) do a
            }
            """
        #expect(Tables.printed(Tables.load(text)).contains(url + "\n"))
        let ruleset = try Tables.ruleset(text.replacing("7 do a", with: "7 do a {\nover r1\n}"))
        #expect(["r1", "r2"].contains(Tables.result(url, in: ruleset)))
        #expect(RouteComparison(in: ruleset).meetings.map { ruleset.witness(of: $0) } == [url])
    }

    private static let severalPatterns = """
        scheme spotify {
            separator ":"
        }
        scheme podcast
        feature F {
            action a {
                input id string
                input from string?
                respond
            }
            route track /track/$(id)[/] /from:here/$(from)/$(id) do a
        }
        """

    @Test(arguments: [
        ("spotify:track:7", "track id=7"), ("spotify:track:7:", "track id=7"), ("spotify:/track/7/", "track id=7"),
        ("spotify:/from:here/x/7", "track from=x id=7"), ("spotify:from%3Ahere:x:7", "rejected.url.forbiddenComponent"),
        ("podcast:from:here/x/7", "track from=x id=7"),
    ])
    func `each pattern of a route takes a link in every form`(_ url: String, _ result: String) throws {
        #expect(Tables.result(url, in: try Tables.ruleset(Self.severalPatterns)) == result)
    }

    @Test(arguments: [
        ("id=7", nil, "spotify:track:7"), ("id=7 from=x", nil, "spotify:/from:here/x/7"),
        // The first pattern carries the value in another scheme.
        ("id=a:b", nil, "podcast://track/a:b"), ("id=a:b", "spotify", "forbiddenValue"),
        ("id=7 from=x:y", "spotify", "forbiddenValue"),
    ])
    func `a link is built by each pattern in the form that the users of its scheme send`(
        _ values: String, _ scope: String?, _ result: String
    ) throws {
        let ruleset = try Tables.ruleset(Self.severalPatterns)
        let members = values.split(separator: " ").map { pair in
            let parts = pair.split(separator: "=").map(String.init)
            return Value.Member(parts[0], .string(parts[1]))
        }
        do throws(LinkBuildError) {
            #expect(try ruleset.link(to: "track", members, scope: scope).url == result)
        } catch {
            #expect(error.code == result)
        }
    }

    @Test func `the URL that shows how two patterns of one route meet has the opaque form`() throws {
        func table(_ last: String) -> String {
            Self.severalPatterns.replacing("scheme podcast\n", with: "")
                .replacing("/track/$(id)[/] /from:here/$(from)/$(id)", with: "/$(from)/7/$(id) \(last)")
        }
        #expect(Tables.printed(Tables.load(table("/track/$(from)/$(id)"))).contains("accept: spotify:track:7:"))
        let ruleset = try Tables.ruleset(table("/track/7/$(id)"))
        let meetings = RouteComparison(of: 0, in: ruleset).meetings
        #expect(meetings.map { ruleset.witness(of: $0)?.hasPrefix("spotify:track:7:") } == [true])
    }

    @Test func `the schemes of a line share its block, and a scheme may be named separator`() throws {
        let ruleset = try Tables.ruleset(
            """
            scheme a B separator {
                separator ;
            }
            feature separator {
                action separator {
                    input separator string
                    respond $(separator)
                }
                route separator /separator/$(separator) do separator
            }
            """)
        for scheme in ["a", "b", "separator"] {
            #expect(Tables.result("\(scheme):separator;x", in: ruleset) == "separator separator=x")
        }
    }

    static let rows = [
        TableRow(
            .file, "scheme s {\n    separator /\n}",
            """
            t:2:15: error RT107: `/` cannot separate segments
               2 |     separator /
                 |               ^
                 = help: remove the line: a slash separates them anyway
            """),
        TableRow(
            .file, "scheme s {\n    separator ::\n}",
            """
            t:2:15: error RT107: `::` cannot separate segments
               2 |     separator ::
                 |               ^~
                 = help: it is one of `:`, `,` and `;`, as in `separator ":"`
            """),
        TableRow(
            .file, "scheme s {\n    separator :\n    separator ,\n}",
            """
            t:3:5: error RT103: `separator` is given twice
               3 |     separator ,
                 |     ^~~~~~~~~
                 = note: t:2:5: the first is here
               2 |     separator :
                 |     ^~~~~~~~~
                 = help: keep one of them
            """),
        TableRow(
            .file, "scheme s separator :",
            """
            t:1:20: error RT601: `:` is not a scheme
               1 | scheme s separator :
                 |                    ^
                 = help: a separator stands in the block of its scheme: `separator ":"` on a line of its own
            """),
    ]

    @Test(arguments: rows) func `a separator that no scheme can have is refused with the right form`(_ row: TableRow) {
        row.check()
    }
}
