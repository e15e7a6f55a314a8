import Foundation
import Testing

/// What a person sees: colours, and sentences that are broken to the width of the terminal.
@Suite struct TerminalTextTests {
    private static let table = """
        scheme t
        feature Library {
            description "Everything that you own, and everything that you have borrowed from somebody else"
            require toggle off
            action a {
                input word string
                respond
            }
            route word /words/$(word) do a
        }
        """
    private static let (bold, cyan, green, yellow, red) = (
        "\u{1B}[1m", "\u{1B}[1;36m", "\u{1B}[1;32m", "\u{1B}[1;33m", "\u{1B}[1;31m"
    )

    private static func withoutColours(_ text: String) -> String { text.replacing(/\u{1B}\[[0-9;]*m/, with: "") }

    @Test func `each command colours what it says, on a terminal and where it is asked to, and a pipe gets none`()
        throws
    {
        try withDaemon(table: Self.table) { daemon in
            let file = try daemon.folder.write("t.conf", Self.table)
            let (blocked, codes) = ("\(Self.yellow)blocked.toggle.off", ["-f", file])
            let rows: [(words: [String], parts: [String])] = [
                (["status"], ["ledger   \(Self.yellow)none"]),
                (["features"], ["\(Self.green)available", blocked]),
                (["features", "Library"], [blocked, "\(Self.red)✗\u{1B}[0m toggle:Library"]),
                (["open", "t://words/a"], [blocked, "\(Self.red)✗\u{1B}[0m "]),
                (["list"] + codes, ["\(Self.cyan)word"]), (["tree"] + codes, ["feature \(Self.bold)Library"]),
                (["matrix", "Library"] + codes, [blocked, "\(Self.green)ok.wouldPerform"]),
                (["matrix", "Library", "--fold"] + codes, [blocked]),
                (["check"] + codes, ["\(Self.green)no errors\u{1B}[0m; 1 route"]),
                (["match", "t://words/a"] + codes, ["\(Self.green)→"]),
                (["explain", "t://nowhere"] + codes, ["\(Self.red)rejected.route.notFound"]),
            ]
            for (words, parts) in rows {
                let words = words + (words.contains("-f") ? [] : ["--socket", daemon.socket])
                let plain = try Program.run(Products.tool, words).output
                #expect(!plain.contains("\u{1B}"), "\(words): \(plain)")
                let forced = try Program.run(Products.tool, words + ["--color", "always"]).output
                let shown = try Terminal.output(of: Products.tool, words, columns: 0)
                for part in parts {
                    #expect(forced.contains(part) && shown.contains(part), "\(words): \(part) in \(forced)")
                }
                if words[0] != "status" && words[0] != "open" { #expect(Self.withoutColours(forced) == plain) }
                let never = try Terminal.output(of: Products.tool, words + ["--color", "never"], columns: 0)
                #expect(!never.contains("\u{1B}"), "\(words)")
            }
        }
    }

    @Test func `a person who opens a link reads words for people, with the names of programs behind them`() throws {
        let table = Self.table.replacing("description", with: "title \"My library\"\n    description")
        try withDaemon(table: table) { daemon in
            let words = ["open", "t://words/a", "--socket", daemon.socket]
            let shown = try Terminal.output(of: Products.tool, words, columns: 0)
            let aside = "\u{1B}[2m"
            for part in [
                "blocked.toggle.off\u{1B}[0m  Your switch “My library” is off.\(aside) (toggle:Library)\u{1B}[0m",
                "✗\u{1B}[0m your switch “My library” is off\(aside) (toggle:Library: offByDefault)\u{1B}[0m",
                "remedy     Switch “My library” on.\(aside) (enableToggle Library (user))\u{1B}[0m",
            ] {
                #expect(shown.contains(part), "\(part) in \(shown)")
            }
            let plain = try Program.run(Products.tool, words).output
            #expect(plain.contains("✗ toggle:Library: offByDefault") && !plain.contains("My library” is"), "\(plain)")
            let other = ["open", "t://nowhere", "--socket", daemon.socket]
            let nowhere = try Terminal.output(of: Products.tool, other, columns: 0)
            #expect(nowhere.contains("No app on your computer takes this link."), "\(nowhere)")
        }
    }

    @Test(arguments: [60, 80, 120]) func `a sentence goes on under its own column, and words stay whole`(
        _ columns: UInt16
    ) throws {
        try withFolder { folder in
            let words = ["explain", "-f", try folder.write("t.conf", Self.table), "t://words/a"]
            let whole = try Program.run(Products.tool, words).output
            let shown = Self.withoutColours(try Terminal.output(of: Products.tool, words, columns: columns))
            let output = shown.split(separator: "\nmore: ")[0]
            #expect(output.split(separator: "\n").allSatisfy { $0.count <= Int(columns) }, "\(output)")
            let (broken, unbroken) = (
                output.split(whereSeparator: \.isWhitespace), whole.split(whereSeparator: \.isWhitespace)
            )
            #expect(broken == unbroken)
            let lines = output.split(separator: "\n")
            #expect(lines[1].hasPrefix(String(repeating: " ", count: 20)) && !lines[1].hasPrefix("   url"), "\(output)")
        }
    }

    @Test func `the sentence of an error is broken, and the line of the table that it quotes is not`() throws {
        try withFolder { folder in
            let line = "route a-route-with-a-long-name /a/$(b:uint)/c/$(d:slug)/and/more/of/it do nothing at all"
            let path = try folder.write("t.conf", "scheme t\n\(line)\n")
            let shown = Self.withoutColours(try Terminal.output(of: Products.tool, ["check", "-f", path], columns: 60))
            #expect(shown.contains("\n       "), "\(shown)")
            #expect(
                shown.replacing("\n       ", with: " ").contains(
                    ": error RT102: `route` does not belong in a table\n   2 | \(line)\n"), "\(shown)")
        }
    }
}
