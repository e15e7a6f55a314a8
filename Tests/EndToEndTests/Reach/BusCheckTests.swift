import Foundation
import TestSupport
import Testing

/// `check --host` of actions that call services over D-Bus.
@Suite struct BusCheckTests {
    private static let player = "org.example.Player"
    private static let object = "org.example.Player /org/example/Player io.example.Player1"

    private static func table(_ lines: [String]) -> String {
        "scheme t\nfeature F {\n"
            + lines.enumerated().map { number, line in
                "    action a\(number) {\n        \(line)\n    }\n    route r\(number) /r\(number) do a\(number)\n"
            }.joined() + "}\n"
    }

    /// The findings about services by their subjects: the verdict and the reason.
    private func findings(
        _ lines: [String], on player: BusPlayer, address: String? = nil
    ) throws -> [String: (verdict: String, because: String)] {
        let path = try player.daemon.folder.write("t.conf", Self.table(lines))
        let run = try Program.run(
            Products.tool, ["check", "--host", "--format", "json", "-f", path],
            environment: ["DBUS_SESSION_BUS_ADDRESS": address ?? player.bus.address])
        var findings: [String: (String, String)] = [:]
        for line in run.output.split(separator: "\n") {
            let row = try JSONTree(parsing: Array(line.utf8))
            guard row["what"]?.text == "bus name" else { continue }
            findings[row["subject"].text] = (row["verdict"].text, row["because"].text)
        }
        #expect(run.exit == .code(findings.values.contains { $0.0 == "willNot" } ? 1 : 0), "\(run)")
        return findings
    }

    @Test func `a service that runs is compared with the table, and others are not started`() throws {
        try BusPlayer.with(#function, table: "scheme t\n") { player in
            let rows: [(line: String, subject: String, verdict: String, because: String)] = [
                ("dbus \(Self.player) open", Self.player, "answers", "it runs, and has Open"),
                (
                    "dbus \(Self.object).Play us 7 x", "\(Self.player) io.example.Player1.Play", "answers",
                    "it runs, and has Play"
                ),
                (
                    "dbus \(Self.object).Wait s x", "\(Self.player) io.example.Player1.Wait", "willNot",
                    "Wait takes nothing, and the table passes values of the types s"
                ),
                (
                    "dbus \(Self.object).Pley us 7 x", "\(Self.player) io.example.Player1.Pley", "willNot",
                    "io.example.Player1 has no method Pley; the nearest is Play"
                ),
                (
                    "dbus \(Self.player) /org/example/Player io.example.Other.Play",
                    "\(Self.player) io.example.Other.Play", "cannotTell",
                    "it runs, and does not list io.example.Other at /org/example/Player"
                ),
                (
                    "dbus \(BusPlayer.failingName) activate", BusPlayer.failingName, "answers",
                    "the bus can start it"
                ),
                (
                    "dbus org.example.Plaier activate", "org.example.Plaier", "cannotTell",
                    "it does not run now, and the bus cannot start it; the nearest name is org.example.Player"
                ),
            ]
            let found = try findings(rows.map(\.line), on: player)
            for row in rows {
                #expect(found[row.subject]?.verdict == row.verdict, "\(row.line)")
                #expect(found[row.subject]?.because == row.because, "\(row.line)")
            }
            #expect(player.calls.isEmpty)
        }
        try BusPlayer.with(#function, .activatable, table: "scheme t\n") { player in
            let found = try findings(["dbus \(Self.object).Pley us 7 x"], on: player)
            #expect(found.values.first?.because == "the bus can start it")
            #expect(!player.bus.has(Self.player))
        }
    }

    @Test func `the answer that a service lists is compared with the table's result`() throws {
        try BusPlayer.with(#function, table: "scheme t\n") { player in
            let rows: [(member: String, result: String, difference: String?)] = [
                ("Play us 7 x", "title string ; position uint", nil), ("Play us 7 x", "title string", nil),
                ("Play us 7 x", "title string ; position uint ; more bool?", nil),
                (
                    "Play us 7 x", "title uint",
                    "Play answers with the type s in the place of `title`, which is no `uint`"
                ),
                (
                    "Play us 7 x", "title string ; position uint ; more bool",
                    "Play answers with 2 values, and nothing is left for `more`"
                ),
                ("Describe s x", "title string ; position uint ; tags string[]", nil),
                ("Wait", "title string", "Wait answers with nothing, and nothing is left for `title`"),
                (
                    "Huge us 7 x", "title string",
                    "Huge takes values of the types u, and the table passes values of the types us"
                ),
            ]
            for row in rows {
                let line = "dbus \(Self.object).\(row.member)\n        result { \(row.result) }"
                let found = try findings([line], on: player).values.first
                #expect(found?.verdict == (row.difference == nil ? "answers" : "willNot"), "\(row)")
                if let difference = row.difference { #expect(found?.because == difference) }
            }
            #expect(player.calls.isEmpty)
        }
    }

    @Test func `a bus and a service that do not answer are left soon`() throws {
        try BusPlayer.with(#function, table: "scheme t\n") { player in
            let lines = ["dbus \(Self.player) open", "dbus \(Self.object).Play us 7 x"]
            player.bus.pauseService(true)
            let slow = try findings(lines, on: player)
            #expect(slow.count == 2 && slow.values.allSatisfy { $0.verdict == "answers" })
            #expect(slow.values.allSatisfy { $0.because.hasPrefix("it runs; what it has is not known") }, "\(slow)")
            player.bus.pauseService(false)
            let absent = try findings(lines, on: player, address: "unix:path=/nowhere/bus")
            #expect(absent.values.allSatisfy { $0.verdict == "cannotTell" }, "\(absent)")
            #expect(absent.values.allSatisfy { $0.because.hasPrefix("there is no message bus") }, "\(absent)")
        }
    }
}
