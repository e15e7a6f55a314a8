import Contract
import Foundation
import Glibc
import Testing

/// Held links whose subscriber does not acknowledge them, and the gate before a link is handed over.
@Suite struct RedeliveryTests {
    @Test func `a link of an app that crashed goes to the next one, under the same name and marked`() throws {
        try ChannelStage.with(ChannelStage.table(["player": "kind held"])) { stage in
            var first: Subscriber? = try stage.subscribe("player")
            let sender = try stage.send("t://player/7")
            let link = try #require(try first?.link())
            first = nil
            let next = try stage.subscribe("player")
            let again = try next.link()
            #expect(again["delivery"].text == link["delivery"].text && again["redelivered"].text == "true")
            #expect(again["inputs.id"].text == "7")
            try next.acknowledge(again)
            #expect(try sender.receive()?["parameters.outcome.code"].text == "ok.performed")
        }
    }

    @Test func `a link that is not acknowledged in time goes to the next, and three times end a subscription`() throws {
        let table = ChannelStage.table(["player": "kind held\nacknowledge within 100ms"])
        try ChannelStage.with(table) { stage in
            let silent = try stage.subscribe("player")
            let sender = try stage.send("t://player/7")
            let links = try (0..<3).map { _ in try silent.link() }
            #expect(Set(links.map { $0["delivery"].text }).count == 1)
            #expect(links.map { $0["redelivered"].text } == ["false", "true", "true"])
            let end = try silent.receive()
            #expect(end["error"].text == "io.deeplinkd.Channels.SubscriptionEnded")
            #expect(end["parameters.code"].text == "channel.notAcknowledging" && end["continues"] == nil)
            let next = try stage.subscribe("player")
            #expect(try next.link()["redelivered"].text == "true")
            #expect(try silent.acknowledge(links[0]) == "-", "any connection of the user may")
            #expect(try sender.receive()?["parameters.outcome.code"].text == "ok.performed")
        }
    }

    @Test func `without redelivery a link is told once, and the sender hears that its effect is unknown`() throws {
        let table = ChannelStage.table(["player": "kind held\nredeliver no\nacknowledge within 100ms"])
        try ChannelStage.with(table) { stage in
            let late = try stage.subscribe("player")
            let slow = try stage.send("t://player/1")
            _ = try late.link()
            #expect(try slow.receive()?["parameters.outcome.code"].text == "unknown.effect")
            var crashing: Subscriber? = try stage.subscribe("player")
            let senders = try (2...3).map { try stage.send("t://player/\($0)") }
            _ = try crashing?.link()
            _ = try late.link()
            crashing = nil
            for sender in senders {
                #expect(try sender.receive()?["parameters.outcome.code"].text == "unknown.effect")
            }
        }
    }

    @Test func `two apps share the links of a channel, and one that crashes leaves its own to the other`() throws {
        try ChannelStage.with(ChannelStage.table(["player": "kind held"])) { stage in
            var apps = try (0..<2).map { _ in try stage.subscribe("player") }
            var senders: [RawClient] = []
            for id in 1...4 {
                senders.append(try stage.send("t://player/\(id)"))
                try stage.awaitWaiting(id, in: "player")
            }
            let links = try apps.map { app in try (0..<2).map { _ in try app.link() } }
            #expect(links.map { $0.map { $0["inputs.id"].text } } == [["1", "3"], ["2", "4"]])
            // In another order than theirs.
            for link in links[1].reversed() { try apps[1].acknowledge(link) }
            apps.removeFirst()
            for link in links[0] {
                let again = try apps[0].link()
                #expect(again["delivery"].text == link["delivery"].text && again["redelivered"].text == "true")
                try apps[0].acknowledge(again)
            }
            for sender in senders { #expect(try sender.receive()?["parameters.outcome.code"].text == "ok.performed") }
        }
    }

    @Test func `an app gets as many links as its window has room for, and more as it acknowledges them`() throws {
        let window = Limits.unacknowledgedLinks
        try ChannelStage.with(ChannelStage.table(["player": "kind held"], lines: "detach")) { stage in
            for id in 1...(window + 2) { #expect(try stage.open("t://player/\(id)")["code"].text == "ok.accepted") }
            let app = try stage.subscribe("player")
            let links = try (0..<window).map { _ in try app.link() }
            #expect(links.map { $0["inputs.id"].text } == (1...window).map { "\($0)" })
            #expect(try !app.client.hasAnswer())
            try app.acknowledge(links[window - 1])
            #expect(try app.ids(1) == ["\(window + 1)"])
        }
    }

    @Test func `an app that is slow with many links is told of one, and keeps its subscription`() throws {
        let table = ChannelStage.table(["player": "kind held\nacknowledge within 500ms"], lines: "detach")
        try ChannelStage.with(table) { stage in
            for id in 1...5 { #expect(try stage.open("t://player/\(id)")["code"].text == "ok.accepted") }
            let app = try stage.subscribe("player")
            #expect(try app.ids(5) == ["1", "2", "3", "4", "5"])
            // All of them are late, and the first comes again; once more if this test is late too.
            var again = JSONTree.null
            repeat {
                again = try app.link()
                #expect(again["inputs.id"].text == "1" && again["redelivered"].text == "true")
            } while try app.acknowledge(again) != "-"
            #expect(try app.ids(4) == ["2", "3", "4", "5"])
        }
    }

    // MARK: The gate

    private static let gated = ChannelStage.table(["player": "kind held"], requirements: "require runtime on")

    @Test func `a link whose feature was switched off while it waited is refused when it is handed over`() throws {
        try ChannelStage.with(Self.gated) { stage in
            let senders = try (1...2).map { try stage.send("t://player/\($0)") }
            try stage.awaitWaiting(2, in: "player")
            let off: [String: Any] = ["feature": "Play", "on": false]
            #expect(try stage.client().call("io.deeplinkd.Features.SetRuntime", off)["error"] == nil)
            let subscriber = try stage.subscribe("player")
            for sender in senders {
                let outcome = try #require(try sender.receive()?["parameters.outcome"])
                #expect(outcome["code"].text == "blocked.feature.disabled" && outcome["primary"].text == "runtime:Play")
                #expect(outcome["url"].text.hasPrefix("t://player/"))
            }
            let on: [String: Any] = ["feature": "Play", "on": true]
            _ = try stage.client().call("io.deeplinkd.Features.SetRuntime", on)
            let last = try stage.send("t://player/3")
            #expect(try subscriber.ids(1) == ["3"], "none of those that were refused")
            withExtendedLifetime(last) {}
        }
    }

    @Test func `a link that was told before is not told again once its feature is off, and its effect is unknown`()
        throws
    {
        try ChannelStage.with(Self.gated) { stage in
            var first: Subscriber? = try stage.subscribe("player")
            let sender = try stage.send("t://player/7")
            _ = try first?.link()
            _ = try stage.client().call("io.deeplinkd.Features.SetRuntime", ["feature": "Play", "on": false])
            first = nil
            let next = try stage.subscribe("player")
            #expect(try sender.receive()?["parameters.outcome.code"].text == "unknown.effect")
            #expect(try !next.client.hasAnswer())
        }
    }

    @Test func `with the intake switched off no link that waits is handed over`() throws {
        try ChannelStage.with(ChannelStage.table(["player": "kind held"])) { stage in
            let sender = try stage.send("t://player/1")
            try stage.awaitWaiting(1, in: "player")
            _ = try stage.client().call("io.deeplinkd.Features.SetRuntime", ["feature": "DeepLinking", "on": false])
            let subscriber = try stage.subscribe("player")
            let outcome = try #require(try sender.receive()?["parameters.outcome"])
            #expect(outcome["code"].text == "blocked.feature.disabled")
            #expect(try !subscriber.client.hasAnswer())
        }
    }

    @Test func `sources are asked again before a link is handed over, and one that does not answer refuses it`() throws
    {
        try withFolder { folder in
            let service = try FlagService(at: folder.path(of: "flags"), .answer(#"{"on":true}"#))
            defer { service.stop() }
            let requirement = "require runtime from varlink unix:\(folder.path(of: "flags")) io.example.Flags.Get"
            let table = ChannelStage.table(["player": "kind held\nredeliver no"], requirements: requirement)
            try ChannelStage.with(table) { stage in
                let senders = try (1...2).map { try stage.send("t://player/\($0)") }
                try stage.awaitWaiting(2, in: "player")
                let subscriber = try stage.subscribe("player")
                let link = try subscriber.link()
                service.begin(.silence)
                // The answer from before counts for a second.
                try Patience.lookFor("a source without an answer") {
                    let outcome = try stage.client().outcome("Explain", ["url": "t://player/3"])
                    return outcome["code"].text == "pending.undetermined"
                }
                try subscriber.acknowledge(link)
                let codes = try senders.map { try $0.receive()?["parameters.outcome.code"].text }
                #expect(Set(codes) == ["ok.performed", "pending.undetermined"])
            }
        }
    }

    // MARK: Reloads

    @Test func `a reload that removes a channel ends its subscriptions and answers its senders`() throws {
        let table = ChannelStage.table(["player": "kind held\nredeliver no", "news": "kind plain"])
        try ChannelStage.with(table) { stage in
            let (app, reader) = (try stage.subscribe("player"), try stage.subscribe("news"))
            let told = try stage.send("t://player/1")
            _ = try app.link()
            let waiting = try stage.send("t://player/2")
            try stage.awaitWaiting(2, in: "player")
            try stage.reload(ChannelStage.table(["news": "kind plain"]))
            let end = try app.receive()
            #expect(end["error"].text == "io.deeplinkd.Channels.SubscriptionEnded")
            #expect(end["parameters.code"].text == "channel.removed")
            #expect(try told.receive()?["parameters.outcome.code"].text == "unknown.effect")
            let outcome = try #require(try waiting.receive()?["parameters.outcome"])
            #expect(outcome["code"].text == "failed.channel.noSubscriber")
            #expect(outcome["message"].text.contains("does not declare the channel player any more"))
            #expect(try stage.open("t://news/3")["code"].text == "ok.delivered")
            #expect(try reader.ids(1) == ["3"], "other channels stay as they are")
        }
    }

    @Test func `a reload that changes how long a channel waits keeps its links and subscribers`() throws {
        try ChannelStage.with(ChannelStage.table(["player": "kind held"])) { stage in
            let sender = try stage.send("t://player/1")
            try stage.awaitWaiting(1, in: "player")
            try stage.reload(ChannelStage.table(["player": "kind held\nacknowledge within 5s\nhold 4 for 1m"]))
            let app = try stage.subscribe("player")
            let link = try app.link()
            #expect((Int(link["acknowledgeWithinMs"].text) ?? 0) <= 5000)
            try app.acknowledge(link)
            #expect(try sender.receive()?["parameters.outcome.code"].text == "ok.performed")
            // As another kind it is another channel.
            try stage.reload(ChannelStage.table(["player": "kind plain"]))
            #expect(try app.receive()["parameters.code"].text == "channel.removed")
        }
    }

    @Test func `a link is not handed over where its action takes an input of another type now`() throws {
        let table = ChannelStage.table(["player": "kind held"])
        try ChannelStage.with(table) { stage in
            let sender = try stage.send("t://player/7")
            try stage.awaitWaiting(1, in: "player")
            try stage.reload(table.replacingOccurrences(of: "uint", with: "bool"))
            let app = try stage.subscribe("player")
            let outcome = try #require(try sender.receive()?["parameters.outcome"])
            #expect(outcome["code"].text == "rejected.input.invalid", "\(outcome)")
            #expect(outcome["message"].text.contains("its value of `id`"), "\(outcome)")
            #expect(try !app.client.hasAnswer())
        }
    }

    @Test func `a link whose action is gone from the table is not handed over`() throws {
        let table = ChannelStage.table(["player": "kind held"])
        try ChannelStage.with(table) { stage in
            let sender = try stage.send("t://player/1")
            try stage.awaitWaiting(1, in: "player")
            try stage.reload(table.replacingOccurrences(of: "feature Play", with: "feature Other"))
            let app = try stage.subscribe("player")
            let outcome = try #require(try sender.receive()?["parameters.outcome"])
            #expect(outcome["code"].text == "rejected.action.notFound", "\(outcome)")
            #expect(try !app.client.hasAnswer())
        }
    }
}
