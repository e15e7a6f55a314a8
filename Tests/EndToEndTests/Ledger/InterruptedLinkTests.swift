import Glibc
import TestSupport
import Testing

/// Links of actions with `journal`, through the socket, with the daemon's death in between.
@Suite struct InterruptedLinkTests {
    private static func table(_ service: String) -> String {
        """
        scheme t
        feature Shop {
            action buy {
                input item slug
                varlink unix:\(service) io.example.Shop.Buy item=$(item)
                timeout 20s
                journal
            }
            action sell {
                input item slug
                varlink unix:\(service) io.example.Shop.Sell item=$(item)
                timeout 20s
                idempotent
                journal
            }
            route buy /buy/$(item:slug) do buy
            route sell /sell/$(item:slug) do sell
        }

        """
    }

    /// Runs a test with a service that answers `tea` alone, and a daemon.
    private static func with(state: Bool = true, _ body: (RunningDaemon, ClickStage.Calls) throws -> Void) throws {
        try withFolder { folder in
            let calls = ClickStage.Calls()
            let path = folder.path(of: "shop")
            let service = try ScriptedDaemon(at: path) { call in
                calls.add(call)
                return call.contains("\"tea\"") ? [#"{"parameters":{}}"#] : []
            }
            defer { service.stop() }
            try withDaemon(
                in: folder, table: table(path), stateDirectory: state ? try folder.makeFolder("state") : nil
            ) { try body($0, calls) }
        }
    }

    private static func interrupted(_ daemon: RunningDaemon) throws -> [JSONTree] {
        let status = try daemon.connect().call("io.deeplinkd.Monitor.Status")
        return status["parameters.interrupted"]?.elements ?? []
    }

    private static func acknowledge(_ daemon: RunningDaemon, _ ids: String...) throws -> Program.Run {
        try Program.run(Products.tool, ["journal", "acknowledge", "--socket", daemon.socket] + ids)
    }

    @Test func `a link that a crash interrupts is named by the log and the status, until it is acknowledged`() throws {
        try Self.with { daemon, calls in
            let done = try daemon.connect().open("t://buy/tea")
            #expect(done["code"].text == "ok.performed", "\(done)")
            #expect(try Self.interrupted(daemon).isEmpty)
            let clients = [try daemon.connect(), try daemon.connect()]
            try clients[0].send(RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://buy/secret-ink"]))
            try Patience.lookFor("the call") { calls.all.count == 2 }
            try clients[1].send(
                RawClient.message(
                    "io.deeplinkd.Dispatch.Open",
                    ["action": "Shop.buy", "inputs": ["item": "secret-pen"], "subject": "account:ann"]))
            try Patience.lookFor("the other call") { calls.all.count == 3 }
            try daemon.restartKilled()
            let links = try Self.interrupted(daemon)
            #expect(links.map { $0["action"].text } == ["buy", "buy"])
            #expect(links.map { $0["feature"].text } == ["Shop", "Shop"])
            #expect(links[0]["route"] == nil && links[1]["route"].text == "buy", "\(links)")
            #expect(links[0]["subject"].text == "account:ann" && links[1]["subject"] == nil)
            #expect(links.allSatisfy { $0["uid"].text == "\(getuid())" && $0["outcomeId"].text.utf8.count == 13 })
            try daemon.awaitLog("link interrupted")
            let lines = daemon.log.split(separator: "\n").filter { $0.hasPrefix("link interrupted") }
            #expect(lines.count == 2 && lines.allSatisfy { $0.contains("code=unknown.effect") }, "\(lines)")
            #expect(lines.last?.contains("id=\(links[0]["outcomeId"].text)") == true)
            #expect(!daemon.log.contains("secret") && !"\(links)".contains("secret"))
            let status = try daemon.tool("status")
            #expect(status.exit == .code(6) && status.output.contains("Shop.buy by buy, uid "), "\(status)")
            let one = try Self.acknowledge(daemon, links[0]["outcomeId"].text)
            #expect(one.output == "1 link acknowledged\n", "\(one)")
            #expect(try Self.interrupted(daemon).count == 1)
            // A restart shows the rest again.
            try daemon.restartKilled()
            #expect(try Self.interrupted(daemon).count == 1)
            #expect(try Self.acknowledge(daemon).output == "1 link acknowledged\n")
            #expect(try Self.acknowledge(daemon).output == "0 links acknowledged\n")
            #expect(try Self.acknowledge(daemon, "--format", "json").output.contains(#""links":0"#))
            try daemon.restartKilled()
            #expect(try Self.interrupted(daemon).isEmpty)
            #expect(try daemon.tool("status").exit == .code(0))
            #expect(calls.all.count == 3, "nothing is performed again")
        }
    }

    @Test func `a key sent again to an action that says idempotent performs it again, and the journal names the first`()
        throws
    {
        try Self.with { daemon, calls in
            var clients: [RawClient] = []
            for action in ["sell", "buy"] {
                let client = try daemon.connect()
                clients.append(client)
                let count = calls.all.count
                let call: [String: Any] = ["url": "t://\(action)/ink", "idempotencyKey": action]
                try client.send(RawClient.message("io.deeplinkd.Dispatch.Open", call))
                try Patience.lookFor("the call") { calls.all.count == count + 1 }
            }
            try daemon.restartKilled()
            #expect(try Self.interrupted(daemon).map { $0["action"].text } == ["buy", "sell"])
            let bought = try daemon.connect().outcome("Open", ["url": "t://buy/ink", "idempotencyKey": "buy"])
            #expect(bought["code"].text == "unknown.effect", "\(bought)")
            let sold = try daemon.connect().outcome(
                "Open", ["url": "t://sell/ink", "idempotencyKey": "sell", "deadlineMs": 300])
            #expect(sold["code"].text == "unknown.effect", "the service does not answer again: \(sold)")
            #expect(calls.all.count == 3)
        }
    }

    @Test func `a caller that hangs up, a binding and an end of the daemon leave nothing behind`() throws {
        try Self.with { daemon, calls in
            do {
                let leaving = try daemon.connect()
                try leaving.send(RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://buy/ink"]))
                try Patience.lookFor("the call") { calls.all.count == 1 }
            }
            try daemon.awaitLog("code=unknown.effect")
            let client = try daemon.connect()
            let performed = try client.outcome("Perform", ["binding": try client.verify("t://buy/tea")])
            #expect(performed["code"].text == "ok.performed", "\(performed)")
            let late = try client.outcome("Open", ["url": "t://buy/ink", "deadlineMs": 50])
            #expect(late["code"].text == "unknown.effect", "\(late)")
            #expect(try client.open("t://buy/tea")["code"].text == "ok.performed")
            try daemon.restartKilled()
            #expect(try Self.interrupted(daemon).isEmpty)
        }
    }

    @Test func `without a state directory such an action is not performed`() throws {
        try Self.with(state: false) { daemon, calls in
            let outcome = try daemon.connect().open("t://buy/tea")
            #expect(outcome["code"].text == "pending.undetermined", "\(outcome)")
            #expect(outcome["message"].text.contains("no state directory"), "\(outcome)")
            #expect(calls.all.isEmpty)
        }
    }
}
