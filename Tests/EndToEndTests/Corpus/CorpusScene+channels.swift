import Foundation
import Glibc

extension CorpusScene {
    // MARK: Channels

    /// Each kind of channel, each answer of a subscription, and each outcome and error.
    static func useChannels(_ recorder: CorpusRecorder) throws {
        let table = ChannelStage.table([
            "news": "kind plain\nsubscribe group audio", "now": "kind latest", "pin": "kind sticky",
            "player": "kind held\nacknowledge within 10s", "slow": "kind held\nhold 1 for 10m\noverflow refuse",
            "brief": "kind held\nhold for 50ms", "kept": "kind held\ndurable",
            "app": "kind held\nsubscribe group audio\nstart exec /bin/true --background",
        ])
        let channels = "io.deeplinkd.Channels."
        try withDaemon(table: table) { daemon in
            recorder.record(daemon)
            let client = try daemon.connect()
            func subscribe(_ channel: String, after: Int? = nil) throws -> Subscriber {
                let subscriber = Subscriber(client: try daemon.connect(), other: client)
                _ = try subscriber.call(channel, after: after)
                return subscriber
            }
            _ = try client.call(channels + "List")
            _ = try client.outcome("Explain", ["url": "t://app/1"])
            for url in ["t://news/1", "t://now/2?note=x", "t://pin/3", "t://pin/4", "t://brief/5", "t://kept/6"] {
                _ = try client.open(url)
            }
            let news = try subscribe("news")
            _ = try client.outcome("Open", ["url": "t://news/6", "activationToken": "token-7"])
            _ = try news.receive()
            // All stay, so that the last one is one too many.
            var others = [try subscribe("now"), try subscribe("pin"), try subscribe("news", after: 0)]
            for other in others { _ = try other.receive() }
            let player = try subscribe("player")
            for reason in [nil, "no disc"] {
                let sender = try daemon.connect()
                try sender.send(RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://player/8"]))
                let link = try player.link()
                try player.acknowledge(link, failed: reason)
                _ = try sender.receive()
                try player.acknowledge(link)
            }
            let waiting = try daemon.connect()
            try waiting.send(RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://slow/9"]))
            try Patience.lookFor("a link that waits") {
                // Its answers are not recorded, since their number differs.
                try RawClient(daemon.socket).call(channels + "List")["parameters.channels"]?.elements
                    .contains { $0["waiting"].text == "1" } == true
            }
            _ = try client.open("t://slow/10")
            _ = try client.call(channels + "List")
            for parameters in [["channel": "slow"], ["channel": "pin", "subject": "uid:0"], ["channel": "slot"]] {
                _ = try client.call(channels + "Clear", parameters)
            }
            _ = try waiting.receive()
            while others.count < 15 { others.append(try subscribe("news")) }
            try daemon.replaceTable("scheme t\n")
            _ = try client.call("io.deeplinkd.Monitor.Reload")
            _ = try news.receive()
            withExtendedLifetime(others) {}
        }
    }
}
