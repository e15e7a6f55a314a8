import Glibc
import Testing

/// Actions that say both `cache` and `concurrency`, through the socket.
@Suite struct CacheLaneTests {
    private static func lines(_ more: String) -> String {
        "http GET SHOP /$(path)\neffect none\ntimeout 20s\nconcurrency 1\n\(more)\nresult {\ntitle string\n}"
    }

    /// Sends a link on a connection of its own, and waits until the daemon has looked at it.
    private static func send(_ path: String, _ daemon: RunningDaemon) throws -> RawClient {
        let client = try daemon.connect()
        try client.send(RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://" + path]))
        _ = try daemon.connect().open("x://nowhere")
        return client
    }

    private static func outcome(_ client: RawClient) throws -> JSONTree {
        try #require(try client.receive()?["parameters.outcome"])
    }

    @Test func `a kept answer needs no turn, and another link is refused while the action is performed`() throws {
        try WebShop.with("turns and kept answers", Self.lines("cache for 1h")) { daemon, shop in
            let client = try daemon.connect()
            #expect(try client.open("t://held/tea")["code"].text == "ok.performed")
            try shop.hold(true)
            let first = try Self.send("held/ink", daemon)
            _ = try shop.awaitRequests(2)
            let kept = try client.open("t://held/tea")
            #expect(kept["code"].text == "ok.performed" && kept["cached.stale"].text == "false", "\(kept)")
            let refused = try client.open("t://held/pen")
            #expect(refused["code"].text == "rejected.overloaded", "\(refused)")
            // It wants the answer that the first one waits for.
            let second = try Self.send("held/ink", daemon)
            try shop.hold(false)
            let titles = try [first, second].map { try Self.outcome($0)["result.title"].text }
            #expect(titles == ["answer 2", "answer 2"])
            // A refusal is no answer.
            #expect(try client.open("t://held/pen")["result.title"].text == "answer 3")
            #expect(shop.requests.count == 3)
        }
    }

    @Test func `links that want the same answer take one place in the queue, and the service gets one call at a time`()
        throws
    {
        try WebShop.with("places and kept answers", Self.lines("queue 4 for 20s\ncache for 1h")) { daemon, shop in
            try shop.hold(true)
            // More links than places, for as many answers as there are turns and places for one user.
            let paths = ["held/tea", "held/ink", "held/pen"]
            var clients: [RawClient] = []
            for path in paths {
                clients += try (0..<4).map { _ in try Self.send(path, daemon) }
                _ = try shop.awaitRequests(1)
            }
            #expect(shop.requests.count == 1)
            for client in clients { #expect(try !client.hasAnswer()) }
            #expect(try daemon.connect().open("t://held/cup")["code"].text == "rejected.overloaded")
            try shop.hold(false)
            let outcomes = try clients.map { try Self.outcome($0) }
            #expect(Set(outcomes.map { $0["code"].text }) == ["ok.performed"], "\(outcomes)")
            #expect(outcomes.map { $0["result.title"].text } == (0..<12).map { "answer \($0 / 4 + 1)" })
            #expect(shop.requests.map { $0["path"].text } == paths.map { "/" + $0 })
        }
    }

    @Test func `a refresh that gets no turn leaves the old answer, and a later one brings the new one`() throws {
        try WebShop.with("turns and old answers", Self.lines("cache for 1ms stale 1h")) { daemon, shop in
            let client = try daemon.connect()
            #expect(try client.open("t://held/tea")["result.title"].text == "answer 1")
            try shop.hold(true)
            let other = try Self.send("held/ink", daemon)
            _ = try shop.awaitRequests(2)
            usleep(2_000)
            for _ in 0..<3 {
                let old = try client.open("t://held/tea")
                #expect(old["result.title"].text == "answer 1" && old["cached.stale"].text == "true", "\(old)")
            }
            #expect(shop.requests.count == 2)
            try shop.hold(false)
            #expect(try Self.outcome(other)["result.title"].text == "answer 2")
            try Patience.lookFor("the new answer") {
                try client.open("t://held/tea")["result.title"].text == "answer 3"
            }
        }
    }
}
