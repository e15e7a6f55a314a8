import Conf
import TestTables
import Testing

@testable import Routing

/// The second table: which files it is made of, and what its errors are to the first.
@Suite struct ShadowFileTests {
    private static func table(_ lines: String, route: String = "r") -> String {
        "scheme s\n\(lines)feature F {\n    action a {\n        respond\n    }\n    route \(route) /r do a\n}\n"
    }

    private static func route(_ ruleset: Ruleset?, _ url: String = "s://r") -> String? {
        guard let ruleset, case .routed(let link, _) = ruleset.destination(of: url) else { return nil }
        return ruleset.routes[link.route].name
    }

    private static func load(_ files: [String: String]) -> RulesetLoader.Result { FileTree(files: files).load() }

    @Test func `the file is read in the place of the one with the line`() throws {
        let result = Self.load([
            "t": Self.table("shadow next/t\ninclude more\n"), "more": "scheme more\n",
            "next/t": Self.table("include x\n", route: "new"), "next/x": "host x.example\n",
        ])
        let ruleset = try #require(result.ruleset)
        #expect(result.diagnostics.kept.allSatisfy { $0.code == .unusedScope || $0.severity == .warning })
        #expect(ruleset.shadow?.file == "next/t")
        #expect(Self.route(ruleset) == "r" && Self.route(ruleset.shadow?.ruleset) == "new")
        let scopes = ruleset.shadow?.ruleset?.scopes.map { "\($0.entry)" } ?? []
        #expect(!scopes.contains { $0.contains("more") }, "what the file includes goes with it: \(scopes)")
        #expect(scopes.contains { $0.contains("x.example") })
    }

    @Test func `other files are the same in both tables`() throws {
        let tree = FileTree(files: [
            "t": Self.table("shadow next\n"), "next": Self.table("", route: "new"),
            "u": "package p\nscheme p\nfeature G {\n    action a {\n        respond\n    }\n    route x /x do a\n}\n",
            "v": "scheme v\nfeature H {\n    action a {\n        respond\n    }\n    route y /y do a\n}\n",
        ])
        for roots in [["t", "u", "v"], ["u", "v", "t"], ["v", "t", "u"]] {
            let result = tree.load(roots[0], roots[1], roots[2])
            let shadow = try #require(result.ruleset?.shadow?.ruleset, "\(Tables.printed(result))")
            #expect(["s://r", "p://x", "v://y"].map { Self.route(shadow, $0) } == ["new", "p:x", "y"])
        }
    }

    @Test func `the revision changes with the text of either table`() throws {
        func revision(_ first: String, _ second: String?) throws -> String {
            var files = ["t": first]
            files["next"] = second
            return try #require(Self.load(files).ruleset).revision
        }
        let (first, second) = (Self.table("shadow next\n"), Self.table(""))
        let revisions = [
            try revision(first, nil), try revision(first, second), try revision(first, second + "# why\n"),
            try revision(first + "# why\n", second), try revision(first, "feature {"),
        ]
        #expect(Set(revisions).count == revisions.count)
        #expect(try revision(first, second) == revisions[1])
    }

    @Test func `errors of the second table are warnings of the first, at their places`() throws {
        let other = Self.table("", route: "x /x do b\n    route r")
        let result = Self.load(["t": Self.table("shadow next\n"), "next": other])
        let ruleset = try #require(result.ruleset, "\(Tables.printed(result))")
        #expect(ruleset.shadow?.file == "next" && ruleset.shadow?.ruleset == nil)
        #expect(Self.route(ruleset) == "r")
        #expect(!result.diagnostics.hasErrors)
        let printed = Tables.printed(result)
        #expect(
            printed.hasPrefix(
                """
                t:2:8: warning RT021: no link is compared: the table with next has 1 error
                   2 | shadow next
                     |        ^~~~
                     = help: mend that file, and reload
                next:6:
                """), "\(printed)")
    }

    @Test func `a file that is absent, empty or badly written is reported, and the table is loaded`() throws {
        let bad: [(String?, [String])] = [
            (nil, ["RT021"]), ("", ["RT021", "RT018"]), ("feature F {\n", ["RT021", "RT007"]),
            ("include next\n", ["RT021", "RT013"]),
        ]
        for (text, codes) in bad {
            var files = ["t": Self.table("shadow next\n")]
            files["next"] = text
            let result = Self.load(files)
            #expect(result.ruleset?.shadow?.ruleset == nil && result.ruleset?.shadow != nil)
            #expect(result.diagnostics.inOrder.map(\.code.rawValue) == codes, "\(Tables.printed(result))")
            #expect(!result.diagnostics.hasErrors)
        }
    }

    @Test func `the second table names no third`() throws {
        let result = Self.load([
            "t": Self.table("shadow next\n"), "next": Self.table("shadow third\n"), "third": Self.table(""),
        ])
        #expect(result.ruleset?.shadow?.ruleset != nil && result.ruleset?.shadow?.ruleset?.shadow == nil)
        #expect(
            Tables.printed(result) == """
                next:2:1: warning RT022: this table is compared itself, and `shadow` says nothing in it
                   2 | shadow third
                     | ^~~~~~
                     = help: remove the line
                """)
    }

    @Test func `the line stands once, names one file, and is not for packages`() {
        let others: [([String: String], [String])] = [
            (["t": Self.table("shadow a\nshadow b\n"), "a": Self.table("")], ["RT103"]),
            (["t": Self.table("shadow a\ninclude u\n"), "a": Self.table(""), "u": "shadow b\n"], ["RT103"]),
            (["t": Self.table("shadow *.next\n")], ["RT017"]),
            (["t": Self.table("shadow next/\n")], ["RT017"]),
            (["t": "package p\n" + Self.table("shadow next\n"), "next": Self.table("")], ["RT102"]),
            (["t": Self.table("shadow\n")], ["RT104"]),
        ]
        for (files, codes) in others {
            let result = Self.load(files)
            let errors = result.diagnostics.inOrder.filter { $0.severity == .error }
            #expect(errors.map(\.code.rawValue) == codes, "\(Tables.printed(result))")
        }
    }

    @Test func `a table may be compared with itself`() throws {
        let result = Self.load(["t": Self.table("shadow t\n")])
        #expect(result.ruleset?.shadow?.ruleset != nil)
    }
}
