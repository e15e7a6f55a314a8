import Conf
import Contract
import Testing

@testable import Routing

/// `# allow CODE: reason` beside a line takes out its warnings, and is a warning where it allows none.
@Suite struct AllowanceTests {
    /// A table whose `values` line has a warning, with comments around it.
    private static func table(above: String = "", behind: String = "", line: String = "values kind a b") -> String {
        "scheme s\n\(above)\(line)\(behind)\nfeature F {\n    action a {\n        respond\n    }\n    route r /r do a\n}\n"
    }

    @Test func `without a comment there is the warning`() {
        #expect(Tables.codes(Self.table()) == ["RT410"])
    }

    @Test(arguments: [
        (table(behind: " # allow RT410: for the next release")),
        (table(behind: "\t#allow\tRT410:x")),
        (table(above: "# allow RT410: for the next release\n")),
        (table(above: "    #   allow RT410: the reason\n# another comment\n")),
        (table(above: "# allow RT411, RT410: no\n").replacing("RT411, ", with: "")),
    ])
    func `a comment behind a line or above it allows its warnings`(_ text: String) {
        #expect(Tables.codes(text) == [])
    }

    @Test func `one comment can allow several codes, and a line can have several comments`() {
        let text = """
            scheme s
            # allow RT410: one
            # allow RT606: two
            values kind a b
            feature F {
                action a {
                    respond
                }
                # allow RT406 RT506: x
                route r /$(x) do a
            }

            """
        #expect(Tables.codes(text) == ["RT024", "RT024"])
        #expect(
            Tables.codes(text.replacing("RT406 RT506", with: "RT406").replacing("# allow RT606: two\n", with: "")) == []
        )
    }

    @Test func `a comment allows nothing of other lines`() {
        let text = Self.table(above: "# allow RT410: x\nhost h.example\n")
        #expect(Tables.codes(text) == ["RT024", "RT410"])
    }

    private static let rows: [(text: String, printed: String)] = [
        (
            table(behind: " # allow RT406: x").replacing("values kind a b", with: "host h.example"),
            """
            t:2:24: warning RT024: RT406 is not reported for this line
               2 | host h.example # allow RT406: x
                 |                        ^~~~~
                 = help: remove the code from the comment
            """
        ),
        (
            table(above: "# allow RT999: x\n", line: "host h.example"),
            """
            t:2:9: warning RT024: `RT999` is no code of a report
               2 | # allow RT999: x
                 |         ^~~~~
                 = help: write the code that the warning has, as in `# allow RT406: …`
            """
        ),
        (
            table(above: "# allow RT404: x\n", line: "host h.example"),
            """
            t:2:9: warning RT024: RT404 is an error, and only warnings can be allowed
               2 | # allow RT404: x
                 |         ^~~~~
                 = help: remove the code, and mend the error
            """
        ),
        (
            table(above: "# allow RT410\n", line: "host h.example"),
            """
            t:2:9: warning RT024: the comment allows a warning without a reason
               2 | # allow RT410
                 |         ^~~~~
                 = help: write the reason behind a colon: `# allow RT406: …`
            """
        ),
        (
            table(above: "# allow RT410: x\n\n", line: "host h.example"),
            """
            t:2:9: warning RT024: no statement follows this comment
               2 | # allow RT410: x
                 |         ^~~~~
                 = help: put it above the line that has the warning, or behind it
            """
        ),
    ]

    @Test(arguments: rows)
    func `a comment that allows nothing is a warning`(_ row: (text: String, printed: String)) {
        #expect(Tables.printed(Tables.load(row.text)) == row.printed)
    }

    @Test(arguments: [
        "# allow users to see it\n", "# allow RT\n", "# allow: RT410: x\n", "# Allow RT410: x\n", "# allowRT410: x\n",
        "host \"# allow RT410: x\"\n", "host a#allow\n",
    ])
    func `other comments and words are none`(_ line: String) {
        #expect(!Tables.codes(line).contains("RT024"))
    }

    @Test func `after an error nothing is known to be unused`() {
        #expect(Tables.codes("scheme s\n# allow RT410: x\nfrobnicate\n") == ["RT101"])
    }

    @Test func `what depends on the machine is not unused`() {
        #expect(Tables.codes(Self.table(behind: " # allow RT314: x", line: "host h.example")) == [])
    }

    @Test func `many comments cost what their text costs`() {
        let many = 20_000
        for comment in ["# allow RT410: x\n", "host h # allow RT410: x\n", "\"# allow RT410: x\" "] {
            let result = Tables.load("scheme s\n" + String(repeating: comment, count: many) + "\n")
            #expect(result.diagnostics.kept.count <= Limits.diagnostics)
        }
    }
}
