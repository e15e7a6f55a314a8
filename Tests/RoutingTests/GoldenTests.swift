import Conf
import Contract
import Features
import Matching
import TestTables
import Testing

@testable import Routing

/// One text of each error that no other table of this target prints in full: what is made by a loop, or is no table.
@Suite struct GoldenTests {
    private func printed(_ bytes: [UInt8]) -> String {
        Tables.printed(RulesetLoader.load(TableFile(name: "t", bytes: bytes)))
    }

    /// The first report, whatever follows it.
    private func first(_ bytes: [UInt8]) -> String {
        printed(bytes).split(separator: "\n").prefix(4).joined(separator: "\n")
    }

    @Test func `bytes that are no text`() {
        #expect(
            printed(Array("scheme s # caf".utf8) + [0xE9, 0x0A])
                == """
                t:1:15: error RT001: the file is not UTF-8 here
                   1 | scheme s # caf�
                     |               ^
                     = help: save it as UTF-8
                """)
    }

    @Test func `blocks in blocks`() {
        let deep = (1...33).map { "a\($0) {\n" }.joined() + String(repeating: "}\n", count: 33)
        let report = Tables.printed(Tables.load(deep)).split(separator: "\n").suffix(4).joined(separator: "\n")
        #expect(
            report == """
                t:33:1: error RT008: blocks are nested more than 32 deep
                   33 | a33 {
                      | ^~~
                      = help: close a block before this one
                """)
    }

    @Test func `words without end`() {
        #expect(
            first(Array(String(repeating: "a", count: Limits.wordBytes + 1).utf8))
                == """
                t:1:1: error RT009: the word has 65537 bytes; at most 65536 are read
                   1 | \(String(repeating: "a", count: 120))…
                     | ^
                     = help: shorten it
                """)
    }

    @Test func `too many of one thing`() {
        let inputs = (0...Limits.inputs).map { "input i\($0) string = x" }.joined(separator: "\n")
        #expect(
            Tables.printed(Tables.load(TableRow(.action, inputs + "\nrespond", "").table))
                == """
                t:164:1: error RT109: the action has 161 inputs; at most 160 are taken
                   164 | input i160 string = x
                       | ^~~~~
                       = help: give the action fewer inputs
                """)
    }

    @Test func `a table that declares nothing`() {
        #expect(
            printed(Array("# Written in place, and not yet again.\n".utf8))
                == """
                t:1:1: error RT018: the table declares nothing: every link would be refused
                   1 | # Written in place, and not yet again.
                     | ^
                     = help: write its routes; to change a table that is in use, rename a complete file over it
                """)
    }

    @Test func `a file that is doubted`() {
        var environment = LoadEnvironment()
        environment.file = { path, _ in
            TableFile(name: path, bytes: Array("scheme s\n".utf8), doubt: "\(path) can be written by others")
        }
        var collector = TableCollector(environment)
        collector.add(path: "t")
        let report = Tables.printed(RulesetLoader.load(collector.finish())).split(separator: "\n").prefix(4)
        #expect(
            report.joined(separator: "\n") == """
                t:1:1: warning RT012: t can be written by others
                   1 | scheme s
                     | ^
                     = help: the daemon refuses it: it must be root's or the daemon's, and writable by its owner alone
                """)
    }

    @Test func `files in files`() {
        let files = ["t": "include a\n", "a": "include b\n"]
        var tree = files
        for (name, next) in [("b", "c"), ("c", "d"), ("d", "e"), ("e", "f"), ("f", "g"), ("g", "h"), ("h", "i")] {
            tree[name] = "include \(next)\n"
        }
        let report = Tables.printed(FileTree(files: tree).load()).split(separator: "\n").prefix(6)
        #expect(
            report.joined(separator: "\n") == """
                h:1:9: error RT014: files include each other more than 8 deep
                   1 | include i
                     |         ^
                     = note: t:1:9: includes `a`
                   1 | include a
                     |         ^
                """)
    }

    // MARK: Precedence

    private func wideTable(_ count: Int, limit: String) -> String {
        let routes = (0..<count).map { "    route r\($0) /\(String(repeating: "a", count: $0))*/z do a\n" }
        return "scheme s\n\(limit)\nfeature F {\n    action a {\n        respond\n    }\n\(routes.joined())}\n"
    }

    @Test func `a table too wide to be looked through`() {
        func report(_ text: String, _ code: DiagnosticCode) -> String {
            let result = Tables.load(text)
            let printer = DiagnosticText(sources: result.sources)
            return result.diagnostics.inOrder.filter { $0.code == code }.map(printer.text(of:)).joined()
        }
        #expect(
            report(wideTable(65, limit: ""), .wideTable) == """
                t:7:11: warning RT509: one link can have 65 alternatives alive at one segment; 4096 are usual
                   7 |     route r0 /*/z do a
                     |           ^~
                     = help: use fewer captures beside literals

                """)
        #expect(
            report(wideTable(70, limit: "limit width 66"), .tableTooWide) == """
                t:7:11: error RT508: one link can have 70 alternatives alive at one segment; 66 are allowed
                   7 |     route r0 /*/z do a
                     |           ^~
                     = help: use fewer captures beside literals, or say `limit width 70`

                """)
    }

    @Test(arguments: [
        (
            PrecedenceProblem.tooManyComparisons(byteLimit: 5, rule: 0),
            """
            t:6:11: error RT510: the search for overlaps was given up after comparing 5 bytes
               6 |     route r /r do a
                 |           ^
                 = help: most alternatives meet at this route: give the routes around it distinct literals

            """
        ),
        (
            .tooLarge,
            """
            t:6:11: error RT511: the patterns are longer together than an index can hold
               6 |     route r /r do a
                 |           ^
                 = help: split the table

            """
        ),
    ])
    func `a table too large to be checked or kept`(_ problem: PrecedenceProblem, _ expected: String) {
        let text = "scheme s\nfeature F {\n    action a {\n        respond\n    }\n    route r /r do a\n}\n"
        var collector = TableCollector(LoadEnvironment())
        collector.add(TableFile(name: "t", bytes: Array(text.utf8)))
        let set = collector.finish()
        let read = TableReader(set, environment: LoadEnvironment()).read()
        var diagnostics = Diagnostics()
        diagnostics.report(read.draft.diagnostic(of: problem))
        let printer = DiagnosticText(sources: set.sources(for: diagnostics))
        #expect(diagnostics.inOrder.map(printer.text(of:)).joined() == expected)
    }

    // MARK: Test cases

    @Test(arguments: [
        (
            "case x {\nurl s:/r\n}\n",
            """
            c:1:6: error RT701: the case has no `expect`
               1 | case x {
                 |      ^
                 = help: add `expect CODE`

            """
        ),
        (
            "case x {\nurl s:/r\nexpect ok\n}\n",
            """
            c:3:8: error RT702: there is no code `ok`
               3 | expect ok
                 |        ^~
                 = help: did you mean `ok.wouldPerform`?

            """
        ),
        (
            "case x {\nurl s:/r\nwith caller uid -1\nexpect ok.wouldPerform\n}\n",
            """
            c:3:17: error RT703: `-1` is no uid
               3 | with caller uid -1
                 |                 ^~
                 = help: write a number

            """
        ),
        (
            "case x {\nurl s:/r\nexpect ok.wouldPerform\nroute rr\n}\n",
            """
            c:4:7: error RT704: there is no route `rr`
               4 | route rr
                 |       ^~
                 = help: did you mean `r`?

            """
        ),
        (
            "table t # and nothing else\n",
            """
            c:1:1: error RT705: the file has no cases
               1 | table t # and nothing else
                 | ^
                 = help: add `case \"…\" { … }`: a file that tests nothing cannot fail

            """
        ),
    ])
    func `a case that is none`(_ text: String, _ expected: String) throws {
        let ruleset = try Tables.ruleset(
            "scheme s\nfeature F {\n    action a {\n        respond\n    }\n    route r /r do a\n}\n")
        var diagnostics = Diagnostics()
        let document = ConfParser.parse(Array(text.utf8), name: "c", file: 0, diagnostics: &diagnostics)
        _ = CaseFile(document, ruleset: ruleset, diagnostics: &diagnostics)
        let printer = DiagnosticText(sources: [SourceText(document)])
        #expect(diagnostics.inOrder.map(printer.text(of:)).joined() == expected)
    }
}
