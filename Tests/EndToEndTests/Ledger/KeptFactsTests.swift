import Foundation
import Glibc
import TestSupport
import Testing

/// Users' switches survive every kind of end of the daemon, and an unusable ledger blocks links no longer than an
/// operator allows.
@Suite struct KeptFactsTests {
    private static let count = 8

    /// Eight features with a toggle each, and one without.
    private static let table =
        "scheme t\nfeature Plain {\n    action a {\n        respond\n    }\n    route plain /plain do a\n}\n"
        + (0..<count).map {
            "feature T\($0) {\n    require toggle off\n    action a {\n        respond\n    }\n    route t\($0) /t\($0) do a\n}\n"
        }.joined()

    private static let open = "io.deeplinkd.Dispatch.Open"
    private static let setToggle = "io.deeplinkd.Features.SetToggle"
    private static let setRuntime = "io.deeplinkd.Features.SetRuntime"
    private static let status = "io.deeplinkd.Monitor.Status"

    private func withKeeper(_ body: (RunningDaemon, _ state: String) throws -> Void) throws {
        try withFolder { folder in
            let state = try folder.makeFolder("state")
            try withDaemon(table: Self.table, stateDirectory: state) { try body($0, state) }
        }
    }

    /// The toggles that are on.
    private func toggles(_ daemon: RunningDaemon) throws -> [Bool] {
        let list = try daemon.connect().call("io.deeplinkd.Features.List")
        let features = list["parameters.features"]?.elements ?? []
        return (0..<Self.count).map { number in
            features.first { $0["path"].text == "T\(number)" }?["status"].text == "available"
        }
    }

    // MARK: Durability

    @Test func `a thousand acknowledged changes survive a daemon that is killed again and again`() throws {
        var generator = SeededGenerator(for: "a thousand acknowledged changes")
        try withKeeper { daemon, _ in
            var state = [Bool](repeating: false, count: Self.count)
            var (acknowledged, kills) = (0, 0)
            while acknowledged < 1000 {
                let changes = (0..<Int.random(in: 20...120, using: &generator)).map { _ in
                    (number: Int.random(in: 0..<Self.count, using: &generator), on: Bool.random(using: &generator))
                }
                let client = try daemon.connect()
                for change in changes {
                    try client.send(
                        RawClient.message(Self.setToggle, ["feature": "T\(change.number)", "on": change.on]))
                }
                var answered = 0
                // The kill comes at any step of the change after the last one that was answered.
                let limit = Int.random(in: 0...changes.count, using: &generator)
                while answered < limit {
                    let answer = try #require(try client.receive())
                    #expect(answer["parameters.durable"].text == "true", "\(answer)")
                    answered += 1
                }
                usleep(UInt32.random(in: 0...3000, using: &generator))
                daemon.program.kill()
                while let answer = try? client.receive() {
                    #expect(answer["parameters.durable"].text == "true")
                    answered += 1
                }
                try daemon.restartKilled()
                kills += 1
                // The changes of one connection are applied in order, so the state is the result of some number of
                // them: at least the acknowledged ones.
                var after = state
                for change in changes.prefix(answered) { after[change.number] = change.on }
                let found = try toggles(daemon)
                var isThere = found == after
                for change in changes.dropFirst(answered) where !isThere {
                    after[change.number] = change.on
                    isThere = found == after
                }
                #expect(isThere, "after \(acknowledged + answered) changes and \(kills) kills")
                state = found
                acknowledged += answered
            }
            #expect(kills > 5)
        }
    }

    @Test func `runtime switches and toggles of several subjects are there after a restart, with their source`() throws
    {
        try withKeeper { daemon, _ in
            let client = try daemon.connect()
            let ann = "account:ann"
            #expect(
                try client.call(Self.setToggle, ["feature": "T0", "on": true, "subject": ann])["parameters.durable"]
                    .text
                    == "true")
            _ = try client.call(Self.setToggle, ["feature": "T1", "on": true])
            _ = try client.call(Self.setRuntime, ["feature": "DeepLinking", "on": false])
            try daemon.restartKilled()
            let again = try daemon.connect()
            #expect(try again.open("t://plain")["code"].text == "blocked.feature.disabled")
            _ = try again.call(Self.setRuntime, ["feature": "DeepLinking"])
            #expect(try again.outcome("Open", ["url": "t://t0", "subject": ann])["code"].text == "ok.performed")
            #expect(try again.open("t://t0")["code"].text == "blocked.toggle.off")
            let own = try again.outcome("Explain", ["url": "t://t1"])
            #expect(own["constraints"]?.elements.last?["evidence.source"].text == "ledger")
            #expect(own["constraints"]?.elements.last?["evidence.freshness"].text == "live")
            #expect(try again.call(Self.status)["parameters.ledger.state"].text == "available")
        }
    }

    @Test func `concurrent changes of many callers are all acknowledged, and all there after a restart`() throws {
        try withKeeper { daemon, _ in
            let clients = try (0..<32).map { _ in try daemon.connect() }
            for (number, client) in clients.enumerated() {
                let subject = "account:\(number)"
                try client.send(
                    RawClient.message(Self.setToggle, ["feature": "T0", "on": true, "subject": subject]))
            }
            for client in clients { #expect(try client.receive()?["parameters.durable"].text == "true") }
            try daemon.restartKilled()
            let client = try daemon.connect()
            for number in clients.indices {
                let parameters = ["url": "t://t0", "subject": "account:\(number)"]
                #expect(try client.outcome("Open", parameters)["code"].text == "ok.performed")
            }
        }
    }

    // MARK: A ledger that cannot be used

    /// Checks a daemon whose ledger could not be read at its start.
    private func expectUnavailable(_ daemon: RunningDaemon, _ code: String, says: String) throws {
        let client = try daemon.connect()
        let status = try client.call(Self.status)
        #expect(status["parameters.ledger.state"].text == "unavailable")
        #expect(status["parameters.ledger.code"].text == code, "\(status)")
        #expect(status["parameters.ledger.reason"].text.contains(says), "\(status)")
        let told = try daemon.tool("status").output
        #expect(told.contains(code) && told.contains(says), "\(told)")
        // A switch with an unknown state does not count as on until an operator sets it; each place that reports it
        // shows the command.
        let pending = try client.open("t://plain")
        #expect(pending["code"].text == "pending.undetermined")
        let command = "deeplinkctl runtime DeepLinking on"
        for text in [pending["message"].text, told, status["parameters.ledger.intake"].text, daemon.log] {
            #expect(text.contains(command), "\(text)")
        }
        let lifted = try client.call(Self.setRuntime, ["feature": "DeepLinking", "on": true])
        #expect(lifted["parameters.durable"].text == "false")
        #expect(try client.open("t://plain")["code"].text == "ok.performed")
        #expect(try client.open("t://t0")["code"].text == "pending.undetermined")
        let refused = try client.call(Self.setToggle, ["feature": "T0", "on": true])
        #expect(refused["error"].text == "io.deeplinkd.Features.NotKept")
        #expect(refused["parameters.code"].text == code && refused["parameters.reason"].text.contains(says))
        #expect(daemon.log.contains(code))
    }

    @Test func `a damaged ledger is named and left unchanged, and the daemon serves without it`() throws {
        try withFolder { folder in
            let state = try folder.makeFolder("state")
            let text = String(repeating: "no database ", count: 1000)
            try folder.write("state/ledger.db", text, mode: 0o600)
            try withDaemon(table: Self.table, stateDirectory: state) { daemon in
                try expectUnavailable(daemon, "ledger.corrupt", says: "put a backup in its place")
                #expect(try String(contentsOfFile: state + "/ledger.db", encoding: .utf8) == text)
                // After the repair the operator asks for a reload.
                try FileManager.default.removeItem(atPath: state + "/ledger.db")
                let client = try daemon.connect()
                _ = try client.call("io.deeplinkd.Monitor.Reload")
                try awaitLedger(client)
                #expect(try client.open("t://plain")["code"].text == "ok.performed")
            }
        }
    }

    @Test func `a missing database is not replaced by a new one`() throws {
        try withKeeper { daemon, state in
            _ = try daemon.connect().call(Self.setToggle, ["feature": "T0", "on": true])
            daemon.program.kill()
            for name in ["ledger.db", "ledger.db-wal"] {
                // ignored: the write-ahead log may be absent.
                _ = try? FileManager.default.removeItem(atPath: state + "/" + name)
            }
            try daemon.restartKilled()
            try expectUnavailable(daemon, "ledger.lost", says: "put a backup in its place")
            #expect(!FileManager.default.fileExists(atPath: state + "/ledger.db"))
        }
    }

    @Test func `the daemon serves without a ledger that another process locks, and reads it once unlocked`() throws {
        try withKeeper { first, state in
            #expect(try first.connect().call(Self.setToggle, ["feature": "T0", "on": true])["error"] == nil)
            try withDaemon(table: Self.table, stateDirectory: state) { second in
                try expectUnavailable(second, "ledger.locked", says: "stop the other daemon")
                let client = try second.connect()
                _ = try client.call(Self.setRuntime, ["feature": "DeepLinking", "on": false])
                first.program.signal(SIGTERM)
                #expect(try first.program.wait() == .code(0))
                try awaitLedger(client)
                // The operator's settings from that time are written first.
                #expect(try client.open("t://plain")["code"].text == "blocked.feature.disabled")
                _ = try client.call(Self.setRuntime, ["feature": "DeepLinking"])
                #expect(try client.open("t://t0")["code"].text == "ok.performed")
            }
        }
    }

    @Test(.enabled(if: Mount.isPossible(for: "a read-only state directory is served around")))
    func `the daemon serves without a ledger in a read-only directory`() throws {
        try Mount.with(options: "size=1m,mode=0700,ro") { state in
            try withDaemon(table: Self.table, stateDirectory: state) { daemon in
                try expectUnavailable(daemon, "ledger.readOnly", says: "writable")
            }
        }
    }

    @Test(.enabled(if: Mount.isPossible(for: "a full disk is served around")))
    func `on a full disk changes fail and known facts stay, and changes succeed once there is space`() throws {
        try Mount.with(options: "size=1m,mode=0700") { state in
            try withDaemon(table: Self.table, stateDirectory: state) { daemon in
                let client = try daemon.connect()
                #expect(try client.call(Self.setToggle, ["feature": "T0", "on": true])["error"] == nil)
                try Mount.fill(state + "/filler")
                var answer = try client.call(Self.setToggle, ["feature": "T1", "on": true])
                for number in 0..<200 where answer["error"] == nil {
                    answer = try client.call(Self.setToggle, ["feature": "T1", "on": number % 2 == 0])
                }
                #expect(answer["error"].text == "io.deeplinkd.Features.NotKept", "\(answer)")
                #expect(answer["parameters.code"].text == "ledger.full", "\(answer)")
                #expect(try client.call(Self.status)["parameters.ledger.code"].text == "ledger.full")
                #expect(try daemon.tool("status").output.contains("free some"))
                #expect(try client.open("t://plain")["code"].text == "ok.performed")
                #expect(try client.open("t://t0")["code"].text == "ok.performed")
                #expect(try client.open("t://t2")["code"].text == "blocked.toggle.off")
                try FileManager.default.removeItem(atPath: state + "/filler")
                try awaitLedger(client)
                #expect(try client.call(Self.setToggle, ["feature": "T1", "on": true])["error"] == nil)
                #expect(try client.open("t://t1")["code"].text == "ok.performed")
            }
        }
    }

    @Test(.enabled(if: Mount.isPossible(for: "a stored outcome is kept through a full disk")))
    func `a stored outcome is kept through a full disk, and a repetition waits for it while the disk is full`() throws {
        try Mount.with(options: "size=1m,mode=0700") { state in
            try withDaemon(table: Self.table, stateDirectory: state) { daemon in
                let client = try daemon.connect()
                func send() throws -> String {
                    let reply = try client.call(Self.open, ["url": "t://plain", "idempotencyKey": "k"])
                    return reply["parameters.outcome.code"].text
                }
                #expect(try send() == "ok.performed")
                try Mount.fill(state + "/filler")
                try Patience.lookFor("the full disk") {
                    let change = try client.call(Self.setToggle, ["feature": "T1", "on": true])
                    return change["parameters.code"].text == "ledger.full"
                }
                #expect(try send() == "pending.undetermined")
                try FileManager.default.removeItem(atPath: state + "/filler")
                try awaitLedger(client)
                #expect(try send() == "ok.replayed")
            }
        }
    }

    @Test func `without its state directory the daemon opens no link and names it, until it is there`() throws {
        try withFolder { folder in
            let state = folder.path(of: "none")
            try withDaemon(table: Self.table, stateDirectory: state) { daemon in
                let run = try daemon.tool("open", "t://plain")
                #expect(
                    run.exit == .code(6) && run.output.contains("the state directory \(state) is not there"), "\(run)")
                #expect(run.output.contains("mkdir -m 700 \(state)"), "\(run)")
                #expect(try daemon.tool("status").output.contains("ledger   unavailable (ledger.noDirectory)"))
                _ = try folder.makeFolder("none")
                try awaitLedger(daemon.connect())
                #expect(try daemon.tool("open", "t://plain").exit == .code(0))
            }
        }
    }

    private func awaitLedger(_ client: RawClient) throws {
        try Patience.lookFor("the ledger") {
            try client.call(Self.status)["parameters.ledger.state"].text == "available"
        }
    }

    // MARK: Copies

    @Test func `a copy of the running ledger can be served, and a copy never overwrites a file`() throws {
        try withKeeper { daemon, state in
            _ = try daemon.connect().call(Self.setToggle, ["feature": "T3", "on": true])
            let copies = try daemon.folder.makeFolder("copies")
            let copy = copies + "/ledger.db"
            let arguments = ["ledger", "backup", copy, "--socket", daemon.socket]
            let run = try Program.run(Products.tool, arguments)
            #expect(run.exit == .code(0) && run.output.contains(copy), "\(run)")
            #expect(try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int == 0o600)
            let again = try Program.run(Products.tool, arguments)
            #expect(again.exit == .code(1) && again.errors.contains("exists already"), "\(again)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: copies) == ["ledger.db"])
            #expect(try !FileManager.default.contentsOfDirectory(atPath: state).contains { $0.contains("copy") })
            // A path would be one of the daemon's, which may have a /tmp of its own.
            let path = try daemon.connect().call("io.deeplinkd.Monitor.Backup", ["path": copy])
            #expect(path["parameters.parameter"].text == "path")
            #expect(try daemon.connect().call(Self.status)["parameters.ledger.state"].text == "available")
            try withDaemon(table: Self.table, stateDirectory: copies) { other in
                let outcome = try other.connect().open("t://t3")
                #expect(outcome["code"].text == "ok.performed")
            }
        }
    }

    @Test func `a copy goes to standard output for -, byte for byte the file that a path gets`() throws {
        try withKeeper { daemon, _ in
            let copy = daemon.folder.path(of: "copy")
            let script = "\"$0\" ledger backup - --socket \"$1\" >\"$2\""
            let run = try Program.run("/bin/sh", ["-c", script, Products.tool, daemon.socket, copy])
            #expect(run.exit == .code(0) && run.errors == "", "\(run)")
            let bytes = try Data(contentsOf: URL(fileURLWithPath: copy))
            #expect(bytes.starts(with: Data("SQLite format 3\0".utf8)) && bytes.count % 4096 == 0)
        }
    }

    @Test func `a copy that cannot be made is no failure of the ledger`() throws {
        try withKeeper { daemon, state in
            // A folder cannot be removed as the leftover of a copy.
            #expect(unsafe mkdir(state + "/ledger.db.copy", 0o700) == 0)
            let copies = try daemon.folder.makeFolder("copies")
            let run = try Program.run(
                Products.tool, ["ledger", "backup", copies + "/copy", "--socket", daemon.socket])
            #expect(run.exit == .code(1) && run.errors.contains("ledger.db.copy"), "\(run)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: copies) == [])
            #expect(try daemon.connect().call(Self.status)["parameters.ledger.state"].text == "available")
        }
    }

    // MARK: Slow readers

    private static let backup = #"{"method":"io.deeplinkd.Monitor.Backup","more":true}"#
    /// Each outcome that is kept takes as much of the ledger.
    private static let long =
        "scheme t\nfeature F {\n    action a {\n        respond " + String(repeating: "x", count: 60_000)
        + "\n    }\n    route r /r do a\n}\n"

    @Test func `clients that do not read their copies delay no one, are limited in number, and get them whole`() throws
    {
        try withFolder { folder in
            try withDaemon(table: Self.long, stateDirectory: folder.makeFolder("state")) { daemon in
                let client = try daemon.connect()
                // More than the daemon and the socket hold for a client that does not read.
                for number in 0..<150 {
                    let call = ["url": "t://r", "idempotencyKey": "k\(number)"]
                    #expect(try client.outcome("Open", call)["code"].text == "ok.performed")
                }
                let readers = try (0..<4).map { _ in try daemon.connect() }
                for (reader, endsItsBytes) in zip(readers, [true, false, true, false]) {
                    try reader.send(Self.backup)
                    // A client that ends only its own bytes gets the whole copy too.
                    if endsItsBytes { reader.finishSending() }
                    try Patience.lookFor("the first part") { try reader.hasAnswer() }
                }
                let fifth = try daemon.connect()
                try fifth.send(Self.backup)
                #expect(try fifth.receive()?["parameters.code"].text == "ledger.tooManyCopies")
                let call = ["url": "t://r", "idempotencyKey": "while they wait"]
                #expect(try client.outcome("Open", call)["code"].text == "ok.performed")
                for reader in readers {
                    var (bytes, size, continues) = (Data(), 0, true)
                    while continues {
                        let answer = try #require(try reader.receive())
                        let part = try #require(Data(base64Encoded: answer["parameters.bytes"].text), "\(answer)")
                        #expect(part.count <= 192 << 10)
                        bytes += part
                        size = try #require(Int(answer["parameters.size"].text))
                        continues = answer["continues"] != nil
                    }
                    #expect(bytes.count == size && size > 150 * 60_000)
                    #expect(bytes.starts(with: Data("SQLite format 3\0".utf8)))
                }
                try fifth.send(Self.backup)
                #expect(try fifth.receive()?["parameters.bytes"] != nil, "a place is free again")
            }
        }
    }
}

/// A separate small file system; mounting it takes root.
enum Mount {
    static func isPossible(for test: String) -> Bool {
        if geteuid() == 0, (try? with(options: "size=64k") { _ in }) != nil { return true }
        print("skipped: \(test): mounting takes root")
        return false
    }

    static func with(options: String, _ body: (String) throws -> Void) throws {
        try withFolder { folder in
            let path = try folder.makeFolder("mounted")
            let run = try Program.run("/bin/mount", ["-t", "tmpfs", "-o", options, "none", path])
            guard run.exit == .code(0) else { throw TestFailure("mount: \(run.errors)") }
            defer {
                // ignored: a file system that stays mounted ends with the machine.
                _ = try? Program.run("/bin/umount", ["-l", path])
            }
            try body(path)
        }
    }

    /// Writes a file that takes all free space.
    static func fill(_ path: String) throws {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw TestFailure("open: errno \(errno)") }
        defer { close(descriptor) }
        let page = [UInt8](repeating: 0, count: 4096)
        // The pages of a removed file are free only once no child of another test, between fork and exec, has it open.
        for _ in 0..<3 {
            while unsafe write(descriptor, page, page.count) > 0 {}
            usleep(20_000)
        }
    }
}
