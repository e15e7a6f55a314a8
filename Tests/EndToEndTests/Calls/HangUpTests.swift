import Foundation
import Glibc
import Testing

/// Callers that do not wait for the end: those that hang up, and those that set a deadline.
@Suite struct HangUpTests {
    private static let open = "io.deeplinkd.Dispatch.Open"

    /// Actions that report that they run, and that add a line to a file at their end.
    private static func table(_ folder: TemporaryFolder) -> String {
        """
        scheme t
        feature F {
            action wait {
                exec    /bin/sh -c "printf . >\(folder.path(of: "ready")); exec /bin/sleep 60"
                timeout 60s
            }
            action finish {
                exec    /bin/sh -c "printf . >\(folder.path(of: "ready")); /bin/sleep 0.3; echo done >>\(folder.path(of: "done"))"
                timeout 60s
            }
            action leave {
                exec    /bin/sh -c "printf . >\(folder.path(of: "ready")); /bin/sleep 0.3; echo done >>\(folder.path(of: "done"))"
                detach
            }
            action nap {
                exec    /bin/sleep 0.05
            }
            action brief {
                exec    /bin/sleep 60
                timeout 200ms
            }
            action say {
                respond hello
            }
            route wait /wait do wait
            route finish /finish do finish
            route leave /leave do leave
            route nap /nap do nap
            route brief /brief do brief
            route say /say do say
            feature Slow {
                require runtime from varlink unix:\(folder.path(of: "deaf")) io.example.Flags.Get
                action go {
                    exec /bin/sh -c "echo done >>\(folder.path(of: "done"))"
                }
                route go /go do go
            }
        }
        """
    }

    private struct Stage {
        let daemon: RunningDaemon
        let folder: TemporaryFolder
        let ready: Int32

        func awaitPrograms(_ count: Int = 1) throws {
            for _ in 0..<count {
                var byte: UInt8 = 0
                try Patience.awaitReadable(ready, "a word from a program")
                guard unsafe read(ready, &byte, 1) == 1 else { throw TestFailure("read: errno \(errno)") }
            }
        }

        /// How many programs have reached their end.
        var endCount: Int {
            let text = try? String(contentsOfFile: folder.path(of: "done"), encoding: .utf8)
            return text?.split(separator: "\n").count ?? 0
        }

        /// How many outcomes in the log are those of a caller that hung up.
        var cancelledCount: Int {
            daemon.log.split(separator: "\n").count { $0.contains("code=failed.cancelled") }
        }

        /// The children of the daemon, zombies among them.
        func children() throws -> String {
            // The kernel lists children by the thread that started them.
            let tasks = "/proc/\(daemon.program.processID)/task"
            return try FileManager.default.contentsOfDirectory(atPath: tasks).compactMap {
                try? String(contentsOfFile: "\(tasks)/\($0)/children", encoding: .utf8)
            }.joined()
        }

        func send(_ client: RawClient, _ parameters: [String: Any], oneway: Bool = false) throws {
            var message: [String: Any] = ["method": HangUpTests.open, "parameters": parameters]
            if oneway { message["oneway"] = true }
            try client.send(JSONTree.write(message))
        }
    }

    private func withStage(_ body: (Stage) throws -> Void) throws {
        try withFolder { folder in
            let ready = try folder.makeFIFO("ready", keptOpen: true)
            let deaf = try SocketAddress(folder.path(of: "deaf")).listen()
            defer { for descriptor in [ready, deaf] { close(descriptor) } }
            let state = try folder.makeFolder("state")
            try withDaemon(table: Self.table(folder), stateDirectory: state) { daemon in
                try body(Stage(daemon: daemon, folder: folder, ready: ready))
            }
        }
    }

    // MARK: Hanging up

    @Test func `a caller that hangs up ends its program, and frees its place`() throws {
        try withStage { stage in
            for _ in 0..<2 {
                var clients = try (0..<16).map { _ in try stage.daemon.connect() }
                for client in clients { try stage.send(client, ["url": "t://wait"]) }
                try stage.awaitPrograms(16)
                clients = []
                try Patience.lookFor("no program") { try stage.children().isEmpty }
            }
            try Patience.lookFor("an outcome of each") { stage.cancelledCount == 32 }
            #expect(try stage.daemon.connect().open("t://nap")["code"].text == "ok.performed")
        }
    }

    @Test func `a connection that only ends its calls gets all its replies`() throws {
        try withStage { stage in
            let client = try stage.daemon.connect()
            for url in ["t://finish", "t://say", "t://nap"] { try stage.send(client, ["url": url]) }
            client.finishSending()
            for _ in 0..<3 { #expect(try client.receive()?["parameters.outcome.code"].text == "ok.performed") }
            #expect(try client.isClosedByPeer() && stage.endCount == 1)
        }
    }

    @Test func `a caller that hangs up behind a finished half of its connection is noticed too`() throws {
        try withStage { stage in
            var client: RawClient? = try stage.daemon.connect()
            try client.map { try stage.send($0, ["url": "t://wait"]) }
            client?.finishSending()
            try stage.awaitPrograms()
            #expect(try !stage.children().isEmpty)
            client = nil
            try stage.daemon.awaitLog("code=failed.cancelled")
            try Patience.lookFor("no program") { try stage.children().isEmpty }
        }
    }

    @Test func `a caller that hangs up gives up the calls behind, except oneway calls`() throws {
        try withStage { stage in
            var client: RawClient? = try stage.daemon.connect()
            try client.map {
                try stage.send($0, ["url": "t://wait"])
                try stage.send($0, ["url": "t://finish"])
                try stage.send($0, ["url": "t://finish"], oneway: true)
            }
            try stage.awaitPrograms()
            client = nil
            try stage.awaitPrograms()
            try Patience.lookFor("the end of the oneway call") { stage.endCount == 1 }
            try stage.daemon.awaitLog("code=ok.performed")
            #expect(stage.cancelledCount == 2)
            #expect(stage.endCount == 1)
        }
    }

    @Test func `hanging up ends neither the program of a oneway call nor one with detach`() throws {
        try withStage { stage in
            for (url, oneway) in [("t://finish", true), ("t://leave", false)] {
                var client: RawClient? = try stage.daemon.connect()
                try client.map { try stage.send($0, ["url": url], oneway: oneway) }
                try stage.awaitPrograms()
                client = nil
            }
            try Patience.lookFor("the ends of both") { stage.endCount == 2 }
            #expect(!stage.daemon.log.contains("failed.cancelled"))
        }
    }

    @Test
    func `a request with a key whose caller hung up is not performed twice: its outcome says that it was stopped`()
        throws
    {
        try withStage { stage in
            let call = ["url": "t://wait", "idempotencyKey": "k"]
            var client: RawClient? = try stage.daemon.connect()
            try client.map { try stage.send($0, call) }
            try stage.awaitPrograms()
            client = nil
            try stage.daemon.awaitLog("code=failed.cancelled")
            var outcome: JSONTree?
            try Patience.lookFor("the stored outcome") {
                outcome = try stage.daemon.connect().outcome("Open", call)
                return outcome?["code"].text != "rejected.idempotency.inProgress"
            }
            #expect(outcome?["code"].text == "failed.cancelled" && outcome?["replayed"].text == "true")
            #expect(outcome?["message"].text == "The program was stopped because the caller hung up.")
            #expect(try stage.children().isEmpty)
        }
    }

    @Test func `three hundred callers that hang up at random leave no zombie and no place taken`() throws {
        try withStage { stage in
            var seed = SystemRandomNumberGenerator()
            for _ in 0..<300 {
                var clients = try (0..<Int.random(in: 1...4, using: &seed)).map { _ in try stage.daemon.connect() }
                for client in clients {
                    let url =
                        ["t://nap", "t://brief", "t://leave", "t://say", "t://go"].randomElement(using: &seed) ?? ""
                    try stage.send(client, ["url": url], oneway: Int.random(in: 0..<5, using: &seed) == 0)
                }
                usleep(UInt32.random(in: 0..<20_000, using: &seed))
                clients = []
            }
            try Patience.lookFor("no program") { try stage.children().isEmpty }
            let observer = try stage.daemon.connect()
            try Patience.lookFor("no other connection") {
                try observer.call("io.deeplinkd.Monitor.Status")["parameters.connections"].text == "1"
            }
            var clients = try (0..<16).map { _ in try stage.daemon.connect() }
            for client in clients { try stage.send(client, ["url": "t://nap"]) }
            for client in clients {
                #expect(try client.receive()?["parameters.outcome.code"].text == "ok.performed")
            }
            clients = []
        }
    }

    // MARK: Deadlines

    @Test func `a deadline stops the program, and the outcome says so`() throws {
        try withStage { stage in
            let client = try stage.daemon.connect()
            let outcome = try client.outcome("Open", ["url": "t://wait", "deadlineMs": 300])
            #expect(outcome["code"].text == "failed.timeout" && outcome["execution.exit.signal"].text == "15")
            #expect(outcome["message"].text.contains("deadline of 0.3 seconds"), "\(outcome)")
            // The daemon reaps a program after it has answered.
            try Patience.lookFor("no program") { try stage.children().isEmpty }
            let code = try client.outcome("Open", ["url": "t://say", "deadlineMs": 300])["code"].text
            #expect(code == "ok.performed", "the connection serves on")
        }
    }

    @Test func `a deadline never gives an action more time than its table`() throws {
        try withStage { stage in
            let outcome = try stage.daemon.connect().outcome("Open", ["url": "t://brief", "deadlineMs": 86_400_000])
            #expect(outcome["code"].text == "failed.timeout")
            #expect(outcome["message"].text.contains("longer than 0.2 seconds"), "\(outcome)")
        }
    }

    @Test func `the wait for facts counts, and nothing is performed after the deadline`() throws {
        try withFolder { folder in
            let ready = try folder.makeFIFO("ready", keptOpen: true)
            defer { close(ready) }
            let service = try FlagService(at: folder.path(of: "deaf"), .answer(#"{"on":true}"#))
            defer { service.stop() }
            let state = try folder.makeFolder("state")
            try withDaemon(table: Self.table(folder), stateDirectory: state) { daemon in
                let stage = Stage(daemon: daemon, folder: folder, ready: ready)
                let client = try daemon.connect()
                service.begin(.silence)
                // The answer from before counts for a second.
                var (outcome, keys): (JSONTree?, Int) = (nil, 0)
                try Patience.lookFor("a call that waits for the service") {
                    keys += 1
                    let call: [String: Any] = ["url": "t://go", "deadlineMs": 50, "idempotencyKey": "k\(keys)"]
                    outcome = try client.outcome("Open", call)
                    return outcome?["code"].text == "failed.timeout" && outcome?["execution"] == nil
                }
                let count = stage.endCount
                #expect(outcome?["message"].text.contains("before the action began") == true, "\(outcome as Any)")
                try Patience.lookFor("a free key") {
                    let again = try client.outcome("Open", ["url": "t://say", "idempotencyKey": "k\(keys)"])
                    return ["ok.performed", "ok.replayed"].contains(again["code"].text)
                }
                #expect(stage.endCount == count)
            }
        }
    }

    @Test func `a deadline of a millisecond is answered for each of many calls, and leaves nothing behind`() throws {
        try withStage { stage in
            let client = try stage.daemon.connect()
            for round in 0..<200 {
                let url = ["t://nap", "t://go", "t://finish"][round % 3]
                let outcome = try client.outcome("Open", ["url": url, "deadlineMs": 1])
                #expect(["failed.timeout", "pending.undetermined"].contains(outcome["code"].text), "\(outcome)")
            }
            try Patience.lookFor("no program") { try stage.children().isEmpty }
            #expect(stage.endCount == 0)
            #expect(try client.open("t://nap")["code"].text == "ok.performed")
        }
    }

    @Test(arguments: ["0", "-1", "86400001", "9223372036854775807", "1.5", "\"5s\"", "true", "[]"])
    func `a deadline out of its range is refused, and nothing is performed`(_ deadline: String) throws {
        try withStage { stage in
            let client = try stage.daemon.connect()
            try client.send(
                #"{"method":"\#(Self.open)","parameters":{"url":"t://finish","deadlineMs":\#(deadline)}}"#)
            let answer = try #require(try client.receive())
            #expect(answer["error"].text == "org.varlink.service.InvalidParameter", "\(answer)")
            #expect(answer["parameters.parameter"].text == "deadlineMs")
            #expect(try stage.children().isEmpty)
        }
    }

    @Test func `open --deadline sets the deadline, and exits with the class of its outcome`() throws {
        try withStage { stage in
            let run = try stage.daemon.tool("open", "t://wait", "--deadline", "300ms")
            #expect(run.exit == .code(7) && run.output.contains("failed.timeout"), "\(run)")
            #expect(try stage.daemon.tool("open", "t://say", "--deadline", "5s").exit == .code(0))
        }
    }
}
