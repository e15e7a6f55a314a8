import Contract
import Features
import TestTables
import Testing

@testable import Routing

/// Lines that say what else is performed when a feature is blocked: what is reported, and where.
@Suite struct InsteadReaderTests {
    /// A table with a line in its last feature, which the report is about.
    private static func text(_ line: String) -> String {
        """
        scheme t
        feature Help {
            action show {
                input page slug
                input size uint = 1
                input path **?
                respond
            }
            action link {
                exec /bin/true $(url)
            }
            action hop {
                redirect t://shop/x
            }
            action kept {
                exec /bin/true
                journal
            }
            route show /shop/$(page:slug) do show
            route link /link do link
            route hop /hop do hop
            route kept /kept do kept
            feature Part {
                action open {
                    respond
                }
                route part /part do open
            }
        }
        feature Other {
            feature Part {
                action open {
                    respond
                }
                route other /other do open
            }
        }
        feature Secret {
            visible no
            action open {
                respond
            }
            route secret /secret do open
        }
        feature Pro {
            feature Inner {
                action open {
                    respond
                }
                route inner /inner do open
            }
            instead \(line)
        }
        """
    }

    /// A line, its report, and the words that it is about.
    private static func row(
        _ line: String, _ words: String, _ code: String, _ message: String, _ help: String, length: Int? = nil
    ) -> TableRow {
        let whole = "    instead " + line
        let column = whole.firstRange(of: words).map { whole[..<$0.lowerBound].utf8.count } ?? 0
        let marks = "^" + String(repeating: "~", count: (length ?? words.utf8.count) - 1)
        return TableRow(
            .file, text(line),
            """
            t:52:\(column + 1): error \(code): \(message)
               52 | \(whole)
                  | \(String(repeating: " ", count: column))\(marks)
                  = help: \(help)
            """)
    }

    private static let example = "instead Help.show page=switches when blocked.toggle.*"
    private static let constants = "name an action that is performed with constants alone, as in `\(example)`"

    @Test(arguments: [
        row(
            "Help.show page=switches blocked.toggle.off", "instead Help.show page=switches blocked.toggle.off", "RT104",
            "the line does not say when the action is performed",
            "write `when` and codes behind the action and its inputs, as in `\(example)`"),
        row("Help.show page=switches when", "when", "RT104", "`when` has no code behind it", "as in `\(example)`"),
        row(
            "Help.show page=switches when blocked.toggle.of", "blocked.toggle.of", "RT107",
            "no feature is refused with `blocked.toggle.of`", "did you mean `blocked.toggle.off`?"),
        row(
            "Help.show page=switches when failed.*", "failed.*", "RT107", "no feature is refused with `failed.*`",
            "write a code, as `blocked.toggle.off`, or the beginning of several, as `blocked.toggle.*`"),
        row(
            "Help.show page=switches when pending.queued", "pending.queued", "RT107",
            "no feature is refused with `pending.queued`",
            "write a code, as `blocked.toggle.off`, or the beginning of several, as `blocked.toggle.*`"),
        row(
            "show page=switches when blocked.*", "show", "RT403", "`show` is not an action with its feature",
            "write both, as in `\(example)`"),
        row(
            "Halp.show page=switches when blocked.*", "Halp.show", "RT403", "there is no feature `Halp`",
            "did you mean `Help.show`?"),
        row(
            "Help.shaw page=switches when blocked.*", "Help.shaw", "RT403", "the feature `Help` has no action `shaw`",
            "did you mean `Help.show`?"),
        row(
            "Part.open when blocked.*", "Part.open", "RT403", "several features are called `Part`",
            "write the path of one: `Help/Part` or `Other/Part`"),
        row(
            "Pro/Inner.open when blocked.*", "Pro/Inner.open", "RT107", "`Pro/Inner` is blocked whenever `Pro` is",
            "name an action of a feature outside of `Pro`"),
        row(
            "Secret.open when blocked.*", "Secret.open", "RT107",
            "`Secret` is hidden, and outcomes of `Pro` would name it",
            "name an action of a feature that is visible"),
        row(
            "Help.link when blocked.*", "Help.link", "RT107", "the action `link` needs a link, and it gets none",
            constants),
        row("Help.hop when blocked.*", "Help.hop", "RT107", "the action `hop` leads to another link", constants),
        row(
            "Help.kept when blocked.*", "Help.kept", "RT107",
            "the action `kept` has the line `journal`, which is about links", constants),
        row(
            "Help.show when blocked.*", "Help.show", "RT405", "the input `page` of `show` is missing",
            "add it: `page=VALUE`"),
        row(
            "Help.show page when blocked.*", "page", "RT107", "`page` is not an input with its value",
            "as in `page=switches`"),
        row(
            "Help.show page=$(id) when blocked.*", "$(id)", "RT307",
            "no value of the link reaches the other feature",
            "write the value itself, as in `page=switches`"),
        row(
            "Help.show paje=switches when blocked.*", "paje", "RT308", "the action `show` has no input `paje`",
            "did you mean `page`?"),
        row(
            "Help.show page=a/b when blocked.*", "a/b", "RT414", "the value `a/b` is not of the type `slug`",
            "a `slug` has letters, digits, `_` and `-`, and does not begin with `-`"),
        row(
            "Help.show page=a size=-1 when blocked.*", "-1", "RT414", "the value `-1` is not of the type `uint`",
            "a `uint` is a whole number from 0 to 9223372036854775807, without leading zeros"),
        TableRow(
            .file, text("Help.show page=a page=b when blocked.*"),
            """
            t:52:30: error RT407: the input `page` is given twice
               52 |     instead Help.show page=a page=b when blocked.*
                  |                              ^~~~~~
                  = note: t:52:23: the first is here
               52 |     instead Help.show page=a page=b when blocked.*
                  |                       ^~~~~~
                  = help: keep one of them
            """),
        TableRow(.file, text("Help.show page=a size=7 path=a/b when blocked.purchase.* pending.undetermined"), ""),
        TableRow(.file, text("Help/Part.open when blocked.toggle.off pending.*"), ""),
    ])
    func `each fault of a line is reported at its word`(_ row: TableRow) { row.check() }

    @Test func `an action to which only such a line leads is used`() {
        TableRow(
            .file,
            """
            scheme t
            feature Help {
                action show {
                    respond
                }
            }
            feature Pro {
                instead Help.show when blocked.*
                action open {
                    respond
                }
                route open /open do open
            }
            """, ""
        ).check()
    }

    @Test(arguments: [
        ("blocked.*", ["blocked.toggle.off", "blocked.purchase.expired"], true),
        ("blocked.purchase.*", ["blocked.purchase.expired"], true),
        ("blocked.purchase.*", ["blocked.toggle.off", "pending.undetermined"], false),
        ("pending.*", ["pending.undetermined"], true),
        ("blocked.toggle.off", ["blocked.toggle.off"], true),
    ])
    func `a pattern has all codes that begin alike`(
        _ pattern: String, _ codes: [String], _ areCovered: Bool
    ) throws {
        let pattern = try #require(InsteadRule.Codes(pattern))
        for code in codes { #expect((OutcomeCode(rawValue: code).map(pattern.covers) == areCovered), "\(code)") }
        for text in ["", "*", ".*", "blocked", "blocked.", "blocked.*.off", "block*", "blocked.pur*", "ok.performed"] {
            #expect(InsteadRule.Codes(text) == nil, "\(text)")
        }
    }
}
