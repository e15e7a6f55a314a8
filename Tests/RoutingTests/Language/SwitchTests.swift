import Contract
import Matching
import Testing

@testable import Routing

/// `query KEY:switch`: keys that switch in one of the spellings of other apps, as in `?live=1`.
@Suite struct SwitchTests {
    private static let table = """
        scheme s
        feature F {
            action a {
                input on bool?
                respond
            }
            route off /off do a {
                query on:switch = false
            }
            route on /on do a {
                query on:switch from live = true
            }
            route maybe /maybe do a {
                query on:switch?
            }
            route must /must do a {
                query on:switch
            }
            route exact /exact do a {
                query on:switch? exact
            }
        }

        """

    @Test(arguments: [
        ("s:off?on", "off on=true"), ("s:off?on=", "off on=true"), ("s:off?on=1", "off on=true"),
        ("s:off?on=true", "off on=true"), ("s:off?on=0", "off on=false"), ("s:off?on=false", "off on=false"),
        ("s:off", "off on=false"), ("s:off?on=yes", "off on=false"), ("s:off?on&on", "off on=false"),
        ("s:on", "on on=true"), ("s:on?live=0", "on on=false"), ("s:on?live=%66alse", "on on=false"),
        ("s:on?live=True", "on on=true"), ("s:maybe", "maybe"), ("s:maybe?on=0", "maybe on=false"),
        ("s:must?on=00", "rejected.input.invalid"), ("s:must", "rejected.input.missing"),
        ("s:must?on=1", "must on=true"), ("s:exact?on=no", "rejected.input.invalid"),
    ])
    func `a switch is on or off in each spelling, and no other text is one`(_ url: String, _ result: String) throws {
        #expect(Tables.result(url, in: try Tables.ruleset(Self.table)) == result)
    }

    /// A route, the value of its switch, and its link; nil where none can be built.
    private static let links: [(String, Value, String?)] = [
        ("off", .bool(true), "s://off?on="), ("off", .string("1"), "s://off?on="), ("off", .bool(false), "s://off"),
        ("on", .bool(false), "s://on?live=false"), ("on", .string("0"), "s://on?live=false"),
        ("on", .bool(true), "s://on"), ("must", .bool(false), "s://must?on=false"),
        ("must", .bool(true), "s://must?on="), ("maybe", .bool(false), "s://maybe?on=false"),
        ("must", .string("yes"), nil), ("must", .integer(2), nil),
    ]

    @Test(arguments: links)
    func `a link is built in one spelling, which comes back with the value`(
        _ route: String, _ value: Value, _ url: String?
    ) throws {
        let ruleset = try Tables.ruleset(Self.table)
        let number = try #require(ruleset.routes.number(named: route))
        let built = try? ruleset.link(to: number, [.init("on", value)], scope: nil).url
        #expect(built == url)
        guard let built else { return }
        let isOn = value == .bool(true) || value == .string("1")
        #expect(Tables.result(built, in: ruleset) == "\(route) on=\(isOn)")
    }

    @Test func `a switch overlaps with a bool and with a flag, each with a link that both accept`() {
        func codes(_ other: String) -> String {
            let routes = """
                route a /r do a {
                query x:switch _
                }
                route b /r do a {
                query \(other)
                }
                """
            return Tables.printed(
                Tables.load("scheme s\nfeature F {\naction a {\ninput on bool?\nrespond\n}\n\(routes)\n}\n"))
        }
        #expect(codes("x:flag _").isEmpty && codes("x:bool _").isEmpty, "narrower ones win")
        #expect(codes("x:uint _").contains("both routes accept: s://r?x=0"))
        #expect(codes("x:slug _").contains("both routes accept: s://r?x=0"))
        #expect(codes("x:date _").isEmpty)
    }

    @Test(arguments: [
        TableRow(
            .route, "query x:switch",
            """
            t:9:15: error RT404: `x` can be any `switch`, and the input takes only a `string`
               9 |         query x:switch
                 |               ^~~~~~~~
                 = help: a `switch` feeds an input of the type `bool`; to feed none, write `query x:switch _`
            """),
        TableRow(
            .action, "input x switch\n        respond",
            """
            t:4:17: error RT303: only a query key can be a `switch`
               4 |         input x switch
                 |                 ^~~~~~
                 = help: write `input x bool`, which `query x:switch` in a route feeds
            """),
        TableRow(
            .feature, "route q /$(x:switch) do a",
            """
            t:3:18: error RT303: only a query key can be a `switch`
               3 |     route q /$(x:switch) do a
                 |                  ^~~~~~
                 = help: it is the type of a key that switches: `query KEY:switch`, which feeds a `bool`
            """),
    ])
    func `a switch stands only in a query line, and feeds only an input of the type bool`(_ row: TableRow) {
        row.check()
    }
}
