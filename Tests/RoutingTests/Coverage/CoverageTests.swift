import Conf
import Contract
import Features
import TestTables
import Testing

@testable import Routing

/// What of a table its cases cover, and the cases that are made for the rest.
@Suite struct CoverageTests {
    private static let table = """
        scheme s
        host *.h.example
        values language de en
        deny /internal/**
        feature F {
            action a {
                input x string
                input n uint(1..31) = 7
                respond
            }
            action b {
                respond
            }
            route r /r/$(x) /$(x:@language)/r do a {
                query n:uint(1..31)? exact
                except /r/private
            }
            route wins /w/$(x)/1 do a {
                over loses
            }
            route loses /w/1/$(x) do a
            under /join {
                exclusive start game
                route start . do b {
                    query start _
                }
                route game . do b {
                    query game _
                }
            }
            feature G {
                require permission camera
                require toggle off
                action c {
                    respond
                }
                route g /g do c
            }
        }
        """

    private static func names(_ nodes: some Sequence<CoverageNode>, in ruleset: Ruleset) -> [String] {
        nodes.map { "\($0.kind.rawValue) \($0.name(in: ruleset))" }
    }

    private func cases(_ text: String, in ruleset: Ruleset) -> (cases: [RouteCase], diagnostics: Diagnostics) {
        var diagnostics = Diagnostics()
        let document = ConfParser.parse(Array(text.utf8), name: "c", file: 0, diagnostics: &diagnostics)
        let cases = CaseFile(document, ruleset: ruleset, diagnostics: &diagnostics).cases
        return (cases, diagnostics)
    }

    @Test func `a table is a list of nodes`() throws {
        let ruleset = try Tables.ruleset(Self.table)
        #expect(
            Self.names(Coverage(ruleset).nodes, in: ruleset) == [
                "route r", "route wins", "route loses", "route start", "route game", "route g",
                "pattern r /r/$(x)", "pattern r /$(x:@language)/r",
                "alternative r x=de", "alternative r x=en", "bound r n=1", "bound r n=31",
                "except r /r/private", "deny /internal/**", "over wins over loses",
                "exclusive start !game", "exclusive game !start",
                "constraint F/G permission:camera met", "constraint F/G permission:camera unmet",
                "constraint F/G toggle met", "constraint F/G toggle unmet",
                "outcome F/G ok", "outcome F/G blocked", "outcome F/G pending",
                "near miss r", "near miss wins", "near miss loses", "near miss start", "near miss game", "near miss g",
            ])
    }

    private static let rows: [(lines: String, covers: [String])] = [
        ("url s://r/a\nexpect ok.*", ["route r", "pattern r /r/$(x)"]),
        ("url s://r/a?n=31\nexpect ok.*", ["route r", "pattern r /r/$(x)", "bound r n=31"]),
        ("url s://r/a?n=30\nexpect ok.*", ["route r", "pattern r /r/$(x)"]),
        ("url s://r/a?n=32\nexpect rejected.*", ["near miss r"]),
        ("url s://en/r\nexpect ok.*", ["route r", "pattern r /$(x:@language)/r", "alternative r x=en"]),
        ("url s://r/private\nexpect rejected.*", ["except r /r/private", "near miss r"]),
        ("url s://internal/x\nexpect rejected.*", ["deny /internal/**"]),
        ("url s://w/1/1\nexpect ok.*", ["route wins", "over wins over loses"]),
        (
            "url s://join?start=1&game=1\nexpect rejected.*",
            ["exclusive start !game", "exclusive game !start", "near miss start", "near miss game"]
        ),
        (
            "url s://g\nwith toggle G on\nexpect blocked.permission.*",
            ["constraint F/G permission:camera unmet", "outcome F/G blocked"]
        ),
        (
            "url s://g\nwith permission camera authorized\nexpect blocked.toggle.*",
            ["constraint F/G toggle unmet", "outcome F/G blocked"]
        ),
        (
            "url s://g\nwith permission camera authorized\nwith toggle G on\nexpect ok.*",
            ["route g", "constraint F/G permission:camera met", "constraint F/G toggle met", "outcome F/G ok"]
        ),
        (
            "url s://g\nwith permission camera authorized\nwith toggle G unknown\nexpect pending.*",
            ["outcome F/G pending"]
        ),
        ("url s://h\nexpect rejected.*\nnear g", ["near miss g"]),
        // A refusal shows nothing of the route's action, and a case that fails shows nothing.
        ("url s://r/a\nexpect rejected.*", []),
        ("url s://r/a\nexpect ok.*\nskip later", []),
    ]

    @Test(arguments: rows.indices)
    func `a case that passes covers what its link touches`(_ index: Int) throws {
        let row = Self.rows[index]
        let ruleset = try Tables.ruleset(Self.table)
        let (cases, diagnostics) = cases("case x {\n\(row.lines)\n}", in: ruleset)
        let testCase = try #require(cases.first, "\(diagnostics.kept)")
        var coverage = Coverage(ruleset)
        coverage.add(testCase.run(in: ruleset))
        #expect(
            Self.names(coverage.nodes.filter(coverage.covered.contains), in: ruleset) == row.covers.sorted(by: order))
    }

    /// The order of the kinds in a report, and within a kind as written.
    private func order(_ left: String, _ right: String) -> Bool {
        let kinds = CoverageKind.allCases.map(\.rawValue)
        func rank(_ name: String) -> Int { kinds.lastIndex { name.hasPrefix($0) } ?? 0 }
        return rank(left) < rank(right)
    }

    // MARK: Cases that are made

    @Test func `the cases that are made pass, cover everything, and are few`() throws {
        let ruleset = try Tables.ruleset(Self.table)
        let (coverage, count) = try madeCases(ruleset)
        #expect(coverage.covered.count == coverage.nodes.count)
        #expect(count < coverage.nodes.count)
    }

    /// What has no link: a route that takes every path has no near miss, and of one `over` a third route has every link.
    private static let unreachable = [
        "aasa-video": ["over video over list-first"], "desktop-handlers": ["near miss calendar"],
        "intent-podcast": ["near miss subscribe"], "web-framework": ["near miss unmatched"],
    ]

    @Test(arguments: ForeignTable.all)
    func `cases are made for every node of a foreign table`(_ table: ForeignTable) throws {
        let ruleset = try #require(try table.load().ruleset)
        let (coverage, _) = try madeCases(ruleset)
        let missing = coverage.nodes.filter { !coverage.covered.contains($0) }
        #expect(Self.names(missing, in: ruleset) == Self.unreachable[table.name] ?? [])
    }

    /// Makes cases, reads their text anew, and runs them.
    private func madeCases(_ ruleset: Ruleset) throws -> (Coverage, count: Int) {
        var generator = CaseGenerator(Coverage(ruleset))
        let drafts = generator.cover()
        let text = drafts.enumerated().map { $1.text(named: "\($0) \($1.title)") }.joined()
        let (cases, diagnostics) = cases(text, in: ruleset)
        #expect(diagnostics.kept.isEmpty && cases.count == drafts.count, "\(diagnostics.kept)")
        var coverage = Coverage(ruleset)
        for result in cases.results(in: ruleset) {
            #expect(result.failures == [], "\(result.testCase.name)")
            coverage.add(result)
        }
        #expect(coverage.covered == generator.coverage.covered)
        return (coverage, cases.count)
    }

    @Test func `a route that no case shows as taken is a warning at its name`() throws {
        let ruleset = try Tables.ruleset(
            "scheme s\nfeature F {\n    action a {\n        respond\n    }\n    route r /r do a\n    route q /q do a\n}\n"
        )
        var coverage = Coverage(ruleset)
        for result in cases("case a {\nurl s://q\nexpect ok.*\n}", in: ruleset).cases.results(in: ruleset) {
            coverage.add(result)
        }
        var diagnostics = Diagnostics()
        coverage.reportUncovered(NodePlaces(ruleset.texts), diagnostics: &diagnostics)
        let printer = DiagnosticText(sources: ruleset.texts.map { SourceText(name: $0.name, bytes: $0.bytes) })
        #expect(
            diagnostics.inOrder.map { printer.text(of: $0) }.joined() == """
                t:6:11: warning RT706: no case shows a link that the route `r` takes
                   6 |     route r /r do a
                     |           ^
                     = help: add one; `deeplinkctl gen-cases` writes it

                """)
    }
}
