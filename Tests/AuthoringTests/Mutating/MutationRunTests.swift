import Conf
import Contract
import Features
import Foundation
import Routing
import TestSupport
import TestTables
import Testing

@testable import Authoring

/// What becomes of mutants, and the cases that would kill those that survive.
@Suite struct MutationRunTests {
    private static let table = """
        scheme t
        values lang de en
        deny /private/**
        feature F {
            require toggle on
            require platform linux 4.18
            action a {
                input n uint = 7
                input l @lang = de
                respond "$(n) $(l)"
            }
            route number /n/$(n:uint(1..9)) do a
            route query /q do a {
                query n:uint?
                query l:@lang? exact
                strict
            }
            route left /o/$(l:@lang)/* do a { over right }
            route right /o/*/$(l:@lang) do a
            route rest /r/** do a {
                except /r/x
            }
        }
        feature Idle {
            require toggle on
            action a { respond }
        }
        """

    /// Cases, and what becomes of the mutants of some statements.
    struct Row: CustomTestStringConvertible, Sendable {
        let statement: String
        /// *Shape*: one line for each: `survived without `strict`: t://q?x=x`.
        let verdicts: [String]
        var cases = ""
        var testDescription: String { "\(statement) with \(cases.isEmpty ? "no case" : cases)" }
    }

    static let rows = [
        Row(
            statement: "require toggle on",
            verdicts: [
                "survived without `require toggle on`: t://q with toggle F off: blocked.toggle.off",
                "survived `off` instead of `on`: t://q: ok.wouldPerform",
                "equal without `require toggle on`", "equal `off` instead of `on`",
            ]),
        Row(
            statement: "require platform linux 4.18",
            verdicts: ["killed without `require platform linux 4.18`"],
            cases: "url t://q ; with platform linux 4.4 ; expect blocked.platform.versionTooLow"),
        Row(
            statement: "deny /private/**",
            verdicts: ["survived without `deny /private/**`: t://private: rejected.route.excluded"]),
        Row(
            statement: "query n:uint?",
            verdicts: [
                "survived without `query n:uint?`: t://q?n=1: ok.wouldPerform",
                "survived `string` instead of `uint`: t://q?n=x: rejected.input.invalid",
            ]),
        Row(
            statement: "query n:uint?",
            verdicts: [
                "killed without `query n:uint?`", "killed `string` instead of `uint`",
            ], cases: "url t://q?n=x ; expect rejected.input.invalid"),
        Row(
            statement: "strict", verdicts: ["killed without `strict`"],
            cases: "url t://q?z=1 ; expect rejected.input.unexpected"),
        Row(statement: "strict", verdicts: ["survived without `strict`: t://q?n=: rejected.input.invalid"]),
        Row(statement: "except /r/x", verdicts: ["survived without `except /r/x`: t://r/x: rejected.route.excluded"]),
        Row(statement: "input n uint = 7", verdicts: ["survived `8` instead of `7`: t://q: ok.wouldPerform"]),
        Row(
            statement: "input n uint = 7", verdicts: ["killed `8` instead of `7`"],
            cases: "url t://q ; expect ok.wouldPerform ; parameter n 7 ; parameter l de"),
    ]

    @Test(arguments: rows)
    func `a mutant survives if no case fails against it, and a case is made that does`(_ row: Row) throws {
        let ruleset = try #require(Self.load(Self.table))
        let cases = row.cases.isEmpty ? [] : try Self.cases("case c { \(row.cases) }", ruleset)
        var run = MutationRun(ruleset, cases.results(in: ruleset))
        #expect(run.hindrance == nil && run.caseCount == cases.count)
        let mutants = run.mutants.filter { $0.statement == row.statement }
        let verdicts = mutants.map { Self.text($0, &run) }
        #expect(verdicts == row.verdicts)
    }

    private static func text(_ mutant: TableMutant, _ run: inout MutationRun) -> String {
        var mutant = mutant
        let verdict = run.judge(&mutant)
        var text = "\(verdict.word) \(mutant.sentence)"
        guard case .survived(let contrast) = verdict else { return text }
        text += ": " + contrast.draft.url
        if !contrast.draft.facts.isEmpty {
            text += " with " + contrast.draft.facts.map { $0.joined(separator: " ") }.joined(separator: ", ")
        }
        return text + ": " + contrast.draft.outcome.code.rawValue
    }

    @Test func `a mutant that the table refuses gives way to another one of the same word`() throws {
        let ruleset = try #require(
            Self.load(
                """
                scheme t
                feature F {
                    action a {
                        input n uint
                        exec  /usr/bin/true $(n)
                    }
                    route r /x/$(n:uint) do a
                }
                """))
        var run = MutationRun(ruleset, [])
        let types = run.mutants.filter { $0.kind == .type }
        // A value of `string` may begin with `-`, and would be read as an option.
        #expect(types.map(\.replacement) == ["string"])
        #expect(
            types.map { Self.text($0, &run) } == ["survived `slug` instead of `uint`: t://x/x: rejected.route.notFound"]
        )
    }

    @Test func `a number of units is held by a case with one too few, or with just enough`() throws {
        func verdicts(_ lines: String, _ cases: String = "") throws -> [String] {
            let ruleset = try #require(
                Self.load(
                    """
                    scheme t
                    product coins { kind consumable }
                    feature F {
                        require purchase coins 30
                        action a {
                            exec /bin/true
                            \(lines)
                        }
                        route r /x do a
                    }
                    """))
            let cases = cases.isEmpty ? [] : try Self.cases("case c { \(cases) }", ruleset)
            var run = MutationRun(ruleset, cases.results(in: ruleset))
            return run.mutants.filter { $0.original == "30" }.map { Self.text($0, &run) }
        }
        let fewer = "survived `29` instead of `30`: t://x with purchase coins active 29: blocked.purchase.required"
        #expect(try verdicts("") == [fewer])
        #expect(try verdicts("spend coins 3") == [fewer])
        let more = "survived `31` instead of `30`: t://x with purchase coins active 30: ok.wouldPerform"
        #expect(try verdicts("spend coins 30") == [more])
        let few = "url t://x ; with purchase coins active 29 ; expect blocked.purchase.required"
        #expect(try verdicts("", few).first?.hasPrefix("killed `29` instead of `30`") == true)
        let enough = "url t://x ; with purchase coins active 30 ; expect ok.wouldPerform"
        #expect(try verdicts("", enough) == [fewer])
    }

    @Test func `each case that is made passes as a case file has it, and kills its mutant`() throws {
        let ruleset = try #require(Self.load(Self.table))
        var run = MutationRun(ruleset, [])
        var survivors = 0
        for (number, var mutant) in run.mutants.enumerated() {
            guard case .survived(let contrast) = run.judge(&mutant) else { continue }
            survivors += 1
            let cases = try Self.cases(contrast.draft.text(named: "c \(number)"), ruleset)
            #expect(cases.firstFailure(in: ruleset) == nil, "\(mutant.title)")
            var next = MutationRun(ruleset, cases.results(in: ruleset))
            guard case .killed = next.judge(&mutant) else {
                Issue.record("\(mutant.title) is not killed by \(contrast.draft.text(named: "c"))")
                continue
            }
        }
        #expect(survivors > 15)
    }

    @Test func `a mutant is equal if and only if a comparison of the tables finds no link`() throws {
        let example = String(decoding: try Self.packageFile("routes.conf"), as: UTF8.self)
        for ruleset in try [Self.table, example].map({ try #require(Self.load($0)) }) {
            var search = ContrastSearch(ruleset)
            for mutant in MutantFinder(ruleset.texts).mutants {
                for variant in mutant.variants {
                    let set = TableSet(ruleset.texts.applying(variant.edits))
                    guard let other = RulesetLoader.load(set).ruleset else { continue }
                    let changes = TableChanges(from: ruleset, to: other).changes
                    var isSame = false
                    if case .same = search.search(other, title: "") { isSame = true }
                    #expect(isSame == changes.isEmpty, "\(mutant.sentence): \(changes.map(\.link))")
                }
            }
        }
    }

    @Test func `the cases that are not run could not fail`() throws {
        let result = RulesetLoader.load(TableFile(name: "routes.conf", bytes: try Self.packageFile("routes.conf")))
        let ruleset = try #require(result.ruleset)
        let text = String(decoding: try Self.packageFile("routes.cases"), as: UTF8.self)
        let cases = try Self.cases(text, ruleset)
        let environment = LoadEnvironment()
        let suite = CaseSuite(cases.results(in: ruleset), of: ruleset)
        #expect(suite.count == cases.count)
        var killed = 0
        for mutant in MutantFinder(ruleset.texts).mutants {
            for variant in mutant.variants {
                let set = TableSet(ruleset.texts.applying(variant.edits))
                guard let other = RulesetLoader.load(set, environment: environment).ruleset else { continue }
                let quick = suite.firstFailure(in: other, about: mutant.subject)
                let whole = cases.filter { $0.run(in: other).verdict == .failed }.map(\.name)
                #expect((quick == nil) == whole.isEmpty, "\(mutant.sentence): \(whole)")
                if let quick { #expect(whole.contains(quick.testCase.name)) }
                killed += whole.isEmpty ? 0 : 1
            }
        }
        #expect(killed > 40)
    }

    @Test func `no mutant of the example table survives its cases`() throws {
        let result = RulesetLoader.load(TableFile(name: "routes.conf", bytes: try Self.packageFile("routes.conf")))
        let ruleset = try #require(result.ruleset)
        let text = String(decoding: try Self.packageFile("routes.cases"), as: UTF8.self)
        var run = MutationRun(ruleset, try Self.cases(text, ruleset).results(in: ruleset))
        let judged = run.mutants.map { Self.text($0, &run) }
        #expect(judged.filter { $0.hasPrefix("survived") || $0.hasPrefix("unproven") } == [])
    }

    /// A file of the package.
    private static func packageFile(_ name: String) throws -> [UInt8] {
        var folder = URL(filePath: #filePath).deletingLastPathComponent()
        while !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path()) {
            folder.deleteLastPathComponent()
        }
        return Array(try Data(contentsOf: folder.appending(path: name)))
    }

    private static func load(_ text: String) -> Ruleset? {
        let result = RulesetLoader.load(TableFile(name: "t", bytes: Array(text.utf8)))
        if result.ruleset == nil { Issue.record("\(result.diagnostics.inOrder.map(\.message))") }
        return result.ruleset
    }

    private static func cases(_ text: String, _ ruleset: Ruleset) throws -> [RouteCase] {
        var diagnostics = Diagnostics()
        let document = ConfParser.parse(Array(text.utf8), name: "t.cases", file: 0, diagnostics: &diagnostics)
        let cases = CaseFile(document, ruleset: ruleset, diagnostics: &diagnostics).cases
        try #require(diagnostics.kept.isEmpty, "\(diagnostics.inOrder.map(\.message)) in \(text)")
        return cases
    }
}
