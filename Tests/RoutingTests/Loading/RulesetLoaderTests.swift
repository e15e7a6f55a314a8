import Conf
import Contract
import Features
import Links
import TestTables
import Testing

@testable import Routing

@Suite struct RulesetLoaderTests {
    @Test(arguments: [
        TableRow(
            .file,
            "scheme a\u{0}b\nfeature F {\n    action a {\n        respond\n    }\n    route r /r do a\n}",
            #"""
            t:1:9: error RT002: the line contains a NUL
               1 | scheme a\u{0}b
                 |         ^~~~~
                 = help: remove it; lines end in LF or CRLF
            """#),
        TableRow(
            .file,
            "scheme s\u{d}host h.example\nfeature F {\n    action a {\n        respond\n    }\n    route r /r do a\n}",
            #"""
            t:1:9: error RT002: the line contains a carriage return without a line feed
               1 | scheme s\u{d}host h.example
                 |         ^~~~~
                 = help: remove it; lines end in LF or CRLF
            """#),
        TableRow(
            .file,
            "\u{feff}scheme s\nfeature F {\n    action a {\n        respond\n    }\n    route r /r do a\n}",
            #"""
            t:1:1: error RT002: the file begins with a byte order mark
               1 | \u{feff}scheme s
                 | ^~~~~~~~
                 = help: save it without one
            """#),
        TableRow(
            .file,
            """
            scheme "s
            feature F {
                action a {
                    respond
                }
                route r /r do a
            }
            """,
            #"""
            t:1:8: error RT003: the quoted word is not closed on its line
               1 | scheme "s
                 |        ^~
                 = help: add the closing quote; a line break in a word is written `\n`
            """#),
        TableRow(
            .file,
            """
            scheme a"b"
            feature F {
                action a {
                    respond
                }
                route r /r do a
            }
            """,
            #"""
            t:1:9: error RT004: a word that does not begin with a quote contains one
               1 | scheme a"b"
                 |         ^
                 = help: put the whole word in quotes and write `\"` for a quote in it
            """#),
        TableRow(
            .file,
            """
            scheme "s"t
            feature F {
                action a {
                    respond
                }
                route r /r do a
            }
            """,
            """
            t:1:11: error RT004: text follows the closing quote of a word
               1 | scheme "s"t
                 |           ^
                 = help: put a blank after the closing quote
            """),
        TableRow(
            .file,
            #"""
            scheme "\x"
            feature F {
                action a {
                    respond
                }
                route r /r do a
            }
            """#,
            #"""
            t:1:9: error RT005: this escape is not known
               1 | scheme "\x"
                 |         ^~
                 = help: the escapes are \" \\ \n \t and \u{…}; a backslash itself is \\
            """#),
        TableRow(
            .file,
            #"""
            scheme "\u{D800}"
            feature F {
                action a {
                    respond
                }
                route r /r do a
            }
            """#,
            #"""
            t:1:9: error RT005: this escape names no Unicode character
               1 | scheme "\u{D800}"
                 |         ^~
                 = help: write \u{1F399}: one to six hex digits, no surrogate
            """#),
        TableRow(
            .file,
            """
            scheme { s
            feature F {
                action a {
                    respond
                }
                route r /r do a
            }
            """,
            """
            t:1:8: error RT006: the block that opens here is not closed on its line
               1 | scheme { s
                 |        ^
                 = help: close it with ` }` on the same line, or begin a new line behind the `{`
            """),
        TableRow(
            .file,
            """
            scheme s
            }
            feature F {
                action a {
                    respond
                }
                route r /r do a
            }
            """,
            """
            t:2:1: error RT007: no block is open that this `}` could close
               2 | }
                 | ^
                 = help: remove it
            """),
        TableRow(
            .file,
            """
            scheme s
            feature F {
                action a {
                    respond
                }
                route r /r do a
            }
            feature G {
            """,
            """
            t:8:1: error RT007: the block that opens here is not closed
               8 | feature G {
                 | ^~~~~~~
                 = help: add a line with `}`
            """),
    ])
    func `the text of a table is read to its end, and every fault of it is reported`(_ row: TableRow) {
        row.check()
    }

    @Test(arguments: [
        TableRow(
            .file,
            """
            scheme 7s
            host podcasts.exmaple.
            value lang en de
            product premium {
                kind subscripton
            }
            feature Playback {
                require permision camera
                action play {
                    input episode uint
                    input at      unit = 0
                    exec printf $(episode) $(at)
                }
                action describe {
                    input show slug
                    respond "$(shw)"
                }
                route episode /episodes//$(episode:uint) do play
                route show /shows/$(show:slug) do descibe
                route latest /latest do describe {
                    wiht show a
                }
                feature Playback
            }

            """,
            """
            t:1:8: error RT601: `7s` is not a scheme
               1 | scheme 7s
                 |        ^~
                 = help: a scheme begins with a letter and goes on with letters, digits, `+`, `-` and `.`
            t:2:22: error RT602: `podcasts.exmaple.` is not a host: a host must not end with a dot
               2 | host podcasts.exmaple.
                 |                      ^
                 = help: remove the dot
            t:3:1: error RT101: the directive `value` is not known in a table
               3 | value lang en de
                 | ^~~~~
                 = help: did you mean `values`?
            t:5:10: error RT107: `subscripton` is not a kind of product
               5 |     kind subscripton
                 |          ^~~~~~~~~~~
                 = help: did you mean `subscription`?
            t:8:13: error RT202: a feature cannot require `permision`
               8 |     require permision camera
                 |             ^~~~~~~~~
                 = help: did you mean `permission`?
            t:11:23: error RT303: there is no type `unit`
               11 |         input at      unit = 0
                  |                       ^~~~
                  = help: did you mean `uint`?
            t:12:14: error RT306: a program is named by its absolute path, without placeholders
               12 |         exec printf $(episode) $(at)
                  |              ^~~~~~
                  = help: as in `exec /usr/bin/xdg-open …`
            t:16:18: error RT308: the action has no input `shw`
               16 |         respond "$(shw)"
                  |                  ^~~~~~
                  = help: did you mean `show`?
            t:18:28: error RT402: only the last segment of a path may be empty
               18 |     route episode /episodes//$(episode:uint) do play
                  |                            ^~
                  = help: write one slash
            t:19:39: error RT403: the feature `Playback` has no action `descibe`
               19 |     route show /shows/$(show:slug) do descibe
                  |                                       ^~~~~~~
                  = help: did you mean `describe`?
            t:21:9: error RT101: the directive `wiht` is not known in `route`
               21 |         wiht show a
                  |         ^~~~
                  = help: did you mean `with`?
            t:23:5: error RT105: `feature` needs a block
               23 |     feature Playback
                  |     ^~~~~~~~~~~~~~~~
                  = help: it is written `feature NAME { … }`
            """)
    ])
    func `twelve errors in one file are twelve reports`(_ row: TableRow) {
        row.check()
    }

    @Test func `what is larger than a limit is refused and measured`() {
        func first(_ bytes: [UInt8]) -> String {
            let result = RulesetLoader.load(TableFile(name: "t", bytes: bytes))
            return Tables.printed(result).split(separator: "\n").first.map(String.init) ?? ""
        }
        #expect(first([0x61, 0x0A, 0xFF]) == "t:2:1: error RT001: the file is not UTF-8 here")
        let deep = String(repeating: "a {\n", count: 33) + String(repeating: "}\n", count: 33)
        #expect(Tables.codes(deep).contains("RT008"))
        #expect(
            first(Array(repeating: 0x61, count: Limits.wordBytes + 1))
                == "t:1:1: error RT009: the word has 65537 bytes; at most 65536 are read")
    }

    @Test func `inputs and query keys have a limit`() {
        let inputs = (0...Limits.inputs).map { "input i\($0) string = x" }.joined(separator: "\n")
        #expect(Tables.codes(TableRow(.action, inputs + "\nrespond", "").table) == ["RT109"])
        let keys = (0...Limits.routeKeys).map { "query k\($0)?" }.joined(separator: "\n")
        #expect(Tables.codes(TableRow(.route, keys, "").table).filter { $0 != "RT406" } == ["RT109"])
    }

    @Test func `a file that cannot be read is one diagnostic`() {
        let result = RulesetLoader.Result.failed(.unreadableFile, "gone", file: "x.conf", help: "name another")
        #expect(result.ruleset == nil)
        #expect(result.reports.map(\.code) == ["RT011"])
        #expect(result.reports.map(\.file) == ["x.conf"])
    }

    @Test func `the example loads without a diagnostic`() throws {
        let result = RulesetLoader.load(TableFile(name: "routes.conf", bytes: try Tables.packageFile("routes.conf")))
        #expect(Tables.printed(result).isEmpty)
        #expect(result.ruleset?.routes.count == 9)
    }

    @Test func `the revision is a matter of the text alone`() throws {
        let table = "scheme s\nfeature F {\n action a {\n respond\n }\n route r /r do a\n}\n"
        #expect(try Tables.ruleset(table).revision == Tables.ruleset(table).revision)
        #expect(try Tables.ruleset(table).revision != Tables.ruleset(table + "# why\n").revision)
        #expect(TableRevision.text(TableRevision.hash([])) == "cbf29ce484222325")
        #expect(TableRevision.text(TableRevision.hash(Array("a".utf8))) == "af63dc4c8601ec8c")
    }

    @Test func `limits of the table are the limits of its links`() throws {
        let rules = try Tables.ruleset(
            "limit url 40\nlimit segments 2\nlimit items 1\nlimit width 8\noperator group wheel\n"
                + "scheme s\nfeature F {\n action a {\n respond\n }\n route r /r do a\n}\n")
        var limits = LinkLimits()
        (limits.urlBytes, limits.segments, limits.queryItems) = (40, 2, 1)
        #expect(rules.linkLimits == limits)
        #expect(rules.operatorGroups.values.map(\.text) == ["wheel"])
    }

    @Test func `a table names its delegates and what it is for, and is for production where it does not say`() throws {
        let rest = "scheme s\nfeature F {\n action a {\n respond\n }\n route r /r do a\n}\n"
        let rules = try Tables.ruleset("delegate group gateway\ndelegate group web\nprofile development\n" + rest)
        #expect(rules.delegateGroups.values.map(\.text) == ["gateway", "web"] && rules.profile == .development)
        #expect(try Tables.ruleset(rest).profile == .production)
        #expect(try Tables.ruleset("profile production\n" + rest).profile == .production)
        for (line, code) in [
            ("profile test", "RT107"), ("profile production\nprofile production", "RT103"),
            ("delegate user ann", "RT107"),
        ] {
            let codes = Tables.load(line + "\n" + rest).reports.map(\.code)
            #expect(codes.count == 1 && codes[0].hasPrefix(code), "\(line): \(codes)")
        }
    }

    @Test func `a table says what the intake is without a ledger, and leaves it undetermined where it does not say`()
        throws
    {
        let rest = "scheme s\nfeature F {\n action a {\n respond\n }\n route r /r do a\n}\n"
        #expect(try Tables.ruleset(rest).intakeWithoutLedger == .undetermined)
        for value in IntakeWithoutLedger.allCases {
            let rules = try Tables.ruleset("intake without-ledger \(value.rawValue)\n" + rest)
            #expect(rules.intakeWithoutLedger == value)
        }
        for (line, code, help) in [
            ("intake without-ledger of", "RT107", "intake without-ledger on|off|undetermined"),
            ("intake without-ledger maybe", "RT107", "intake without-ledger on|off|undetermined"),
            ("intake with-ledger on", "RT107", "intake without-ledger on|off|undetermined"),
            ("intake on", "RT104", "intake without-ledger on|off|undetermined"),
            ("intake without-ledger on\nintake without-ledger on", "RT103", "keep one of them"),
            ("feature G {\n intake without-ledger on\n}", "RT102", "it belongs in a table"),
        ] {
            let reports = Tables.load(line + "\n" + rest).reports
            #expect(reports.count == 1 && reports[0].code == code, "\(line): \(reports)")
            #expect(reports.first?.help?.contains(help) == true, "\(line): \(reports)")
        }
    }

    @Test func `what two files of a table say of the intake is refused, whether or not they agree`() {
        let tree = FileTree(files: [
            "t":
                "scheme s\ninclude u\nintake without-ledger on\nfeature F {\n action a {\n respond\n }\n route r /r do a\n}\n",
            "u": "intake without-ledger on\n",
        ])
        let reports = tree.load().reports
        #expect(reports.map(\.code) == ["RT103"] && reports[0].message == "the intake is given in two files")
        #expect(reports[0].related.count == 1)
    }

    @Test func `reports carry lines and columns, not offsets`() {
        let report = Tables.load("scheme s\nscheme S\n").reports.first
        #expect(report?.line == 2)
        #expect(report?.column == 8)
        #expect(report?.related.map(\.line) == [1])
    }
}
