import Foundation
import Glibc
import Testing

/// What a sender hears of a link that goes to a channel.
@Suite struct ChannelOutcomeTests {
    // MARK: At once

    @Test func `a plain link goes to every subscriber, and its outcome counts them`() throws {
        try ChannelStage.with(ChannelStage.table(["news": "kind plain"])) { stage in
            let none = try stage.open("t://news/1")
            #expect(none["code"].text == "failed.channel.noSubscriber")
            #expect(none["execution.kind"].text == "channel" && none["execution.channel"].text == "news")
            #expect(none["message"].text.contains("start the app"), "\(none)")
            let subscribers = try (0..<2).map { _ in try stage.subscribe("news") }
            let outcome = try stage.open("t://news/7?note=a%20b")
            #expect(outcome["code"].text == "ok.delivered" && outcome["execution.subscribers"].text == "2")
            for subscriber in subscribers {
                let answer = try subscriber.receive()
                #expect(answer["continues"].text == "true" && answer["parameters.missed"] == nil)
                let link = try #require(answer["parameters.link"])
                #expect(link["inputs.id"] == .integer(7) && link["inputs.note"] == .string("a b"))
                #expect(link["route"].text == "news" && link["feature"].text == "Play" && link["action"].text == "news")
                #expect(link["url"].text == "t://news/7?note=a%20b" && link["uid"].text == "\(geteuid())")
                #expect(link["delivery"] == nil && link["redelivered"].text == "false")
            }
        }
    }

    @Test func `an activation token and the name of an action reach the subscriber`() throws {
        try ChannelStage.with(ChannelStage.table(["news": "kind plain"])) { stage in
            let subscriber = try stage.subscribe("news")
            _ = try stage.client().outcome("Open", ["url": "t://news/1", "activationToken": "gnome-7_TIME1"])
            let first = try subscriber.link()
            #expect(first["activationToken"].text == "gnome-7_TIME1" && first["traceparent"] == nil)
            _ = try stage.client().outcome("Open", ["action": "Play.news", "inputs": ["id": 3]])
            let link = try subscriber.link()
            #expect(link["inputs.id"].text == "3" && link["url"] == nil && link["route"] == nil)
            #expect(link["activationToken"] == nil)
        }
    }

    @Test func `a secret input reaches the subscriber, and no one else`() throws {
        let table = """
            scheme t
            channel box {
                kind held
            }
            feature Play {
                action go {
                    input code string secret
                    channel box
                }
                route go /go/$(code) do go
            }
            """
        try ChannelStage.with(table) { stage in
            let subscriber = try stage.subscribe("box")
            let sender = try stage.send("t://go/pssst")
            let link = try subscriber.link()
            #expect(link["inputs.code"].text == "pssst" && link["url"].text == "t:***")
            try subscriber.acknowledge(link)
            let outcome = try #require(try sender.receive()?["parameters.outcome"])
            #expect(outcome["code"].text == "ok.performed" && outcome["parameters.code"].text == "***")
            #expect(!stage.daemon.log.contains("pssst"))
        }
    }

    @Test func `latest keeps the last link of a user for those who subscribe later`() throws {
        try ChannelStage.with(ChannelStage.table(["now": "kind latest"])) { stage in
            for id in 1...3 {
                let outcome = try stage.open("t://now/\(id)")
                #expect(outcome["code"].text == "ok.delivered" && outcome["execution.subscribers"].text == "0")
            }
            #expect(try stage.report(on: "now")["kept"].text == "1")
            let late = try stage.subscribe("now")
            let answer = try late.receive()
            #expect(answer["parameters.link.inputs.id"].text == "3")
            // One that goes on after what it was told is not told it again.
            let after = try #require(answer["parameters.sequence"].flatMap { Int($0.text) })
            let again = try stage.subscribe("now", after: after)
            #expect(try stage.open("t://now/4")["execution.subscribers"].text == "2")
            #expect(try late.ids(1) == ["4"])
            #expect(try again.ids(1) == ["4"])
        }
    }

    @Test func `sticky keeps one link until it is cleared, and each subscriber gets it once`() throws {
        try ChannelStage.with(ChannelStage.table(["pin": "kind sticky"])) { stage in
            #expect(try stage.open("t://pin/1")["code"].text == "ok.delivered")
            let second = try stage.open("t://pin/2")
            #expect(second["code"].text == "failed.channel.full" && second["message"].text.contains("cleared"))
            for _ in 0..<2 { #expect(try stage.subscribe("pin").ids(1) == ["1"]) }
            let clear = ["channel": "pin"]
            #expect(try stage.client().call("io.deeplinkd.Channels.Clear", clear)["parameters.cleared"].text == "1")
            #expect(try stage.client().call("io.deeplinkd.Channels.Clear", clear)["parameters.cleared"].text == "0")
            #expect(try stage.open("t://pin/3")["code"].text == "ok.delivered")
        }
    }

    @Test func `a link that is kept ends with its time`() throws {
        try ChannelStage.with(ChannelStage.table(["pin": "kind sticky\nhold for 50ms"])) { stage in
            #expect(try stage.open("t://pin/1")["code"].text == "ok.delivered")
            try Patience.lookFor("the end of the link") { try stage.report(on: "pin")["kept"].text == "0" }
            #expect(try stage.open("t://pin/2")["code"].text == "ok.delivered")
        }
    }

    // MARK: Held

    @Test func `a held link waits for an app, and its sender for the acknowledgement`() throws {
        try ChannelStage.with(ChannelStage.table(["player": "kind held"])) { stage in
            let sender = try stage.send("t://player/7")
            try stage.awaitWaiting(1, in: "player")
            let subscriber = try stage.subscribe("player")
            let link = try subscriber.link()
            #expect(link["delivery"].text.count == 32 && link["redelivered"].text == "false")
            #expect((1...30_000).contains(Int(link["acknowledgeWithinMs"].text) ?? 0))
            #expect(try !sender.hasAnswer())
            #expect(try subscriber.acknowledge(link) == "-")
            let outcome = try #require(try sender.receive()?["parameters.outcome"])
            #expect(outcome["code"].text == "ok.performed" && outcome["execution.kind"].text == "channel")
            #expect(try subscriber.acknowledge(link) == "io.deeplinkd.Channels.UnknownDelivery", "a name is good once")
        }
    }

    @Test func `the reason of an app that fails is told, cut to a kibibyte, and never becomes the code`() throws {
        try ChannelStage.with(ChannelStage.table(["player": "kind held"])) { stage in
            let subscriber = try stage.subscribe("player")
            let long = String(repeating: "é", count: 1000)
            for reason in ["ok.performed", "no disc\u{1B}[2J", long] {
                let sender = try stage.send("t://player/7")
                try subscriber.acknowledge(try subscriber.link(), failed: reason)
                let outcome = try #require(try sender.receive()?["parameters.outcome"])
                #expect(outcome["code"].text == "failed.channel.refused")
                #expect(outcome["execution.reason"].text == (reason == long ? String(long.prefix(512)) : reason))
            }
        }
    }

    @Test func `a sender that does not wait is answered at once, and the link goes on`() throws {
        try ChannelStage.with(ChannelStage.table(["player": "kind held"], lines: "detach")) { stage in
            let outcome = try stage.open("t://player/7")
            #expect(outcome["code"].text == "ok.accepted" && outcome["execution.channel"].text == "player")
            let subscriber = try stage.subscribe("player")
            try subscriber.acknowledge(try subscriber.link())
            try stage.daemon.awaitLog("held link ended action=Play.player channel=player code=ok.performed")
        }
    }

    @Test func `a oneway call leaves its connection free, and the link goes on`() throws {
        try ChannelStage.with(ChannelStage.table(["player": "kind held"])) { stage in
            let client = try stage.client()
            try client.send(
                #"{"method":"io.deeplinkd.Dispatch.Open","oneway":true,"parameters":{"url":"t://player/7"}}"#)
            #expect(try client.call("org.varlink.service.GetInfo")["error"] == nil)
            #expect(try stage.subscribe("player").ids(1) == ["7"])
        }
    }

    @Test func `a link that no app takes in time has no subscriber`() throws {
        try ChannelStage.with(ChannelStage.table(["player": "kind held\nhold for 50ms"])) { stage in
            let outcome = try stage.open("t://player/7")
            #expect(outcome["code"].text == "failed.channel.noSubscriber")
            #expect(outcome["message"].text.contains("within 0.05 seconds"), "\(outcome)")
        }
    }

    @Test func `without room the oldest link that waits gives way, or the newest is refused`() throws {
        let table = ChannelStage.table([
            "drop": "kind held\nhold 2 for 10m", "keep": "kind held\nhold 2 for 10m\noverflow refuse",
        ])
        try ChannelStage.with(table) { stage in
            var senders: [RawClient] = []
            for id in 1...3 {
                senders.append(try stage.send("t://drop/\(id)"))
                try stage.awaitWaiting(min(id, 2), in: "drop")
            }
            let displaced = try #require(try senders[0].receive()?["parameters.outcome"])
            #expect(displaced["code"].text == "failed.channel.full" && displaced["message"].text.contains("newer"))
            #expect(try stage.subscribe("drop").ids(1) == ["2"])
            let kept = try (1...2).map { try stage.send("t://keep/\($0)") }
            try stage.awaitWaiting(2, in: "keep")
            let refused = try stage.open("t://keep/3")
            #expect(refused["code"].text == "failed.channel.full")
            #expect(refused["message"].text.contains("2 links wait for an app"))
            #expect(try stage.subscribe("keep").ids(1).count == kept.count - 1)
        }
    }

    @Test func `a link that was cleared has no subscriber`() throws {
        try ChannelStage.with(ChannelStage.table(["player": "kind held"])) { stage in
            let sender = try stage.send("t://player/7")
            try stage.awaitWaiting(1, in: "player")
            let cleared = try stage.client().call("io.deeplinkd.Channels.Clear", ["channel": "player"])
            #expect(cleared["parameters.cleared"].text == "1")
            let outcome = try #require(try sender.receive()?["parameters.outcome"])
            #expect(outcome["code"].text == "failed.channel.noSubscriber")
            #expect(outcome["message"].text.contains("cleared"))
        }
    }

    // MARK: Senders that do not wait for the end

    @Test func `a sender that hangs up takes its link back while no app was told of it`() throws {
        try ChannelStage.with(ChannelStage.table(["player": "kind held"])) { stage in
            var sender: RawClient? = try stage.send("t://player/7")
            try stage.awaitWaiting(1, in: "player")
            withExtendedLifetime(sender) {}
            sender = nil
            try stage.awaitWaiting(0, in: "player")
            try stage.daemon.awaitLog("code=failed.cancelled")
        }
    }

    @Test func `a link that an app was told of goes on without its sender, whose outcome is unknown`() throws {
        try ChannelStage.with(ChannelStage.table(["player": "kind held"])) { stage in
            let subscriber = try stage.subscribe("player")
            let late = try stage.send("t://player/1", ["deadlineMs": 100])
            let link = try subscriber.link()
            let outcome = try #require(try late.receive()?["parameters.outcome"])
            #expect(outcome["code"].text == "unknown.effect" && outcome["message"].text.contains("deadline"))
            #expect(try subscriber.acknowledge(link) == "-")
            var sender: RawClient? = try stage.send("t://player/2")
            let second = try subscriber.link()
            withExtendedLifetime(sender) {}
            sender = nil
            try Patience.lookFor("the sender's outcome") {
                stage.daemon.log.split(separator: "\n").count { $0.contains("code=unknown.effect") } == 2
            }
            #expect(try subscriber.acknowledge(second) == "-")
        }
    }

    @Test func `a deadline that passes before an app was told takes the link back`() throws {
        try ChannelStage.with(ChannelStage.table(["player": "kind held"])) { stage in
            let outcome = try stage.client().outcome("Open", ["url": "t://player/1", "deadlineMs": 50])
            #expect(outcome["code"].text == "failed.timeout" && outcome["message"].text.contains("not performed"))
            #expect(try stage.report(on: "player")["waiting"].text == "0")
        }
    }

    @Test func `a shutdown answers every sender: taken back, or unknown where an app was told`() throws {
        try ChannelStage.with(ChannelStage.table(["player": "kind held", "other": "kind held"])) { stage in
            let subscriber = try stage.subscribe("player")
            let told = try stage.send("t://player/1")
            _ = try subscriber.link()
            let waiting = try stage.send("t://other/2")
            try stage.awaitWaiting(1, in: "other")
            stage.daemon.program.signal(SIGTERM)
            #expect(try told.receive()?["parameters.outcome.code"].text == "unknown.effect")
            #expect(try waiting.receive()?["parameters.outcome.code"].text == "failed.cancelled")
            let end = try subscriber.receive()
            #expect(end["error"].text == "io.deeplinkd.Channels.SubscriptionEnded")
            #expect(end["parameters.code"].text == "shutdown")
        }
    }
}
