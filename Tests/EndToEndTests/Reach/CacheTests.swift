import Glibc
import Synchronization
import TestSupport
import Testing

/// Answers that are kept, through the socket, with a service that counts its calls.
@Suite struct CacheTests {
    private static func table(_ service: String, _ rule: String = "cache for 1h", title: String = "string") -> String {
        """
        scheme t
        feature Shop {
            require runtime on
            action price {
                input item slug
                varlink unix:\(service) io.example.Shop.Price item=$(item)
                effect none
                timeout 5s
                \(rule)
                result {
                    title \(title)
                }
            }
            route price /price/$(item:slug) do price
        }

        """
    }

    /// A service that numbers its answers, and waits where it is told to.
    final class Shop {
        let path: String
        private let daemon: ScriptedDaemon
        private let calls: ClickStage.Calls
        /// Answers wait for its lock.
        private let gate: Gate

        final class Gate: Sendable {
            let lock = Mutex(())
            let isOpen = Mutex(true)
        }

        init(at path: String, calls: ClickStage.Calls = .init()) throws {
            let gate = Gate()
            (self.path, self.calls, self.gate) = (path, calls, gate)
            daemon = try ScriptedDaemon(at: path) { call in
                guard gate.isOpen.withLock({ $0 }) else { return nil }
                calls.add(call)
                let number = calls.all.count
                gate.lock.withLock { _ in }
                return [#"{"parameters":{"title":"answer \#(number)"}}"#]
            }
        }

        var count: Int { calls.all.count }

        /// Runs a test while no answer is given.
        func withoutAnswers(_ body: () throws -> Void) throws {
            try gate.lock.withLock { _ in try body() }
        }

        func stop() {
            gate.isOpen.withLock { $0 = false }
            daemon.stop()
            _ = unsafe unlink(path)
        }
    }

    private static func with(
        _ rule: String = "cache for 1h", environment: [String: String] = [:],
        _ body: (RunningDaemon, Shop) throws -> Void
    ) throws {
        try withFolder { folder in
            let shop = try Shop(at: folder.path(of: "shop"))
            defer { shop.stop() }
            try withDaemon(in: folder, table: table(shop.path, rule), environment: environment) { try body($0, shop) }
        }
    }

    private static func title(_ outcome: JSONTree) -> String {
        "\(outcome["result.title"].text), stale: \(outcome["cached.stale"].text)"
    }

    @Test func `an answer is given again without a call, and only for the same inputs`() throws {
        try Self.with { daemon, shop in
            let client = try daemon.connect()
            let first = try client.open("t://price/tea")
            #expect(first["code"].text == "ok.performed" && first["cached"] == nil, "\(first)")
            let second = try client.open("t://price/tea")
            #expect(second["code"].text == "ok.performed", "\(second)")
            #expect(Self.title(second) == "answer 1, stale: false")
            #expect(second["execution.service"].text == "unix:" + shop.path)
            #expect(second["execution.durationMs"].text == "0" && second["cached.ageMs"] != nil)
            #expect(try client.open("t://price/ink")["result.title"].text == "answer 2")
            // By its name, after `Verify`, and with a key it is the same answer.
            let named = try client.outcome("Open", ["action": "Shop.price", "inputs": ["item": "tea"]])
            #expect(Self.title(named) == "answer 1, stale: false", "\(named)")
            let binding = try client.verify("t://price/tea")
            let performed = try client.outcome("Perform", ["binding": binding])
            #expect(Self.title(performed) == "answer 1, stale: false", "\(performed)")
            #expect(shop.count == 2)
            let status = try client.call("io.deeplinkd.Monitor.Status")
            #expect(status["parameters.cache.answers"].text == "2", "\(status)")
        }
    }

    @Test(.enabled(if: OtherUser.isPossible(for: "a cache asked by another subject")))
    func `another user, and another subject, gets an answer of its own`() throws {
        let address = SocketAddress.makeAbstract()
        let listening = try address.listen()
        defer { close(listening) }
        try withFolder { folder in
            let shop = try Shop(at: folder.path(of: "shop"))
            defer { shop.stop() }
            try withDaemon(table: Self.table(shop.path), inheriting: [("varlink", listening)]) { _ in
                let owner = RawClient(adopting: try address.connect())
                let other = try OtherUser(uid: 54_321).connect(to: address)
                for round in 0..<2 {
                    let titles = try [
                        owner.open("t://price/tea"), other.open("t://price/tea"),
                        owner.outcome("Open", ["url": "t://price/tea", "subject": "account:ann"]),
                        owner.outcome("Open", ["url": "t://price/tea", "subject": "uid:54322"]),
                    ]
                    #expect(titles.map { $0["result.title"].text } == (1...4).map { "answer \($0)" })
                    #expect(titles.allSatisfy { ($0["cached"] != nil) == (round == 1) })
                }
                #expect(shop.count == 4)
                let cleared = try other.call("io.deeplinkd.Monitor.ClearCache")
                #expect(cleared["error"].text == "org.varlink.service.PermissionDenied", "\(cleared)")
                #expect(try other.call("io.deeplinkd.Monitor.Status")["parameters.cache"] == nil)
            }
        }
    }

    @Test func `a feature that is switched off hides the answer`() throws {
        try Self.with { daemon, shop in
            let client = try daemon.connect()
            _ = try client.open("t://price/tea")
            #expect(try daemon.tool("runtime", "Shop", "off").exit == .code(0))
            #expect(try client.open("t://price/tea")["code"].text == "blocked.feature.disabled")
            #expect(try daemon.tool("runtime", "Shop", "on").exit == .code(0))
            #expect(Self.title(try client.open("t://price/tea")) == "answer 1, stale: false")
            #expect(shop.count == 1)
        }
    }

    @Test func `while the service is away an old answer is given, and one link asks it when it is back`() throws {
        try withFolder { folder in
            let calls = ClickStage.Calls()
            let path = folder.path(of: "shop")
            var shop = try Shop(at: path, calls: calls)
            try withDaemon(table: Self.table(path, "cache for 1ms stale 1h")) { daemon in
                let client = try daemon.connect()
                _ = try client.open("t://price/tea")
                shop.stop()
                // The connection that the daemon kept ends with its service.
                for _ in 0..<5 {
                    let outcome = try client.open("t://price/tea")
                    #expect(outcome["code"].text == "ok.performed", "\(outcome)")
                }
                let other = try client.open("t://price/ink")
                #expect(other["code"].text == "failed.varlink.noService", "\(other)")
                let before = calls.all.count
                shop = try Shop(at: path, calls: calls)
                let clients = try (0..<8).map { _ in try daemon.connect() }
                try Patience.lookFor("a new answer") {
                    for client in clients {
                        try client.send(RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://price/tea"]))
                    }
                    let titles = try clients.map { try $0.receive()?["parameters.outcome.result.title"].text }
                    return titles.contains("answer \(before + 1)")
                }
            }
            shop.stop()
        }
    }

    @Test func `links that come at once share a call, also where the caller who was first hangs up`() throws {
        try Self.with { daemon, shop in
            let clients = try (0..<4).map { _ in try daemon.connect() }
            func send(_ client: RawClient) throws {
                try client.send(RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://price/tea"]))
            }
            try shop.withoutAnswers {
                do {
                    let first = try daemon.connect()
                    try send(first)
                    try Patience.lookFor("the call") { shop.count == 1 }
                    for client in clients { try send(client) }
                    let late = try daemon.connect().outcome("Open", ["url": "t://price/tea", "deadlineMs": 50])
                    #expect(late["code"].text == "failed.timeout", "\(late)")
                }
                try daemon.awaitLog("code=failed.cancelled")
            }
            for client in clients {
                let outcome = try #require(try client.receive())
                #expect(outcome["parameters.outcome.result.title"].text == "answer 1", "\(outcome)")
            }
            #expect(shop.count == 1)
        }
    }

    @Test func `answers are forgotten by a command, and by a reload for an action that has changed`() throws {
        try Self.with { daemon, shop in
            let client = try daemon.connect()
            func open() throws -> String { try client.open("t://price/tea")["result.title"].text }
            for _ in 0..<2 { #expect(try open() == "answer 1") }
            let run = try Program.run(Products.tool, ["cache", "clear", "--socket", daemon.socket])
            #expect(run.output.hasPrefix("1 answer forgotten, ") && run.exit == .code(0), "\(run)")
            try daemon.awaitLog("answers cleared")
            let json = try Program.run(
                Products.tool, ["cache", "clear", "--socket", daemon.socket, "--format", "json"])
            #expect(json.output.contains(#""answers":0"#), "\(json)")
            #expect(try open() == "answer 2")
            try daemon.replaceTable("# why\n" + Self.table(shop.path))
            _ = try client.call("io.deeplinkd.Monitor.Reload")
            #expect(try open() == "answer 2")
            try daemon.replaceTable(Self.table(shop.path, title: "string?"))
            _ = try client.call("io.deeplinkd.Monitor.Reload")
            #expect(try open() == "answer 3")
            let status = try daemon.tool("status")
            #expect(status.output.contains("cache    1 answer, "), "\(status)")
            let text = try daemon.tool("open", "t://price/tea")
            #expect(text.output.contains("kept"), "\(text)")
        }
    }

    @Test(arguments: ["pipe", "socket"])
    func `answers are forgotten when memory is short`(kind: String) throws {
        try withFolder { folder in
            let path = folder.path(of: "pressure")
            var listening: Int32 = -1
            if kind == "pipe" {
                try #require(unsafe mkfifo(path, 0o600) == 0)
            } else {
                listening = try SocketAddress(path).listen()
            }
            defer { if listening >= 0 { close(listening) } }
            let shop = try Shop(at: folder.path(of: "shop"))
            defer { shop.stop() }
            // `some 200000 2000000` and a NUL.
            let environment = ["MEMORY_PRESSURE_WATCH": path, "MEMORY_PRESSURE_WRITE": "c29tZSAyMDAwMDAgMjAwMDAwMAA="]
            try withDaemon(table: Self.table(shop.path), environment: environment) { daemon in
                let client = try daemon.connect()
                _ = try client.open("t://price/tea")
                let end = kind == "pipe" ? unsafe open(path, O_WRONLY | O_CLOEXEC) : accept(listening, nil, nil)
                defer { close(end) }
                if kind == "socket" {
                    var bytes = [UInt8](repeating: 0, count: 64)
                    let count = unsafe read(end, &bytes, bytes.count)
                    #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "some 200000 2000000\0")
                }
                #expect(unsafe write(end, "!", 1) == 1)
                try daemon.awaitLog("answers cleared")
                #expect(try client.open("t://price/tea")["result.title"].text == "answer 2")
            }
        }
    }

    @Test func `a place that tells of nothing is named in the log, and the daemon goes on`() throws {
        try Self.with(environment: ["MEMORY_PRESSURE_WATCH": "/etc/passwd"]) { daemon, _ in
            try daemon.awaitLog("memory pressure is not watched for")
            #expect(try daemon.connect().open("t://price/tea")["code"].text == "ok.performed")
        }
        try Self.with(environment: ["MEMORY_PRESSURE_WATCH": "/dev/null"]) { daemon, _ in
            let outcome = try daemon.connect().open("t://price/tea")
            #expect(outcome["code"].text == "ok.performed")
            #expect(!daemon.log.contains("memory pressure"))
        }
    }
}
