import Foundation
import Glibc
import Synchronization
import Testing

/// Actions that call a Varlink service, through the socket.
@Suite struct VarlinkActionTests {
    /// A table whose service listens in the folder.
    private static func table(_ service: String, timeout: String = "5s", effect: String = "") -> String {
        """
        scheme t
        feature Player {
            action play {
                input episode uint
                input title string = Dune
                input live bool = false
                varlink unix:\(service) io.example.Player.Play episode=$(episode) about.title=$(title) about.live=$(live) speed=1.5 "note=part $(episode)"
                timeout \(timeout)
                \(effect)
                result {
                    title    string
                    position uint?
                    tags     string[]?
                }
            }
            action open {
                varlink unix:\(service) io.example.Player.Open link=$(url)
                timeout \(timeout)
            }
            route play /play/$(episode:uint) do play {
                query title?
                query live:bool?
            }
            route open /open/$(_) do open
        }
        """
    }

    /// Runs a test with a service that answers as it is scripted, and a daemon.
    private static func with(
        timeout: String = "5s", state: Bool = false, effect: String = "",
        _ answer: @escaping @Sendable (String) -> [String]?,
        _ body: (RunningDaemon, Service) throws -> Void
    ) throws {
        try withFolder { folder in
            let service = try Service(at: folder.path(of: "service"), answer)
            defer { service.stop() }
            try withDaemon(
                table: table(service.path, timeout: timeout, effect: effect),
                stateDirectory: state ? try folder.makeFolder("state") : nil
            ) { try body($0, service) }
        }
    }

    /// A scripted service that notes the calls it got.
    final class Service {
        let path: String
        private let calls = ClickStage.Calls()
        private let daemon: ScriptedDaemon

        init(at path: String, _ answer: @escaping @Sendable (String) -> [String]?) throws {
            self.path = path
            daemon = try ScriptedDaemon(at: path) { [calls] call in
                calls.add(call)
                return answer(call)
            }
        }

        var received: [String] { calls.all }
        func stop() { daemon.stop() }
    }

    @Test func `inputs keep their types in the call, and the result has the types of the table`() throws {
        let answer = #"{"parameters":{"title":"Dune","position":7,"tags":["a","b"],"secret":"x"}}"#
        try Self.with({ _ in [answer] }) { daemon, service in
            let client = try daemon.connect()
            let outcome = try client.open(#"t://play/7?title=%22%7D%2C%7B%22&live=true"#)
            #expect(outcome["code"].text == "ok.performed", "\(outcome)")
            #expect("\(try #require(outcome["result"]))" == #"{position:7,tags:["a","b"],title:"Dune"}"#)
            #expect(outcome["execution.kind"].text == "varlink")
            #expect(outcome["execution.service"].text == "unix:" + service.path)
            #expect(outcome["execution.method"].text == "io.example.Player.Play")
            let call = #"""
                {"method":"io.example.Player.Play","parameters":{"episode":7,"about":{"title":"\"},{\"","live":true},"speed":1.5,"note":"part 7"}}
                """#
            #expect(service.received == [call])
            let handed = try client.open("t://open/x?y=%27%22")
            #expect(handed["code"].text == "ok.performed" && handed["result"] == nil, "\(handed)")
            let maps = try String(contentsOfFile: "/proc/\(daemon.program.processID)/maps", encoding: .utf8)
            #expect(!maps.contains("libsystemd") && !maps.contains("libcrypto"), "the call needs neither")
            #expect(service.received.last?.contains(#""link":"t://open/x?y=%27%22""#) == true)
        }
    }

    /// An answer of the service and what becomes of it.
    struct Row: CustomTestStringConvertible {
        let answer: [String]?
        let code: String
        let members: [String: String]

        init(_ answer: [String]?, _ code: String, _ members: [String: String] = [:]) {
            (self.answer, self.code, self.members) = (answer, code, members)
        }

        var testDescription: String { answer.map { "\($0)" } ?? "none" }
    }

    @Test(arguments: [
        Row([#"{"parameters":{"title":"x","position":null}}"#], "ok.performed", ["result.title": "x"]),
        Row(
            [#"{"parameters":{"position":7}}"#], "failed.decode",
            [
                "execution.decoding.path": "title", "execution.decoding.expected": "string",
                "execution.decoding.found": "missing", "execution.effect": "taken",
            ]),
        Row(
            [#"{"parameters":{"title":"x","position":-1}}"#], "failed.decode",
            ["execution.decoding.path": "position", "execution.decoding.found": "a number below zero"]),
        Row(
            [#"{"parameters":{"title":"x","tags":["a",1]}}"#], "failed.decode",
            ["execution.decoding.path": "tags[1]", "execution.decoding.found": "int"]),
        Row(["{}"], "failed.decode", ["execution.decoding.path": "title"]),
        Row(
            [#"{"error":"io.example.Player.NoSuchEpisode","parameters":{"episode":7}}"#], "failed.varlink",
            ["execution.errorName": "io.example.Player.NoSuchEpisode", "execution.details": #"{"episode":7}"#]),
        Row([#"{"error":"org.varlink.service.MethodNotFound"}"#], "failed.varlink.noMethod"),
        Row(
            [#"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"x"}}"#],
            "failed.varlink.noMethod"),
        Row([#"{"parameters":{"title":"x"},"continues":true}"#], "failed.decode", ["execution.effect": "taken"]),
        Row([#"{"parameters":{"title":"x"}}"#, #"{"parameters":{}}"#], "failed.decode"),
        Row(["{"], "failed.decode"),
        Row(["[]"], "failed.decode"),
        Row([String(repeating: " ", count: 70_000)], "failed.decode"),
        // It has read the call, and ends.
        Row(nil, "unknown.effect"),
    ])
    func `an answer of the service has its code`(_ row: Row) throws {
        try Self.with({ _ in row.answer }) { daemon, service in
            let outcome = try daemon.connect().open("t://play/7")
            #expect(outcome["code"].text == row.code, "\(outcome)")
            for (path, value) in row.members { #expect(outcome[path]?.text == value, "\(path) of \(outcome)") }
            #expect(service.received.count == 1)
            // The next call does not get what was left of this one.
            let next = try daemon.connect().open("t://play/8")
            #expect(next["code"].text == row.code)
            #expect(service.received.count == 2)
        }
    }

    @Test func `an endless answer ends at the limit, and the daemon goes on`() throws {
        try withFolder { folder in
            let path = folder.path(of: "service")
            let piece = [UInt8](repeating: UInt8(ascii: " "), count: 64 << 10)
            let service = try ScriptedDaemon(
                at: path,
                bytes: { _ in ScriptedDaemon.Answer(pieces: Array(repeating: piece, count: 4_000), isLast: true) })
            defer { service.stop() }
            try withDaemon(table: Self.table(path)) { daemon in
                let before = try daemon.residentKiB
                let outcome = try daemon.connect().open("t://play/7")
                #expect(outcome["code"].text == "failed.decode", "\(outcome)")
                #expect(try daemon.growthKiB(since: before) < 8_192)
            }
        }
    }

    @Test func `a call that a kept connection did not take is sent once more, and no further`() throws {
        try withFolder { folder in
            let path = folder.path(of: "service")
            let service = try RestlessService(at: path, answers: 1)
            defer { service.stop() }
            try withDaemon(table: Self.table(path)) { daemon in
                let client = try daemon.connect()
                for _ in 0..<3 { #expect(try client.open("t://play/7")["code"].text == "ok.performed") }
                #expect(service.seen == (connections: 3, answered: 3))
            }
        }
        try withFolder { folder in
            let path = folder.path(of: "service")
            let service = try RestlessService(at: path, answers: 0)
            defer { service.stop() }
            try withDaemon(table: Self.table(path)) { daemon in
                let outcome = try daemon.connect().open("t://play/7")
                #expect(outcome["code"].text == "failed.varlink.noService", "\(outcome)")
                #expect(service.seen == (connections: 1, answered: 0))
            }
        }
    }

    @Test func `a reload closes the connections that were kept`() throws {
        try Self.with({ _ in [#"{"parameters":{"title":"x"}}"#] }) { daemon, service in
            let client = try daemon.connect()
            func descriptors() throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/\(daemon.program.processID)/fd").count
            }
            _ = try client.open("t://nowhere")
            let before = try descriptors()
            for _ in 0..<2 { #expect(try client.open("t://play/7")["code"].text == "ok.performed") }
            #expect(try descriptors() == before + 1)
            try daemon.replaceTable(Self.table(service.path) + "\n# changed\n")
            _ = try client.call("io.deeplinkd.Monitor.Reload")
            try Patience.lookFor("the end of the connection") { try descriptors() == before }
            #expect(try client.open("t://play/7")["code"].text == "ok.performed")
        }
    }

    @Test func `an error with an endless name is cut`() throws {
        let name = "io.example." + String(repeating: "X", count: 60_000)
        try Self.with({ _ in [#"{"error":"\#(name)"}"#] }) { daemon, _ in
            let outcome = try daemon.connect().open("t://play/7")
            #expect(outcome["code"].text == "failed.varlink")
            #expect(
                outcome["execution.errorName"].text.utf8.count <= 1_024 && outcome["message"].text.utf8.count < 1_200)
        }
    }

    @Test func `nothing was done where no service listens, and the link may be sent again`() throws {
        try withFolder { folder in
            try withDaemon(table: Self.table(folder.path(of: "absent"))) { daemon in
                let outcome = try daemon.connect().open("t://play/7")
                #expect(outcome["code"].text == "failed.varlink.noService", "\(outcome)")
                #expect(outcome["execution.error"].text == "ENOENT")
            }
        }
    }

    @Test func `a service that does not answer is unknown, by the time, the deadline and a hang-up`() throws {
        try Self.with(timeout: "300ms", state: true, { _ in [] }) { daemon, service in
            let outcome = try daemon.connect().open("t://play/7")
            #expect(outcome["code"].text == "unknown.effect", "\(outcome)")
            let late = try daemon.connect().outcome("Open", ["url": "t://play/8", "deadlineMs": 50])
            #expect(late["code"].text == "unknown.effect", "\(late)")
            let leaving = try daemon.connect()
            try leaving.send(
                RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://play/9", "idempotencyKey": "k"]))
            try Patience.lookFor("the third call") { service.received.count == 3 }
            leaving.finishSending()
            try daemon.awaitLog("code=unknown.effect")
            try Patience.lookFor("the kept outcome") {
                let again = try? daemon.connect().outcome("Open", ["url": "t://play/9", "idempotencyKey": "k"])
                return again?["code"].text == "unknown.effect"
            }
            #expect(service.received.count == 3)
        }
    }

    @Test func `the daemon's death in between is unknown afterwards, and the call is not made again`() throws {
        try Self.with(timeout: "20s", state: true, { _ in [] }) { daemon, service in
            let client = try daemon.connect()
            try client.send(
                RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://play/7", "idempotencyKey": "k"]))
            try Patience.lookFor("the call") { service.received.count == 1 }
            try daemon.restartKilled()
            let again = try daemon.connect().outcome("Open", ["url": "t://play/7", "idempotencyKey": "k"])
            #expect(again["code"].text == "unknown.effect", "\(again)")
            #expect(service.received.count == 1)
        }
    }

    @Test func `an action without an effect that is interrupted has failed`() throws {
        try Self.with(timeout: "300ms", effect: "effect none", { $0.contains(":9,") ? nil : [] }) { daemon, service in
            let outcome = try daemon.connect().open("t://play/7")
            #expect(outcome["code"].text == "failed.timeout", "\(outcome)")
            #expect(outcome["message"].text.contains("it did not answer within"), "\(outcome)")
            let late = try daemon.connect().outcome("Open", ["url": "t://play/8", "deadlineMs": 50])
            #expect(late["code"].text == "failed.timeout", "\(late)")
            do {
                let leaving = try daemon.connect()
                try leaving.send(RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://play/10"]))
                try Patience.lookFor("the third call") { service.received.count == 3 }
            }
            try daemon.awaitLog("code=failed.cancelled")
            let cut = try daemon.connect().open("t://play/9")
            #expect(cut["code"].text == "failed.varlink", "\(cut)")
        }
    }

    @Test(arguments: ["effect none", "idempotent"])
    func `a request that a crash interrupted is performed again, if its action may be performed twice`(
        _ effect: String
    ) throws {
        let answer = #"{"parameters":{"title":"x"}}"#
        let isBack = Mutex(false)
        try Self.with(timeout: "20s", state: true, effect: effect, { _ in isBack.withLock { $0 ? [answer] : [] } }) {
            daemon, service in
            let client = try daemon.connect()
            try client.send(
                RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://play/7", "idempotencyKey": "k"]))
            try Patience.lookFor("the call") { service.received.count == 1 }
            try daemon.restartKilled()
            isBack.withLock { $0 = true }
            for code in ["ok.performed", "ok.replayed"] {
                let again = try daemon.connect().outcome("Open", ["url": "t://play/7", "idempotencyKey": "k"])
                #expect(again["code"].text == code, "\(again)")
            }
            #expect(service.received.count == 2)
        }
    }

    @Test func `a user has at most 64 calls under way`() throws {
        try Self.with(timeout: "20s", { _ in [] }) { daemon, service in
            var clients: [RawClient] = []
            for number in 0..<64 {
                let client = try daemon.connect()
                try client.send(RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://play/\(number)"]))
                clients.append(client)
            }
            try Patience.lookFor("64 calls") { service.received.count == 64 }
            let outcome = try daemon.connect().open("t://play/99")
            #expect(outcome["code"].text == "rejected.overloaded", "\(outcome)")
            #expect(service.received.count == 64)
        }
    }

    /// A service that Python's package serves, with a description of its own.
    private static let python = """
        import sys, varlink
        service = varlink.Service(vendor="t", product="t", version="1", url="http://localhost",
                                  interface_dir=sys.argv[2])
        class NoSuchEpisode(varlink.VarlinkError):
            def __init__(self, episode):
                varlink.VarlinkError.__init__(self, {"error": "io.example.Player.NoSuchEpisode",
                                                     "parameters": {"episode": episode}})
        @service.interface("io.example.Player")
        class Player:
            def Play(self, episode, about, speed, note):
                if episode == 13:
                    raise NoSuchEpisode(episode)
                return {"title": about["title"] + note, "position": episode}
        class Handler(varlink.RequestHandler):
            service = service
        with varlink.ThreadingServer(sys.argv[1], Handler) as server:
            server.serve_forever()
        """

    private static let description = """
        interface io.example.Player
        method Play(episode: int, about: (title: string, live: bool), speed: float, note: string)
            -> (title: string, position: int)
        error NoSuchEpisode (episode: int)

        """

    @Test func `a service of Python's package answers, fails, ends and is back`() throws {
        guard let interpreter = PythonEnvironment.interpreter else { return }
        try withFolder { folder in
            let socket = folder.path(of: "service")
            try folder.write("io.example.Player.varlink", Self.description)
            func start() throws -> Program {
                let null = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
                defer { close(null) }
                let program = try Program(
                    interpreter, ["-c", Self.python, "unix:" + socket, folder.path], environment: [:],
                    descriptors: [null, null, 2])
                try Patience.lookFor("the service") { (try? RawClient(socket)) != nil }
                return program
            }
            try withDaemon(table: Self.table(socket)) { daemon in
                let client = try daemon.connect()
                for _ in 0..<2 {
                    let service = try start()
                    let outcome = try client.open("t://play/7")
                    #expect(outcome["code"].text == "ok.performed", "\(outcome)")
                    #expect(outcome["result.title"]?.text == "Dunepart 7")
                    #expect(outcome["result.position"].text == "7")
                    let failed = try client.open("t://play/13")
                    #expect(failed["code"].text == "failed.varlink", "\(failed)")
                    #expect(failed["execution.details"].text == #"{"episode":13}"#)
                    // The connection that was kept ends with it, and the next call makes a new one.
                    service.kill()
                    try? FileManager.default.removeItem(atPath: socket)
                    #expect(try client.open("t://play/7")["code"].text == "failed.varlink.noService")
                }
            }
        }
    }
}
