import Conf
import Contract
import Features
import TestSupport
import TestTables
import Testing

@testable import Routing

/// The texts of a table in force are enough to load the same table elsewhere.
@Suite struct TableTextTests {
    private static func package(_ name: String, _ scheme: String, _ lines: String = "") -> String {
        "package \(name)\nscheme \(scheme)\n\(lines)\nfeature F {\naction a {\nrespond\n}\nroute r /r do a\n}\n"
    }

    private static let main = """
        scheme t {
            open to package shop
        }
        host t.example
        include more/*.conf
        feature Plain {
            action say {
                input word string = "\\u{1F600}"
                respond $(word)
            }
            route say /say/$(word) /s/$(word) do say
            route end /say/end do say
        }
        """
    private static let more = "feature More {\nvisible no\naction a {\nexec /bin/true\n}\nroute more /more do a\n}\n"

    private static let files: KeyValuePairs<String, String> = [
        "t": main, "shop": package("shop", "shop", "include part"), "radio": package("radio", "radio"),
    ]
    private static let included = ["more/a.conf": more, "part": "values sizes small large\n"]

    /// Reads files in their order, as a daemon does at a start, or at a reload after an earlier result.
    private static func load(
        changing changes: [String: String] = [:], after earlier: RulesetLoader.Result? = nil
    ) throws -> RulesetLoader.Result {
        let all = included.merging(files.map { ($0.key, $0.value) }) { $1 }.merging(changes) { $1 }
        let environment = FileTree(files: all).environment
        var collector = TableCollector(environment, held: earlier?.heldPackages ?? [])
        for (path, _) in files { collector.add(path: path) }
        let result = RulesetLoader.loadWithoutFaultyPackages(collector.finish(), environment: environment)
        #expect(result.ruleset != nil, "\(Tables.printed(result))")
        return result
    }

    /// What a table says of its routes and of some links.
    private static func facts(_ ruleset: Ruleset) -> [String] {
        var reporter = RouteReporter(ruleset)
        let routes = ruleset.routes.indices.map { "\(reporter.report(on: $0))" }
        let links = ["t://say/you", "t://s/you", "t://more", "t://say/end", "shop://r", "radio://r", "radio://x"]
        let outcomes = links.map { url in
            "\(Explanation(of: url, in: ruleset, facts: .init(), caller: .init(uid: 1)).outcome.code.rawValue) \(url)"
        }
        return routes + outcomes
    }

    private static func expectSame(_ result: RulesetLoader.Result) throws {
        let ruleset = try #require(result.ruleset)
        let copy = RulesetLoader.load(TableSet(ruleset.texts))
        let other = try #require(copy.ruleset, "\(Tables.printed(copy))")
        #expect(facts(other) == facts(ruleset))
        #expect(other.texts == ruleset.texts)
        #expect(other.files == ruleset.files)
    }

    @Test func `files with what they include, and packages`() throws {
        let result = try Self.load()
        try Self.expectSame(result)
        let texts = try #require(result.ruleset).texts
        #expect(texts.map(\.name) == ["t", "more/a.conf", "shop", "part", "radio"])
        #expect(texts.map(\.owner) == [0, 0, 2, 2, 4])
        #expect(texts.map(\.package) == [nil, nil, "shop", "shop", "radio"])
        #expect(texts[0].bytes == Array(Self.main.utf8) && !texts.contains(where: \.isLeftOut))
    }

    @Test func `a package that is kept has the text that was in force`() throws {
        let first = try Self.load()
        let second = try Self.load(changing: ["radio": Self.package("radio", "radio", "nonsense")], after: first)
        #expect(second.packages.map(\.state) == [.kept])
        try Self.expectSame(second)
        #expect(second.ruleset?.texts == first.ruleset?.texts)
    }

    @Test(arguments: ["nonsense", "\u{0}", "\u{7F}{{{"])
    func `a package that is left out still has its schemes`(_ line: String) throws {
        let result = try Self.load(changing: ["radio": Self.package("radio", "radio", line)])
        #expect(result.packages.map(\.state) == [.leftOut])
        try Self.expectSame(result)
        let ruleset = try #require(result.ruleset)
        #expect(ruleset.texts.map(\.isLeftOut) == [false, false, false, false, true])
        #expect(Self.facts(ruleset).contains { $0.hasPrefix("rejected.package.unavailable radio://r") })
    }

    @Test func `texts whose owners make no sense are files of their own`() {
        let text = TableText(name: "t", bytes: Array("scheme t\n".utf8), owner: 7)
        #expect(RulesetLoader.load(TableSet([text])).ruleset?.texts.map(\.owner) == [0])
        #expect(RulesetLoader.load(TableSet([TableText]())).ruleset?.texts == [])
    }
}
