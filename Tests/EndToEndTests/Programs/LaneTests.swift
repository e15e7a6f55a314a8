import Foundation
import Glibc
import Testing

/// How many links an action performs at once, and who waits for a turn, through the socket.
@Suite struct LaneTests {
    /// A daemon whose program notes its argument, and ends when it is let go.
    private struct Stage {
        let daemon: RunningDaemon
        let folder: TemporaryFolder
        let gate: Int32

        /// The links that were performed so far, in their order.
        var starts: [String] {
            let text = (try? String(contentsOfFile: folder.path(of: "starts"), encoding: .utf8)) ?? ""
            return text.split(separator: "\n").map(String.init)
        }

        /// Sends a link on a connection of its own.
        func open(_ link: String, _ parameters: [String: Any] = [:]) throws -> RawClient {
            let client = try daemon.connect()
            let all = ["url": "t://open/" + link].merging(parameters) { $1 }
            try client.send(RawClient.message("io.deeplinkd.Dispatch.Open", all))
            return client
        }

        /// Sends a link, and waits until its program runs.
        func begin(_ link: String) throws -> RawClient {
            let client = try open(link)
            try Patience.lookFor("the start of \(link)") { starts.contains(link) }
            return client
        }

        /// Sends a link, and waits until the daemon has looked at it, which it does in the order of the calls.
        func wait(_ link: String, _ parameters: [String: Any] = [:]) throws -> RawClient {
            let client = try open(link, parameters)
            _ = try daemon.connect().open("t://nowhere")
            #expect(try !client.hasAnswer(), "\(link) does not wait")
            return client
        }

        /// Lets one program end.
        func letGo() {
            var byte: UInt8 = 46
            unsafe #expect(write(gate, &byte, 1) == 1)
        }
    }

    private static func table(_ folder: TemporaryFolder, _ lines: String, name: String = "open") -> String {
        """
        scheme t
        feature F {
            require toggle on
            action \(name) {
                input word string
                exec trusted \(folder.path(of: "program")) $(word)
                timeout 60s
                \(lines)
            }
            route open /open/$(word) do \(name)
        }

        """
    }

    private static func withStage(_ lines: String, ledger: Bool = false, _ body: (Stage) throws -> Void) throws {
        try withFolder { folder in
            try folder.write(
                "program",
                """
                #!/bin/sh
                echo "$1" >>\(folder.path)/starts
                exec dd if=\(folder.path)/gate bs=1 count=1 2>/dev/null

                """, mode: 0o755)
            let gate = try folder.makeFIFO("gate", keptOpen: true)
            defer { close(gate) }
            let state = ledger ? try folder.makeFolder("state") : nil
            try withDaemon(in: folder, table: table(folder, lines), stateDirectory: state) { daemon in
                try body(Stage(daemon: daemon, folder: folder, gate: gate))
            }
        }
    }

    private static func code(_ client: RawClient) throws -> String { try outcome(client)["code"].text }

    private static func outcome(_ client: RawClient) throws -> JSONTree {
        try #require(try client.receive()?["parameters.outcome"])
    }

    @Test func `without a queue one more link is refused, and the sentence names the limit`() throws {
        try Self.withStage("concurrency 2") { stage in
            let running = [try stage.begin("1"), try stage.begin("2")]
            let outcome = try Self.outcome(try stage.open("3"))
            #expect(outcome["code"].text == "rejected.overloaded", "\(outcome)")
            #expect(outcome["message"].text == "The action F.open is performed for 2 links, as many as may.")
            for _ in running { stage.letGo() }
            for client in running { #expect(try Self.code(client) == "ok.performed") }
            stage.letGo()
            #expect(try stage.daemon.connect().open("t://open/4")["code"].text == "ok.performed")
            #expect(stage.starts == ["1", "2", "4"])
        }
    }

    @Test func `links wait for their turn in their order, and beyond the places one is refused`() throws {
        try Self.withStage("concurrency 1\nqueue 4 for 60s") { stage in
            let clients = [try stage.begin("1"), try stage.wait("2"), try stage.wait("3")]
            let outcome = try Self.outcome(try stage.open("4"))
            #expect(outcome["code"].text == "rejected.overloaded", "\(outcome)")
            #expect(
                outcome["message"].text
                    == "The action F.open is performed for 1 link, and 2 more of yours wait, as many as may.")
            for (number, client) in clients.enumerated() {
                try Patience.lookFor("start \(number)") { stage.starts.count == number + 1 }
                stage.letGo()
                #expect(try Self.code(client) == "ok.performed")
            }
            #expect(stage.starts == ["1", "2", "3"])
        }
    }

    @Test func `a turn that does not come in time is a refusal, and nothing was begun`() throws {
        try Self.withStage("concurrency 1\nqueue 2 for 50ms", ledger: true) { stage in
            let first = try stage.begin("1")
            let outcome = try Self.outcome(try stage.open("2", ["idempotencyKey": "k"]))
            #expect(outcome["code"].text == "rejected.overloaded", "\(outcome)")
            #expect(
                outcome["message"].text
                    == "The action F.open is performed for 1 link, as many as may, and none has ended within 0.05 seconds."
            )
            stage.letGo()
            #expect(try Self.code(first) == "ok.performed")
            // The key is free again.
            stage.letGo()
            #expect(try Self.code(try stage.open("2", ["idempotencyKey": "k"])) == "ok.performed")
            #expect(stage.starts == ["1", "2"])
        }
    }

    @Test func `a deadline and a hang-up end a wait, and the next one has the place`() throws {
        try Self.withStage("concurrency 1\nqueue 2 for 60s") { stage in
            let first = try stage.begin("1")
            let late = try Self.outcome(try stage.open("late", ["deadlineMs": 20]))
            #expect(late["code"].text == "failed.timeout" && late["execution"] == nil, "\(late)")
            do { _ = try stage.wait("gone") }
            // A place is free once the daemon has seen that its connection is gone.
            var next: RawClient?
            try Patience.lookFor("a free place") {
                let client = try stage.open("next")
                _ = try stage.daemon.connect().open("t://nowhere")
                if try !client.hasAnswer() { next = client }
                return next != nil
            }
            stage.letGo()
            stage.letGo()
            #expect(try Self.code(first) == "ok.performed")
            #expect(try Self.code(try #require(next)) == "ok.performed")
            #expect(stage.starts == ["1", "next"])
        }
    }

    @Test func `the end of the daemon ends the waits before one of them is begun`() throws {
        try Self.withStage("concurrency 1\nqueue 2 for 60s") { stage in
            let (first, second) = (try stage.begin("1"), try stage.wait("2"))
            stage.daemon.program.signal(SIGTERM)
            let outcome = try Self.outcome(second)
            #expect(outcome["code"].text == "failed.cancelled" && outcome["execution"] == nil, "\(outcome)")
            #expect(try Self.code(first) == "failed.cancelled")
            #expect(stage.starts == ["1"])
        }
    }

    @Test func `facts that have changed while a link waited are judged when its turn comes`() throws {
        try Self.withStage("concurrency 1\nqueue 4 for 60s", ledger: true) { stage in
            let (first, second) = (try stage.begin("1"), try stage.wait("2", ["idempotencyKey": "k"]))
            #expect(try stage.daemon.tool("toggle", "F", "off").exit == .code(0))
            stage.letGo()
            #expect(try Self.code(first) == "ok.performed")
            #expect(try Self.code(second) == "blocked.toggle.off")
            #expect(try stage.daemon.tool("toggle", "F", "on").exit == .code(0))
            stage.letGo()
            #expect(try Self.code(try stage.open("2", ["idempotencyKey": "k"])) == "ok.performed")
            #expect(stage.starts == ["1", "2"])
        }
    }

    @Test func `a fact that changes back lets the link that waits go on, in its place`() throws {
        try Self.withStage("concurrency 1\nqueue 4 for 60s") { stage in
            let (first, second) = (try stage.begin("1"), try stage.wait("2"))
            for state in ["off", "on"] { #expect(try stage.daemon.tool("toggle", "F", state).exit == .code(0)) }
            let third = try stage.wait("3")
            for client in [first, second, third] {
                stage.letGo()
                #expect(try Self.code(client) == "ok.performed")
            }
            #expect(stage.starts == ["1", "2", "3"])
        }
    }

    @Test func `a table that leads the link elsewhere is judged when its turn comes`() throws {
        try Self.withStage("concurrency 1\nqueue 4 for 60s") { stage in
            let (first, second) = (try stage.begin("1"), try stage.wait("2"))
            try stage.daemon.replaceTable(Self.table(stage.folder, "concurrency 1", name: "play"))
            #expect(try stage.daemon.tool("reload").exit == .code(0))
            stage.letGo()
            stage.letGo()
            #expect(try Self.outcome(first)["action"].text == "open")
            let outcome = try Self.outcome(second)
            #expect(outcome["code"].text == "ok.performed" && outcome["action"].text == "play", "\(outcome)")
            #expect(stage.starts == ["1", "2"])
        }
    }

    @Test func `a binding that waits is performed if it still holds, and is stale if not`() throws {
        try Self.withStage("concurrency 1\nqueue 4 for 60s") { stage in
            for isChanged in [false, true] {
                let first = try stage.begin("first \(isChanged)".replacing(" ", with: "-"))
                let client = try stage.daemon.connect()
                let binding = try client.verify("t://open/2")
                try client.send(RawClient.message("io.deeplinkd.Dispatch.Perform", ["binding": binding]))
                _ = try stage.daemon.connect().open("t://nowhere")
                #expect(try !client.hasAnswer())
                if isChanged { #expect(try stage.daemon.tool("toggle", "F", "off").exit == .code(0)) }
                stage.letGo()
                #expect(try Self.code(first) == "ok.performed")
                if !isChanged { stage.letGo() }
                #expect(try Self.code(client) == (isChanged ? "rejected.binding.stale" : "ok.performed"))
            }
            #expect(stage.starts == ["first-false", "2", "first-true"])
        }
    }

    @Test func `a service that is called has as few calls at once as its action says`() throws {
        try withFolder { folder in
            let text = """
                scheme t
                feature F {
                    action open {
                        input word string
                        varlink unix:\(folder.path(of: "service")) io.example.A.B word=$(word)
                        concurrency 1
                    }
                    route open /open/$(word) do open
                }

                """
            let service = try SocketAddress(folder.path(of: "service")).listen()
            defer { close(service) }
            try withDaemon(in: folder, table: text) { daemon in
                let first = try daemon.connect()
                try first.send(RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://open/1"]))
                try #require(accept(service, nil, nil) >= 0)
                #expect(try daemon.connect().open("t://open/2")["code"].text == "rejected.overloaded")
            }
        }
    }
}
