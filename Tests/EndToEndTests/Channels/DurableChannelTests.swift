import Foundation
import Glibc
import Testing

/// Links of durable channels outlive the daemon.
@Suite struct DurableChannelTests {
    /// Two durable channels: one gives a link to the next subscriber, the other to one only.
    ///
    /// - Parameter detach: the line by which senders do not wait.
    private static func table(
        hold: String = "hold 64 for 10m", requirements: String = "", detach: String = "detach"
    ) -> String {
        ChannelStage.table(
            [
                "again": "kind held\ndurable\n\(hold)\nacknowledge within 30s",
                "once": "kind held\ndurable\nredeliver no",
            ], requirements: requirements, lines: detach)
    }

    /// The same with senders that wait.
    private static let waiting = table(detach: "")

    private func withStage(
        _ table: String = table(), _ body: (ChannelStage) throws -> Void
    ) throws {
        try withFolder { folder in
            try ChannelStage.with(table, stateDirectory: folder.makeFolder("state"), body)
        }
    }

    /// Sends a link under a key, and gives what its sender is told.
    private func open(_ url: String, key: String, _ stage: ChannelStage) throws -> JSONTree {
        try stage.client().outcome("Open", ["url": url, "idempotencyKey": key])
    }

    /// Sends a link whose sender does not wait.
    private func accept(_ url: String, key: String, _ stage: ChannelStage) throws {
        let outcome = try open(url, key: key, stage)
        #expect(outcome["code"].text == "ok.accepted", "\(outcome)")
    }

    // MARK: Kept

    @Test
    func `a link that was accepted reaches its app after the daemon was killed, and once it is acknowledged not again`()
        throws
    {
        try withStage(Self.waiting) { stage in
            let sender = try stage.send("t://again/7?note=a%20b", ["idempotencyKey": "k"])
            try stage.awaitWaiting(1, in: "again")
            try stage.daemon.restartKilled()
            #expect(try sender.receive() == nil)
            let repeated = try open("t://again/7?note=a%20b", key: "k", stage)
            #expect(repeated["code"].text == "ok.accepted" && repeated["replayed"].text == "true", "\(repeated)")
            let app = try stage.subscribe("again")
            let link = try app.link()
            #expect(link["inputs.id"].text == "7" && link["inputs.note"].text == "a b", "\(link)")
            #expect(link["route"].text == "again" && link["url"].text == "t://again/7?note=a%20b", "\(link)")
            // Where links are redelivered it is not written before an app is told of one.
            #expect(link["redelivered"].text == "true" && link["uid"].text == "\(getuid())", "\(link)")
            #expect(try app.acknowledge(link) == "-")
            try stage.daemon.restartKilled()
            #expect(try stage.report(on: "again")["waiting"].text == "0")
        }
    }

    @Test func `a link that an app was told of comes back after a crash under the same name, marked as redelivered`()
        throws
    {
        try withStage { stage in
            try accept("t://again/7", key: "k", stage)
            let told = try stage.subscribe("again").link()
            try stage.daemon.restartKilled()
            let app = try stage.subscribe("again")
            let link = try app.link()
            #expect(link["delivery"].text == told["delivery"].text && link["redelivered"].text == "true", "\(link)")
            #expect(try app.acknowledge(link, failed: "no such episode") == "-")
            let outcome = try open("t://again/7", key: "k", stage)
            #expect(outcome["code"].text == "failed.channel.refused", "the last outcome is that of the key: \(outcome)")
            #expect(outcome["execution.reason"].text == "no such episode", "\(outcome)")
        }
    }

    @Test func `with redeliver no a link that an app was told of does not come back, and its effect is unknown`() throws
    {
        try withStage { stage in
            try accept("t://once/7", key: "told", stage)
            _ = try stage.subscribe("once").link()
            try accept("t://once/8", key: "untold", stage)
            try stage.daemon.restartKilled()
            let app = try stage.subscribe("once")
            #expect(try app.link()["inputs.id"].text == "8")
            let outcome = try open("t://once/7", key: "told", stage)
            #expect(outcome["code"].text == "unknown.effect", "\(outcome)")
            try stage.daemon.awaitLog("unknown.effect")
        }
    }

    @Test func `links come back in the order in which they were sent, after a restart with SIGTERM too`() throws {
        try withStage(Self.waiting) { stage in
            var senders: [RawClient] = []
            for number in 1...5 {
                senders.append(try stage.send("t://again/\(number)"))
                try stage.awaitWaiting(number, in: "again")
            }
            stage.daemon.program.signal(SIGTERM)
            let answers = try senders.map { try $0.receive()?["parameters.outcome.code"].text }
            #expect(answers.allSatisfy { $0 == "ok.accepted" }, "\(answers)")
            #expect(try stage.daemon.program.wait() == .code(0))
            try stage.daemon.restartKilled()
            let app = try stage.subscribe("again")
            for number in 1...5 {
                let link = try app.link()
                #expect(link["inputs.id"].text == "\(number)" && link["redelivered"].text == "true", "\(link)")
                try app.acknowledge(link)
            }
        }
    }

    @Test(arguments: [("", "unknown.effect"), ("redeliver no\n", "failed.channel.noSubscriber")])
    func `the time of a link goes on while the daemon does not run, and where links are redelivered its end is unknown`(
        line: String, code: String
    ) throws {
        try withStage(Self.table(hold: line + "hold 8 for 1s")) { stage in
            try accept("t://again/7", key: "k", stage)
            try stage.daemon.restartKilled()
            try Patience.lookFor("the end of the link") {
                try open("t://again/7", key: "k", stage)["code"].text == code
            }
        }
    }

    // MARK: The table and the gate

    @Test func `a link that came back is verified again, and refused where its feature was switched off meanwhile`()
        throws
    {
        try withStage(Self.table(requirements: "require runtime on")) { stage in
            try accept("t://again/7", key: "k", stage)
            let answer = try stage.client().call("io.deeplinkd.Features.SetRuntime", ["feature": "Play", "on": false])
            #expect(answer["error"] == nil, "\(answer)")
            try stage.daemon.restartKilled()
            let app = try stage.subscribe("again")
            try stage.awaitWaiting(0, in: "again")
            try stage.daemon.awaitLog("unknown.effect")
            #expect(try !app.client.hasAnswer())
        }
    }

    @Test func `a link of a channel that the next table does not declare ends with the reason`() throws {
        try withStage { stage in
            try accept("t://once/7", key: "k", stage)
            try stage.daemon.replaceTable(ChannelStage.table(["again": "kind held\ndurable"], lines: "detach"))
            try stage.daemon.restartKilled()
            try stage.daemon.awaitLog("failed.channel.noSubscriber")
            // The log has the end before the disk does: killed in between, the daemon would bring the link back.
            stage.daemon.program.signal(SIGTERM)
            #expect(try stage.daemon.program.wait() == .code(0))
            try stage.daemon.replaceTable(Self.table())
            try stage.daemon.restartKilled()
            #expect(try stage.report(on: "once")["waiting"].text == "0")
        }
    }

    @Test func `a link that was sent where links are redelivered does not come again under a table with redeliver no`()
        throws
    {
        try withStage { stage in
            try accept("t://again/7", key: "k", stage)
            _ = try stage.subscribe("again").link()
            stage.daemon.program.kill()
            try stage.daemon.replaceTable(Self.table(hold: "redeliver no"))
            try stage.daemon.restartKilled()
            let outcome = try open("t://again/7", key: "k", stage)
            #expect(outcome["code"].text == "unknown.effect", "\(outcome)")
            #expect(outcome["message"].text.contains("may have been told"), "\(outcome)")
            #expect(try stage.report(on: "again")["waiting"].text == "0")
        }
    }

    @Test func `links wait for a table that has no errors`() throws {
        try withStage { stage in
            try accept("t://again/7", key: "k", stage)
            try stage.daemon.replaceTable("scheme")
            try stage.daemon.restartKilled()
            try stage.reload(Self.table())
            #expect(try stage.subscribe("again").link()["inputs.id"].text == "7")
        }
    }

    // MARK: Taken back

    @Test func `a link that its sender took back, or that was cleared, does not come back, and its key is free`() throws
    {
        try withStage(Self.waiting) { stage in
            do {
                let sender = try stage.send("t://again/7", ["idempotencyKey": "k"])
                try stage.awaitWaiting(1, in: "again")
                // It hangs up.
                withExtendedLifetime(sender) {}
            }
            try stage.awaitWaiting(0, in: "again")
            let cleared = try stage.send("t://again/8", ["idempotencyKey": "l"])
            try stage.awaitWaiting(1, in: "again")
            let answer = try stage.client().call("io.deeplinkd.Channels.Clear", ["channel": "again"])
            #expect(answer["parameters.cleared"].text == "1", "\(answer)")
            #expect(try cleared.receive()?["parameters.outcome.code"].text == "failed.channel.noSubscriber")
            try stage.daemon.restartKilled()
            #expect(try stage.report(on: "again")["waiting"].text == "0")
            let again = try stage.send("t://again/7", ["idempotencyKey": "k"])
            try stage.awaitWaiting(1, in: "again")
            withExtendedLifetime(again) {}
        }
    }

    // MARK: Without a ledger

    @Test func `a daemon without a ledger accepts no link of a durable channel, and says what it takes`() throws {
        try ChannelStage.with(Self.table()) { stage in
            let outcome = try stage.open("t://again/7")
            #expect(outcome["code"].text == "failed.channel.notKept", "\(outcome)")
            #expect(outcome["message"].text.contains("start it with `--state-dir DIRECTORY`"), "\(outcome)")
        }
    }

    @Test func `while the ledger cannot be used no link is accepted, and those that wait are not handed over`() throws {
        try withFolder { folder in
            let state = try folder.makeFolder("state")
            let table = Self.table() + "intake without-ledger on\n"
            try ChannelStage.with(table, stateDirectory: state) { stage in
                try accept("t://again/7", key: "k", stage)
                // The next daemon finds a ledger that it does not trust.
                let database = state + "/ledger.db"
                try #require(unsafe chmod(database, 0o666) == 0)
                try stage.daemon.restartKilled()
                let refused = try stage.open("t://again/8")
                #expect(refused["code"].text == "failed.channel.notKept", "\(refused)")
                #expect(refused["message"].text.contains("chmod go-w"), "an operator hears the cause: \(refused)")
                let app = try stage.subscribe("again")
                try #require(unsafe chmod(database, 0o600) == 0)
                try stage.reload(table)
                let link = try app.link()
                #expect(link["inputs.id"].text == "7", "\(link)")
                #expect(try app.acknowledge(link) == "-")
            }
        }
    }
}
