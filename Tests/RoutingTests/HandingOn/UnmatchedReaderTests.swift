import Conf
import Contract
import Features
import TestTables
import Testing

@testable import Routing

/// `unmatched`: what is reported, and whose links it takes.
@Suite struct UnmatchedReaderTests {
    private static let after = "\nscheme s\nfeature F {\n    action a {\n        respond\n    }\n    route r /r do a\n}"

    @Test(arguments: [
        TableRow(
            .file,
            "unmatched {\n    exec /bin/echo $(url)\n}" + after,
            """
            t:1:1: error RT107: the block does not say which links it is about
               1 | unmatched {
                 | ^~~~~~~~~
                 = help: add `schemes https http`
            """),
        TableRow(
            .file,
            "unmatched {\n    schemes https javascript HTTPS 7\n    exec /bin/echo $(url)\n}" + after,
            """
            t:2:19: error RT601: links of `javascript` are not handed on
               2 |     schemes https javascript HTTPS 7
                 |                   ^~~~~~~~~~
                 = help: remove it: what it names is a file or a program
            t:2:30: error RT601: the scheme `https` is named twice
               2 |     schemes https javascript HTTPS 7
                 |                              ^~~~~
                 = help: keep one of them
            t:2:36: error RT601: `7` is not a scheme
               2 |     schemes https javascript HTTPS 7
                 |                                    ^
                 = help: as in `schemes https http`
            """),
        TableRow(
            .file,
            "unmatched {\n    schemes https deeplinkd\n    exec /bin/echo $(url)\n}" + after,
            """
            t:2:19: error RT601: links of `deeplinkd` are not handed on
               2 |     schemes https deeplinkd
                 |                   ^~~~~~~~~
                 = help: remove it: they are links of this program
            """),
        TableRow(
            .file,
            "unmatched {\n    schemes https\n}" + after,
            """
            t:1:1: error RT302: nothing performs the action `open`
               1 | unmatched {
                 | ^~~~~~~~~
                 = help: add a line that does, with \(performerWords)
            """),
        TableRow(
            .file,
            "unmatched {\n    schemes https\n    input x string\n    exec /bin/echo $(url)\n}" + after,
            """
            t:3:5: error RT102: `input` does not belong in `unmatched`
               3 |     input x string
                 |     ^~~~~
                 = help: it belongs in `action`
            """),
    ])
    func `a block that hands nothing on is reported`(_ row: TableRow) { row.check() }

    @Test func `the block counts for the whole table`() {
        let table = "package p\nunmatched {\n    schemes https\n    exec /bin/echo $(url)\n}" + Self.after
        let kept = Tables.load(table).diagnostics.kept
        #expect(kept.first?.message.hasPrefix("`unmatched` counts for the whole table") == true, "\(kept)")
    }

    /// A link, and what becomes of it.
    struct Row: CustomTestStringConvertible {
        let url: String
        let code: String
        var testDescription: String { url }

        init(_ url: String, _ code: String) { (self.url, self.code) = (url, code) }
    }

    private static let handedOn = "ok.wouldPerform Unmatched"

    @Test(arguments: [
        Row("https://pods.example/r", "ok.wouldPerform F"),
        Row("https://news.example/", handedOn), Row("HTTPS://news.example", handedOn),
        Row("https://news.example:8443/a b?x=%2F%00#y", handedOn),
        Row("https://ann:secret@news.example/", handedOn), Row("https://news.example/a/../b", handedOn),
        Row("https://news.example/" + String(repeating: "a", count: 9000), handedOn),
        Row("https://bücher.example/", handedOn), Row("https://127.0.0.1:80/", handedOn),
        Row("https://[::1]/", handedOn),
        Row("http://news.example/", handedOn), Row("mailto:ann@example.org", handedOn), Row("mailto:", handedOn),
        // Of a declared host: no route, or another port.
        Row("https://pods.example/nothing", handedOn), Row("https://pods.example:99/r", handedOn),
        Row("https://a.b.wild.example/", handedOn), Row("http://pods.example/r", handedOn),
        // A declared host's link that something refuses.
        Row("https://pods.example/private/x", "rejected.route.excluded"),
        Row("https://pods.example/a%2Fb", "rejected.url.forbiddenComponent"),
        Row("https://pods.example./r", "rejected.url.hostNotAllowed"),
        Row("https://PODS.example/a%2Fb", "rejected.url.forbiddenComponent"),
        Row("https://%70ods.example/a%2Fb", "rejected.url.forbiddenComponent"),
        Row("https://ann@pods.example/r", "rejected.url.forbiddenComponent"),
        Row("https://x.wild.example/a%2Fb", "rejected.url.forbiddenComponent"),
        Row("https://x.y.deep.example/a%2Fb", "rejected.url.forbiddenComponent"),
        Row("https://pods.example/" + String(repeating: "a", count: 9000), "rejected.url.tooLong"),
        Row("https://pods.example/r/1?n=x", "rejected.input.invalid"),
        // No links of the block's schemes, or no links.
        Row("javascript:alert(1)", "rejected.url.schemeNotAllowed"),
        Row("file:///etc/passwd", "rejected.url.schemeNotAllowed"),
        Row("other://x", "rejected.url.schemeNotAllowed"), Row("https://[bad", "rejected.url.invalid"),
        Row(" https://news.example/", "rejected.url.forbiddenComponent"),
        Row("https://news.example/\u{7}", "rejected.url.forbiddenComponent"),
        Row("ht\ntps://news.example/", "rejected.url.forbiddenComponent"),
        Row("https://news.example/ ", "rejected.url.forbiddenComponent"),
    ])
    func `links of other apps are handed on, and no link of the table that something refuses`(_ row: Row) throws {
        let table = """
            host pods.example *.wild.example **.deep.example
            feature F {
                action a {
                    input n uint = 1
                    respond
                }
                route r /r do a
                route n /r/1 do a {
                    query n:uint
                }
            }
            deny /private/**
            unmatched {
                schemes https http mailto
                exec /bin/echo $(url)
            }
            """
        let result = Tables.load(table)
        let ruleset = try #require(result.ruleset, "\(result.diagnostics.kept)")
        let facts = FactReader(catalogue: ruleset.catalogue)
        let explained = Explanation(of: row.url, in: ruleset, facts: facts.facts, caller: facts.caller)
        let outcome = explained.outcome
        let code = outcome.code.rawValue
        let found = outcome.code == .okWouldPerform ? "\(code) \(outcome.feature ?? "")" : code
        #expect(found == row.code, "\(outcome)")
        if row.code == Self.handedOn { #expect(outcome.url == row.url) }
    }

}
