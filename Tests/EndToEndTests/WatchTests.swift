import Foundation
import Glibc
import Testing

/// Watches get changes, and use bounded memory if they read late or never.
@Suite struct WatchTests {
    private static let table = """
        scheme t
        feature Own {
            require toggle off
            action a {
                respond
            }
            route own /own do a
        }
        feature Last {
            require toggle off
            action a {
                respond
            }
            route last /last do a
        }
        """

    private static let features = "io.deeplinkd.Features."
    private static let monitor = "io.deeplinkd.Monitor."

    private func watch(_ daemon: RunningDaemon) throws -> RawClient {
        let watcher = try daemon.connect()
        try watcher.send(#"{"method":"io.deeplinkd.Features.Watch","more":true}"#)
        return watcher
    }

    @Test func `a watch gets all features first, then changes, and the features that a new table drops`() throws {
        try withDaemon(table: Self.table) { daemon in
            let (watcher, client) = (try watch(daemon), try daemon.connect())
            func told() throws -> JSONTree { try #require(try watcher.receive()) }
            let first = try told()
            #expect(first["continues"].text == "true")
            #expect(first["parameters.features"]?.elements.count == 3)
            _ = try client.call(
                Self.features + "SetToggle", ["feature": "Own", "on": true, "subject": "account:ann"])
            _ = try client.call(Self.features + "SetToggle", ["feature": "Own", "on": true])
            let second = try told()
            #expect(second["parameters.features"]?.elements.map { $0["path"].text } == ["Own"])
            #expect(second["parameters.features.0.status"].text == "available")
            let end = try #require(Self.table.range(of: "feature Last"))
            try daemon.replaceTable(String(Self.table[..<end.lowerBound]))
            _ = try client.call(Self.monitor + "Reload")
            #expect(try told()["parameters.removed"].text == "Last")
            daemon.program.signal(SIGTERM)
            let last = try told()
            #expect(last["continues"] == nil && last["parameters.features"]?.elements.isEmpty == true)
        }
    }

    @Test func `a feature changes with each of its constraints, also where its report stays the same`() throws {
        let table = """
            scheme t
            permission microphone from consent
            permission camera from consent
            feature Clips {
                require permission microphone
                require permission camera
                action a {
                    respond
                }
                route r /r do a
            }
            """
        try withDaemon(table: table) { daemon in
            let (watcher, client) = (try watch(daemon), try daemon.connect())
            func clips() throws -> JSONTree {
                let reply = try #require(try watcher.receive())
                return try #require(reply["parameters.features"]?.elements.first { $0["path"].text == "Clips" })
            }
            let first = try clips()
            func set(_ permission: String, _ status: String) throws {
                let reply = try client.call(
                    "io.deeplinkd.Permissions.SetPermission", ["permission": permission, "status": status])
                #expect(reply["error"] == nil, "\(reply)")
            }
            try set("microphone", "authorized")
            let second = try clips()
            #expect(second["code"].text == first["code"].text && second["primary"].text == "permission:camera")
            // Once more the same is no change.
            try set("microphone", "authorized")
            try set("camera", "authorized")
            #expect(try clips()["status"].text == "available")
        }
    }

    @Test func `the first answer of a watch has the change before its call, also beside another watch`() throws {
        try withDaemon(table: Self.table) { daemon in
            let (other, client) = (try watch(daemon), try daemon.connect())
            _ = try other.receive()
            for number in 0..<6 {
                let isOn = number % 2 == 0
                _ = try client.call(Self.features + "SetToggle", ["feature": "Own", "on": isOn])
                let first = try #require(try watch(daemon).receive())
                let own = first["parameters.features"]?.elements.first { $0["path"].text == "Own" }
                #expect(own?["status"].text == (isOn ? "available" : "blocked"))
                #expect(own?["toggle"].text == (isOn ? "on" : "off"))
                let last = first["parameters.features"]?.elements.first { $0["path"].text == "Last" }
                #expect(last?["toggle"].text == "unset")
                #expect(first["parameters.features.0.toggle"] == nil, "the intake requires no toggle")
            }
        }
    }

    @Test func `a watch without more is an error, and a closed watch is removed`() throws {
        try withDaemon(table: Self.table) { daemon in
            let client = try daemon.connect()
            #expect(try client.call(Self.features + "Watch")["error"].text == "org.varlink.service.ExpectedMore")
            do {
                let watcher = try watch(daemon)
                _ = try watcher.receive()
                #expect(try client.call(Self.monitor + "Status")["parameters.connections"].text == "2")
                watcher.finishSending()
                #expect(try watcher.isClosedByPeer())
            }
            try Patience.lookFor("one connection") {
                try client.call(Self.monitor + "Status")["parameters.connections"].text == "1"
            }
        }
    }

    @Test func `a watch whose client ends before it begins is answered once and removed`() throws {
        try withDaemon(table: Self.table) { daemon in
            let client = try daemon.connect()
            for _ in 0..<5 {
                let half = try daemon.connect()
                do {
                    let gone = try daemon.connect()
                    for watcher in [half, gone] { try watcher.send(#"{"method":"org.varlink.service.GetInfo"}"#) }
                    for watcher in [half, gone] { _ = try watcher.receive() }
                    // The daemon finds the call, the end of the bytes and the hang-up together.
                    daemon.program.signal(SIGSTOP)
                    defer { daemon.program.signal(SIGCONT) }
                    for watcher in [half, gone] {
                        try watcher.send(#"{"method":"io.deeplinkd.Features.Watch","more":true}"#)
                    }
                    half.finishSending()
                }
                #expect(try half.receive()?["parameters.features"]?.elements.count == 3)
                #expect(try half.isClosedByPeer())
            }
            try Patience.lookFor("one connection") {
                try client.call(Self.monitor + "Status")["parameters.connections"].text == "1"
            }
        }
    }

    @Test func `a watch that does not read uses bounded memory, and finally gets the latest state`() throws {
        try withDaemon(table: Self.table) { daemon in
            let (watcher, client) = (try watch(daemon), try daemon.connect())
            _ = try watcher.receive()
            let before = try daemon.residentKiB
            let count = 8001
            for number in 1...count {
                _ = try client.call(Self.features + "SetToggle", ["feature": "Own", "on": number % 2 == 1])
            }
            // 1 MiB may be queued, and the kernel holds some hundred KiB; all changes together are over 3 MiB.
            #expect(try daemon.growthKiB(since: before) < 8 << 10)
            _ = try client.call(Self.features + "SetToggle", ["feature": "Last", "on": true])
            var (last, told) = (["": ""], 0)
            while last["Last"] != "available" {
                let answer = try #require(try watcher.receive())
                told += 1
                for feature in answer["parameters.features"]?.elements ?? [] {
                    last[feature["path"].text] = feature["status"].text
                }
            }
            #expect(last["Own"] == "available")
            #expect(told < count, "changes that nobody read were told together")
        }
    }

    @Test(.enabled(if: OtherUser.isPossible(for: "delegates watch for others")))
    func `a delegate may watch for other subjects, and its watch ends when it loses that right`() throws {
        let group = try #require(unsafe getgrnam("daemon")?.pointee.gr_gid)
        let address = SocketAddress.makeAbstract()
        let listening = try address.listen()
        defer { close(listening) }
        let watch = { (subject: String) in
            #"{"method":"io.deeplinkd.Features.Watch","more":true,"parameters":{"subject":"\#(subject)"}}"#
        }
        try withDaemon(
            table: "delegate group daemon\n" + Self.table, inheriting: [("varlink", listening)]
        ) { daemon in
            let delegate = try OtherUser(uid: 54_321, groups: [group]).connect(to: address)
            let (stranger, owner) = (
                try OtherUser(uid: 54_322).connect(to: address), RawClient(adopting: try address.connect())
            )
            try stranger.send(watch("account:ann"))
            #expect(try stranger.receive()?["error"].text == "org.varlink.service.PermissionDenied")
            try delegate.send(watch("account:ann"))
            #expect(try delegate.receive()?["parameters.features"]?.elements.count == 3)
            _ = try owner.call(Self.features + "SetToggle", ["feature": "Own", "on": true, "subject": "account:bob"])
            _ = try owner.call(Self.features + "SetToggle", ["feature": "Own", "on": true, "subject": "account:ann"])
            let told = try #require(try delegate.receive())
            #expect(told["parameters.features.0.path"].text == "Own" && told["continues"].text == "true")
            try daemon.replaceTable(Self.table)
            _ = try owner.call(Self.monitor + "Reload")
            let last = try #require(try delegate.receive())
            #expect(last["error"].text == "org.varlink.service.PermissionDenied" && last["continues"] == nil)
            #expect(try delegate.open("t://last")["code"].text == "blocked.toggle.off", "it can go on calling")
        }
    }
}
