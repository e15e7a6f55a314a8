import Foundation
import Testing

/// A disk without room, or without the right to write, stops no link that can be decided.
@Suite struct FullDiskTests {
    private static let setRuntime = "io.deeplinkd.Features.SetRuntime"
    private static let setToggle = "io.deeplinkd.Features.SetToggle"
    private static let status = "io.deeplinkd.Monitor.Status"

    private static let table =
        ChannelStage.table(["kept": "kind held\ndurable\nhold 600 for 10m\noverflow refuse"], lines: "detach")
            + """
            feature Plain {
                action a {
                    respond
                }
                route plain /plain do a
            }
            feature T {
                require toggle off
                action a {
                    respond
                }
                route t /t do a
            }

            """

    /// Sends links until one is not kept; gives how many are.
    private func sendLinks(_ stage: ChannelStage) throws -> Int {
        let client = try stage.client()
        let note = String(repeating: "n", count: 4000)
        for number in 1...600 {
            let outcome = try client.open("t://kept/\(number)?note=\(note)")
            guard outcome["code"].text == "ok.accepted" else {
                #expect(outcome["code"].text == "failed.channel.notKept", "\(outcome)")
                return number - 1
            }
        }
        return 600
    }

    @Test(.enabled(if: Mount.isPossible(for: "a full disk hands out its links")), .timeLimit(.minutes(3)))
    func `on a full disk each link that was accepted is handed out and acknowledged, also after a start`() throws {
        try Mount.with(options: "size=3m,mode=0700") { state in
            try ChannelStage.with(Self.table, stateDirectory: state) { stage in
                let first = try stage.client().call(Self.setToggle, ["feature": "T", "on": true])
                #expect(first["error"] == nil, "\(first)")
                let count = try sendLinks(stage)
                #expect(count > 20 && count < 600, "\(count) links")
                try Mount.fill(state + "/filler")
                let app = try stage.subscribe("kept")
                for number in 1...count / 2 {
                    let link = try app.link()
                    #expect(link["inputs.id"].text == "\(number)")
                    #expect(try app.acknowledge(link) == "-")
                }
                try stage.daemon.restartKilled()
                let client = try stage.client()
                #expect(try client.open("t://plain")["code"].text == "ok.performed")
                #expect(try client.open("t://t")["code"].text == "ok.performed")
                let off = try client.call(Self.setRuntime, ["feature": "DeepLinking", "on": false])
                #expect(off["parameters.durable"].text == "true", "\(off)")
                #expect(try client.call(Self.setRuntime, ["feature": "DeepLinking", "on": true])["error"] == nil)
                let again = try stage.subscribe("kept")
                var ids = try (count / 2 + 1...count).map { _ in
                    let link = try again.link()
                    #expect(try again.acknowledge(link) == "-")
                    return try #require(Int(link["inputs.id"].text))
                }
                ids.sort()
                #expect(ids == Array(count / 2 + 1...count), "each of \(count) links is handed out")
                try FileManager.default.removeItem(atPath: state + "/filler")
                try stage.reload(Self.table)
                try Patience.lookFor("the ledger") { try daemonStatus(client)["state"].text == "available" }
                #expect(try client.open("t://kept/1")["code"].text == "ok.accepted")
            }
        }
    }

    @Test(.enabled(if: Mount.isPossible(for: "a start on a full disk opens links")), .timeLimit(.minutes(3)))
    func `a start on a full disk opens links at once, with links that wait for their app`() throws {
        try Mount.with(options: "size=2m,mode=0700") { state in
            try ChannelStage.with(Self.table, stateDirectory: state) { stage in
                #expect(try sendLinks(stage) > 10)
                try Mount.fill(state + "/filler")
                for _ in 0..<3 {
                    try stage.daemon.restartKilled()
                    #expect(try stage.client().open("t://plain")["code"].text == "ok.performed")
                }
            }
        }
    }

    private func daemonStatus(_ client: RawClient) throws -> JSONTree {
        try #require(try client.call(Self.status)["parameters.ledger"])
    }

    @Test(.enabled(if: Mount.isPossible(for: "a read-only disk opens links")))
    func `a start on a read-only disk reads the ledger, and opens links by what it says`() throws {
        try Mount.with(options: "size=3m,mode=0700") { state in
            try withDaemon(table: Self.table, stateDirectory: state) { daemon in
                let client = try daemon.connect()
                #expect(try client.call(Self.setToggle, ["feature": "T", "on": true])["error"] == nil)
                daemon.program.kill()
                let mount = try Program.run("/bin/mount", ["-o", "remount,ro", state])
                try #require(mount.exit == .code(0), "\(mount)")
                try daemon.restartKilled()
                let again = try daemon.connect()
                for url in ["t://plain", "t://t"] { #expect(try again.open(url)["code"].text == "ok.performed") }
                let refused = try again.call(Self.setToggle, ["feature": "T", "on": false])
                #expect(refused["parameters.code"].text == "ledger.readOnly", "\(refused)")
                let off = try again.call(Self.setRuntime, ["feature": "DeepLinking", "on": false])
                #expect(off["parameters.durable"].text == "false", "\(off)")
                #expect(try again.open("t://plain")["code"].text == "blocked.feature.disabled")
                let status = try daemonStatus(again)
                #expect(status["state"].text == "readable" && status["code"].text == "ledger.readOnly", "\(status)")
                let shown = try daemon.tool("status")
                #expect(shown.exit == .code(6) && shown.output.contains("read, but not written"), "\(shown)")
                let writable = try Program.run("/bin/mount", ["-o", "remount,rw", state])
                try #require(writable.exit == .code(0), "\(writable)")
                #expect(try daemon.tool("reload").exit == .code(0))
                try Patience.lookFor("the ledger") { try daemonStatus(again)["state"].text == "available" }
                try daemon.restartKilled()
                #expect(try daemon.connect().open("t://plain")["code"].text == "blocked.feature.disabled")
            }
        }
    }
}
