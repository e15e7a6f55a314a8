import Conf
import Matching
import TestTables
import Testing

@testable import Routing

@Suite struct PrecedenceReportTests {
    @Test(arguments: [
        TableRow(
            .file,
            """
            scheme s
            feature F {
                action a {
                    input x int = 1
                    input y hex = b
                    respond
                }
                route r /$(x:int) do a
                route q /$(y:hex) do a
            }
            """,
            """
            t:8:11: error RT501: the routes `r` and `q` overlap, and neither is inside the other
               8 |     route r /$(x:int) do a
                 |           ^
                 = note: t:9:11: the other route, in any scheme of the file too
               9 |     route q /$(y:hex) do a
                 |           ^
                 = both routes accept: s://0
                 = help: say which one wins: add `over q` to `r`, or the other way round
            """),
        TableRow(
            .file,
            """
            scheme s
            host h.example
            feature F {
                action a {
                    input x string = 1
                    input y string = b
                    respond
                }
                route r /$(x) do a
                route q /$(y) do a
            }
            """,
            """
            t:10:11: error RT502: the routes `q` and `r` take the same links
               10 |     route q /$(y) do a
                  |           ^
                  = note: t:9:11: the other route, in any host of the file too
                9 |     route r /$(x) do a
                  |           ^
                  = both routes accept: https://h.example/y
                  = help: remove one of them, or make one narrower
            """),
        TableRow(
            .file,
            """
            scheme s
            feature F {
                action a {
                    input x string = 1
                    input y string = b
                    respond
                }
                route r /a/$(x) do a {
                    over q
                }
                route q /$(y)/b do a {
                    over r
                }
            }
            """,
            """
            t:8:11: error RT503: these routes go before each other in a circle: `r`, `q`, `r`
                8 |     route r /a/$(x) do a {
                  |           ^
                  = note: t:11:11: in the circle
               11 |     route q /$(y)/b do a {
                  |           ^
                  = help: remove one `over`
            """),
        TableRow(
            .file,
            """
            scheme s
            feature F {
                action a {
                    input x string = 1
                    respond
                }
                route r /$(x) do a {
                    over q
                }
                route q /b do a
            }
            """,
            """
            t:8:14: error RT504: `over q` cannot hold: that route is narrower and wins
                8 |         over q
                  |              ^
                  = note: t:10:11: takes only links that this route takes too
               10 |     route q /b do a
                  |           ^
                  = help: remove the `over`
            """),
        TableRow(
            .file,
            """
            scheme s
            feature F {
                action a {
                    respond
                }
                route r /a do a {
                    over q
                }
                route q /b do a
            }
            """,
            """
            t:7:14: warning RT505: `over q` decides nothing: no link is taken by both
               7 |         over q
                 |              ^
                 = note: t:9:11: the other route
               9 |     route q /b do a
                 |           ^
                 = help: remove the `over`
            """),
        TableRow(
            .file,
            """
            scheme s
            feature F {
                action a {
                    input x string = 1
                    respond
                }
                route r /a do a {
                    over q
                }
                route q /$(x) do a
            }
            """,
            """
            t:8:14: warning RT505: `over q` decides nothing: this route is narrower and wins anyway
                8 |         over q
                  |              ^
                  = note: t:10:11: the other route
               10 |     route q /$(x) do a
                  |           ^
                  = help: remove the `over`
            """),
        TableRow(
            .file,
            """
            scheme s
            feature F {
                action a {
                    respond
                }
                route r /a do a
                route q /a/** do a {
                    in s
                }
                route p /a/b do a
            }
            """,
            """
            t:10:11: warning RT506: no link reaches the route `p`
               10 |     route p /a/b do a
                  |           ^
                  = note: t:7:11: this route gets them all
                7 |     route q /a/** do a {
                  |           ^
                  = help: remove it, or narrow the other
            """),
        TableRow(
            .file,
            """
            scheme s
            deny /a/**
            feature F {
                action a {
                    respond
                }
                route r /a/b do a
            }
            """,
            """
            t:7:11: warning RT507: no link reaches the route `r`
               7 |     route r /a/b do a
                 |           ^
                 = note: t:2:6: this denies them all
               2 | deny /a/**
                 |      ^~~~~
                 = help: remove it, or narrow the `deny`
            """),
    ])
    func `overlaps are errors with a witness and the line to paste`(_ row: TableRow) {
        row.check()
    }

    /// Routes of which one link can have `count` alive: each prefix is the beginning of the next.
    private func wideTable(_ count: Int, limit: String = "") -> String {
        let routes = (0..<count).map { "route r\($0) /\(String(repeating: "a", count: $0))*/z do a" }
        return "scheme s\n\(limit)\nfeature F {\naction a {\nrespond\n}\n\(routes.joined(separator: "\n"))\n}"
    }

    @Test func `a wide table is a warning, past its limit an error`() {
        #expect(Tables.codes(wideTable(64)).isEmpty)
        let warned = Tables.load(wideTable(65))
        #expect(warned.diagnostics.inOrder.map(\.code) == [.wideTable])
        #expect(warned.ruleset?.width == 65)
        let refused = Tables.load(wideTable(80, limit: "limit width 70"))
        #expect(refused.diagnostics.inOrder.map(\.code) == [.tableTooWide])
        #expect(
            refused.diagnostics.inOrder.first?.help
                == "use fewer captures beside literals, or say `limit width 80`")
        #expect(Tables.load(wideTable(80, limit: "limit width 80")).ruleset != nil)
    }

    @Test func `a route that is hidden in places is reported where that is asked for`() {
        let text = """
            scheme s
            host h.example
            feature F {
                action a {
                    input x string
                    input y string = 1
                    respond
                }
                route narrow /x/$(x) do a
                route broad /$(y)/$(x) do a {
                    in h.example
                }
            }
            """
        var environment = LoadEnvironment()
        environment.warnsOfHiddenRoutes = true
        let bytes = Array(text.utf8)
        let asked = RulesetLoader.load(TableFile(name: "t", bytes: bytes), environment: environment)
        let printer = DiagnosticText(sources: asked.sources)
        let expected = """
            t:9:11: warning RT512: the route `narrow` gets no link of the schemes or hosts that a broader route takes too
                9 |     route narrow /x/$(x) do a
                  |           ^~~~~~
                  = note: t:10:11: this broader route is looked up before it, in some of its schemes or hosts
               10 |     route broad /$(y)/$(x) do a {
                  |           ^~~~~
                  = help: name the same schemes or hosts after `in`, and the narrower route wins

            """
        #expect(asked.diagnostics.inOrder.map(printer.text(of:)).joined() == expected)
        #expect(asked.ruleset != nil)
        #expect(RulesetLoader.load(TableFile(name: "t", bytes: bytes)).diagnostics.kept.isEmpty)
    }

    // Reached by fifty million pairs or gigabytes of patterns alone.
    @Test(arguments: [
        (PrecedenceProblem.tooManyComparisons(byteLimit: 5, rule: 0), "RT510"), (PrecedenceProblem.tooLarge, "RT511"),
    ])
    func `a search that was given up refuses the table`(_ problem: PrecedenceProblem, _ code: String) {
        var diagnostics = Diagnostics()
        diagnostics.report(TableDraft().diagnostic(of: problem))
        #expect(diagnostics.kept.map(\.code.rawValue) == [code])
        #expect(diagnostics.hasErrors)
    }

    @Test func `of a hundred routes that all overlap each is reported twenty times at most, and the rest counted`() {
        let inputs = (0..<60).map { "input c\($0) string = x" }.joined(separator: "\n")
        let routes = (0..<60).map { "route r\($0) /$(c\($0)) do a" }.joined(separator: "\n")
        let result = Tables.load("scheme s\nfeature F {\naction a {\n\(inputs)\nrespond\n}\n\(routes)\n}")
        #expect(result.diagnostics.errorCount == 60 * 59 / 2)
        #expect(result.diagnostics.kept.count <= 60 * 20 / 2)
        #expect(result.ruleset == nil)
    }
}
