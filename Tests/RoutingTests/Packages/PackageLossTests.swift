import ChannelRules
import Conf
import Contract
import Features
import TestSupport
import TestTables
import Testing

@testable import Routing

/// A package with an error is replaced by what was in force, or by nothing; all others stay.
@Suite struct PackageLossTests {
    /// A package with one route.
    private static func package(_ name: String, _ scheme: String, answer: String = "1", _ lines: String = "") -> String
    {
        "package \(name)\nscheme \(scheme)\n\(lines)\nfeature F {\naction a {\nrespond \(answer)\n}\n"
            + "route r /r do a\n}\n"
    }

    private static let plain = "scheme plain\nfeature Plain {\naction a {\nrespond\n}\nroute plain /r do a\n}\n"
    private static let shop = package("shop", "s")
    private static let radio = package("radio", "r")
    private static let error = "nonsense\n"

    /// Reads files in their order, as a daemon does at a start, or at a reload after an earlier result.
    private static func load(
        _ files: KeyValuePairs<String, String>, included: [String: String] = [:],
        after earlier: RulesetLoader.Result? = nil
    ) -> RulesetLoader.Result {
        let all = included.merging(files.map { ($0.key, $0.value) }) { _, new in new }
        let environment = FileTree(files: all).environment
        var collector = TableCollector(environment, held: earlier?.heldPackages ?? [])
        for (path, _) in files { collector.add(path: path) }
        return RulesetLoader.loadWithoutFaultyPackages(collector.finish(), environment: environment)
    }

    /// The routes that take some links, or the codes of the refusals.
    private static func routes(_ result: RulesetLoader.Result, _ urls: String...) -> [String] {
        guard let ruleset = result.ruleset else { return ["no table: " + Tables.printed(result)] }
        return urls.map { url in
            let outcome = Explanation(of: url, in: ruleset, facts: .init(), caller: .init(uid: 1)).outcome
            return outcome.route ?? outcome.code.rawValue
        }
    }

    /// *Shape*: `shop leftOut RT101`.
    private static func states(_ result: RulesetLoader.Result) -> [String] {
        result.packages.map { "\($0.name) \($0.state.rawValue) \($0.firstError?.code ?? "")" }
    }

    private static let unavailable = "rejected.package.unavailable"

    // MARK: At a start

    @Test func `a start leaves a package with an error out, and its links are refused by name`() throws {
        let result = Self.load(["a": Self.plain, "b": Self.shop + Self.error, "c": Self.radio])
        #expect(
            Self.routes(result, "plain:r", "r:r", "s:r", "s:", "s://x/y?z") == [
                "plain", "radio:r", Self.unavailable, Self.unavailable, Self.unavailable,
            ])
        #expect(Self.states(result) == ["shop leftOut RT101"])
        let ruleset = try #require(result.ruleset)
        let outcome = Explanation(of: "s:r", in: ruleset, facts: .init(), caller: .init(uid: 1)).outcome
        #expect(outcome.message.contains("`shop`") && outcome.message.contains("operator"))
        #expect(
            ruleset.isLeftOut(channel: "shop:links") && !ruleset.isLeftOut(channel: "radio:links")
                && !ruleset.isLeftOut(channel: "links"))
        #expect(result.files.map(\.name) == ["a", "c"])
    }

    @Test func `an error outside of packages refuses the table, and so does one in a package if the table says so`() {
        #expect(Self.load(["a": Self.plain + Self.error, "b": Self.shop]).ruleset == nil)
        let strict = Self.load(["a": Self.plain + "strict-packages yes\n", "b": Self.shop + Self.error])
        #expect(strict.ruleset == nil && strict.packages.isEmpty)
        let loose = Self.load(["a": Self.plain + "strict-packages no\n", "b": Self.shop + Self.error])
        #expect(loose.ruleset != nil)
        #expect(Self.load(["a": Self.plain + "strict-packages maybe\n", "b": Self.shop]).ruleset == nil)
        let inside = Self.load(["a": Self.plain, "b": Self.shop + "strict-packages yes\n"])
        #expect(Self.states(inside) == ["shop leftOut RT102"])
    }

    @Test(arguments: [
        "package shop\nfeature F {\naction a {\nrespond\n\nscheme s\nhost s.example\n",
        "package shop\nfeature \"F {\nscheme s {\nopen to a b\n}\nhost s.example\n",
        "package shop\nlimit url 9\nscheme s\nhost s.example no:pe\nscheme plain\n",
        "package shop\n}\n}\nscheme s\nhost s.example\npackage other\n",
        "package shop\nscheme s\ninclude inner\n" + error,
    ])
    func `whatever the error is, schemes and hosts that can be read stay claimed`(text: String) {
        let result = Self.load(
            ["a": Self.plain + "host *.example\n", "b": text, "c": Self.radio], included: ["inner": "host s.example\n"])
        #expect(
            Self.routes(result, "s:r", "https://s.example/r", "plain:r", "https://t.example/r", "r:r")
                == [Self.unavailable, Self.unavailable, "plain", "plain", "radio:r"], "\(text)")
    }

    @Test(arguments: ["package shop {\nscheme s\n}\n", "package shop\n{\nscheme s\n} \"\n"])
    func `a package that is written as a block is left out alone`(text: String) {
        let result = Self.load(["a": Self.plain, "b": text, "c": Self.radio])
        #expect(Self.routes(result, "plain:r", "s:r", "r:r") == ["plain", Self.unavailable, "radio:r"], "\(text)")
        #expect(result.packages.map(\.name) == ["shop"] && result.packages.map(\.state) == [.leftOut], "\(text)")
    }

    @Test func `of two packages that claim one scheme the first file has it, be it left out or not`() {
        let rival = Self.package("rival", "s")
        let result = Self.load(["a": Self.plain, "b": Self.shop, "c": rival])
        #expect(Self.routes(result, "s:r") == ["shop:r"])
        #expect(Self.states(result) == ["rival leftOut RT603"])
        let broken = Self.load(["a": Self.plain, "b": Self.shop + Self.error, "c": rival])
        #expect(Self.routes(broken, "s:r") == [Self.unavailable])
        #expect(Self.states(broken) == ["shop leftOut RT101", "rival leftOut RT603"])
    }

    @Test func `files outside of packages keep what they declare, whatever their order`() {
        let rival = Self.package("rival", "plain", "product pro\nhost x.example")
        let result = Self.load(["a": rival, "b": Self.plain + "product pro\n", "c": Self.shop])
        #expect(Self.routes(result, "plain:r", "s:r", "https://x.example/") == ["plain", "shop:r", Self.unavailable])
        let named = Self.load(["a": Self.package("Plain", "s"), "b": Self.plain])
        #expect(Self.states(named) == ["Plain leftOut RT201"])
        #expect(Self.routes(named, "plain:r", "s:r") == ["plain", Self.unavailable])
    }

    @Test func `a second file of a package's name is left out`() {
        let result = Self.load(["a": Self.shop, "b": Self.package("shop", "t")])
        #expect(Self.routes(result, "s:r", "t:r") == ["shop:r", Self.unavailable])
        #expect(Self.states(result) == ["shop leftOut RT019"])
    }

    @Test func `a second file of a package's name makes no channel of the package one that is left out`() throws {
        let channel = "channel c {\nkind held\n}\n"
        let result = Self.load(["a": Self.package("shop", "s", channel), "b": Self.package("shop", "t", channel)])
        let ruleset = try #require(result.ruleset)
        #expect(ruleset.channels["shop:c"] != nil && !ruleset.isLeftOut(channel: "shop:c"))
        #expect(Self.states(result) == ["shop leftOut RT019"])
    }

    @Test func `a package that includes the file of another is left out, and the other is read`() {
        let thief = Self.package("thief", "t", "include c\ninclude b\n")
        let result = Self.load(["a": thief, "b": Self.plain, "c": Self.shop])
        #expect(Self.routes(result, "t:r", "plain:r", "s:r") == [Self.unavailable, "plain", "shop:r"])
        #expect(Self.states(result) == ["thief leftOut RT016"])
    }

    @Test func `a flood of errors in one package hides none of another, and none outside`() {
        let flood = Self.shop + String(repeating: Self.error, count: Limits.diagnostics * 2)
        let result = Self.load(["a": Self.plain, "b": flood, "c": Self.radio + Self.error])
        #expect(Self.routes(result, "plain:r", "s:r", "r:r") == ["plain", Self.unavailable, Self.unavailable])
        #expect(Self.states(result) == ["shop leftOut RT101", "radio leftOut RT101"])
        #expect(result.packages.map(\.errors).first ?? 0 >= Limits.diagnostics / 2)
        #expect(Self.load(["a": flood, "b": Self.plain + Self.error]).ruleset == nil)
        #expect(Self.load(["a": flood, "b": Self.plain + "scheme \"x\n"]).ruleset == nil)
    }

    @Test func `an overlap in an opened scheme leaves the guest out, of two guests the later`() {
        let owner =
            "scheme plain {\nopen to package shop\nopen to package radio\n}\n"
            + "feature Plain {\naction a {\nrespond\n}\nroute plain /$(_)/x do a\n}\n"
        func guest(_ name: String, _ pattern: String) -> String {
            "package \(name)\nscheme \(name)\nfeature F {\naction a {\nrespond\n}\n"
                + "route r \(pattern) do a {\nin plain \(name)\n}\n}\n"
        }
        let one = Self.load(["a": guest("shop", "/y/$(_)"), "b": owner])
        #expect(Self.states(one) == ["shop leftOut RT501"])
        #expect(Self.routes(one, "plain:y/x", "shop:y/x") == ["plain", Self.unavailable])
        let two = Self.load(["a": guest("radio", "/z/$(_)/a"), "b": guest("shop", "/z/b/$(_)"), "c": owner])
        #expect(Self.states(two) == ["shop leftOut RT501"])
        #expect(Self.routes(two, "plain:z/b/a", "shop:z/b/a") == ["radio:r", Self.unavailable])
    }

    @Test func `a guest's routes in the scheme of a package that is left out take no link, and are no error`() {
        let guest = Self.radio.replacing(
            "route r /r do a", with: "route r /g do a {\nin s r\n}\nroute q /q do a {\nin s\n}")
        let open = Self.shop.replacing("scheme s", with: "scheme s {\nopen to package radio\n}")
        let whole = Self.load(["a": open, "b": guest])
        #expect(Self.routes(whole, "s:r", "s:g", "s:q", "r:g") == ["shop:r", "radio:r", "radio:q", "radio:r"])
        let result = Self.load(["a": open + Self.error, "b": guest])
        let refused = [String](repeating: Self.unavailable, count: 3)
        #expect(Self.routes(result, "s:r", "s:g", "s:q", "r:g") == refused + ["radio:r"])
        #expect(Self.states(result) == ["shop leftOut RT101"])
    }

    @Test func `a package that is too wide is left out, and no other`() {
        let wide =
            "package wide\nscheme w\nfeature F {\naction a {\nrespond\n}\n"
            + (0..<80).map { "route w\($0) /$(_:text(1..\($0 + 1)))/x do a\n" }.joined() + "}\n"
        let result = Self.load(["a": Self.plain + "limit width 64\n", "b": wide, "c": Self.shop])
        #expect(Self.states(result) == ["wide leftOut RT508"], "\(Tables.printed(result))")
        #expect(Self.routes(result, "plain:r", "s:r", "w:a/x") == ["plain", "shop:r", Self.unavailable])
    }

    @Test func `a package has a part of the table's limits, and one over it takes no room from others`() {
        let files = Dictionary(
            uniqueKeysWithValues: (0...Limits.tableFiles / Limits.fullPackages).map { ("many/\($0)", "") })
        let greedy = Self.package("greedy", "g", "include many/*")
        let result = Self.load(
            ["a": greedy, "b": Self.plain, "c": Self.package("shop", "s", "include inner")],
            included: files.merging(["inner": "scheme t\n"]) { one, _ in one })
        #expect(Self.states(result) == ["greedy leftOut RT109"])
        #expect(Self.routes(result, "g:r", "plain:r", "t:r") == [Self.unavailable, "plain", "shop:r"])
    }

    @Test func `the optional parts of a package are a part of the table's patterns`() {
        func text(_ name: String, _ count: Int) -> String {
            "package \(name)\nscheme \(name)\nfeature F {\naction a {\nrespond\n}\n"
                + (0..<count).map { "route r\($0) /\($0)[/] do a\n" }.joined() + "}\n"
        }
        var collector = TableCollector(LoadEnvironment())
        for (name, count) in [("few", 4), ("many", 6), ("also", 5)] {
            collector.add(TableFile(name: name, bytes: Array(text(name, count).utf8)))
        }
        let reader = TableReader(collector.finish(), environment: LoadEnvironment())
        reader.table.draft.mostPatterns = 10 * Limits.fullPackages
        let read = reader.read()
        #expect(
            read.diagnostics.kept.map(\.message) == [
                "the routes of the package have more than 10 patterns with their optional parts"
            ])
        #expect(read.draft.routes.count == 8 + 10 + 10)
    }

    // MARK: At a reload

    @Test func `a reload keeps the earlier version as a whole, with the files that it included`() {
        let text = "package shop\nscheme s\ninclude inner\n"
        func inner(_ route: String) -> String {
            "feature F {\naction a {\nrespond\n}\nroute \(route) /r do a\n}\n"
        }
        let first = Self.load(["a": Self.plain, "b": text], included: ["inner": inner("old")])
        #expect(Self.routes(first, "s:r") == ["shop:old"])
        let second = Self.load(
            ["a": Self.plain, "b": text + Self.error], included: ["inner": inner("new")], after: first)
        #expect(Self.routes(second, "s:r", "plain:r") == ["shop:old", "plain"])
        #expect(Self.states(second) == ["shop kept RT101"])
        #expect(second.ruleset?.revision != first.ruleset?.revision)
        // It is kept as long as the error is there, and the mended one comes into force.
        let third = Self.load(
            ["a": Self.plain + "values v x\n", "b": text], included: ["inner": inner("new") + Self.error], after: second
        )
        #expect(Self.routes(third, "s:r") == ["shop:old"])
        let fourth = Self.load(["a": Self.plain, "b": text], included: ["inner": inner("new")], after: third)
        #expect(Self.routes(fourth, "s:r") == ["shop:new"])
        #expect(Self.states(fourth).isEmpty)
        let fifth = Self.load(["a": Self.plain], after: fourth)
        #expect(Self.routes(fifth, "s:r") == ["rejected.url.schemeNotAllowed"])
    }

    @Test func `an error of what was found and of what was in force is reported once`() {
        let open = "scheme plain {\nopen to package shop\n}\n" + Self.plain.replacing("scheme plain\n", with: "")
        let guest = Self.shop.replacing("route r /r do a", with: "route r /q do a {\nin s plain\n}")
        let first = Self.load(["a": open, "b": guest])
        #expect(Self.states(first) == [])
        let second = Self.load(["a": Self.plain, "b": guest], after: first)
        #expect(Self.states(second) == ["shop leftOut RT604"])
        #expect(second.packages.map(\.errors) == [1] && second.diagnostics.errorCount == 1)
    }

    @Test func `a package whose file can no longer be read is kept, because its path is known`() {
        let first = Self.load(["a": Self.plain, "b": Self.shop])
        for text in ["package \"\n", "\0package shop\n" + Self.error, "{\n"] {
            let result = Self.load(["a": Self.plain, "b": text], after: first)
            #expect(Self.routes(result, "s:r", "plain:r") == ["shop:r", "plain"], "\(text)")
            #expect(result.packages.map(\.state) == [.kept])
            // At a start it is not known whose the file is, so it is one outside of packages.
            #expect(Self.load(["a": Self.plain, "b": text]).ruleset == nil, "\(text)")
        }
        let environment = FileTree(files: ["a": Self.plain]).environment
        var collector = TableCollector(environment, held: first.heldPackages)
        collector.add(path: "a")
        collector.add(path: "b")
        let gone = RulesetLoader.loadWithoutFaultyPackages(collector.finish(), environment: environment)
        #expect(Self.states(gone) == ["shop kept RT011"])
        #expect(Self.routes(gone, "s:r") == ["shop:r"])
    }

    @Test func `the package that had a scheme keeps it, whatever the name of the new file`() {
        let first = Self.load(["b": Self.shop])
        for rival in [Self.package("rival", "s"), Self.package("shop", "t")] {
            let result = Self.load(["a": rival, "b": Self.shop], after: first)
            #expect(Self.routes(result, "s:r") == ["shop:r"])
            #expect(result.packages.map(\.file) == ["a"])
        }
        // While it is kept too.
        let broken = Self.load(["a": Self.package("rival", "s"), "b": Self.shop + Self.error], after: first)
        #expect(Self.states(broken) == ["rival leftOut RT603", "shop kept RT101"])
        #expect(Self.routes(broken, "s:r") == ["shop:r"])
    }

    @Test func `an earlier version that has an error by now is left out`() {
        let first = Self.load([
            "a": Self.plain + "values v x\n", "b": Self.package("shop", "s").replacing("/r", with: "/$(_:@v)"),
        ])
        #expect(Self.routes(first, "s:x") == ["shop:r"])
        let second = Self.load(["a": Self.plain, "b": Self.shop + Self.error], after: first)
        #expect(Self.states(second) == ["shop leftOut RT101"])
        #expect(Self.routes(second, "s:x", "plain:r") == [Self.unavailable, "plain"])
    }

    @Test func `a package that was left out is as it was in force last, once what it names is declared again`() {
        let shop = Self.package("shop", "s").replacing("/r", with: "/$(_:@v)")
        let first = Self.load(["a": Self.plain + "values v x\n", "b": shop])
        let second = Self.load(["a": Self.plain, "b": shop + Self.error], after: first)
        #expect(Self.states(second) == ["shop leftOut RT408"])
        let third = Self.load(["a": Self.plain + "values v x y\n", "b": shop + Self.error], after: second)
        #expect(Self.states(third) == ["shop kept RT101"])
        #expect(Self.routes(third, "s:y") == ["shop:r"])
        // Its scheme stays its own, whatever the name of another file.
        let rival = Self.load(["0": Self.package("rival", "s"), "a": Self.plain, "b": shop], after: second)
        #expect(Self.states(rival) == ["rival leftOut RT603", "shop leftOut RT408"], "\(Tables.printed(rival))")
        #expect(Self.routes(rival, "s:x") == [Self.unavailable])
    }

    @Test func `any text as one package leaves the others as they are`() throws {
        var generator = SeededGenerator(for: "any text as one package")
        let lines = (Self.shop + "host h.example\nvalues v a b\nchannel c {\nkind plain\n}\ninclude inner\n")
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let words = [
            "package", "shop", "}", "{", "\"", "scheme", "plain", "r", "host", "feature", "Plain", "over", "in",
        ]
        for _ in 0..<300 {
            var mutated = lines
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let line = Int.random(in: 1..<mutated.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: mutated.remove(at: line)
                case 1: mutated[line] += " " + (words.randomElement(using: &generator) ?? "")
                default: mutated.insert((words.randomElement(using: &generator) ?? "") + " x", at: line)
                }
            }
            let text = mutated.joined(separator: "\n")
            let result = Self.load(["a": Self.plain, "b": text, "c": Self.radio], included: ["inner": ""])
            #expect(Self.routes(result, "plain:r") == ["plain"], "\(text)")
            // It is the first file with the scheme, so it may have the other's; then the other is left out.
            #expect(
                [["radio:r"], [Self.unavailable], ["rejected.route.notFound"], ["shop:r"]].contains(
                    Self.routes(result, "r:r")))
        }
    }
}
