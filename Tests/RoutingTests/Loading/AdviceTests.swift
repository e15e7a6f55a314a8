import Conf
import Features
import TestTables
import Testing

@testable import Routing

/// Reports whose help must be a line that the author can write.
@Suite struct AdviceTests {
    @Test(arguments: [
        TableRow(
            .route, "query s?",
            """
            t:9:15: warning RT406: the action `a` has no input `s`
               9 |         query s?
                 |               ^~
                 = help: declare the input, or remove the key
            """),
        TableRow(
            .route, "fragment s?",
            """
            t:9:18: warning RT406: the action `a` has no input `s`
               9 |         fragment s?
                 |                  ^~
                 = help: declare the input, or remove the fragment
            """),
    ])
    func `a key that the action does not need is to be removed`(_ row: TableRow) { row.check() }

    @Test(arguments: [
        TableRow(
            .feature, "route q /q do a in s",
            """
            t:3:5: error RT104: `route` has too many words
               3 |     route q /q do a in s
                 |     ^~~~~~~~~~~~~~~~~~~~
                 = help: it has a block: write `route q /q do a {`, then `in s` on a line of its own, then `}` on the next
            """),
        TableRow(
            .feature, "route q /q do a now",
            """
            t:3:5: error RT104: `route` has too many words
               3 |     route q /q do a now
                 |     ^~~~~~~~~~~~~~~~~~~
                 = help: it is written `route NAME PATTERN… do ACTION`
            """),
        TableRow(
            .file, "product p kind oneTime",
            """
            t:1:1: error RT104: `product` has too many words
               1 | product p kind oneTime
                 | ^~~~~~~~~~~~~~~~~~~~~~
                 = help: it has a block: write `product p {`, then `kind oneTime` on a line of its own, then `}` on the next
            """),
    ])
    func `a line of a block that stands behind its statement is shown in the block`(_ row: TableRow) { row.check() }

    @Test(arguments: ["builtin b"])
    func `a word of a later version is said to be one, and is never offered`(_ line: String) throws {
        let name = line.prefix { $0 != " " }
        let planned = Tables.load(TableRow(.action, line, "").table).diagnostics.kept
        #expect(planned.first?.message == "`\(name)` comes in a later version; this one does not have it")
        let misplaced = Tables.load("scheme s\n\(line)").diagnostics.kept
        #expect(misplaced.map(\.code) == [.notAvailable], "a block that refuses the word is not named: \(misplaced)")
        let unknown = Tables.load(TableRow(.action, "frobnicate", "").table).diagnostics.kept
        let performers = WingList.ofAllWings.performers.map { $0.kind.word }.joined(separator: ", ")
        let lines = WingList.ofAllWings.performerLines.map(\.word).joined(separator: ", ")
        let limits = ActionLimit.allCases.map(\.rawValue).joined(separator: ", ")
        let words = "input, \(performers), \(limits), \(lines), result"
        #expect(unknown.map(\.help) == ["one of: " + words])
        let misspelt = Tables.load(TableRow(.action, "\(name)x", "").table).diagnostics.kept
        #expect(misspelt.first?.help?.contains("`\(name)`") == false, "\(misspelt)")
    }

    @Test(arguments: [
        ("with a b", "it belongs in `route`"), ("route r /r do a", "it belongs in `feature` or `under`"),
        ("url s://r", "it belongs in `case`"),
    ])
    func `a misplaced word is said to belong in blocks of the same kind of file`(_ line: String, _ help: String) {
        let diagnostics = Tables.load("scheme s\n\(line)").diagnostics.kept
        #expect(diagnostics.map(\.code) == [.misplacedDirective] && diagnostics[0].help == help, "\(diagnostics)")
    }

    @Test(arguments: ["com.acme.premium.1month", "gold.1", "1st", "_a.b-c", "premium.monthly"])
    func `ids of products are those that the stores accept`(_ id: String) {
        let table =
            "scheme s\nproduct \(id)\nfeature F {\nrequire purchase \(id)\naction a {\nrespond\n}\nroute r /r do a\n}"
        #expect(Tables.codes(table).isEmpty)
    }

    @Test(arguments: ["a..b", ".a", "a.", "-a", "a.-b", "a b", "é"])
    func `the help for an id of a product is the rule that is checked`(_ id: String) {
        let diagnostics = Tables.load("product \"\(id)\"").diagnostics.kept
        #expect(diagnostics.map(\.code.rawValue) == ["RT106"])
        #expect(
            diagnostics.first?.help
                == "it has parts with single dots between them; each has letters, digits, `-` and `_`, and begins with no `-`"
        )
    }

    @Test func `a deny without any scheme is not called a route`() {
        let messages = Tables.load("deny /x in s").diagnostics.kept.map(\.message)
        #expect(messages == ["this `deny` covers no link: the table has no scheme or host"])
    }
}
