import Conf
import TestTables
import Testing

@testable import Features
@testable import Routing

/// `cache` and `journal` of an action: what is reported, and where.
@Suite struct CacheReaderTests {
    private static let call = "varlink unix:/run/p io.example.P.Play"

    @Test(arguments: [
        TableRow(.action, "\(call)\n        effect none\n        cache for 5m stale 1h size 1m", ""),
        TableRow(.action, "exec /bin/true\n        effect none\n        cache for 5m size 1m", ""),
        TableRow(.action, "\(call)\n        journal\n        idempotent", ""),
        TableRow(
            .action, "\(call)\n        cache for 5m",
            """
            t:5:9: error RT102: an answer is kept only of an action that changes nothing
               5 |         cache for 5m
                 |         ^~~~~
                 = help: add the line `effect none` if the action has no effect, or remove `cache`
            """),
        TableRow(
            .action, "exec /bin/true\n        detach\n        effect none\n        cache for 5m",
            """
            t:7:9: error RT102: a program that outlives the call has no answer to keep
               7 |         cache for 5m
                 |         ^~~~~
                 = help: remove `cache` or `detach`
            """),
        TableRow(
            .action, "respond\n        cache for 5m",
            """
            t:5:9: error RT102: `cache` is a line of \(Tables.performers { $0.limits.contains(.cache) })
               5 |         cache for 5m
                 |         ^~~~~
                 = help: remove it: `respond` does not have it
            """),
        TableRow(
            .action, "unit backup.service start\n        cache for 5m",
            """
            t:5:9: error RT102: `cache` is a line of \(Tables.performers { $0.limits.contains(.cache) })
               5 |         cache for 5m
                 |         ^~~~~
                 = help: remove it: `unit` does not have it
            """),
        TableRow(
            .action, "dbus org.example.Player activate\n        effect none\n        cache for 5m",
            """
            t:6:9: error RT102: an app answers `activate` before it acts
               6 |         cache for 5m
                 |         ^~~~~
                 = help: remove `cache`, or call a method of the app that has an answer
            """),
        TableRow(
            .action, "\(call)\n        effect none\n        cache within 5m",
            """
            t:6:15: error RT104: `within` is not a word of `cache`
               6 |         cache within 5m
                 |               ^~~~~~
                 = help: it is written `cache for TIME [stale TIME] [size BYTES]`
            """),
        TableRow(
            .action, "\(call)\n        effect none\n        cache for 5m stale",
            """
            t:6:22: error RT104: `stale` is not a word of `cache`
               6 |         cache for 5m stale
                 |                      ^~~~~
                 = help: it is written `cache for TIME [stale TIME] [size BYTES]`
            """),
        TableRow(
            .action, "\(call)\n        effect none\n        cache for 5",
            """
            t:6:19: error RT107: `5` is not a valid time for `cache`
               6 |         cache for 5
                 |                   ^
                 = help: a time from 1ms to 30d, as in `30s`, `5m`, `1h`
            """),
        TableRow(
            .action, "\(call)\n        effect none\n        cache for 5m stale 31d",
            """
            t:6:28: error RT107: `31d` is not a valid time for `cache`
               6 |         cache for 5m stale 31d
                 |                            ^~~
                 = help: a time up to 30d that is longer than that behind `for`
            """),
        TableRow(
            .action, "\(call)\n        effect none\n        cache for 5m stale 5m",
            """
            t:6:28: error RT107: an answer is stale only when it is older than 5m
               6 |         cache for 5m stale 5m
                 |                            ^~
                 = help: a time up to 30d that is longer than that behind `for`
            """),
        TableRow(
            .action, "\(call)\n        effect none\n        cache for 5m size 5m",
            """
            t:6:27: error RT107: `5m` is not a valid size for `cache`
               6 |         cache for 5m size 5m
                 |                           ^~
                 = help: bytes up to 4m, as in `64k`, `1m`
            """),
        TableRow(
            .action, "\(call)\n        effect none\n        journal",
            """
            t:6:9: error RT102: an action that changes nothing leaves nothing in doubt
               6 |         journal
                 |         ^~~~~~~
                 = help: remove `journal` or `effect none`
            """),
    ])
    func `a line about what is kept is read or reported`(_ row: TableRow) { row.check() }

    @Test func `an answer for a secret is not kept`() {
        let table = """
            scheme t
            feature F {
                action a {
                    input pin string secret
                    varlink unix:/run/p io.example.P.Play pin=$(pin)
                    effect none
                    cache for 5m
                }
                route a /a/$(pin) do a
            }

            """
        let found = Tables.load(table).diagnostics.kept
        #expect(found.map(\.message) == ["the input `pin` is secret, and an answer for a secret is not kept"])
    }

    @Test func `the words of the block tell whether another table says the same`() throws {
        func declaration(_ text: String) throws -> String {
            let table = "scheme t\nfeature F {\n    action a {\n        \(text)\n    }\n    route a /a do a\n}\n"
            let ruleset = try #require(Tables.load(table).ruleset)
            return try #require(ruleset.catalogue.actions.last?.limits.cache).declaration
        }
        let first = try declaration("\(Self.call) a=1\n        effect none\n        cache for 5m")
        let spaced = "# why\n        \(Self.call)   a=1\n        effect none\n        cache for 5m"
        #expect(try declaration(spaced) == first)
        #expect(try declaration("\(Self.call) a=2\n        effect none\n        cache for 5m") != first)
        #expect(try declaration("\(Self.call) a=1\n        effect none\n        cache for 6m") != first)
    }
}
