import Foundation
import Testing

/// Links during the outage of an HTTP service, with the daemon's clocks moved.
@Suite struct OutageTests {
    /// An action of each kind: `stale`, `brief` without old answers, and `plain` without a cache.
    private static func table(_ shop: WebShop) -> String {
        let actions = [("stale", "cache for 1m stale 2h"), ("brief", "cache for 1m"), ("plain", "")]
        return "scheme t\nfeature Shop {\n"
            + actions.map { name, rule in
                """
                    action \(name) {
                        input item slug
                        http GET unix:\(shop.socket) /held/\(name)/$(item)
                        effect none
                        timeout 20s
                        \(rule)
                        result {
                            title string
                        }
                    }
                    route \(name) /\(name)/$(item:slug) do \(name)

                """
            }.joined() + "}\n"
    }

    private static func with(
        _ test: String, _ body: (RunningDaemon, WebShop, MovableClock) throws -> Void
    ) throws {
        try withFolder { folder in
            guard let clock = try MovableClock(in: folder, for: test), let shop = try WebShop(in: folder, for: test)
            else { return }
            defer { shop.stop() }
            try withDaemon(in: folder, table: table(shop), environment: clock.environment) { try body($0, shop, clock) }
        }
    }

    /// Sends a link on connections of their own, and waits until the daemon has looked at all of them.
    private static func send(_ url: String, _ count: Int, _ daemon: RunningDaemon) throws -> [RawClient] {
        let clients = try (0..<count).map { _ in try daemon.connect() }
        for client in clients { try client.send(RawClient.message("io.deeplinkd.Dispatch.Open", ["url": url])) }
        _ = try daemon.connect().open("t://nowhere")
        return clients
    }

    private static func outcomes(_ clients: [RawClient]) throws -> [JSONTree] {
        try clients.map { try #require(try $0.receive()?["parameters.outcome"]) }
    }

    @Test func `for an hour without the service old answers are given and say so, and other links fail`() throws {
        try Self.with("an outage of an hour") { daemon, shop, clock in
            for name in ["stale", "brief", "plain"] {
                let outcome = try daemon.connect().open("t://\(name)/tea")
                #expect(outcome["code"].text == "ok.performed" && outcome["cached"] == nil, "\(outcome)")
            }
            let calls = shop.requests.count
            shop.stop()
            for minute in stride(from: Int64(5), through: 60, by: 5) {
                try clock.move(seconds: 300)
                let client = try daemon.connect()
                for _ in 0..<4 {
                    let kept = try client.open("t://stale/tea")
                    #expect(kept["code"].text == "ok.performed" && kept["result.title"].text == "answer 1", "\(kept)")
                    let age = Int64(kept["cached.ageMs"].text) ?? 0
                    #expect(kept["cached.stale"].text == "true" && age >= minute * 60_000, "\(kept)")
                    for path in ["brief/tea", "plain/tea", "stale/ink"] {
                        let failed = try client.open("t://" + path)
                        #expect(failed["code"].text == "failed.http.unreachable", "\(path): \(failed)")
                        #expect(failed["execution.error"].text == "ECONNREFUSED" && failed["cached"] == nil)
                    }
                }
            }
            #expect(shop.requests.count == calls)
            // Two hours after the answer it is too old for anything.
            try clock.move(seconds: 3_700)
            let over = try daemon.connect().open("t://stale/tea")
            #expect(over["code"].text == "failed.http.unreachable" && over["cached"] == nil, "\(over)")
        }
    }

    @Test func `a service that comes back gets one request at a time, while links are answered or wait`() throws {
        try Self.with("the end of an outage") { daemon, shop, clock in
            for name in ["stale", "brief"] { _ = try daemon.connect().open("t://\(name)/tea") }
            shop.stop()
            for _ in 0..<12 {
                try clock.move(seconds: 300)
                for name in ["stale", "brief"] { _ = try daemon.connect().open("t://\(name)/tea") }
            }
            try shop.restart()
            var calls = shop.requests.count
            for round in 0..<3 {
                try shop.hold(true)
                // The answers of the last round are too old, and the pause after a failure is over.
                try clock.move(seconds: 61)
                let old = try Self.outcomes(try Self.send("t://stale/tea", 20, daemon))
                for outcome in old {
                    #expect(outcome["code"].text == "ok.performed", "\(outcome)")
                    #expect(outcome["cached.stale"].text == "true", "\(outcome)")
                }
                _ = try shop.awaitRequests(calls + 1)
                let waiting = try Self.send("t://brief/tea", 20, daemon)
                _ = try shop.awaitRequests(calls + 2)
                let more = try Self.outcomes(try Self.send("t://stale/tea", 20, daemon))
                #expect(more.allSatisfy { $0["cached.stale"].text == "true" })
                for client in waiting { #expect(try !client.hasAnswer()) }
                let paths = shop.requests.dropFirst(calls).map { $0["path"].text }
                #expect(paths == ["/held/stale/tea", "/held/brief/tea"])
                try shop.hold(false)
                let fresh = try Self.outcomes(waiting)
                #expect(Set(fresh.map { $0["code"].text }) == ["ok.performed"], "round \(round): \(fresh)")
                #expect(Set(fresh.map { $0["result.title"].text }).count == 1, "round \(round): \(fresh)")
                try Patience.lookFor("the new answer") {
                    let outcome = try daemon.connect().open("t://stale/tea")
                    return outcome["cached.stale"].text == "false"
                }
                calls += 2
                #expect(shop.requests.count == calls)
            }
        }
    }
}
