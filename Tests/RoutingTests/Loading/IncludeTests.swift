import Conf
import Contract
import Features
import TestTables
import Testing

@testable import Routing

/// A table of several files, and everything that is reported of it.
struct TreeRow: CustomTestStringConvertible, Sendable {
    let files: [String: String]
    var roots = ["t"]
    let printed: String

    var testDescription: String { files["t"] ?? "" }

    /// Loads the table and expects exactly what the row says.
    func check() {
        let environment = FileTree(files: files).environment
        var collector = TableCollector(environment)
        for root in roots { collector.add(path: root) }
        #expect(Tables.printed(RulesetLoader.load(collector.finish(), environment: environment)) == printed)
    }
}

@Suite struct IncludeTests {
    /// A feature with one route.
    private static func feature(_ name: String, _ lines: String = "") -> String {
        "feature \(name) {\naction a {\nrespond\n}\nroute \(name) /\(name) do a {\n\(lines)\n}\n}\n"
    }

    @Test func `includes are read in the order of their bytes, beside the file that includes`() {
        let tree = FileTree(files: [
            "t": "include d/*.conf\nscheme s\n" + Self.feature("T"),
            "d/Z.conf": Self.feature("Z") + "include e.conf\n", "d/a.conf": Self.feature("A"),
            "d/.hidden.conf": "nonsense", "d/a.conf~": "nonsense", "e.conf": "nonsense", "d/e.conf": "",
        ])
        // `e.conf` is beside the file that includes it, and the glob that takes it too finds it read.
        let result = tree.load()
        #expect(result.files.map(\.name) == ["t", "d/Z.conf", "d/e.conf", "d/a.conf"])
        #expect(result.diagnostics.inOrder.map(\.code) == [.includedTwice])
    }

    @Test func `every part of a path can be a glob`() {
        let tree = FileTree(files: [
            "t": "include apps/*/routes.conf\nscheme s\n", "apps/b/routes.conf": Self.feature("B"),
            "apps/a/routes.conf": Self.feature("A"), "apps/README": "nonsense", "apps/c/other.conf": "nonsense",
        ])
        #expect(tree.load().ruleset?.files.map(\.name) == ["t", "apps/a/routes.conf", "apps/b/routes.conf"])
    }

    @Test func `an absolute path begins at the root of the tree that is read`() {
        var environment = FileTree(files: ["/image/x/a.conf": Self.feature("A")]).environment
        environment.root = "/image"
        let table = TableFile(name: "/image/t", bytes: Array("scheme s\ninclude /x/a.conf".utf8))
        #expect(RulesetLoader.load(table, environment: environment).ruleset?.routes.map(\.name) == ["A"])
    }

    @Test func `an included file shares the scopes of the one that includes it, and its declarations`() throws {
        let tree = FileTree(files: [
            "t": "scheme s\nhost h.example\nvalues v x y\ninclude i\n" + Self.feature("T", "in other"),
            "i": "scheme other\n"
                + "feature I {\naction a {\ninput l string\nrespond\n}\nroute i /i/$(l:@v) do a {\nin s\n}\n}\n"
                + Self.feature("J"),
        ])
        let ruleset = try #require(tree.load().ruleset, "\(Tables.printed(tree.load()))")
        #expect(ruleset.files.map(\.name) == ["t", "i"])
        let accepted = ["s:/i/x", "other:/T", "s:/J", "other:/J", "https://h.example/J"]
        let refused = ["other:/i/x", "s:/T", "s:/i/z"]
        for (urls, isAccepted) in [(accepted, true), (refused, false)] {
            for url in urls {
                let explanation = Explanation(of: url, in: ruleset, facts: .init(), caller: .init(uid: 1))
                #expect((explanation.outcome.code == .okWouldPerform) == isAccepted, "\(url)")
            }
        }
    }

    @Test func `a table that includes nothing there is loaded with a warning`() {
        TreeRow(
            files: ["t": "scheme s\ninclude d/*.conf\ninclude gone.conf\n" + Self.feature("T")],
            printed: """
                t:2:9: warning RT015: no file matches `d/*.conf`
                   2 | include d/*.conf
                     |         ^~~~~~~~
                     = help: a relative path begins in the folder of the file that includes
                t:3:9: warning RT015: no file matches `gone.conf`
                   3 | include gone.conf
                     |         ^~~~~~~~~
                     = help: a relative path begins in the folder of the file that includes
                """
        ).check()
    }

    @Test(arguments: [
        TreeRow(
            files: ["t": "include a\n", "a": "include b\n", "b": "# back\ninclude ./a\n"],
            printed: """
                b:2:9: error RT013: the files include each other in a circle: `a`, `b`, `./a`
                   2 | include ./a
                     |         ^~~
                     = note: a:1:9: includes `b`
                   1 | include b
                     |         ^
                     = help: remove one `include`
                """),
        TreeRow(
            files: ["t": "include t\n"],
            printed: """
                t:1:9: error RT013: the files include each other in a circle: `t`, `t`
                   1 | include t
                     |         ^
                     = help: remove one `include`
                """),
        TreeRow(
            files: ["t": "include a\ninclude ./a\n", "a": ""],
            printed: """
                t:2:9: error RT016: the file `./a` is read already
                   2 | include ./a
                     |         ^~~
                     = note: a: it was read here
                     = help: remove one of the two
                """),
        TreeRow(
            files: ["t": "limit url 4096\n"], roots: ["t", "./t"],
            printed: """
                ./t: error RT016: this is the file `t` again
                     = note: t:1:1: it was read here
                   1 | limit url 4096
                     | ^
                     = help: remove one of the names
                """),
        TreeRow(
            files: ["t": "include x[0-9\ninclude [b-a]\ninclude [[:digit:]]\ninclude d/\ninclude \"\"\n"],
            printed: """
                t:1:9: error RT017: `x[0-9` cannot be included: a `[` is not closed
                   1 | include x[0-9
                     |         ^~~~~
                     = help: close it, as in `[0-9]*.conf`; a bracket itself is `[[]`
                t:2:9: error RT017: `[b-a]` cannot be included: a range of characters runs backwards
                   2 | include [b-a]
                     |         ^~~~~
                     = help: write the lower end first, as in `[a-z]`
                t:3:9: error RT017: `[[:digit:]]` cannot be included: classes of characters have no names here
                   3 | include [[:digit:]]
                     |         ^~~~~~~~~~~
                     = help: write the characters, as in `[a-z]`
                t:4:9: error RT017: `d/` cannot be included: it names a folder
                   4 | include d/
                     |         ^~
                     = help: name the files in it, as in `tables/*.conf`
                t:5:9: error RT017: `` cannot be included: it names a folder
                   5 | include ""
                     |         ^~
                     = help: name the files in it, as in `tables/*.conf`
                """),
        TreeRow(
            files: ["t": "include closed/*\ninclude a b\ninclude\n"],
            printed: """
                t:1:9: error RT011: cannot read closed/
                   1 | include closed/*
                     |         ^~~~~~~~
                     = help: open it
                t:2:1: error RT104: `include` has too many words
                   2 | include a b
                     | ^~~~~~~~~~~
                     = help: it is written `include GLOB`
                t:3:1: error RT104: `include` has too few words
                   3 | include
                     | ^~~~~~~
                     = help: it is written `include GLOB`
                """),
        TreeRow(
            files: ["t": "feature F {\ninclude a\n}\n", "a": ""],
            printed: """
                t:2:1: error RT102: `include` does not belong in `feature`
                   2 | include a
                     | ^~~~~~~
                     = help: it belongs in a table
                """),
    ])
    func `what cannot be included is reported where it is asked for`(_ row: TreeRow) {
        row.check()
    }

    @Test func `files include each other eight deep and no deeper`() {
        var files = ["8": "include 9\n", "9": ""]
        for depth in 1..<8 { files["\(depth)"] = "include \(depth + 1)\n" }
        files["t"] = "include 1\n"
        let printed = Tables.printed(FileTree(files: files).load())
        let lines = printed.split(separator: "\n").map(String.init)
        #expect(lines.first == "8:1:9: error RT014: files include each other more than 8 deep")
        #expect(lines.filter { $0.contains("= note:") }.count == 8)
        #expect(lines.last == "     = help: include the file from one further up")
        files["8"] = "limit url 4096\n"
        #expect(FileTree(files: files).load().files.count == 9)
        #expect(Tables.printed(FileTree(files: files).load()).isEmpty)
    }

    @Test func `what a missing file would have declared is not reported as unknown`() {
        let table =
            "scheme s\ninclude [\nfeature F {\nrequire purchase premium\naction a {\ninput x @lang\nrespond\n}\n"
            + "route r /r/$(x:@lang) do b {\nin other\nover there\n}\n}\n"
        #expect(Tables.printed(FileTree(files: ["t": table]).load()).hasPrefix("t:2:9: error RT017"))
        #expect(!FileTree(files: ["t": table]).load().diagnostics.inOrder.map(\.code).contains(.unknownProduct))
    }

    @Test func `ten errors in several files are ten reports, by file and then by line`() {
        let tree = FileTree(files: [
            "t": "scheme 7s\nscheme s\nvalue v\ninclude i\nlimit nothing 1\n", "i": "scheme 8s\nhost h.\nvalue w\n",
            "u": "scheme 9s\nscheme 10s\nvalue x\nlimit nothing 2\n",
        ])
        let places = tree.load("t", "u").reports.map { "\($0.file):\($0.line)" }
        #expect(places == ["t:1", "t:3", "t:5", "i:1", "i:2", "i:3", "u:1", "u:2", "u:3", "u:4"])
    }

    @Test func `the revision tells texts, their order and their owners apart`() throws {
        let part = Self.feature("P")
        func revision(_ files: [String: String], _ roots: [String] = ["t"]) throws -> String {
            let environment = FileTree(files: files).environment
            var collector = TableCollector(environment)
            for root in roots { collector.add(path: root) }
            return collector.finish().revision
        }
        let base = "scheme s\ninclude *.conf\n"
        let one = try revision(["t": base, "a.conf": part])
        #expect(try revision(["t": base, "b.conf": part]) == one, "a name is not the text")
        #expect(try revision(["t": base, "a.conf": part + "#"]) != one)
        #expect(try revision(["t": base, "a": part], ["t", "a"]) != one)
        #expect(try revision(["t": base, "a.conf": part, "b.conf": ""]) != one)
        #expect(try revision(["t": base]) == TableRevision.text(TableRevision.hash(Array(base.utf8))))
    }

    @Test func `a table has a largest number of files and bytes, all together`() {
        var files = ["t": "scheme s\ninclude d/*\n"]
        for number in 0...Limits.tableFiles { files["d/\(number)"] = "" }
        #expect(FileTree(files: files).load().diagnostics.inOrder.map(\.code) == [.tooMany])
        files["d/0"] = nil
        #expect(FileTree(files: files).load().diagnostics.inOrder.map(\.code) == [.tooMany])
        files["d/1"] = nil
        #expect(FileTree(files: files).load().files.count == Limits.tableFiles)
    }

    /// The texts of the files that are named, and the file and line of each report of an empty table.
    @Test(
        arguments: [
            (["t": ""], ["t:1"]), (["t": "\n# nothing\n\n"], ["t:1"]), (["t": "include i\n", "i": ""], ["t:1"]),
            (["t": "include i\n", "i": "include j\n", "j": "# nothing"], ["t:1"]),
            (["t": "scheme s\n", "u": ""], ["u:1"]), (["t": "", "u": "# nothing"], ["t:1", "u:1"]),
            (["t": "scheme s\n"], []), (["t": "include i\n", "i": "scheme s\n"], []),
            (["t": "scheme s\ninclude i\n", "i": ""], []),
        ] as [([String: String], [String])])
    func `a table that is named and declares nothing is refused, an include may be empty`(
        files: [String: String], places: [String]
    ) {
        let roots = ["t", "u"].filter { files[$0] != nil }
        let tree = FileTree(files: files)
        let result = roots.count == 1 ? tree.load("t") : tree.load("t", "u")
        let empty = result.diagnostics.inOrder.filter { $0.code == .emptyTable }
        #expect(empty.map { "\(result.files[$0.place.file].name):1" } == places)
        #expect((result.ruleset == nil) == !places.isEmpty)
    }

    @Test func `what is wrong in a file is not reported as a table without declarations as well`() {
        for text in ["scheme \"s", "}", "\u{feff}", "include [\n"] {
            #expect(
                !FileTree(files: ["t": text]).load().diagnostics.inOrder.map(\.code).contains(.emptyTable), "\(text)")
        }
    }

    @Test func `a table without files has no text and no routes`() {
        let result = RulesetLoader.load(TableCollector(LoadEnvironment()).finish())
        #expect(result.ruleset?.routes.isEmpty == true)
        #expect(result.files.isEmpty)
    }
}
