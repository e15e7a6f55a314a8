import Routing
import TestTables
import Testing
import Varlink

@testable import Editing

/// Diagnostics as an author types.
@Suite struct CheckingTests {
    private static let table = """
        scheme shop
        feature Shop {
            action show {
                input id uint
                respond
            }
            route item /items/$(id:uint) do show
        }

        """

    @Test(arguments: Mistake.tables.map(\.text))
    func `a mistake that is typed into a table is shown at its place, and goes when it is taken back`(_ text: String)
        throws
    {
        let mistake = try #require(Mistake.tables.first { $0.text == text })
        let editor = Editor()
        editor.open("/t.conf", Mistake.table)
        #expect(editor.diagnostics("/t.conf") == [])
        editor.type("/t.conf", mistake.file(in: Mistake.table))
        // An editor also shows the link that shows a conflict.
        let shown = editor.diagnostics("/t.conf").joined(separator: "\n").split(separator: "\n")
        #expect(shown.filter { !$0.hasPrefix("for example: ") }.joined(separator: "\n") == mistake.report)
        editor.type("/t.conf", Mistake.table)
        #expect(editor.diagnostics("/t.conf") == [])
    }

    @Test(arguments: Mistake.cases.map(\.text))
    func `a mistake that is typed into a file of cases is shown at its place`(_ text: String) throws {
        let mistake = try #require(Mistake.cases.first { $0.text == text })
        let editor = Editor(["/d/routes.conf": Mistake.table])
        editor.open("/d/t.cases", Mistake.caseFile)
        #expect(editor.diagnostics("/d/t.cases") == [])
        editor.type("/d/t.cases", mistake.file(in: Mistake.caseFile))
        #expect(editor.diagnostics("/d/t.cases").joined(separator: "\n") == mistake.report)
    }

    @Test func `a file that others include is checked with them, as the editor has it`() {
        let main = "scheme shop\ninclude parts/*.conf\n"
        let part = "feature Shop {\n    action show {\n        respond\n    }\n    route item /items do show\n}\n"
        let editor = Editor(["/d/routes.conf": main, "/d/parts/a.conf": part, "/d/parts/b.conf": "values k a b\n"])
        editor.open("/d/parts/a.conf", part)
        #expect(editor.diagnostics("/d/parts/a.conf") == [])
        #expect(editor.diagnostics("/d/parts/b.conf").map { String($0.prefix(9)) } == ["1:8 RT410"])
        editor.type("/d/parts/a.conf", part.replacing("do show", with: "do shw"))
        #expect(editor.diagnostics("/d/parts/a.conf").map { String($0.prefix(10)) } == ["5:26 RT403"])
        // What the other file names is found in the first one's text.
        editor.open("/d/routes.conf", main + "feature Shop {\n}\n")
        editor.type("/d/parts/a.conf", part)
        #expect(editor.diagnostics("/d/parts/a.conf").map { String($0.prefix(9)) } == ["1:9 RT201"])
    }

    @Test func `drop-ins are checked with the main file, and with each other`() {
        let dropIn = "scheme cafe\nfeature Cafe {\n    action go {\n        respond\n    }\n    route cafe / do go\n}\n"
        let disk = ["/e/routes.conf": Self.table, "/e/routes.conf.d/30-cafe.conf": dropIn]
        let editor = Editor(disk)
        editor.open("/e/routes.conf.d/40-more.conf", "scheme shop\n")
        #expect(editor.diagnostics("/e/routes.conf.d/40-more.conf").map { String($0.prefix(9)) } == ["1:8 RT603"])
        editor.open("/e/routes.conf", Self.table)
        editor.type("/e/routes.conf", Self.table.replacing("scheme shop", with: "scheme store"))
        #expect(editor.diagnostics("/e/routes.conf.d/40-more.conf").map { String($0.prefix(9)) } == ["1:8 RT606"])
    }

    @Test func `a file that is not included any more is a table of its own`() {
        let editor = Editor(["/d/a.conf": "scheme s\ninclude b.inc.conf\n", "/d/b.inc.conf": "values k a\n"])
        editor.open("/d/a.conf", "scheme s\ninclude b.inc.conf\n")
        editor.open("/d/b.inc.conf", "values k a\n")
        #expect(editor.diagnostics("/d/b.inc.conf").map { String($0.prefix(9)) } == ["1:8 RT410"])
        editor.type("/d/a.conf", "scheme s\n")
        #expect(editor.diagnostics("/d/b.inc.conf").map { String($0.prefix(9)) } == ["1:8 RT410"])
        #expect(editor.server.workspace.files.files.count == 2)
    }

    @Test func `cases are run against the table as the editor has it, and a failing one is shown at its name`() {
        let cases = """
            table routes.conf
            case "seven" {
                url shop://items/7
                expect ok.wouldPerform
            }

            """
        let editor = Editor(["/d/routes.conf": Self.table, "/d/t.cases": cases])
        editor.open("/d/t.cases", cases)
        #expect(editor.diagnostics("/d/t.cases") == [])
        editor.open("/d/routes.conf", Self.table)
        editor.type("/d/routes.conf", Self.table.replacing("/items/", with: "/things/"))
        let failed = "2:6 case expected ok.wouldPerform, got rejected.route.notFound"
        #expect(editor.diagnostics("/d/t.cases").map { $0.hasPrefix(failed) } == [true])
        editor.type("/d/routes.conf", "scheme")
        #expect(
            editor.diagnostics("/d/t.cases") == ["1:7 - `routes.conf` has 1 error, so these cases cannot be checked"])
        editor.type("/d/routes.conf", Self.table)
        #expect(editor.diagnostics("/d/t.cases") == [])
    }

    @Test func `included cases are run with their table, and what is wrong with them is said where they are included`()
    {
        let all = "table routes.conf\ninclude sub/more.cases\n"
        let more = "case seven {\n    url shop://items/7\n    route item\n    expect ok.wouldPerform\n}\n"
        let editor = Editor(["/d/routes.conf": Self.table, "/d/t.cases": all, "/d/sub/more.cases": more])
        editor.open("/d/t.cases", all)
        #expect(editor.diagnostics("/d/t.cases") == [])
        editor.open("/d/sub/more.cases", more)
        #expect(editor.diagnostics("/d/sub/more.cases") == [])
        editor.open("/d/routes.conf", Self.table)
        let lenses = editor.result("textDocument/codeLens", ["textDocument": ["uri": "file:///d/routes.conf"]])
        #expect((lenses.elements ?? []).map { $0["command"]?["title"] } == ["1 case · run"])
        editor.type("/d/sub/more.cases", more.replacing("ok.wouldPerform", with: "blocked.*"))
        #expect(editor.diagnostics("/d/t.cases") == ["2:9 case `/d/sub/more.cases` has 1 failing case"])
        #expect(
            editor.diagnostics("/d/sub/more.cases").map { $0.hasPrefix("1:6 case expected blocked.*, got ok.") } == [
                true
            ])
        editor.type("/d/sub/more.cases", more.replacing("ok.wouldPerform", with: "ok.nothing"))
        #expect(editor.diagnostics("/d/t.cases") == ["2:9 case `/d/sub/more.cases` has 1 error"])
        editor.type("/d/t.cases", all + "include gone.cases\n")
        #expect(editor.diagnostics("/d/t.cases").contains { $0.hasPrefix("3:9 RT") })
        editor.type("/d/sub/more.cases", more)
        editor.type("/d/t.cases", all)
        #expect(editor.diagnostics("/d/t.cases") == [])
    }

    @Test func `a table that is not there is said at its name`() {
        let editor = Editor(["/d/t.cases": "table gone.conf\n"])
        editor.open("/d/t.cases", "table gone.conf\n")
        #expect(editor.diagnostics("/d/t.cases").first?.hasPrefix("1:7 - there is no /d/gone.conf") == true)
    }

    @Test func `what a closed file had is taken back`() {
        let editor = Editor()
        editor.open("/t.conf", "scheme\n")
        #expect(editor.diagnostics("/t.conf").count == 1)
        editor.notify("textDocument/didClose", ["textDocument": ["uri": "file:///t.conf"]])
        editor.run()
        #expect(editor.diagnostics("/t.conf") == [])
        #expect(editor.server.published.isEmpty)
    }

    @Test func `a diagnostic has its other places, and what is unused is grey`() throws {
        let editor = Editor()
        editor.open("/t.conf", "scheme s\nscheme s\nvalues k a b\n" + "feature F {\n}\n")
        let sent = try #require(editor.notifications.last { $0.method == "textDocument/publishDiagnostics" })
        let first = try #require(sent.parameters["diagnostics"]?.elements?.first)
        #expect(first["severity"] == 1)
        let related = first["relatedInformation"]?.elements?.first
        #expect(related?["message"] == "the first is here")
        #expect(related?["location"]?["range"]?["start"]?["line"] == 0)
        editor.type("/t.conf", Self.table + "values k a b\n")
        let now = editor.notifications.last?.parameters["diagnostics"]?.elements?.first
        #expect(now?["tags"] == [1])
        #expect(now?["severity"] == 2)
    }

    @Test func `ten thousand cases are run in portions`() {
        let cases =
            "table routes.conf\n"
            + (0..<500).map { "case \"c\($0)\" {\n    url shop://items/\($0)\n    expect ok.wouldPerform\n}\n" }
            .joined()
        let editor = Editor(["/d/routes.conf": Self.table])
        editor.open("/d/t.cases", cases)
        editor.change("/d/t.cases", [["text": .string(cases + "\n")]])
        var steps = 0
        while editor.server.hasWork {
            editor.server.step()
            steps += 1
        }
        #expect(steps >= 500 / EditingLimits.casesAtOnce)
    }
}
