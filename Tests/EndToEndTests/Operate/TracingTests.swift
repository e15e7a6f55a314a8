import Foundation
import TestSupport
import Testing

/// Links as spans of the traces that their callers began, through the socket.
@Suite struct TracingTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let step = "00f067aa0ba902b7"
    private static let sampled = "00-\(trace)-\(step)-01"

    private static func table(_ collector: TraceCollector, _ lines: String = "") -> String {
        """
        scheme t
        metrics {
        }
        tracing {
            to unix:\(collector.socket) /v1/traces
            \(lines)
        }
        channel news {
            kind plain
        }
        channel player {
            kind held
        }
        feature F {
            action say {
                input word slug
                respond "$(word)"
            }
            action run {
                exec /usr/bin/printenv TRACEPARENT
            }
            action slow {
                exec /bin/sleep 0.3
                concurrency 1
                queue 4 for 20s
            }
            action bad {
                exec /bin/false
            }
            action ask {
                http GET unix:\(collector.socket) /ask
            }
            action tell {
                channel news
            }
            action play {
                channel player
            }
            route say /say/$(word:slug) do say
            route run /run do run
            route slow /slow do slow
            route bad /bad do bad
            route ask /ask do ask
            route tell /tell do tell
            route play /play do play
        }
        """
    }

    private static func with(
        _ lines: String = "", conduct: String = "ok", isUp: Bool = true,
        _ body: (RunningDaemon, TraceCollector) throws -> Void
    ) throws {
        try withFolder { folder in
            guard let collector = try TraceCollector(in: folder, conduct: conduct) else { return }
            defer { collector.stop() }
            if isUp { try collector.start() }
            let state = try folder.makeFolder("state")
            try withDaemon(in: folder, table: table(collector, lines), stateDirectory: state) {
                try body($0, collector)
            }
        }
    }

    /// A trace of its own for each link.
    private static func traceparent(_ number: Int, flags: String = "01") -> (text: String, trace: String) {
        let trace = String(repeating: "a", count: 31) + String(number, radix: 16)
        return ("00-\(trace)-\(step)-\(flags)", trace)
    }

    /// The value of a number of the daemon.
    private static func number(_ name: String, _ daemon: RunningDaemon) throws -> Int? {
        let lines = try daemon.tool("metrics").output.split(separator: "\n")
        return lines.first { $0.hasPrefix(name + " ") }.flatMap { Int($0.dropFirst(name.utf8.count + 1)) }
    }

    @Test func `the steps of a link connect its caller with a program, a service and the apps of channels`() throws {
        try Self.with { daemon, collector in
            let client = try daemon.connect()
            func open(_ url: String, _ number: Int) throws -> (outcome: JSONTree, trace: String) {
                let (text, trace) = Self.traceparent(number)
                return (try client.outcome("Open", ["url": url, "traceparent": text]), trace)
            }
            func subscriber(_ channel: String) throws -> Subscriber {
                let subscriber = Subscriber(client: try daemon.connect(), other: try daemon.connect())
                try subscriber.begin(channel, after: nil)
                return subscriber
            }
            let (news, player) = (try subscriber("news"), try subscriber("player"))
            let run = try open("t://run", 1)
            let ask = try open("t://ask", 2)
            let tell = try open("t://tell", 3)
            let told = try news.link()["traceparent"].text
            let (text, held) = Self.traceparent(4)
            let sender = try daemon.connect()
            try sender.send(
                RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://play", "traceparent": text]))
            let link = try player.link()
            try player.acknowledge(link)
            _ = try sender.receive()
            let asked = try #require(collector.requests.first { $0["path"]?.text == "/ask" })
            for (route, trace, handedOn) in [
                ("run", run.trace, run.outcome["execution.stdout.text"]?.text ?? "\(run.outcome)"),
                ("ask", ask.trace, asked["headers.traceparent"]?.text ?? ""), ("tell", tell.trace, told),
                ("play", held, link["traceparent"].text),
            ] {
                let span = try collector.await("open \(route)", in: trace)
                let perform = try collector.await("perform", in: trace)
                #expect(span.parent == Self.step && perform.parent == span.id && span.id != perform.id)
                #expect(handedOn.trimmingCharacters(in: .newlines) == "00-\(trace)-\(perform.id)-01", "\(route)")
                #expect(span.kind == "SPAN_KIND_SERVER" && perform.kind == "SPAN_KIND_CLIENT")
                #expect(span["deeplinkd.route"] == route && span["deeplinkd.feature"] == "F")
                #expect(span["deeplinkd.action"] == route && span["deeplinkd.outcome_id"]?.utf8.count == 13)
                #expect(span["deeplinkd.code"]?.hasPrefix("ok.") == true && !span.isFailure, "\(span.tree)")
                #expect(span.start <= perform.start && perform.start <= perform.end && perform.end <= span.end)
                let now = Int64(Date().timeIntervalSince1970 * 1e9)
                #expect(now - span.start < 600_000_000_000 && span.end <= now)
            }
            let (id, service) = (run.outcome["outcomeId"].text, try collector.await("open run", in: run.trace))
            #expect(service["deeplinkd.outcome_id"] == id)
            #expect(service.tree["scope"]?.text == "deeplinkd")
            guard case .object(let resource)? = service.tree["resource"] else { throw TestFailure("no resource") }
            #expect(resource.keys.sorted() == ["host.name", "service.name", "service.version"])
            #expect(resource["service.name"]?.text == "deeplinkd")
        }
    }

    @Test func `stages have spans, failures are errors, and a refused link has a span without an action`() throws {
        try Self.with { daemon, collector in
            let (one, first) = Self.traceparent(1)
            let (two, second) = Self.traceparent(2)
            let clients = [try daemon.connect(), try daemon.connect()]
            for (client, trace) in zip(clients, [one, two]) {
                try client.send(
                    RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://slow", "traceparent": trace]))
            }
            for client in clients { _ = try client.receive() }
            let (three, third) = Self.traceparent(3)
            let (four, fourth) = Self.traceparent(4)
            _ = try clients[0].outcome("Open", ["url": "t://bad", "traceparent": three])
            _ = try clients[0].outcome("Open", ["url": "t://none/geheim", "traceparent": four])
            let failed = try collector.await("open bad", in: third)
            #expect(failed.isFailure && failed["deeplinkd.code"] == "failed.exit", "\(failed.tree)")
            #expect(try collector.await("perform", in: third).isFailure)
            let refused = try collector.await("open", in: fourth)
            #expect(!refused.isFailure && refused["deeplinkd.code"] == "rejected.route.notFound")
            #expect(!collector.spans.contains { $0.trace == fourth && $0.name != "open" })
            let queues = collector.spans.filter { $0.name == "queue" && [first, second].contains($0.trace) }
            let waited = try #require(queues.max { $0.end - $0.start < $1.end - $1.start })
            let perform = try collector.await("perform", in: waited.trace)
            let link = try collector.await("open slow", in: waited.trace)
            #expect(waited.parent == link.id && waited.kind == "SPAN_KIND_INTERNAL" && waited.end <= perform.start)
            #expect(waited.end - waited.start > 100_000_000 && perform.end - perform.start > 100_000_000)
        }
    }

    @Test func `nothing is sent of other links, and no text of a link, a key or a user`() throws {
        try Self.with("require runtime on") { daemon, collector in
            let client = try daemon.connect()
            func open(_ parameters: [String: Any]) throws {
                #expect(try client.outcome("Open", parameters)["code"].text.hasPrefix("ok.") == true)
            }
            // Without a trace, and with one that its caller does not record.
            try open(["url": "t://say/a"])
            let (quiet, trace) = Self.traceparent(1, flags: "00")
            let unchanged = try client.outcome("Open", ["url": "t://run", "traceparent": quiet])
            #expect(unchanged["execution.stdout.text"]?.text == quiet + "\n", "\(unchanged)")
            let secret = ["url": "t://say/geheim?x=verborgen", "idempotencyKey": "schluessel"]
            try open(secret.merging(["traceparent": Self.sampled]) { $1 })
            _ = try collector.await("open say", in: Self.trace)
            let body = collector.requests.map { $0["body"]?.text ?? "" }.joined()
            for text in ["geheim", "verborgen", "schluessel", "t://", "uid", trace] { #expect(!body.contains(text)) }
            #expect(Set(collector.spans.map(\.trace)) == [Self.trace] && collector.spans.count == 2)
            // Off: the caller's own step is handed on.
            _ = try client.call("io.deeplinkd.Features.SetRuntime", ["feature": "Tracing", "on": false])
            let off = try client.outcome("Open", ["url": "t://run", "traceparent": Self.traceparent(2).text])
            #expect(off["execution.stdout.text"]?.text == Self.traceparent(2).text + "\n")
            _ = try client.call("io.deeplinkd.Features.SetRuntime", ["feature": "Tracing", "on": true])
            let (last, next) = Self.traceparent(3)
            try open(["url": "t://say/b", "traceparent": last])
            _ = try collector.await("open say", in: next)
            #expect(Set(collector.spans.map(\.trace)) == [Self.trace, next])
        }
    }

    @Test func `a text that is no trace is refused, and no span is made of it`() throws {
        try Self.with { daemon, collector in
            let client = try daemon.connect()
            for bad in [
                "", "00", Self.sampled + "-00", Self.sampled.uppercased(), "ff" + Self.sampled.dropFirst(2),
                Self.sampled.replacing("b7-01", with: "b7-1"), Self.sampled.replacing("4bf", with: "4b\""),
                Self.sampled.replacing(Self.step, with: "0000000000000000"), "\u{0}" + Self.sampled,
                String(repeating: "0", count: 100_000), Self.sampled.replacing("-01", with: "-٠١"),
            ] {
                let reply = try client.call("io.deeplinkd.Dispatch.Open", ["url": "t://run", "traceparent": bad])
                #expect(reply["error"].text == "org.varlink.service.InvalidParameter", "\(reply)")
            }
            _ = try client.outcome("Open", ["url": "t://run", "traceparent": Self.sampled])
            _ = try collector.await("open run", in: Self.trace)
            #expect(Set(collector.spans.map(\.trace)) == [Self.trace])
        }
    }

    /// How a collector answers, how often it is asked, and what becomes of the two spans of a link.
    struct Row: CustomTestStringConvertible {
        let conduct: String
        let requests: Int
        let sent: Int
        let dropped: Int

        init(_ conduct: String, requests: Int, sent: Int, dropped: Int) {
            (self.conduct, self.requests, self.sent, self.dropped) = (conduct, requests, sent, dropped)
        }

        var testDescription: String { conduct }
    }

    @Test(arguments: [
        Row("503 once", requests: 2, sent: 2, dropped: 0), Row("503", requests: 2, sent: 0, dropped: 2),
        Row("429", requests: 2, sent: 0, dropped: 2), Row("400", requests: 1, sent: 0, dropped: 2),
        Row("garbage", requests: 2, sent: 0, dropped: 2), Row("reject 1", requests: 1, sent: 1, dropped: 1),
    ])
    func `a collector that is busy is asked once more, and what it does not take is counted`(_ row: Row) throws {
        try Self.with(conduct: row.conduct) { daemon, collector in
            let client = try daemon.connect()
            _ = try client.outcome("Open", ["url": "t://say/a", "traceparent": Self.sampled])
            let (sent, dropped) = ("deeplinkd_spans_sent_total", "deeplinkd_spans_dropped_total")
            try Patience.lookFor("the end of two spans") {
                try (Self.number(sent, daemon) ?? 0) + (Self.number(dropped, daemon) ?? 0) == 2
            }
            #expect(try Self.number(sent, daemon) == row.sent && Self.number(dropped, daemon) == row.dropped)
            #expect(collector.requests.count == row.requests)
            #expect(Set(collector.spans.map(\.id)).count == 2)
            #expect(daemon.log.contains("spans are dropped") == (row.dropped > 0), "\(daemon.log)")
        }
    }

    @Test(arguments: ["down", "slow"])
    func `a collector that is down or slow delays no link, and gets later spans when it is back`(
        _ state: String
    ) throws {
        try Self.with(conduct: state == "slow" ? "slow" : "ok", isUp: state == "slow") { daemon, collector in
            let client = try daemon.connect()
            for _ in 0..<1500 {
                let outcome = try client.outcome("Open", ["url": "t://say/a", "traceparent": Self.sampled])
                #expect(outcome["code"].text == "ok.performed")
            }
            if state == "slow" {
                try Patience.lookFor("a request") { !collector.requests.isEmpty }
                #expect(try client.outcome("Open", ["url": "t://say/b"])["code"].text == "ok.performed")
                return
            }
            try daemon.awaitLog("spans are dropped")
            #expect(daemon.log.split(separator: "\n").count { $0.contains("spans are dropped") } == 1)
            try collector.start()
            let (text, trace) = Self.traceparent(7)
            _ = try client.outcome("Open", ["url": "t://say/c", "traceparent": text])
            _ = try collector.await("open say", in: trace)
            try daemon.awaitLog("spans are sent again")
            #expect(try Self.number("deeplinkd_spans_dropped_total", daemon) ?? 0 > 0)
        }
    }

    @Test func `spans beyond the limit are dropped, and links go on`() throws {
        try Self.with(isUp: false) { daemon, _ in
            let client = try daemon.connect()
            let message = try RawClient.message(
                "io.deeplinkd.Dispatch.Open", ["url": "t://say/a", "traceparent": Self.sampled])
            for _ in 0..<6000 {
                try client.send(message)
                _ = try client.receive()
            }
            // Two spans of each; a request of 512 is under way.
            try Patience.lookFor("dropped spans") {
                try Self.number("deeplinkd_spans_dropped_total", daemon) ?? 0 >= 12_000 - 8192 - 512
            }
        }
    }
}
