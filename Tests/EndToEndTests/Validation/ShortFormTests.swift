import Foundation
import Testing

/// Shorter ways to name the daemon, the table, the subject and the format; and colours.
@Suite struct ShortFormTests {
    private static let table = """
        profile development
        scheme t
        feature F {
            require toggle off
            action a {
                respond
            }
            route r /x do a
        }
        """

    private static let doubtful = "scheme s\nvalues unused a b\nfeature F {\n}\n"

    @Test func `DEEPLINKD_SOCKET names the daemon of every command, and --socket another`() throws {
        try withDaemon(table: Self.table) { daemon in
            let environment = ["DEEPLINKD_SOCKET": daemon.socket]
            let status = try Program.tool("status", environment: environment)
            #expect(status.exit == .code(0) && status.output.contains(daemon.socket), "\(status)")
            let other = try Program.tool("status", "--socket", "/nowhere", environment: environment)
            #expect(other.exit == .code(1) && other.errors.contains("no daemon is listening at /nowhere"), "\(other)")
            let none = try Program.tool("status", environment: ["DEEPLINKD_SOCKET": "/else"])
            #expect(none.errors.contains("no daemon is listening at /else;"), "\(none)")
        }
    }

    @Test func `DEEPLINKD_TABLE names the table of every command that takes one, and -f another`() throws {
        try withFolder { folder in
            let (first, second) = (
                try folder.write("first.conf", Self.table),
                try folder.write("second.conf", Self.table.replacing("scheme t", with: "scheme u"))
            )
            let environment = ["DEEPLINKD_TABLE": first]
            #expect(try Program.tool("match", "t://x", environment: environment).exit == .code(0))
            #expect(try Program.tool("match", "-f", second, "u://x", environment: environment).exit == .code(0))
            #expect(try Program.tool("match", "-f", second, "t://x", environment: environment).exit == .code(3))
            let bench = try Program.tool("bench", "t://x", environment: environment)
            #expect(bench.output.contains("decide ns"), "\(bench)")
            // An empty variable is none.
            let empty = try Program.tool("match", "t://x", environment: ["DEEPLINKD_TABLE": "", "HOME": folder.path])
            #expect(empty.exit != .code(0), "\(empty)")
            try withDaemon(table: Self.table) { daemon in
                let asked = try Program.tool(
                    "match", "--socket", daemon.socket, "t://x", environment: ["DEEPLINKD_TABLE": "/none"])
                #expect(asked.exit == .code(0), "\(asked)")
            }
        }
    }

    @Test func `check takes tables without -f`() throws {
        try withFolder { folder in
            let table = try folder.write("a.conf", Self.table)
            #expect(try Program.tool("check", table).output == Program.tool("check", "-f", table).output)
            let more = try folder.write("b.conf", "scheme more\n")
            let both = try Program.tool("check", table, more)
            #expect(both.output == (try Program.tool("check", "-f", table, "-f", more).output), "\(both)")
            let mixed = try Program.tool("check", "--root", folder.path, table)
            #expect(mixed.exit == .code(2) && mixed.errors.contains("Either name tables with -f or use --root."))
            #expect(try Program.tool("check", "").exit == .code(2))
        }
    }

    @Test func `a subject can be given by the name of a user of this machine`() throws {
        try withDaemon(table: Self.table) { daemon in
            let set = try daemon.tool("toggle", "F", "on", "--subject", "root")
            #expect(set.exit == .code(0), "\(set)")
            let shown = try daemon.tool("features", "F", "--subject", "uid:0")
            #expect(shown.output.contains("✓ toggle:F"), "\(shown)")
            let wrong = try daemon.tool("features", "F", "--subject", "no-such-user")
            #expect(wrong.exit == .code(2), "\(wrong)")
            #expect(
                wrong.errors.contains(
                    "This machine has no user `no-such-user`; a subject is uid:N, a user's name, account:NAME or machine."
                ), "\(wrong)")
        }
    }

    @Test func `colours repeat what the words say, and texts of others bring none`() throws {
        try withFolder { folder in
            let table = try folder.write("a.conf", Self.table)
            let doubtful = try folder.write("b.conf", Self.doubtful)
            let cases = try folder.write(
                "a.cases", "table \(table)\ncase red {\n    url t://y\n    expect ok.wouldPerform\n}\n")
            let runs = [
                ["check", doubtful], ["check", "--strict", doubtful], ["match", "-f", table, "t://x"],
                ["match", "-f", table, "t://y"], ["explain", "-f", table, "t://x"], ["test", cases],
                ["check", table], ["list", "-f", table], ["list", "-f", table, "--order", "precedence"],
            ]
            for run in runs {
                let plain = try Program.run(Products.tool, run)
                let coloured = try Program.run(Products.tool, run + ["--color", "always"])
                #expect(!plain.output.contains("\u{1B}"), "\(plain)")
                #expect(coloured.output.contains("\u{1B}[1;3"), "\(coloured)")
                #expect(coloured.output.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain.output, "\(coloured)")
                #expect(coloured.exit == plain.exit)
            }
            let hostile = try Program.tool("match", "-f", table, "t://\u{1B}[31m", "--color", "always")
            #expect(!hostile.output.contains("\u{1B}[31m"), "\(hostile)")
        }
    }
}
