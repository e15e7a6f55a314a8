import Conf
import Contract
import Formatting
import Testing

/// The layout, by texts and what becomes of them; a second run changes none of them.
@Suite struct LayoutTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let rule: String
        let source: String
        let result: String
        var testDescription: String { rule }

        init(_ rule: String, _ source: String, _ result: String) {
            (self.rule, self.source, self.result) = (rule, source, result)
        }

        /// A text that is in order.
        init(_ rule: String, stays text: String) { self.init(rule, text, text) }
    }

    static let rows = [
        Row("an empty text stays empty", stays: ""),
        Row("empty lines alone are removed", "\n \t\n\r\n", ""),
        Row(
            "a block is indented by four blanks",
            "feature F {\n  action a {\n\trespond\n}\n     }\n",
            "feature F {\n    action a {\n        respond\n    }\n}\n"),
        Row("one blank stands between two words", "scheme   a\tb   {\n}\n", "scheme a b {\n}\n"),
        Row("the last line ends too", "scheme a", "scheme a\n"),
        Row("lines end in LF", "scheme a\r\n# b\r\n", "scheme a\n# b\n"),
        Row("blanks at the end of a line are removed", "scheme a  \n# b \t\n", "scheme a\n# b\n"),
        Row(
            "of several empty lines one stays, and none at the ends of a block or a text",
            "\n\nscheme a\n\n\n\nfeature F {\n\n    description \"\"\n\n\n}\n\n",
            "scheme a\n\nfeature F {\n    description \"\"\n}\n"),
        Row("quoted words and escapes stay as they are", stays: "a \"b  \\\" # c\" \\n \"\"\n"),
        Row("a # in a word is no comment", stays: "url a://b#c \"#d\" # e\n"),
        // Blocks on one line.
        Row("a block on one line stays there", stays: "scheme a { separator \":\" ; trailing-slash either }\n"),
        Row("one blank stands beside its braces", "a  {   b   ;  c  { d }  }  # e\n", "a { b ; c { d } } # e\n"),
        Row("an empty block stays as it is", stays: "a { }\nb {\n}\n"),
        Row(
            "a text in another language stays behind its own",
            stays: """
                title "Recipes"
                title de "Rezepte"
                permission contacts from consent { usage "To invite" ; usage de "Um einzuladen" }
                permission camera {
                    usage "To scan"
                    usage pt-BR "Para digitalizar"
                }
                require permission camera "To scan" de "Zum Scannen"

                """),
        // Comments.
        Row(
            "a comment of its own is indented as the block",
            "# a\n   # b\nc {\n# d\n        # e\nf\n  # g\n}\n# h\n",
            "# a\n# b\nc {\n    # d\n    # e\n    f\n    # g\n}\n# h\n"),
        Row("the text of a comment stays", stays: "#!a\n#\n#  b\tc  d\n"),
        Row("one blank stands before a comment behind a line", "a    # b\nc d# e f # g\n", "a # b\nc d# e f # g\n"),
        Row("a comment behind a brace stays there", "a {   # b\n}  # c\n", "a { # b\n} # c\n"),
        Row(
            "comments behind lines that stand in a column stay in it",
            stays: "scheme a      # b\nhost   c.d    # e\nvalues f g h  # i\n"),
        Row(
            "a comment that is out of the column is put into it",
            "scheme a      # b\nhost c.d.example.org # e\nvalues f g h  # i\n",
            "scheme a             # b\nhost c.d.example.org # e\nvalues f g h         # i\n"),
        Row(
            "a comment that goes on below stays under its beginning",
            "a    b   # c\n         # d\n         # e\n  # f\n",
            "a b # c\n    # d\n    # e\n# f\n"),
        Row(
            "also behind the end of a block",
            "a {\n    b\n    }  # c\n       # d\n",
            "a {\n    b\n} # c\n  # d\n"),
        // Columns.
        Row("a column stays", stays: "scheme podcast\nhost   podcasts.example *.podcasts.example\n"),
        Row("lines without a column get none", stays: "description \"A\"\nrequire toggle off\n"),
        Row(
            "two blanks on one line are no column", "description \"A\"\nrequire  toggle  off\n",
            "description \"A\"\nrequire toggle off\n"),
        Row(
            "a line that is out of the column is put into it",
            "url       a://b\nexpect    ok.wouldPerform\nroute c\n",
            "url       a://b\nexpect    ok.wouldPerform\nroute     c\n"),
        Row(
            "a column moves for a longer word",
            "input   a uint\nexec    /b\ntimeouts 5s\n",
            "input    a uint\nexec     /b\ntimeouts 5s\n"),
        Row(
            "a column is at most four blanks from its longest word",
            "a            b\nc            d\n",
            "a b\nc d\n"),
        Row(
            "so a column of short words stays where the longest line of a file has it",
            stays: "url       a://b\nexpect    ok.wouldPerform\n"),
        Row(
            "further words stand in a column with those of lines that begin alike",
            "input a    uint\nexec    /b  c\ninput long uint\n",
            "input a    uint\nexec /b c\ninput long uint\n"),
        Row(
            "each of their columns for itself",
            stays: "route any     /$(_)/$(id) do show\nroute episode /a          do b\n"),
        Row(
            "comments do not end a column, empty lines do",
            "in    a\n# b\nquery c\n\nin d\nover  e\n",
            "in    a\n# b\nquery c\n\nin d\nover e\n"),
        Row(
            "a block of several lines ends a column",
            "scheme a {\n    b\n}\nhost   c\n", "scheme a {\n    b\n}\nhost c\n"),
        Row(
            "the line that opens it has a part in it", stays: "route a   /b do c\nroute def /g do h {\n    strict\n}\n"),
        Row(
            "lines with a block on them have a column of their own",
            stays: "scheme podcast\nhost   podcasts.example\nchannel player { kind held }\n"),
        Row(
            "the braces of such lines can stand in a column", stays: "action a   { respond }\naction bcd { respond }\n"),
        Row("tabs count up to the next multiple of eight", "input\ta\nexec\tb\n", "input   a\nexec    b\n"),
        Row("columns are counted in characters", stays: "values é   a\nvalues “x” b\n"),
        Row(
            "a word far to the right stands in no column",
            "input a  uint\ninput \(String(repeating: "b", count: 90)) uint\ninput cd uint\n",
            "input a  uint\ninput \(String(repeating: "b", count: 90)) uint\ninput cd uint\n"),
    ]

    private static func layout(_ text: String) throws -> String {
        var diagnostics = Diagnostics()
        let formatted = FormattedText(Array(text.utf8), name: "t", diagnostics: &diagnostics)
        return String(decoding: try #require(formatted, "\(diagnostics.kept)").bytes, as: UTF8.self)
    }

    @Test(arguments: rows)
    func `blanks and empty lines change`(_ row: Row) throws {
        #expect(try Self.layout(row.source) == row.result)
        #expect(try Self.layout(row.result) == row.result)
    }

    @Test(arguments: [
        ("a {\n", ["RT007"]), ("}\n", ["RT007"]), ("a \"b\n", ["RT003"]), ("a b\"c\n", ["RT004"]),
        ("a \0\n", ["RT002"]),
        ("a {b}\n", ["RT006"]), ("\u{FEFF}a\n", ["RT002"]), ("a\rb\n", ["RT002"]),
    ])
    func `a text with an error is not laid out`(_ text: String, _ codes: [String]) {
        var diagnostics = Diagnostics()
        #expect(FormattedText(Array(text.utf8), name: "t", diagnostics: &diagnostics) == nil)
        #expect(diagnostics.kept.map(\.code.rawValue) == codes)
    }

    @Test func `what a table means is not looked at`() throws {
        #expect(try Self.layout("frobnicate  {\nroute\n}\n") == "frobnicate {\n    route\n}\n")
    }

    @Test func `a text of many blanks, words, comments or blocks grows by no more than a hundred bytes a line`() throws
    {
        let many = 20_000
        let texts = [
            String(repeating: "a  b\n", count: many), String(repeating: "# a\n", count: many),
            (0..<many).map { "a\($0)  b # c\n" }.joined(),
            String(repeating: "x ", count: many) + "\n" + String(repeating: "x  ", count: many) + "\n",
            String(repeating: "a {\n", count: 32) + String(repeating: "b\n", count: many)
                + String(repeating: "}\n", count: 32),
            "a " + String(repeating: "{ a ", count: 20) + String(repeating: "} ", count: 20),
            "a \(String(repeating: "b", count: Limits.wordBytes)) c\na b   c\na d   e\n",
        ]
        for text in texts {
            var diagnostics = Diagnostics()
            let bytes = Array(text.utf8)
            let formatted = try #require(FormattedText(bytes, name: "t", diagnostics: &diagnostics))
            let lines = formatted.bytes.count { $0 == 0x0A }
            #expect(formatted.bytes.count <= bytes.count + (100 + 4 * Limits.nesting) * lines)
            #expect(FormattedText(formatted.bytes, name: "t", diagnostics: &diagnostics)?.isChanged == false)
        }
    }
}
