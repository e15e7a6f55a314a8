import Conf
import Contract
import Features
import Routing
import TestSupport
import TestTables
import Testing

@testable import Authoring

/// What a changed table does differently: each meaning of a change, with the link that shows it.
@Suite struct TableDifferenceTests {
    /// A table, one of its lines changed, and the changes.
    struct Row: CustomTestStringConvertible, Sendable {
        let line: String
        let changed: String
        /// *Shape*: `widened a pod://a/x`; of lines `lines feature F: - old, + new`.
        let changes: [String]
        var testDescription: String { "\(line) → \(changed)" }
    }

    private static let table = """
        scheme pod
        host example.com
        deny /private/**
        product p {
        }
        feature F {
            require toggle on
            action a {
                input id uint
                input page uint = 1
                respond
            }
            action b {
                input id uint
                input page uint = 1
                respond
            }
            route item /items/$(id:uint) do a {
                query page:uint?
            }
            route list /list/$(id:uint)/** do b {
                query page:uint?
                except /list/7/x
            }
        }
        """

    static let rows = [
        Row(line: "do a {", changed: "do b {", changes: ["retargeted item pod://items/1"]),
        Row(line: "/items/$(id:uint)", changed: "/items/$(id:uint(1..9))", changes: ["narrowed item pod://items/0"]),
        Row(
            line: "require toggle on", changed: "",
            changes: ["opened item pod://items/1 - require toggle on", "opened list pod://list/7/ - require toggle on"]),
        Row(
            line: "feature F {", changed: "feature F {\n    require purchase p",
            changes: [
                "gated item pod://items/1 + require purchase p", "gated list pod://list/7/ + require purchase p",
            ]),
        Row(line: "route item", changed: "route thing", changes: ["renamed thing pod://items/1"]),
        Row(
            line: "page uint = 1", changed: "page uint = 3",
            changes: [
                "inputs item pod://items/1 page",
                "performs feature F > action a: - input page uint = 1 + input page uint = 3",
            ]),
        Row(line: "except /list/7/x", changed: "", changes: ["widened list pod://list/7/x + require toggle on"]),
        Row(line: "deny /private/**", changed: "", changes: ["refused pod://private"]),
        Row(
            line: "respond", changed: "respond \"$(id)\"",
            changes: ["performs feature F > action a: - respond + respond \"$(id)\""]),
        Row(line: "product p {", changed: "product p {\n title P", changes: ["lines product p: + title P"]),
        Row(line: "scheme pod", changed: "scheme pod\nlimit url 900", changes: ["lines : + limit url 900"]),
    ]

    @Test(arguments: rows)
    func `each meaning of a change has a link`(_ row: Row) throws {
        let old = try #require(Self.load(Self.table))
        let new = try #require(Self.load(Self.table.replacing(row.line, with: row.changed, maxReplacements: 1)))
        let difference = TableDifference(from: old, to: new)
        #expect(difference.isComplete)
        #expect(difference.changes.map(Self.text) == row.changes)
    }

    private static func load(_ text: String) -> Ruleset? {
        let result = RulesetLoader.load(TableFile(name: "t", bytes: Array(text.utf8)))
        if result.ruleset == nil { Issue.record("\(result.diagnostics.inOrder.map(\.message))") }
        return result.ruleset
    }

    private static func text(_ change: TableDifference.Change) -> String {
        switch change.subject {
        case .links(let links):
            let parts = [links.route, links.link].compactMap(\.self) + links.inputs
            let conditions = links.removed.map { "- " + $0 } + links.added.map { "+ " + $0 }
            return ([change.kind.rawValue] + parts + conditions).joined(separator: " ")
        case .lines(let block):
            let lines = block.removed.map { "- " + $0 } + block.added.map { "+ " + $0 }
            return "\(change.kind) \(block.block): " + lines.joined(separator: " ")
        }
    }

    @Test func `a table is the same as itself in other words`() throws {
        let old = try #require(Self.load(Self.table))
        let text = Self.table.replacing("\n", with: "  # A comment.\n\n")
        let difference = TableDifference(from: old, to: try #require(Self.load(text)))
        #expect(difference.changes.isEmpty && difference.isComplete && difference.equalRoutes == 2)
        #expect(DifferenceSummary(difference).text == "no difference")
    }

    @Test func `another number of units is another condition, and spending them is another action`() throws {
        func difference(_ need: String, _ spent: String, _ then: String, _ thenSpent: String) throws -> [String] {
            func table(_ need: String, _ spent: String) -> String {
                """
                scheme game
                product coins { kind consumable }
                product pro
                feature F {
                    require purchase \(need)
                    action a {
                        exec /bin/true
                        \(spent)
                    }
                    route play /play do a
                }
                """
            }
            let (old, new) = (Self.load(table(need, spent)), Self.load(table(then, thenSpent)))
            return TableDifference(from: try #require(old), to: try #require(new)).changes.map(Self.text)
        }
        let gated = "gated play game://play - require purchase coins 30 + require purchase "
        #expect(try difference("coins 30", "", "coins 20", "") == [gated + "coins 20"])
        #expect(try difference("coins 30", "", "any (coins 30) pro", "") == [gated + "any (coins 30) pro"])
        #expect(try difference("any (coins 30) pro", "", "any (coins 30)  pro", "") == [])
        let performs = "performs feature F > action a: "
        #expect(try difference("coins 30", "", "coins 30", "spend coins 3") == [performs + "+ spend coins 3"])
        #expect(
            try difference("coins 30", "spend coins 3", "coins 30", "spend coins 2")
                == [performs + "- spend coins 3 + spend coins 2"])
    }

    @Test(arguments: [
        ("title \"T\"", "title \"T\"\n title de \"U\""),
        ("require permission camera", "require permission camera \"Why\""),
        ("require confirmation \"Q\"", "require confirmation \"Q\" de \"R\""),
        ("permission camera from consent", "permission camera from consent { usage \"Why\" }"),
        ("permission camera from consent", "permission camera from consent { usage \"W\" ; usage de \"V\" }"),
    ])
    func `a text for people changes lines, and what no link does`(_ line: String, _ changed: String) throws {
        let table = """
            scheme pod
            permission camera from consent
            feature F {
                title "T"
                require permission camera
                require confirmation "Q"
                action a {
                    respond
                }
                route x /x do a
            }
            """
        let old = try #require(Self.load(table))
        let difference = TableDifference(
            from: old, to: try #require(Self.load(table.replacing(line, with: changed, maxReplacements: 1))))
        #expect(difference.changes.map(\.kind) == [.lines] && difference.equalRoutes == 1)
    }

    @Test func `routes in another order are the same table`() throws {
        let first = "scheme pod\nfeature F {\n action a {\n input id string?\n respond\n }\n"
        let routes = ["route x /x do a", "route y /y/$(id:uint) do a", "route z /y/$(id:slug) do a"]
        let old = try #require(Self.load(first + routes.joined(separator: "\n") + "\n}"))
        let new = try #require(Self.load(first + routes.reversed().joined(separator: "\n") + "\n}"))
        #expect(TableDifference(from: old, to: new).changes.isEmpty)
    }

    // MARK: Random tables

    private static let links: [String] = {
        let words = ["a", "1", "10", "ab"]
        var paths = words.map { "/" + $0 }
        for word in words { paths += words.map { "/\(word)/\($0)" } }
        let queries = ["", "?p=1", "?p=a", "?p=1&p=1", "?q=a", "?p=1&q=a", "?p=7&q"]
        return ["pod", "other"].flatMap { scheme in
            paths.flatMap { path in queries.map { "\(scheme):\(path)\($0)" } }
        }
    }()

    private static func randomTable(_ generator: inout SeededGenerator) -> String {
        func pick(_ words: [String]) -> String { words.randomElement(using: &generator) ?? "" }
        var lines = ["scheme pod" + pick(["", " other"]), pick(["", "", "deny /a/**", "deny /1"])]
        for feature in ["F", "G"] {
            lines += [
                "feature \(feature) {", pick(["", "require toggle on", "require toggle off", "require runtime on"]),
            ]
            lines += [
                "action a {", "input id string?", "input p string" + pick(["?", " = x", " = y"]), "respond", "}",
            ]
            for number in 0..<Int.random(in: 1...3, using: &generator) {
                let path = pick([
                    "/a", "/$(id)", "/$(id:uint)", "/a/$(id)", "/$(id:slug)/1", "/$(id)/$(:uint)", "/1/**",
                ])
                lines += ["route \(feature)\(number) \(path) do a {"]
                lines += [pick(["", "query p?", "query p", "query p:uint?", "query p?\nstrict", "query !p"])]
                lines += [pick(["", "", "in app", "query q?"]), "}"]
            }
            lines.append("}")
        }
        return lines.joined(separator: "\n")
    }

    @Test func `tables differ exactly where a link of a small alphabet is decided differently`() throws {
        var generator = SeededGenerator(for: "differences of tables")
        var (pairs, differing) = (0, 0)
        while pairs < 120 {
            let first = Self.randomTable(&generator)
            // Half of the tables differ in one line.
            let word = ["toggle on", "/a", "uint", "= x", "query p?", "in app", "strict"].randomElement(
                using: &generator)
            let other =
                Bool.random(using: &generator)
                ? Self.randomTable(&generator)
                : first.replacing(word ?? "", with: word == "/a" ? "/ab" : "", maxReplacements: 1)
            guard let old = RulesetLoader.load(TableFile(name: "t", bytes: Array(first.utf8))).ruleset,
                let new = RulesetLoader.load(TableFile(name: "t", bytes: Array(other.utf8))).ruleset
            else { continue }
            let difference = TableDifference(from: old, to: new)
            #expect(difference.isComplete)
            let different = Self.links.first { Self.decision(of: $0, in: old) != Self.decision(of: $0, in: new) }
            let found = difference.changes.contains { if case .links = $0.subject { true } else { false } }
            if let different, !found { Issue.record("\(different) is decided differently:\n\(first)\n---\n\(other)") }
            for change in difference.changes {
                guard case .links(let links) = change.subject else { continue }
                #expect(Self.decision(of: links.link, in: old) != Self.decision(of: links.link, in: new), "\(links)")
            }
            (pairs, differing) = (pairs + 1, differing + (different == nil ? 0 : 1))
        }
        print("differences: \(pairs) pairs of tables, \(differing) differ on the small alphabet")
        #expect(differing > 30 && differing < pairs)
    }

    /// What a table makes of a link: the route, the action, its inputs and its conditions, or the reason of a refusal.
    private static func decision(of url: String, in ruleset: Ruleset) -> String {
        switch ruleset.destination(of: url) {
        case .routed(let routed, _):
            let route = ruleset.routes[row: routed.row]
            let action = ruleset.action(of: route)
            let conditions = ruleset.catalogue.conditions(of: route.binding.feature)
            return "\(route.name) \(action.name) \(routed.inputs) \(conditions)"
        case .rejected(let outcome): return "\(outcome.code) \(outcome.route ?? "")"
        }
    }
}
