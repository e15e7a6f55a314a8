import Foundation
import Glibc
import TestSupport
import Testing

/// The promise of a durable channel as a whole: links, senders, apps and the daemon, of which the last two are killed at
/// any moment.
@Suite(.serialized) struct DeliveryUnderKillsTests {
    private static let count = 1000
    private static let senders = 24
    private static let apps = 3
    private static let daemonKills = 10

    /// Senders wait for `wait`, and do not for `leave`.
    private static let table = """
        scheme t
        channel jobs {
            kind held
            durable
            hold 1000 for 10m
            acknowledge within 30s
        }
        feature Play {
            action wait {
                input id uint
                channel jobs
            }
            action leave {
                input id uint
                channel jobs
                detach
            }
            route wait /wait/$(id:uint) do wait
            route leave /leave/$(id:uint) do leave
        }

        """

    /// An app that keeps the names of its deliveries together with its effects, and acknowledges afterwards.
    ///
    /// Its effect is a row.
    private static let app = #"""
        import json, socket, sqlite3, sys, time
        path, store = sys.argv[1:]
        db = sqlite3.connect(store, timeout=30, isolation_level=None)

        class Connection:
            def __init__(self):
                self.socket, self.rest = socket.socket(socket.AF_UNIX), b""
                self.socket.connect("\0" + path[1:] if path.startswith("@") else path)
            def send(self, method, parameters, **more):
                message = {"method": "io.deeplinkd.Channels." + method, "parameters": parameters, **more}
                self.socket.sendall(json.dumps(message).encode() + b"\0")
            def receive(self):
                while b"\0" not in self.rest:
                    chunk = self.socket.recv(65536)
                    if not chunk: raise ConnectionError
                    self.rest += chunk
                message, _, self.rest = self.rest.partition(b"\0")
                return json.loads(message)

        def serve():
            links, other = Connection(), Connection()
            links.send("Subscribe", {"channel": "jobs"}, more=True)
            while True:
                answer = links.receive()
                if "error" in answer: raise ConnectionError
                link = answer["parameters"].get("link")
                if link is None: continue
                db.execute("BEGIN IMMEDIATE")
                db.execute("INSERT INTO telling VALUES (?, ?)", (link["delivery"], link["redelivered"]))
                if not db.execute("SELECT 1 FROM seen WHERE delivery = ?", (link["delivery"],)).fetchone():
                    db.execute("INSERT INTO seen VALUES (?)", (link["delivery"],))
                    db.execute("INSERT INTO effect VALUES (?, ?)", (link["delivery"], link["inputs"]["id"]))
                db.execute("COMMIT")
                other.send("Acknowledge", {"delivery": link["delivery"], "result": "performed"})
                other.receive()

        while True:
            try: serve()
            except OSError: time.sleep(0.01)
        """#

    private static let makeStore = """
        import sqlite3, sys
        db = sqlite3.connect(sys.argv[1])
        db.executescript("PRAGMA journal_mode = WAL; CREATE TABLE telling (delivery, redelivered); "
            "CREATE TABLE seen (delivery PRIMARY KEY); CREATE TABLE effect (delivery, id)")
        """

    private static let readStore = """
        import json, sqlite3, sys
        db = sqlite3.connect(sys.argv[1], timeout=30)
        print(json.dumps({"effects": db.execute("SELECT delivery, id FROM effect").fetchall(),
            "redelivered": db.execute("SELECT count(*) FROM telling WHERE redelivered").fetchone()[0],
            "tellings": db.execute("SELECT count(*) FROM telling").fetchone()[0]}))
        """

    /// A sender of one link after the other, on one connection; it sends a link again until it has an answer.
    private final class Sender {
        var client: RawClient?
        var number: Int?
        /// A new key is used only where the daemon said that it does not know whether the old one had an effect.
        var attempt = 0
    }

    @Test(.timeLimit(.minutes(Sanitizer.minutes(2))))
    func `of a thousand links none is lost and none takes effect twice, however apps and daemon are killed`() throws {
        guard let python = HostPrograms.path(of: "python3") else {
            return print("skipped: a thousand links under kills: python3 not installed")
        }
        var random = SeededGenerator(for: "a thousand links under kills")
        try withFolder { folder in
            let state = try folder.makeFolder("state")
            let store = folder.path(of: "effects.db")
            let script = try folder.write("app.py", Self.app)
            #expect(try Program.run(python, ["-c", Self.makeStore, store]).exit == .code(0))
            try withDaemon(in: folder, table: Self.table, stateDirectory: state) { daemon in
                func startApp() throws -> Program {
                    try Program(
                        python, ["-S", script, daemon.socket, store], environment: [:], descriptors: [nil, nil, 2])
                }
                var apps = try (0..<Self.apps).map { _ in try startApp() }
                defer { for app in apps { app.kill() } }
                let senders = (0..<Self.senders).map { _ in Sender() }
                var unsent = Array((1...Self.count).reversed())
                var (answered, appKills, daemonKills, unknown) = (0, 0, 0, 0)
                var codes: [String: Int] = [:]

                /// Sends the link of a sender, or its next one.
                func send(_ sender: Sender) throws {
                    if sender.number == nil {
                        guard let next = unsent.popLast() else { return }
                        (sender.number, sender.attempt) = (next, 0)
                    }
                    guard let number = sender.number else { return }
                    let client = try sender.client ?? daemon.connect()
                    sender.client = client
                    let url = "t://\(number.isMultiple(of: 2) ? "wait" : "leave")/\(number)"
                    let key = "\(number)-\(sender.attempt)"
                    var parameters = ["url": url, "idempotencyKey": key]
                    // One subject has a thousand keys.
                    if sender.attempt > 0 { parameters["subject"] = "account:again" }
                    try client.send(RawClient.message("io.deeplinkd.Dispatch.Open", parameters))
                }
                func take(_ code: String, of sender: Sender) throws {
                    codes[code, default: 0] += 1
                    switch code {
                    case "ok.performed", "ok.accepted", "ok.replayed":
                        sender.number = nil
                        answered += 1
                    case "unknown.effect":
                        sender.attempt += 1
                        unknown += 1
                    // The daemon is starting, or the last request of the key is under way.
                    case "rejected.idempotency.inProgress", "pending.undetermined", "failed.cancelled": break
                    default: throw TestFailure("an answer that no kill explains: \(code)")
                    }
                }
                for sender in senders { try send(sender) }
                while answered < Self.count {
                    let waiting = senders.filter { $0.number != nil }
                    for sender in waiting {
                        guard let client = sender.client, try client.hasAnswer() else { continue }
                        guard let answer = try client.receive() else {
                            sender.client = nil
                            try send(sender)
                            continue
                        }
                        try take(answer["parameters.outcome.code"].text, of: sender)
                        try send(sender)
                    }
                    usleep(200)
                    if appKills < answered / 25 {
                        appKills += 1
                        let victim = Int.random(in: 0..<apps.count, using: &random)
                        usleep(UInt32.random(in: 0...5000, using: &random))
                        apps[victim].kill()
                        apps[victim] = try startApp()
                    }
                    if daemonKills < Self.daemonKills, daemonKills < answered * (Self.daemonKills + 1) / Self.count {
                        daemonKills += 1
                        usleep(UInt32.random(in: 0...5000, using: &random))
                        try daemon.restartKilled()
                        for sender in senders {
                            sender.client = nil
                            if sender.number != nil { try send(sender) }
                        }
                    }
                }
                try Patience.lookFor("every link to be acknowledged") {
                    let report = try daemon.connect().call("io.deeplinkd.Channels.List")
                    return report["parameters.channels"]?.elements.first?["waiting"].text == "0"
                }
                for app in apps { app.kill() }
                let run = try Program.run(python, ["-c", Self.readStore, store])
                let found = try #require(try run.lines.first)
                let effects = (found["effects"]?.elements ?? []).map(\.elements)
                let deliveries = Dictionary(grouping: effects, by: { $0[0].text }).mapValues(\.count)
                let links = Dictionary(grouping: effects, by: { Int($0[1].text) ?? 0 }).mapValues(\.count)
                let missing = (1...Self.count).filter { links[$0] == nil }
                #expect(missing.isEmpty, "no effect")
                #expect(deliveries.allSatisfy { $0.value == 1 } && links.allSatisfy { $0.value == 1 }, "effects twice")
                #expect(daemonKills == Self.daemonKills && appKills > 20)
                print(
                    "\(Self.count) links, \(daemonKills) kills of the daemon, \(appKills) of apps; told "
                        + "\(found["tellings"].text) times, \(found["redelivered"].text) of them again; "
                        + "\(unknown) requests of unknown effect; \(codes.sorted { $0.key < $1.key })")
            }
        }
    }
}
