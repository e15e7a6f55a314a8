import TestTables
import Testing
import Varlink

@testable import Editing

/// Hover, completion, changes that help asks for, lenses and symbols.
@Suite struct WritingTests {
    private static let table = """
        scheme shop
        values kind shirts shoes
        product pro {
            title "Pro"
        }
        feature Shop {
            require purchase pro
            action show {
                input id uint
                respond
            }
            route item /items/$(id:uint) do show
            feature Deals {
                require toggle on
            }
        }

        """
    private static let disk = [
        "/d/routes.conf": table, "/d/more.conf": "scheme more\n", "/d/notes.txt": "",
        "/d/t.cases":
            "table routes.conf\ncase \"a\" {\n    url shop://items/7\n    with purchase pro active\n    expect ok.wouldPerform\n}\n"
            + "case \"b\" {\n    url shop://items/8\n    expect ok.wouldPerform\n}\n",
    ]

    private static func completions(_ path: String, _ marked: String) -> [String] {
        let editor = Editor(disk)
        let (text, parameters) = Editor.place(path, marked)
        editor.open(path, text)
        return (editor.result("textDocument/completion", parameters)["items"]?.elements ?? []).compactMap {
            $0["label"]?.text
        }
    }

    /// The table with a line at the end of the feature `Shop`.
    private static func around(_ line: String) -> String {
        table.replacing("    feature Deals", with: line + "\n    feature Deals")
    }

    @Test(arguments: [
        ("‸", ["scheme", "host", "feature"]), ("fea‸", ["feature"]), ("limit ‸", ["url", "connections"]),
        ("include ‸", ["more.conf", "t.cases"]), ("user-instances ‸", ["yes", "no"]),
        ("profile ‸", ["production", "development"]), ("deny /x in ‸", ["shop"]),
        ("permission contacts from consent {\n    ‸\n}", ["usage"]),
    ])
    func `what can stand in a table is offered`(_ line: String, _ expected: [String]) {
        let found = Self.completions("/d/routes.conf", Self.table + line)
        for text in expected { #expect(found.contains(text), "\(found)") }
        #expect(!found.contains("notes.txt"))
    }

    @Test(arguments: [
        ("    ‸", ["require", "action", "route", "instead"]), ("    require ‸", ["permission", "toggle", "purchase"]),
        ("    require purchase ‸", ["pro", "any", "all"]), ("    require permission ‸", ["camera", "any"]),
        ("    require permission any camera ‸", ["photos"]),
        ("    require toggle ‸", ["on", "off"]), ("    route x /x ‸", ["do"]), ("    route x /x do ‸", ["show"]),
        ("    route x /$(‸) do show", ["id"]), ("    route x /$(id:‸) do show", ["uint", "slug", "@kind"]),
        ("    instead ‸", ["Shop.show"]), ("    instead Shop.show when ‸", ["blocked.toggle.off"]),
        ("    visible ‸", ["yes", "no"]), ("    observe show of ‸", ["Shop/Deals", "Shop"]),
        ("    action b {\n        input x ‸\n    }", ["uint", "@kind", "**"]),
        ("    action b {\n        ‸\n    }", ["input", "exec", "respond", "timeout"]),
        ("    action b {\n        input y uint\n        exec /bin/x $(‸)\n    }", ["y"]),
        ("    route x /x do show {\n        ‸\n    }", ["query", "except", "over", "in"]),
        ("    route x /x do show {\n        over ‸\n    }", ["item"]),
        ("    route x /x do show {\n        query ‸\n    }", ["id"]),
        ("    route x /x do show {\n        query id:‸\n    }", ["uint", "flag"]),
        ("    route x /x do show {\n        query id ‸\n    }", ["from", "exact"]),
        ("    route x /x do show {\n        with ‸\n    }", ["id"]),
    ])
    func `what can stand in a feature is offered`(_ line: String, _ expected: [String]) {
        let found = Self.completions("/d/routes.conf", Self.around(line))
        for text in expected { #expect(found.contains(text), "\(found)") }
    }

    @Test(arguments: [
        ("‸", ["table", "case"]), ("table ‸", ["routes.conf", "more.conf"]),
        ("case \"x\" {\n    ‸\n}", ["url", "with", "expect", "parameter"]),
        ("case \"x\" {\n    expect ‸\n}", ["ok.wouldPerform", "blocked.toggle.off"]),
        ("case \"x\" {\n    remedy ‸\n}", ["purchase"]), ("case \"x\" {\n    route ‸\n}", ["item"]),
        ("case \"x\" {\n    route item\n    parameter ‸\n}", ["id"]),
        ("case \"x\" {\n    with ‸\n}", ["toggle", "permission"]),
        ("case \"x\" {\n    with toggle ‸\n}", ["Shop/Deals"]),
        ("case \"x\" {\n    with toggle Deals ‸\n}", ["on", "off", "unknown"]),
        ("case \"x\" {\n    with purchase ‸\n}", ["pro"]),
        ("case \"x\" {\n    with purchase pro ‸\n}", ["active", "expired"]),
        ("case \"x\" {\n    with permission ‸\n}", ["camera"]),
    ])
    func `what can stand in a file of cases is offered`(_ text: String, _ expected: [String]) {
        let found = Self.completions("/d/new.cases", (text.hasPrefix("table") ? "" : "table routes.conf\n") + text)
        for text in expected { #expect(found.contains(text), "\(found)") }
    }

    @Test func `a word of a requirement is no name of a fact`() {
        let found = Self.completions("/d/new.cases", "table routes.conf\ncase \"x\" {\n    with permission ‸\n}")
        #expect(found.contains("camera") && !found.contains("any"))
        #expect(!Self.completions("/d/routes.conf", Self.around("    require permission camera ‸")).contains("any"))
    }

    @Test func `in a comment nothing is offered, and what is chosen replaces the beginning of the word`() {
        #expect(Self.completions("/d/routes.conf", "# fea‸") == [])
        let editor = Editor(Self.disk)
        let (text, place) = Editor.place("/d/routes.conf", Self.around("    route x /ä/$(id:ui‸) do show"))
        editor.open("/d/routes.conf", text)
        let items = editor.result("textDocument/completion", place)["items"]?.elements ?? []
        let item = items.first { $0["label"] == "uint" }
        let start = item?["textEdit"]?["range"]?["start"]?["character"]
        #expect(start == 20)
        #expect(item?["documentation"]?.text?.hasPrefix("Takes a whole number") == true)
    }

    private static func hover(_ path: String, _ marked: String) -> String {
        let editor = Editor(disk)
        let (text, parameters) = Editor.place(path, marked)
        editor.open(path, text)
        return editor.result("textDocument/hover", parameters)["contents"]?["value"]?.text ?? ""
    }

    @Test(arguments: [
        ("que‸ry id", "`query` in `route`\n\n  query NAME[:TYPE]"), ("exc‸ept /x", "`except` in `route`"),
    ])
    func `a directive has its page of the manual`(_ line: String, _ page: String) {
        let text = Self.around("    route x /x do show {\n        \(line)\n    }")
        #expect(Self.hover("/d/routes.conf", text).hasPrefix("```deeplinkd\n" + page))
    }

    @Test(arguments: [
        ("permission contacts from consent {\n    usa‸ge de \"Um einzuladen\"\n}", "`usage`"),
        ("title d‸e \"Laden\"", "`title`"), ("sch‸eme more", "`scheme`"), ("limit u‸rl 9000", "`limit url`"),
        ("feature F {\n    require tog‸gle on\n}", "`require toggle`"),
        ("feature F {\n    action a {\n        input x ui‸nt\n    }\n}", "`uint(1..31)`"),
        ("feature F {\n    instead Shop.show id=1 when blocked.tog‸gle.off\n}", "blocked.toggle.off: "),
    ])
    func `a word of a line has its page of the manual`(_ line: String, _ page: String) {
        let found = Self.hover("/d/routes.conf", Self.table + line)
        #expect(found.contains(page) || found.contains("`uint`"), "\(found)")
    }

    @Test func `a name has its declaration`() {
        #expect(
            Self.hover("/d/routes.conf", Self.table.replacing("do show", with: "do sh‸ow"))
                == "```deeplinkd\naction show {\n    input id uint\n    respond\n}\n```")
        #expect(
            Self.hover("/d/x.cases", "table routes.conf\ncase \"x\" {\n    route it‸em\n}")
                == "```deeplinkd\nroute item /items/$(id:uint) do show\n```")
        #expect(
            Self.hover("/d/x.cases", "table routes.conf\ncase \"x\" {\n    expect blocked.toggle.o‸ff\n}")
                .hasPrefix("```deeplinkd\nblocked.toggle.off: "))
        #expect(Self.hover("/d/x.cases", "# no‸thing\n") == "")
    }

    private static func actions(_ text: String, line: Int) -> [(title: String, edit: Value?)] {
        let editor = Editor(disk)
        editor.open("/d/t.conf", text)
        let place: Value = ["line": .integer(Int64(line)), "character": 4]
        let answer = editor.result(
            "textDocument/codeAction",
            [
                "textDocument": ["uri": "file:///d/t.conf"], "range": ["start": place, "end": place],
                "context": ["diagnostics": []],
            ])
        return (answer.elements ?? []).map { action in
            (action["title"]?.text ?? "", action["edit"]?["changes"]?["file:///d/t.conf"]?.elements?.first)
        }
    }

    @Test(arguments: [
        ("    rout x /x do show", ["Write `route`"]), ("    require togle on", ["Write `toggle`"]),
        ("    // note", ["Write `# note`"]),
        ("    require toggle on\n    require toggle on", ["Remove `require toggle on`"]),
        ("    route x /x do shwo", ["Write `show`"]), ("    visible maybe", ["Write `yes`", "Write `no`"]),
    ])
    func `what the help says to write is offered as a change`(_ line: String, _ titles: [String]) {
        let text = Self.around(line)
        let first =
            text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex {
                $0 == line.split(separator: "\n").last ?? ""
            } ?? 0
        let last = first + line.count { $0 == "\n" }
        let found = (first...last).flatMap { Self.actions(text, line: $0) }
        #expect(Set(found.map(\.title)).isSuperset(of: titles), "\(found)")
    }

    @Test func `a route tells how many cases lead to it, and runs them`() {
        let editor = Editor(Self.disk, folder: "/d")
        editor.open(
            "/d/routes.conf",
            Self.table + "feature Other {\n    action a {\n        respond\n    }\n    route other /o do a\n}\n")
        let lenses = editor.result("textDocument/codeLens", ["textDocument": ["uri": "file:///d/routes.conf"]])
        #expect((lenses.elements ?? []).map { $0["command"]?["title"] } == ["2 cases, 1 failed · run", "no case"])
        let command = lenses.elements?.first?["command"] ?? .null
        let ran = editor.result(
            "workspace/executeCommand",
            ["command": command["command"] ?? .null, "arguments": command["arguments"] ?? .null])
        #expect(
            ran.text?.hasPrefix("item: 1 passed, 1 failed\nb: expected ok.wouldPerform, got blocked.purchase") == true)
        #expect(editor.notifications.contains { $0.method == "window/showMessage" })
        editor.open("/d/t.cases", Self.disk["/d/t.cases"] ?? "")
        let verdicts = editor.result("textDocument/codeLens", ["textDocument": ["uri": "file:///d/t.cases"]])
        #expect((verdicts.elements ?? []).map { $0["command"]?["title"] } == ["passed · run", "failed · run"])
    }

    @Test func `a file is shown as a tree of its declarations`() {
        let editor = Editor(Self.disk)
        editor.open("/d/routes.conf", Self.table)
        let found = editor.result("textDocument/documentSymbol", ["textDocument": ["uri": "file:///d/routes.conf"]])
        func names(_ value: Value?) -> [String] {
            (value?.elements ?? []).flatMap { symbol in
                ["\(symbol["detail"]?.text ?? "") \(symbol["name"]?.text ?? "")"] + names(symbol["children"])
            }
        }
        #expect(
            names(found) == [
                "scheme shop", "values kind", "product pro", "feature Shop", "action show", "input id", "route item",
                "feature Deals",
            ])
        let shop = found.elements?.first { $0["name"] == "Shop" }
        #expect(shop?["range"]?["start"]?["line"] == 5)
        #expect(shop?["range"]?["end"]?["line"] == 15)
    }

    @Test func `every request at every place of a table with mistakes is answered`() {
        let methods = ["hover", "completion", "definition", "references", "prepareRename"].map { "textDocument/" + $0 }
        for mistake in Mistake.tables.prefix(40) {
            let editor = Editor(Self.disk)
            let text = mistake.file(in: Mistake.table)
            editor.open("/d/routes.conf", text)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            for (line, content) in lines.enumerated() where line % 3 == 0 {
                for column in stride(from: 0, through: content.utf16.count + 1, by: 5) {
                    let position: Value = ["line": .integer(Int64(line)), "character": .integer(Int64(column))]
                    for method in methods {
                        let answer = editor.request(
                            method, ["textDocument": ["uri": "file:///d/routes.conf"], "position": position])
                        #expect(answer != .null)
                    }
                }
            }
        }
    }
}
