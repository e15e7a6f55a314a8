import Foundation
import Glibc
import Testing

/// A daemon whose service manager passed it a socket, and whose table is bad at the start.
@Suite struct NoTableTests {
    private static let bad = "scheme t\nfeature F {\n    nonsense\n}\n"
    private static let good =
        "scheme t\nfeature F {\n    require toggle on\n    action a {\n        respond\n    }\n"
        + "    route r /r do a\n}\n"
    private static let monitor = "io.deeplinkd.Monitor."
    private static let features = "io.deeplinkd.Features."

    /// A daemon with a passed socket.
    private struct Activated {
        let daemon: RunningDaemon
        let address: SocketAddress

        func connect() throws -> RawClient { RawClient(adopting: try address.connect()) }

        func tool(_ words: String...) throws -> Program.Run {
            try Program.run(Products.tool, words + ["--socket", address.text])
        }

        /// Waits until the service manager was sent a status line that begins like this.
        func awaitStatus(_ start: String) throws {
            while true {
                if try daemon.notifications.receive().contains(where: { $0.hasPrefix("STATUS=" + start) }) { return }
            }
        }
    }

    /// Runs a test with a daemon that has become ready.
    private func withActivated(
        _ table: String = bad, stateDirectory: String? = nil, _ body: (Activated) throws -> Void
    ) throws {
        try withFolder { folder in
            let address = SocketAddress(folder.path(of: "passed"))
            let listening = try address.listen()
            defer { close(listening) }
            let daemon = try RunningDaemon(
                in: folder, table: table, stateDirectory: stateDirectory, inheriting: [("varlink", listening)])
            defer { daemon.program.kill() }
            try body(Activated(daemon: daemon, address: address))
            daemon.program.signal(SIGTERM)
            #expect(try daemon.program.wait() == .code(0), "\(daemon.log)")
        }
    }

    private func reload(_ client: RawClient) throws -> JSONTree { try client.call(Self.monitor + "Reload") }

    // MARK: Links

    /// What can stand where the table should be, with the code of its first error.
    private static let ruins: [(code: String, ruin: @Sendable (TemporaryFolder) throws -> Void)] = [
        ("RT101", { _ in }), ("RT018", { try $0.write("routes.conf", "") }),
        ("RT012", { try $0.write("routes.conf", good, mode: 0o664) }),
        ("RT011", { try FileManager.default.removeItem(atPath: $0.path(of: "routes.conf")) }),
    ]

    @Test(arguments: ruins.indices)
    func `without a table each link is pending until a reload succeeds, and the daemon goes on`(
        _ index: Int
    ) throws {
        try withActivated { activated in
            try Self.ruins[index].ruin(activated.daemon.folder)
            try activated.daemon.restartKilled()
            let client = try activated.connect()
            for method in ["Open", "Verify", "Explain"] {
                let outcome = try client.outcome(method, ["url": "t://r"])
                #expect(outcome["code"].text == "pending.table.invalid" && outcome["class"].text == "pending")
                #expect(outcome["url"] == nil && outcome["tableRevision"] == nil, "\(outcome)")
            }
            let first = "parameters.table.firstError.code"
            #expect(try client.call(Self.monitor + "Status")[first].text == Self.ruins[index].code)
            #expect(try reload(client)["error"].text == Self.monitor + "BadTable")
            #expect(try client.open("t://r")["code"].text == "pending.table.invalid")
            try activated.daemon.replaceTable(Self.good)
            #expect(try reload(client)["error"] == nil)
            #expect(try client.open("t://r")["code"].text == "ok.performed")
        }
    }

    @Test func `a key is not used up by a link that is pending for want of a table`() throws {
        try withFolder { folder in
            try withActivated(stateDirectory: try folder.makeFolder("state")) { activated in
                let client = try activated.connect()
                let call = ["url": "t://r", "idempotencyKey": "k"]
                #expect(try client.outcome("Open", call)["code"].text == "pending.table.invalid")
                try activated.daemon.replaceTable(Self.good)
                #expect(try reload(client)["error"] == nil)
                #expect(try client.outcome("Open", call)["code"].text == "ok.performed")
            }
        }
    }

    // MARK: Other methods

    @Test func `without a table the intake alone is listed, as pending, and a watch hears of the features of the next`()
        throws
    {
        try withActivated { activated in
            let (client, watcher) = (try activated.connect(), try activated.connect())
            try watcher.send(#"{"method":"io.deeplinkd.Features.Watch","more":true}"#)
            for answer in [try client.call(Self.features + "List"), try #require(try watcher.receive())] {
                let listed = try #require(answer["parameters.features"]?.elements)
                #expect(listed.map { $0["path"].text } == ["DeepLinking"])
                #expect(listed[0]["status"].text == "pending" && listed[0]["code"].text == "pending.table.invalid")
            }
            try activated.daemon.replaceTable(Self.good)
            #expect(try reload(client)["error"] == nil)
            let change = try #require(try watcher.receive()?["parameters.features"]?.elements)
            #expect(
                change.map { $0["path"].text + " " + $0["status"].text } == ["DeepLinking available", "F available"])
        }
    }

    @Test func `without a table the intake can be switched, and other switches and links are refused with the reason`()
        throws
    {
        try withActivated { activated in
            let client = try activated.connect()
            for method in ["SetToggle", "SetRuntime"] {
                let answer = try client.call(Self.features + method, ["feature": "F", "on": false])
                #expect(answer["error"].text == Self.features + "NotKept", "\(answer)")
                #expect(answer["parameters.code"].text == "table.invalid")
            }
            let built = try client.call("io.deeplinkd.Dispatch.Link", ["route": "r"])
            #expect(built["error"].text == "io.deeplinkd.Dispatch.NotBuilt")
            #expect(built["parameters.code"].text == "noTable", "\(built)")
            let described = try client.call(Self.features + "Describe", ["feature": "F"])
            #expect(described["parameters.parameter"].text == "feature")
            let run = try activated.tool("features", "F")
            #expect(run.exit == .code(1) && run.errors.contains("no route table in force"), "\(run)")
            let off = try client.call(Self.features + "SetRuntime", ["feature": "DeepLinking", "on": false])
            #expect(off["error"] == nil, "\(off)")
            try activated.daemon.replaceTable(Self.good)
            #expect(try reload(client)["error"] == nil)
            #expect(try client.open("t://r")["code"].text == "blocked.feature.disabled")
        }
    }

    @Test(.enabled(if: OtherUser.isPossible(for: "without a table only root and the daemon's own user are operators")))
    func `without a table only root and the daemon's own user are operators, and no one else is told the error`() throws
    {
        try withActivated("operator group daemon\n" + Self.bad) { activated in
            // The socket's folder admits root alone.
            #expect(unsafe chmod(activated.daemon.folder.path, 0o755) == 0)
            #expect(unsafe chmod(activated.address.text, 0o666) == 0)
            let group = try #require(unsafe getgrnam("daemon").map { unsafe $0.pointee.gr_gid })
            let client = try OtherUser(uid: 54_321, groups: [group]).connect(to: activated.address)
            #expect(try reload(client)["error"].text == "org.varlink.service.PermissionDenied")
            let status = try client.call(Self.monitor + "Status")
            guard case .object(let told)? = status["parameters.table"] else { throw TestFailure("\(status)") }
            #expect(told.mapValues(\.text) == ["state": "invalid"])
            #expect(try client.open("t://r")["code"].text == "pending.table.invalid")
            #expect(try reload(activated.connect())["error"].text == Self.monitor + "BadTable")
        }
    }

    // MARK: What stays visible

    @Test func `a table that is bad at start stays visible in STATUS=, in status and in its exit status until mended`()
        throws
    {
        try withActivated { activated in
            let table = activated.daemon.folder.path(of: "routes.conf")
            try activated.awaitStatus("no route table is in force: \(table):3:5: RT101: ")
            let status = try activated.tool("status")
            #expect(status.exit == .code(6) && status.output.contains("table    none"), "\(status)")
            #expect(status.output.contains("\(table):3:5: error RT101") && status.output.contains("deeplinkctl reload"))
            #expect(try activated.tool("status", "--format", "json").exit == .code(6))
            #expect(try activated.tool("reload").exit == .code(3))
            #expect(try activated.tool("open", "t://r").exit == .code(6))
            try activated.daemon.replaceTable(Self.good)
            activated.daemon.program.signal(SIGHUP)
            try activated.awaitStatus("serving")
            #expect(try activated.tool("status").exit == .code(0))
        }
    }

    @Test(arguments: [false, true])
    func `a failed reload stays visible in STATUS=, in status and in its exit status until mended`(
        isSignalled: Bool
    ) throws {
        try withActivated(Self.good) { activated in
            try activated.awaitStatus("serving")
            func reload() throws {
                if isSignalled {
                    activated.daemon.program.signal(SIGHUP)
                } else {
                    _ = try activated.tool("reload")
                }
            }
            try activated.daemon.replaceTable(Self.bad)
            try reload()
            try activated.awaitStatus("serving; the last reload failed and the earlier table stays in force: ")
            let status = try activated.tool("status")
            #expect(status.exit == .code(6) && status.output.contains("reload   failed"), "\(status)")
            #expect(status.output.contains("routes.conf:3:5: error RT101"))
            let report = try activated.connect().call(Self.monitor + "Status")
            #expect(report["parameters.table.state"].text == "stale" && report["parameters.table.errors"].text == "1")
            #expect(try activated.connect().open("t://r")["code"].text == "ok.performed")
            try activated.daemon.replaceTable(Self.good)
            try reload()
            try activated.awaitStatus("serving")
            #expect(try activated.tool("status").exit == .code(0))
        }
    }

    @Test func `a silent source stays visible in STATUS= and in the exit status of status until it answers`() throws {
        try withFolder { folder in
            let file = folder.path(of: "switch")
            let table = Self.good.replacingOccurrences(
                of: "require toggle on", with: "require runtime from file \(file)")
            try withActivated(table) { activated in
                try activated.awaitStatus("serving; the source of runtime F does not answer")
                #expect(try activated.tool("status").exit == .code(6))
                try folder.write("switch", "on\n")
                try activated.awaitStatus("serving")
                #expect(try activated.tool("status").exit == .code(0))
            }
        }
    }

    @Test func `a lost ledger stays visible in STATUS= and in the exit status of status until mended`() throws {
        try withFolder { folder in
            let state = try folder.makeFolder("state")
            try folder.write("state/ledger.db", String(repeating: "no database ", count: 100), mode: 0o600)
            try withActivated(Self.good, stateDirectory: state) { activated in
                try activated.awaitStatus("serving; the ledger is unavailable (ledger.corrupt)")
                #expect(try activated.tool("status").exit == .code(6))
                try FileManager.default.removeItem(atPath: state + "/ledger.db")
                // A reload tries the ledger again.
                #expect(try reload(activated.connect())["error"] == nil)
                try activated.awaitStatus("serving")
                #expect(try activated.tool("status").exit == .code(0))
            }
        }
    }

    @Test func `a status line of the service manager is never longer than it takes`() throws {
        let name = String(repeating: "é", count: 3000)
        try withActivated(Self.bad.replacingOccurrences(of: "nonsense", with: name)) { activated in
            let lines = try activated.daemon.notifications.receive()
            #expect(lines.count == 1 && lines[0].utf8.count < 1100 && lines[0].hasSuffix("…"), "\(lines)")
        }
    }
}
