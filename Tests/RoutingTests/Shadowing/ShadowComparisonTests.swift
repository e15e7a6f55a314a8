import Contract
import Features
import TestTables
import Testing

@testable import Routing

/// Which links two tables decide differently, in which ways, and what is shown of them.
@Suite struct ShadowComparisonTests {
    private static let first = """
        scheme s
        host pods.example
        feature F {
            require toggle off
            action a {
                input id string
                input page uint = 1
                respond
            }
            route r /r/$(id) do a {
                query page:uint?
            }
        }
        deny /private/**
        """

    /// Compares links of one table with another; the table is `first` after a replacement.
    private static func compare(
        _ urls: [String], _ first: String = Self.first, changing changes: [(String, String)] = [],
        _ second: String? = nil
    ) throws -> ShadowReport {
        var other = second ?? first
        for (old, new) in changes {
            #expect(other.contains(old))
            other = other.replacing(old, with: new)
        }
        let result = FileTree(files: ["t": "shadow next\n" + first, "next": other]).load()
        let ruleset = try #require(result.ruleset, "\(Tables.printed(result))")
        let comparison = try #require(ShadowComparison.of(ruleset, after: nil) { 7 }, "\(Tables.printed(result))")
        for url in urls { compare(url, comparison, ruleset) }
        return comparison.counted(in: "next")
    }

    private static func compare(_ url: String, _ comparison: ShadowComparison, _ ruleset: Ruleset) {
        let passage = ruleset.pass(Target(url: url), facts: Facts(), caller: Caller(uid: 1))
        let bytes = url.utf8
        comparison.compare(bytes.span, sent: bytes.span, passage)
    }

    private static let urls = ["s://r/x", "s://r/x?page=2", "s://none", "https://pods.example/private/x", "not a link"]

    @Test func `a copy of a table decides every link alike`() throws {
        let report = try Self.compare(Self.urls)
        #expect(report.links == 5 && report.differing == 0 && report.differences == [] && report.kinds == 0)
        #expect(report.file == "next" && report.sinceMs == 7 && report.tableRevision != nil)
    }

    @Test(arguments: [
        ("route r /r", "route new /r", "route", "r F.a | new F.a"),
        ("feature F", "feature G", "action", "r F.a | r G.a"),
        ("toggle off", "toggle on", "conditions", "r F.a | r F.a"),
        ("require toggle off", "visible no", "conditions", "r F.a | r F.a"),
        ("uint = 1", "uint = 3", "inputs page", "r F.a | r F.a"),
        ("route r /r/$(id) do a", "route r /q/$(id) do a", "code", "r F.a | rejected.route.notFound"),
        ("scheme s", "scheme q", "code", "r F.a | rejected.url.schemeNotAllowed"),
        ("deny /private/**", "deny /r/**", "code", "r F.a | rejected.route.excluded"),
    ])
    func `what differs is named`(_ old: String, _ new: String, _ changed: String, _ both: String) throws {
        // A toggle's fact has the path of its feature.
        let report = try Self.compare(["s://r/x"], changing: [(old, new)])
        #expect(report.links == 1 && report.differing == 1 && report.kinds == 1)
        let difference = try #require(report.differences.first)
        let words = difference.changed.map { change in
            ([change.rawValue] + (change == .inputs ? difference.inputs : [])).joined(separator: " ")
        }
        #expect(words.joined(separator: ", ") == changed)
        let sides = [difference.now, difference.then].map { side in
            [side.code, side.route, side.action].compactMap(\.self).joined(separator: " ")
        }
        #expect(sides.joined(separator: " | ") == both)
        #expect(difference.example == "s://r/x" && difference.firstMs == 7)
    }

    @Test func `what the policy, a limit or a denial refuses is compared by its code`() throws {
        let report = try Self.compare(
            Self.urls, changing: [("deny /private/**", "limit url 64")], nil)
        #expect(report.differing == 1)
        #expect(report.differences.first?.now.code == "rejected.route.excluded")
        #expect(report.differences.first?.then.code == "rejected.route.notFound")
        let url = "s://r/" + String(repeating: "x", count: 80)
        let long = try Self.compare([url], changing: [("deny /private/**", "limit url 64")])
        #expect(long.differences.first?.then.code == "rejected.url.tooLong")
        #expect(long.differences.first?.example == "s:***", "one table cannot say what of it is secret")
    }

    @Test func `links of one kind are counted together, and kinds come in the order of their links`() throws {
        let other = Self.first.replacing("route r /r", with: "route new /r").replacing("uint = 1", with: "uint = 3")
        let report = try Self.compare(["s://r/x?page=2", "s://r/x", "s://r/y", "s://r/z"], Self.first, other)
        #expect(report.differences.map(\.links) == [3, 1])
        #expect(report.differences.map(\.changed) == [[.route, .inputs], [.route]])
        #expect(report.differences.map(\.example) == ["s://r/x", "s://r/x?page=2"])
    }

    @Test(arguments: [("", " secret"), (" secret", ""), (" secret", " secret")])
    func `a value that either table calls secret is not shown`(_ now: String, _ then: String) throws {
        func table(_ route: String, _ mark: String) -> String {
            """
            scheme s
            feature F {
                action a {
                    input token string\(mark)
                    respond
                }
                route \(route) /r/$(token) do a
            }
            """
        }
        let report = try Self.compare(["s://r/hunter2"], table("r", now), table("new", then))
        #expect(report.differences.map(\.example) == ["s:***"])
        #expect(!"\(report)".contains("hunter2"))
    }

    @Test func `an example has at most 512 bytes`() throws {
        let url = "s://r/" + String(repeating: "x", count: 2_000)
        let report = try Self.compare([url], changing: [("route r /r", "route new /r")])
        let example = try #require(report.differences.first?.example)
        #expect(example.utf8.count == 512 && example.hasSuffix("…") && url.hasPrefix(example.dropLast()))
    }

    @Test func `what is handed on is a destination, and its feature has conditions`() throws {
        let block = "unmatched {\n    schemes https\n    exec /bin/echo $(url)\n}\n"
        let links = ["https://news.example/1", "https://pods.example/private/x", "s://none"]
        let more = try Self.compare(links, Self.first, Self.first + "\n" + block)
        #expect(more.differences.map(\.then.code) == ["ok.unmatched"] && more.differing == 1)
        #expect(more.differences.first?.then.action == "Unmatched.open")
        let with = Self.first + "\n" + block
        #expect(try Self.compare(links, with).differing == 0)
        let change = ("schemes https", "schemes https\n    require toggle on")
        let toggled = try Self.compare(links, with, changing: [change])
        #expect(toggled.differences.map(\.changed) == [[.conditions]])
    }

    @Test func `each table rewrites a link by its own lines`() throws {
        let moved = """
            rewrite moved {
                from https://old.example/**
                to https://pods.example/private/**
            }

            """
        let report = try Self.compare(["https://old.example/x"], Self.first, moved + Self.first)
        #expect(report.differences.first?.now.code == "rejected.url.hostNotAllowed")
        #expect(report.differences.first?.then.code == "rejected.route.excluded")
    }

    @Test func `256 kinds are told apart, and further links are counted`() throws {
        func table(_ name: String) -> String {
            let routes = (0..<300).map { "    route \(name)\($0) /\($0)/$(id) do a\n" }.joined()
            let action = "    action a {\n        input id string\n        respond\n    }\n"
            return "scheme s\nfeature F {\n\(action)\(routes)}\n"
        }
        let urls = (0..<10_000).map { "s://\($0 % 300)/\($0)" }
        let report = try Self.compare(urls, table("r"), table("q"))
        #expect(report.links == 10_000 && report.differing == 10_000)
        #expect(report.kinds == Limits.shadowKinds && report.differences.count == Limits.shadowKinds)
        #expect(report.others == 10_000 - report.differences.map(\.links).reduce(0, +) && report.others > 0)
    }

    @Test func `counting goes on while no text changes, and begins anew when one does`() throws {
        func ruleset(_ first: String, _ second: String) throws -> Ruleset {
            try #require(FileTree(files: ["t": "shadow next\n" + first, "next": second]).load().ruleset)
        }
        let other = Self.first.replacing("route r /r", with: "route new /r")
        let table = try ruleset(Self.first, other)
        let comparison = try #require(ShadowComparison.of(table, after: nil) { 7 })
        Self.compare("s://r/x", comparison, table)
        let same = try #require(ShadowComparison.of(try ruleset(Self.first, other), after: comparison) { 8 })
        Self.compare("s://r/x", same, table)
        #expect(same.counted(in: "").differences.map(\.links) == [2])
        for (first, second) in [(Self.first + "\n#", other), (Self.first, other + "\n#")] {
            let next = try #require(ShadowComparison.of(try ruleset(first, second), after: same) { 9 })
            #expect(next.counted(in: "").links == 0 && next.counted(in: "").sinceMs == 9)
        }
        let alone = try Tables.ruleset(Self.first)
        #expect(ShadowComparison.of(alone, after: same) { 9 } == nil)
    }

    @Test func `a link that the closed intake refuses is not compared`() throws {
        var facts = Facts()
        facts[.runtime(DeepLinkingFeature.name)] = .off
        let files = ["t": "shadow next\n" + Self.first, "next": Self.first]
        let ruleset = try #require(FileTree(files: files).load().ruleset)
        let comparison = try #require(ShadowComparison.of(ruleset, after: nil) { 7 })
        let bytes = "s://r/x".utf8
        let passage = ruleset.pass(Target(url: "s://r/x"), facts: facts, caller: Caller(uid: 1))
        comparison.compare(bytes.span, sent: bytes.span, passage)
        #expect(comparison.counted(in: "").links == 0)
    }
}
