import ChannelWire
import Contract
import Foundation
import Glibc
import OperateWire
import PermissionWire
import PurchaseWire
import TestTables
import Testing

/// The kernel's credentials identify the caller: rights of other users, and limits on what one user can take from
/// another.
@Suite struct CallersTests {
    private static let stranger = OtherUser(uid: 54_321)

    /// Runs a test against a daemon to which every user can connect.
    private func withPublicDaemon(
        table: String, _ body: (RunningDaemon, SocketAddress) throws -> Void
    ) throws {
        let address = SocketAddress.makeAbstract()
        let listening = try address.listen()
        defer { close(listening) }
        try withDaemon(table: table, inheriting: [("varlink", listening)]) { try body($0, address) }
    }

    // MARK: The audience

    /// A complete call of each method.
    private static var parameters: [String: [String: Any]] {
        [
            OpenLink.name: ["url": "t://say"], VerifyLink.name: ["url": "t://say"],
            ExplainLink.name: ["url": "t://say"],
            BuildLink.name: ["route": "say"], PerformBinding.name: ["binding": "none"],
            DescribeFeature.name: ["feature": "Plain"],
            SetToggle.name: ["feature": "Toggle"], SubscribeToChannel.name: ["channel": "none"],
            ClearChannel.name: ["channel": "none"],
            AcknowledgeLink.name: ["delivery": "none", "result": "performed"],
            SetPermission.name: ["permission": "camera"], SetPurchase.name: ["product": "g"],
            AnswerQuestion.name: ["flow": "none", "answer": "cancel"], WithdrawConsent.name: ["permission": "camera"],
            IngestLicences.name: ["items": [String]()], StartTrial.name: ["product": "g"],
            DecideReservation.name: ["outcomeId": "none", "spent": false],
            SetRuntime.name: ["feature": "Off", "on": false], OverrideFact.name: ["fact": "toggle Toggle"],
            GetInterfaceDescription.name: ["interface": "io.deeplinkd.Monitor"],
        ]
    }

    @Test(
        .enabled(if: OtherUser.isPossible(for: "every method is open to its audience")),
        arguments: Interface.all.flatMap(\.methods).map { $0.name })
    func `every method is open to its audience only`(name: String) throws {
        let method = try #require(Interface.all.flatMap(\.methods).first { $0.name == name })
        let group = try #require(unsafe getgrnam("daemon")?.pointee.gr_gid)
        let operators = [OtherUser(uid: 54_321, gid: group), OtherUser(uid: 54_321, groups: [7, group])]
        let table = "operator group daemon\nprofile development\n" + CodeTable.text()
        try withPublicDaemon(table: table) { _, address in
            // Without a ledger there is nothing to copy, and without `more` there is no watch: these errors show that
            // the caller was admitted.
            let errors: [String: String] = [
                BackUpLedger.name: "io.deeplinkd.Monitor.NotKept", InspectLedger.name: "io.deeplinkd.Monitor.NotKept",
                ListAudit.name: "io.deeplinkd.Monitor.NoAudit",
                WatchFeatures.name: "org.varlink.service.ExpectedMore",
                SubscribeToChannel.name: "org.varlink.service.ExpectedMore",
                ClearChannel.name: "io.deeplinkd.Channels.NoChannel",
                AcknowledgeLink.name: "io.deeplinkd.Channels.UnknownDelivery",
                Authorise.name: "org.varlink.service.ExpectedMore",
                AnswerQuestion.name: "io.deeplinkd.Permissions.UnknownFlow",
                IngestLicences.name: "io.deeplinkd.Purchases.NotKept",
                RestoreLicences.name: "io.deeplinkd.Purchases.NotKept",
                StartTrial.name: "io.deeplinkd.Purchases.NotKept",
                WatchPurchases.name: "org.varlink.service.ExpectedMore",
                GetMetrics.name: "org.varlink.service.ExpectedMore",
                ListSystemMetrics.name: "org.varlink.service.ExpectedMore",
                DescribeSystemMetrics.name: "org.varlink.service.ExpectedMore",
                GetTimeline.name: "org.varlink.service.ExpectedMore", SetFocus.name: "io.deeplinkd.Monitor.NoTimeline",
            ]
            for user in operators {
                #expect(try answers(method, as: user, address)["error"].text == errors[method.name] ?? "-")
            }
            let denied = try answers(method, as: Self.stranger, address)
            // Whom the table grants it, and operators: what it grants is another question than who may call.
            if method == SetPermission.self || method == SetPurchase.self {
                #expect(denied["error"].text == "org.varlink.service.PermissionDenied")
                return
            }
            switch method.audience {
            case .anyone: #expect(denied["error"].text == errors[method.name] ?? "-", "\(denied)")
            case .operator: #expect(denied["error"].text == "org.varlink.service.PermissionDenied")
            }
        }
    }

    private func answers(_ method: any Method.Type, as user: OtherUser, _ address: SocketAddress) throws -> JSONTree {
        let client = try user.connect(to: address)
        guard method == BackUpLedger.self else {
            return try client.call(method.name, Self.parameters[method.name] ?? [:])
        }
        // Without `more` everyone gets ExpectedMore.
        try client.send(#"{"method":"\#(method.name)","more":true}"#)
        return try #require(try client.receive())
    }

    @Test(.enabled(if: OtherUser.isPossible(for: "a socket of its own is its owner's alone")))
    func `only the owner can connect to the daemon's own socket`() throws {
        try withFolder { folder in
            guard unsafe chmod(folder.path, 0o755) == 0 else { throw TestFailure("chmod") }
            let daemon = try RunningDaemon(in: folder, table: CodeTable.text())
            defer { daemon.program.kill() }
            #expect(throws: TestFailure.self) { try Self.stranger.connect(to: SocketAddress(daemon.socket)) }
            #expect(try daemon.connect().open("t://say")["code"].text == "ok.performed")
        }
    }

    // MARK: Callers as constraints

    private static let guarded = """
        scheme t
        feature Uid {
            require caller uid 54321
            action a {
                respond
            }
            route uid /uid do a
        }
        feature Gid {
            require caller gid 777
            action a {
                respond
            }
            route gid /gid do a
        }
        feature Kiosk {
            require caller socket kiosk
            action a {
                respond
            }
            route kiosk /kiosk do a
        }
        """

    @Test(.enabled(if: OtherUser.isPossible(for: "a caller is admitted by user, group and socket")))
    func `a caller is admitted by user, primary or supplementary group, and by its socket`() throws {
        let addresses = [SocketAddress.makeAbstract(), .makeAbstract()]
        let sockets = try zip(["varlink", "kiosk"], addresses).map { (name: $0, descriptor: try $1.listen()) }
        defer { for socket in sockets { close(socket.descriptor) } }
        try withDaemon(table: Self.guarded, inheriting: sockets) { _ in
            let callers: [(user: OtherUser, address: SocketAddress, admitted: [String])] = [
                (OtherUser(uid: 54_321), addresses[0], ["uid"]),
                (OtherUser(uid: 54_322, gid: 777), addresses[0], ["gid"]),
                (OtherUser(uid: 54_322, groups: [1, 777]), addresses[1], ["gid", "kiosk"]),
                (OtherUser(uid: 54_322), addresses[0], []),
            ]
            for caller in callers {
                let client = try caller.user.connect(to: caller.address)
                let admitted = try ["uid", "gid", "kiosk"].filter { try client.open("t://" + $0)["class"].text == "ok" }
                #expect(admitted == caller.admitted, "\(caller.user)")
            }
        }
    }

    // MARK: Quotas

    @Test(.enabled(if: OtherUser.isPossible(for: "one user's connections are limited")))
    func `the sixty-fifth connection of one user is closed, and others are served`() throws {
        try withPublicDaemon(table: CodeTable.text()) { daemon, address in
            var clients = try (0..<64).map { _ in try Self.stranger.connect(to: address) }
            for client in clients { #expect(try client.open("t://say")["class"].text == "ok") }
            #expect(try Self.stranger.connect(to: address).isClosedByPeer())
            try daemon.awaitLog("connection refused")
            #expect(try OtherUser(uid: 54_322).connect(to: address).open("t://say")["class"].text == "ok")
            clients.removeLast()
            try Patience.lookFor("room for another connection") {
                let client = try Self.stranger.connect(to: address)
                try client.send(RawClient.message("org.varlink.service.GetInfo"))
                return try client.receive() != nil
            }
        }
    }

    /// Fills the daemon as eight users would: 62 connections each, which leaves those reserved for operators.
    private func fill(_ address: SocketAddress) throws -> [[RawClient]] {
        try (0..<8).map { user in
            let clients = try (0..<62).map { _ in try OtherUser(uid: 60_000 + UInt32(user)).connect(to: address) }
            for client in clients { _ = try client.call("org.varlink.service.GetInfo") }
            return clients
        }
    }

    @Test(.enabled(if: OtherUser.isPossible(for: "all connections together are limited")))
    func `when all connections are taken the user with the most loses one, and operators still get in`() throws {
        try withPublicDaemon(table: CodeTable.text()) { daemon, address in
            let users = try fill(address)
            // Its second connection has been idle for longer than the others.
            for (number, client) in users[0].enumerated() where number != 1 {
                _ = try client.call("org.varlink.service.GetInfo")
            }
            let late = try OtherUser(uid: 54_322).connect(to: address)
            #expect(try late.open("t://say")["class"].text == "ok")
            #expect(try users[0][1].isClosedByPeer())
            for client in [users[0][0], users[0][2], users[7][61]] {
                #expect(try client.call("org.varlink.service.GetInfo")["error"] == nil)
            }
            // A user with as many connections as any other takes no other user's place.
            #expect(try OtherUser(uid: 60_003).connect(to: address).isClosedByPeer())
            let root = try (0..<16).map { _ in RawClient(adopting: try address.connect()) }
            for client in root { #expect(try client.call("io.deeplinkd.Monitor.Status")["error"] == nil) }
            #expect(daemon.log.contains("connection closed for another user's uid=60000"))
        }
    }

    @Test(.enabled(if: OtherUser.isPossible(for: "watches make room")))
    func `when all connections are taken by watches, an idle watch is closed`() throws {
        // No source is polled here: a watch with news would not be idle.
        let table = "scheme t\nfeature F {\n    action a {\n        respond\n    }\n    route say /say do a\n}\n"
        try withPublicDaemon(table: table) { _, address in
            let users = try fill(address)
            for client in users.joined() where client !== users[0][61] {
                try client.send(#"{"method":"io.deeplinkd.Features.Watch","more":true}"#)
                #expect(try client.receive()?["continues"].text == "true")
            }
            // A connection without a call is closed first, then the watch that has been idle for the longest time.
            var newcomers: [RawClient] = []
            for (uid, closed) in [(UInt32(54_322), users[0][61]), (54_323, users[1][0])] {
                let late = try OtherUser(uid: uid).connect(to: address)
                newcomers.append(late)
                #expect(try late.open("t://say")["class"].text == "ok")
                #expect(try closed.isClosedByPeer(), "\(uid)")
            }
            #expect(try !users[1][1].hasAnswer())
            withExtendedLifetime(newcomers) {}
        }
    }

    @Test(.enabled(if: OtherUser.isPossible(for: "uids of root's ranges do not count as root")))
    func `processes with subordinate uids of root take none of root's connections`() throws {
        let address = SocketAddress.makeAbstract()
        let listening = try address.listen()
        defer { close(listening) }
        try withDaemon(
            table: CodeTable.text(), inheriting: [("varlink", listening)],
            hostFiles: ["/etc/subuid": "root:700000:65536\n"]
        ) { _ in
            let clients = try (0..<64).map { try OtherUser(uid: 700_000 + UInt32($0)).connect(to: address) }
            for client in clients { #expect(try client.open("t://say")["class"].text == "ok") }
            #expect(try OtherUser(uid: 700_500).connect(to: address).isClosedByPeer())
            let root = RawClient(adopting: try address.connect())
            #expect(try root.call("io.deeplinkd.Monitor.Status")["error"] == nil)
            // Its status counts its own connections only.
            let status = try clients[0].call("io.deeplinkd.Monitor.Status")
            #expect(status["parameters.connections"].text == "64", "\(status)")
        }
    }

    @Test(.enabled(if: OtherUser.isPossible(for: "subordinate uids count as their owner")))
    func `connections and programs of subordinate uids count for their owner`() throws {
        try withFolder { fifos in
            let ready = try fifos.makeFIFO("ready", keptOpen: true)
            defer { close(ready) }
            let address = SocketAddress.makeAbstract()
            let listening = try address.listen()
            defer { close(listening) }
            try withDaemon(
                table: CodeTable.text(ready: fifos.path(of: "ready")), inheriting: [("varlink", listening)],
                hostFiles: ["/etc/subuid": "54321:700000:65536\n"]
            ) { _ in
                let clients = try (0..<64).map { try OtherUser(uid: 700_000 + UInt32($0)).connect(to: address) }
                for client in clients { #expect(try client.open("t://say")["class"].text == "ok") }
                for uid in [UInt32(54_321), 700_500] {
                    #expect(try OtherUser(uid: uid).connect(to: address).isClosedByPeer(), "\(uid)")
                }
                for client in clients[..<16] {
                    try client.send(RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://wait"]))
                }
                var byte: UInt8 = 0
                for _ in 0..<16 {
                    try Patience.awaitReadable(ready, "a program")
                    #expect(unsafe read(ready, &byte, 1) == 1)
                }
                #expect(try clients[20].open("t://print/x")["code"].text == "rejected.overloaded")
                let other = try OtherUser(uid: 765_536).connect(to: address)
                #expect(try other.open("t://print/x")["code"].text == "ok.performed", "past the end of the range")
                #expect(try RawClient(adopting: address.connect()).open("t://say")["class"].text == "ok")
            }
        }
    }

    @Test(.enabled(if: OtherUser.isPossible(for: "facts and keys of subordinate uids count for their owner")))
    func `facts and keys of subordinate uids count for their owner`() throws {
        try withFolder { folder in
            let state = try folder.makeFolder("state")
            let address = SocketAddress.makeAbstract()
            let listening = try address.listen()
            defer { close(listening) }
            try withDaemon(
                table: CodeTable.text(), stateDirectory: state, inheriting: [("varlink", listening)],
                hostFiles: ["/etc/subuid": "54321:700000:65536\n"]
            ) { _ in
                for uid: UInt32 in [54_321, 700_001, 765_535, 765_536] {
                    let client = try OtherUser(uid: uid).connect(to: address)
                    let open = try client.call(
                        "io.deeplinkd.Dispatch.Open", ["url": "t://say", "idempotencyKey": "k"])
                    #expect(open["parameters.outcome.code"].text == "ok.performed", "\(uid): \(open)")
                    let toggle = try client.call(
                        "io.deeplinkd.Features.SetToggle", ["feature": "Toggle", "on": true])
                    #expect(toggle["parameters.durable"].text == "true", "\(uid): \(toggle)")
                }
            }
            // The ledger is locked by the daemon until it has ended.
            for table in ["idempotency", "change"] {
                let query = """
                    import sqlite3
                    for row in sqlite3.connect('\(state)/ledger.db').execute('SELECT uid FROM \(table) ORDER BY uid'):
                        print(row[0])
                    """
                let run = try Program.run(
                    "/usr/bin/env", ["python3", "-c", query], environment: ProcessInfo.processInfo.environment)
                #expect(run.output == "54321\n54321\n54321\n765536\n", "\(table): \(run)")
            }
        }
    }

    @Test(.enabled(if: OtherUser.isPossible(for: "one user's programs do not take the places of another's")))
    func `one user's programs do not take the places of another's`() throws {
        try withFolder { fifos in
            let ready = try fifos.makeFIFO("ready", keptOpen: true)
            defer { close(ready) }
            let table = CodeTable.text(ready: fifos.path(of: "ready"))
            try withPublicDaemon(table: table) { _, address in
                var clients: [RawClient] = []
                for _ in 0..<16 {
                    let client = try Self.stranger.connect(to: address)
                    try client.send(RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://wait"]))
                    clients.append(client)
                }
                var byte: UInt8 = 0
                for _ in 0..<16 {
                    try Patience.awaitReadable(ready, "a program")
                    #expect(unsafe read(ready, &byte, 1) == 1)
                }
                let refused = try Self.stranger.connect(to: address).open("t://print/x")
                #expect(refused["code"].text == "rejected.overloaded")
                let other = try OtherUser(uid: 54_322).connect(to: address).open("t://print/x")
                #expect(other["code"].text == "ok.performed")
            }
        }
    }

    // MARK: Pressure

    @Test func `a client that reads no replies is paused, memory stays bounded, and others are served`() throws {
        try withDaemon(table: CodeTable.text()) { daemon in
            let before = try daemon.residentKiB
            let slow = try (0..<4).map { _ in try daemon.connect() }
            let taken = try slow.map { try $0.flood() }
            #expect(taken.allSatisfy { $0 < 4 << 20 }, "\(taken)")
            #expect(try daemon.growthKiB(since: before) < 32 << 10)
            #expect(try daemon.connect().open("t://say")["code"].text == "ok.performed")
            // A client that begins to read gets every reply.
            let count = taken[0] / RawClient.floodCall.count
            for _ in 0..<count {
                guard try slow[0].receiveBytes() != nil else { throw TestFailure("the daemon closed the connection") }
            }
            #expect(try !slow[0].hasAnswer())
        }
    }
}
