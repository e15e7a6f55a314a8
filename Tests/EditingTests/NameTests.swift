import TestTables
import Testing
import Varlink

@testable import Editing

/// Definitions, uses and new names over tables and files of cases.
@Suite struct NameTests {
    private static let table = """
        scheme shop
        host   shop.example
        values kind shirts "shoes"
        product pro
        channel news {
            kind held
        }
        feature Shop {
            require purchase any pro
            action show {
                input id slug
                input page uint = 1
                exec  /usr/bin/echo $(id) "page=$(page)"
            }
            action tell {
                channel news
            }
            route item /items/$(id:slug) do show {
                query page:uint?
                in    shop
            }
            under /$(id:slug) {
                query page:uint? from p
                route inner /more do show {
                    over item
                }
            }
            feature Deals {
                require toggle on
                instead Shop.show id=none page=2 when blocked.toggle.*
                action list {
                    input k @kind
                    respond
                }
                route deals /deals/$(k:@kind) do list
            }
            observe seen of Deals
            action seen {
                input url string
                respond
            }
        }

        """
    private static let cases = """
        table routes.conf
        case "one" {
            url       shop://items/7
            with      toggle Shop/Deals on
            with      toggle Deals on
            with      purchase pro active
            expect    ok.wouldPerform
            route     item
            parameter id 7
            parameter page 1
        }
        case "two" {
            url       shop://items/8
            with      purchase pro active
            expect    ok.wouldPerform
            parameter id 8
            parameter page 1
        }

        """

    private static func editor() -> Editor {
        let editor = Editor(["/d/routes.conf": table, "/d/t.cases": cases])
        editor.open("/d/routes.conf", table)
        return editor
    }

    /// A place in the table behind a text, as the line that it is in.
    private static func place(_ behind: String, in text: String = table, path: String = "/d/routes.conf") -> Value {
        guard let range = text.firstRange(of: behind) else { return .null }
        return Editor.place(path, text[..<range.upperBound] + "‸" + text[range.upperBound...]).parameters
    }

    private static func lines(_ locations: Value) -> [String] {
        (locations.elements ?? []).map { location in
            let start = location["range"]?["start"]
            let name = location["uri"]?.text?.split(separator: "/").last ?? ""
            return "\(name):\((start?["line"]?.int ?? -1) + 1):\((start?["character"]?.int ?? -1) + 1)"
        }
    }

    @Test(arguments: [
        ("do sh", "routes.conf:10:12"), ("channel news\n    }\n    ro", ""), ("        channel ne", "routes.conf:5:9"),
        ("require purchase any p", "routes.conf:4:9"), ("over it", "routes.conf:18:11"), ("$(i", "routes.conf:11:15"),
        ("/items/$(i", "routes.conf:11:15"), ("page=$(pa", "routes.conf:12:15"), ("query pa", "routes.conf:12:15"),
        ("in    sh", "routes.conf:1:8"), ("input k @ki", "routes.conf:3:8"), ("$(k:@ki", "routes.conf:3:8"),
        ("instead Sh", "routes.conf:8:9"), ("instead Shop.sh", "routes.conf:10:12"),
        ("id=none pa", "routes.conf:12:15"),
        ("of De", "routes.conf:28:13"), ("observe se", "routes.conf:38:12"), ("under /$(i", "routes.conf:11:15"),
    ])
    func `what a word names is found`(_ behind: String, _ expected: String) {
        let found = Self.editor().result("textDocument/definition", Self.place(behind))
        #expect(Self.lines(found).joined(separator: " ") == expected)
    }

    @Test(arguments: [
        ("route     it", "routes.conf:18:11"), ("toggle Shop/De", "routes.conf:28:13"),
        ("toggle Sh", "routes.conf:8:9"),
        ("toggle De", "routes.conf:28:13"), ("purchase pr", "routes.conf:4:9"), ("parameter pa", "routes.conf:12:15"),
        ("table ro", "routes.conf:1:1"),
    ])
    func `what a case names is found in its table`(_ behind: String, _ expected: String) {
        let editor = Self.editor()
        editor.open("/d/t.cases", Self.cases)
        let place = Self.place(behind, in: Self.cases, path: "/d/t.cases")
        #expect(Self.lines(editor.result("textDocument/definition", place)).joined(separator: " ") == expected)
    }

    @Test func `all uses of a name are found, in cases too`() {
        let found = Self.editor().result("textDocument/references", Self.place("action sh"))
        #expect(
            Self.lines(found) == [
                "routes.conf:10:12", "routes.conf:18:37", "routes.conf:24:30", "routes.conf:30:22",
            ])
        let inputs = Self.editor().result("textDocument/references", Self.place("input id"))
        #expect(
            Self.lines(inputs) == [
                "routes.conf:11:15", "routes.conf:13:31", "routes.conf:18:25", "routes.conf:22:14", "routes.conf:30:27",
                "t.cases:9:15", "t.cases:16:15",
            ])
    }

    /// The texts of the table and of the cases after a renaming; the sentence of a refusal.
    private static func renamed(_ behind: String, _ newName: String) -> (table: String, cases: String, error: String) {
        let editor = editor()
        guard case .object(var members) = place(behind) else { return ("", "", "no place") }
        members.append(.init("newName", .string(newName)))
        let answer = editor.request("textDocument/rename", .object(members))
        func changed(_ text: String, _ path: String) -> String {
            let map = LineMap(Array(text.utf8), unit: .utf16)
            let edits = answer["result"]?["changes"]?["file://" + path]?.elements ?? []
            let changes = edits.compactMap { edit -> Advice.Change? in
                guard let start = try? EditorPosition(edit["range"]?["start"]),
                    let end = try? EditorPosition(edit["range"]?["end"])
                else { return nil }
                return Advice.Change(
                    range: map.offset(of: start)..<map.offset(of: end), text: edit["newText"]?.text ?? "")
            }
            return String(decoding: Renaming.applied(changes, to: Array(text.utf8)), as: UTF8.self)
        }
        return (
            changed(table, "/d/routes.conf"), changed(cases, "/d/t.cases"), answer["error"]?["message"]?.text ?? ""
        )
    }

    @Test(arguments: [
        ("route it", "item", "thing", 2, 1), ("action sh", "show", "view", 4, 0), ("product p", "pro", "pro.2", 2, 2),
        ("channel ne", "news", "letters", 2, 0), ("values ki", "kind", "sort", 3, 0),
        ("feature De", "Deals", "Offers", 2, 2), ("feature Sh", "Shop", "Store", 2, 1), ("input i", "id", "key", 5, 2),
    ])
    func `a new name stands wherever the old one did, and the links are the same`(
        _ behind: String, _ old: String, _ new: String, _ inTable: Int, _ inCases: Int
    ) {
        let (table, cases, error) = Self.renamed(behind, new)
        #expect(error == "")
        #expect(table.ranges(of: new).count - Self.table.ranges(of: new).count == inTable, "\(table)")
        #expect(cases.ranges(of: new).count - Self.cases.ranges(of: new).count == inCases, "\(cases)")
        let editor = Editor(["/d/routes.conf": table, "/d/t.cases": cases])
        editor.open("/d/routes.conf", table)
        editor.open("/d/t.cases", cases)
        // The warnings of the table before are still there, and no others.
        let before = Self.editor().diagnostics("/d/routes.conf")
        #expect(
            editor.diagnostics("/d/routes.conf").map { $0.prefix { $0 != "`" } }
                == before.map { $0.prefix { $0 != "`" } })
        #expect(editor.diagnostics("/d/t.cases") == [])
    }

    @Test func `an input with another name leaves the keys of links as they are`() {
        let (table, cases, _) = Self.renamed("input pa", "seite")
        #expect(table.contains("query seite:uint? from page\n"))
        #expect(table.contains("query seite:uint? from p\n"))
        #expect(table.contains(#""page=$(seite)""#))
        #expect(table.contains("id=none seite=2"))
        #expect(cases.contains("parameter seite 1"))
    }

    @Test(arguments: [
        ("route it", "a b", "`a b` is not a name: one has letters, digits, `-` and `_`"),
        ("route it", "inner", "the name `inner` is taken by another route"),
        ("input i", "page", "the name `page` is taken by another input"),
        ("scheme sh", "store", "the name of a scheme or host is not changed: links or other files have it"),
        ("        respo", "x", "there is no name here"),
        ("input url", "other", "the new name would be an error: nothing gives the action its input `other`"),
    ])
    func `a name that would break the table is refused`(_ behind: String, _ newName: String, _ sentence: String) {
        #expect(Self.renamed(behind, newName).error == sentence)
    }

    @Test func `what can be renamed is told before`() {
        let found = Self.editor().result("textDocument/prepareRename", Self.place("route it"))
        #expect(found["placeholder"] == "item")
        #expect(Self.editor().request("textDocument/prepareRename", Self.place("scheme sh"))["error"] != nil)
    }

    @Test func `a product in parentheses, of an action and of a fact is one name`() {
        let table =
            "scheme game\nproduct coins {\n    kind consumable\n}\nproduct pro\nfeature F {\n"
            + "    require purchase all (any pro (coins 30)) (coins 3)\n    action a {\n        exec /bin/true\n"
            + "        spend coins 3\n    }\n    route a /a do a\n}\n"
        let cases = "case x {\n    url game://a\n    with purchase coins active 30\n    expect ok.wouldPerform\n}\n"
        let editor = Editor(["/d/routes.conf": table, "/d/t.cases": "table routes.conf\n" + cases])
        editor.open("/d/routes.conf", table)
        let found = editor.result("textDocument/references", Self.place("product co", in: table))
        #expect(
            Self.lines(found) == [
                "routes.conf:2:9", "routes.conf:7:36", "routes.conf:7:48", "routes.conf:10:15", "t.cases:4:19",
            ])
        for behind in ["any pro (coi", "(coins 30)) (co", "spend co"] {
            let place = Self.place(behind, in: table)
            #expect(Self.lines(editor.result("textDocument/definition", place)) == ["routes.conf:2:9"], "\(behind)")
        }
        guard case .object(let members) = Self.place("product co", in: table) else { return }
        func rename(_ name: String) -> Value {
            editor.request("textDocument/rename", .object(members + [.init("newName", .string(name))]))
        }
        #expect(rename("gems")["result"]?["changes"]?["file:///d/routes.conf"]?.elements?.count == 4)
        #expect(rename("30")["error"]?["message"]?.text == "`30` is not a name: one has letters, digits, `-` and `_`")
    }

    @Test func `names of a package are its own`() {
        let shop =
            "package shop\nscheme shop\nvalues k a b\nfeature Main {\n    action open {\n        input x @k\n        respond\n    }\n    route open /$(x:@k) do open\n}\n"
        let main =
            "scheme other\nvalues k c\nfeature Main {\n    action open {\n        input x @k\n        respond\n    }\n    route open /$(x:@k) do open\n}\n"
        let editor = Editor(["/d/routes.conf": main, "/d/routes.conf.d/shop.conf": shop])
        editor.open("/d/routes.conf.d/shop.conf", shop)
        let path = "/d/routes.conf.d/shop.conf"
        let found = editor.result("textDocument/references", Self.place("values k", in: shop, path: path))
        #expect(Self.lines(found) == ["shop.conf:3:8", "shop.conf:6:18", "shop.conf:9:22"])
        #expect(
            Self.lines(editor.result("textDocument/references", Self.place("route op", in: shop, path: path)))
                == ["shop.conf:9:11"])
    }
}
