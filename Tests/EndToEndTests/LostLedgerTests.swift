import Foundation
import Glibc
import Testing

/// The outcome of links while the ledger with the intake's switch cannot be read.
@Suite struct LostLedgerTests {
    private static let table =
        "scheme t\nfeature Plain {\n    action a {\n        respond\n    }\n    route plain /plain do a\n}\n"
        + "feature T {\n    require toggle off\n    action a {\n        respond\n    }\n    route t /t do a\n}\n"
    private static let setRuntime = "io.deeplinkd.Features.SetRuntime"
    private static let setToggle = "io.deeplinkd.Features.SetToggle"
    private static let status = "io.deeplinkd.Monitor.Status"
    private static let command = "deeplinkctl runtime DeepLinking on"

    private func withKeeper(
        _ line: String = "", damaged: Bool = false, _ body: (RunningDaemon, _ state: String) throws -> Void
    ) throws {
        try withFolder { folder in
            let state = try folder.makeFolder("state")
            if damaged { try damage(state) }
            try withDaemon(table: line + "\n" + Self.table, stateDirectory: state) { try body($0, state) }
        }
    }

    private func damage(_ state: String) throws {
        for name in ["ledger.db", "ledger.db-wal"] {
            // ignored: the file may be absent.
            _ = try? FileManager.default.removeItem(atPath: state + "/" + name)
        }
        let bytes = Data(String(repeating: "no database ", count: 1000).utf8)
        try #require(
            FileManager.default.createFile(
                atPath: state + "/ledger.db", contents: bytes, attributes: [.posixPermissions: 0o600]))
    }

    private func code(_ daemon: RunningDaemon) throws -> String { try daemon.connect().open("t://plain")["code"].text }

    @Test(arguments: [
        ("off", "blocked.feature.disabled"), ("undetermined", "pending.undetermined"), ("on", "ok.performed"),
    ])
    func `at a start without a ledger the table sets the intake, and a reload may change it`(
        word: String, code: String
    ) throws {
        try withKeeper("intake without-ledger \(word)", damaged: true) { daemon, _ in
            let client = try daemon.connect()
            #expect(try client.open("t://plain")["code"].text == code)
            #expect(try client.open("t://t")["code"].text == (word == "on" ? "pending.undetermined" : code))
            let run = try daemon.tool("open", "t://plain")
            for text in [run.output, try daemon.tool("status").output, daemon.log] where word != "on" {
                #expect(text.contains(Self.command), "\(text)")
            }
            try daemon.replaceTable("intake without-ledger \(word == "on" ? "off" : "on")\n" + Self.table)
            #expect(try client.call("io.deeplinkd.Monitor.Reload")["error"] == nil)
            let other = word == "on" ? "blocked.feature.disabled" : "ok.performed"
            #expect(try client.open("t://plain")["code"].text == other)
        }
    }

    @Test func `a pending outcome and status name the commands that mend the ledger, and these mend it`() throws {
        try withKeeper("intake without-ledger on", damaged: true) { daemon, state in
            let pending = try daemon.tool("open", "t://t")
            #expect(pending.exit == .code(6) && pending.output.hasPrefix("pending.undetermined"), "\(pending)")
            let move = "mv \(state)/ledger.db \(state)/ledger.db.damaged"
            for text in [pending.output, try daemon.tool("status").output, daemon.log] {
                #expect(text.contains("`\(move)`") && text.contains("`deeplinkctl reload`"), "\(text)")
            }
            #expect(try Program.run("/bin/sh", ["-c", move]).exit == .code(0))
            #expect(try daemon.tool("reload").exit == .code(0))
            try Patience.lookFor("the ledger") {
                try daemon.connect().open("t://t")["code"].text == "blocked.toggle.off"
            }
        }
    }

    @Test func `an intake switched off stays off after a kill and a lost database, until it is switched on`() throws {
        try withKeeper("intake without-ledger on") { daemon, state in
            let off = try daemon.connect().call(Self.setRuntime, ["feature": "DeepLinking", "on": false])
            #expect(off["parameters.durable"].text == "true")
            daemon.program.kill()
            try damage(state)
            try daemon.restartKilled()
            #expect(try code(daemon) == "blocked.feature.disabled")
            #expect(try daemon.tool("status").output.contains(state + "/intake.off"))
            daemon.program.kill()
            for name in ["ledger.db", "ledger.db.initialised"] {
                try FileManager.default.removeItem(atPath: state + "/" + name)
            }
            try daemon.restartKilled()
            #expect(try code(daemon) == "blocked.feature.disabled")
            #expect(try daemon.tool("runtime", "DeepLinking", "on").exit == .code(0))
            #expect(try code(daemon) == "ok.performed")
            try daemon.restartKilled()
            #expect(try code(daemon) == "ok.performed")
        }
    }

    @Test func `an acknowledged change of the intake survives a kill of the daemon at any moment`() throws {
        try withKeeper("intake without-ledger on") { daemon, _ in
            var isOn = true
            for round in 0..<12 {
                let client = try daemon.connect()
                try client.send(RawClient.message(Self.setRuntime, ["feature": "DeepLinking", "on": !isOn]))
                // Every third time the daemon is killed after its reply, otherwise at some moment before.
                var answer: JSONTree?
                if round % 3 == 0 { answer = try client.receive() }
                daemon.program.kill()
                while let late = try? client.receive() { answer = late }
                let isAcknowledged = answer?["parameters.durable"].text == "true"
                try daemon.restartKilled()
                let isOnNow = try code(daemon) == "ok.performed"
                if isAcknowledged { #expect(isOnNow == !isOn) }
                isOn = isOnNow
            }
        }
    }

    @Test(.enabled(if: Mount.isPossible(for: "an off on a full disk is kept")))
    func `an operator's off on a full disk takes the room that is kept for it, and survives a lost database`() throws {
        try Mount.with(options: "size=1m,mode=0700") { state in
            try withDaemon(table: "intake without-ledger on\n" + Self.table, stateDirectory: state) { daemon in
                let client = try daemon.connect()
                #expect(try client.call(Self.setToggle, ["feature": "T", "on": true])["error"] == nil)
                try Mount.fill(state + "/filler")
                var answer = try client.call(Self.setToggle, ["feature": "T", "on": false])
                for number in 0..<200 where answer["error"] == nil {
                    answer = try client.call(Self.setToggle, ["feature": "T", "on": number % 2 == 0])
                }
                #expect(answer["parameters.code"].text == "ledger.full", "\(answer)")
                let run = try daemon.tool("runtime", "DeepLinking", "off")
                #expect(run.exit == .code(0) && !run.output.contains("until the daemon ends"), "\(run)")
                #expect(try code(daemon) == "blocked.feature.disabled")
                try daemon.restartKilled()
                #expect(try code(daemon) == "blocked.feature.disabled")
                let status = try daemon.connect().call(Self.status)
                #expect(status["parameters.ledger.code"].text == "ledger.full", "\(status)")
                #expect(status["parameters.ledger.state"].text == "readable", "\(status)")
                daemon.program.kill()
                try damage(state)
                try daemon.restartKilled()
                #expect(try code(daemon) == "blocked.feature.disabled")
                try FileManager.default.removeItem(atPath: state + "/filler")
            }
        }
    }

    @Test func `a delegate does not get the outcome of a user's key, over the socket`() throws {
        guard OtherUser.isPossible(for: "a delegate does not get what a user's key came to") else { return }
        let address = SocketAddress.makeAbstract()
        let listening = try address.listen()
        defer { close(listening) }
        try withFolder { folder in
            let state = try folder.makeFolder("state")
            try withDaemon(table: Self.table, stateDirectory: state, inheriting: [("varlink", listening)]) { _ in
                func send(as uid: uid_t, for subject: String?) throws -> String {
                    var call = ["url": "t://plain", "idempotencyKey": "k"]
                    call["subject"] = subject
                    return try OtherUser(uid: uid).connect(to: address).outcome("Open", call)["code"].text
                }
                let codes = try [(54_321, nil), (0, "uid:54321"), (54_321, nil), (0, "uid:54321")].map {
                    try send(as: $0, for: $1)
                }
                #expect(codes == ["ok.performed", "ok.performed", "ok.replayed", "ok.replayed"])
            }
        }
    }
}
