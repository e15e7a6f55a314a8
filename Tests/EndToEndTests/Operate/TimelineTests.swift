import Foundation
import Glibc
import TestSupport
import Testing

/// The timeline through the socket: what is noted, who sees it, and what is on the disk after a crash.
@Suite struct TimelineTests {
    private static func table(_ block: String = "", profile: String = "production") -> String {
        """
        profile \(profile)
        timeline {
            \(block)
        }
        scheme t
        feature Player {
            action play {
                input episode uint
                input token string = none secret
                respond
            }
            route play /play/$(episode:uint) do play {
                query token:string?
            }
            feature Timer {
                require toggle off
                action start {
                    respond
                }
                route timer /timer do start
            }
        }
        feature Secret {
            visible no
            action look {
                respond
            }
            route look /look do look
        }

        """
    }

    /// The entries of one call that does not follow.
    private static func entries(_ client: RawClient, _ parameters: [String: Any] = [:]) throws -> [JSONTree] {
        let message = try RawClient.message("io.deeplinkd.Monitor.Timeline", parameters)
        try client.send("{\"more\":true," + message.dropFirst())
        var entries: [JSONTree] = []
        while let answer = try client.receive() {
            guard let part = answer["parameters.entries"]?.elements else { throw TestFailure("\(answer)") }
            entries += part
            if answer["continues"] == nil { return entries }
        }
        throw TestFailure("the daemon closed the connection")
    }

    private static func codes(_ entries: [JSONTree]) -> [String] {
        entries.filter { $0["kind"].text != "started" }.map { $0["code"].text }
    }

    @Test func `each link is noted with its names and times, and never with its URL or values`() throws {
        try withDaemon(table: Self.table()) { daemon in
            let client = try daemon.connect()
            let outcomes = try ["t://play/77017?token=hunter2", "t://timer", "t://nowhere/77017"].map {
                try client.open($0)
            }
            let entries = try Self.entries(client)
            #expect(entries.first?["kind"].text == "started")
            let links = Array(entries.dropFirst())
            #expect(links.map { $0["outcomeId"].text } == outcomes.map { $0["outcomeId"].text })
            #expect(Self.codes(links) == outcomes.map { $0["code"].text })
            #expect(links[0]["route"].text == "play" && links[0]["feature"].text == "Player")
            #expect(
                links[0]["action"].text == "play"
                    && links[0]["inputs"] == .array([.string("episode"), .string("token")]))
            #expect(links[1]["feature"].text == "Player/Timer" && links[2]["feature"] == nil)
            #expect(
                links.allSatisfy { $0["uid"].text == "\(getuid())" && $0["totalUs"] != nil && $0["missing"] == nil })
            for text in ["77017", "hunter2", "t://"] { #expect(!"\(entries)".contains(text)) }
        }
    }

    @Test func `a table without the block has no timeline, and the error says which lines to add`() throws {
        try withDaemon(table: "scheme t\n") { daemon in
            let client = try daemon.connect()
            try client.send(#"{"more":true,"method":"io.deeplinkd.Monitor.Timeline"}"#)
            #expect(try client.receive()?["error"].text == "io.deeplinkd.Monitor.NoTimeline")
            let run = try daemon.tool("timeline")
            #expect(run.exit == .code(1) && run.errors.contains("add the lines `timeline {` and `}`"), "\(run)")
            try daemon.replaceTable(Self.table())
            _ = try client.call("io.deeplinkd.Monitor.Reload")
            _ = try client.open("t://play/1")
            #expect(Self.codes(try Self.entries(client)) == ["ok.performed"])
        }
    }

    @Test func `a condition picks entries, and the last ones can be asked for`() throws {
        try withDaemon(table: Self.table()) { daemon in
            let client = try daemon.connect()
            for url in ["t://play/1", "t://timer", "t://play/2", "t://no"] { _ = try client.open(url) }
            let all = try Self.entries(client)
            let rows: [([String: Any], [String])] = [
                (["feature": "Player"], ["ok.performed", "blocked.toggle.off", "ok.performed"]),
                (["feature": "Timer"], ["blocked.toggle.off"]), (["feature": "Play"], []),
                (["code": "blocked"], ["blocked.toggle.off"]),
                (["code": "rejected.route"], ["rejected.route.notFound"]),
                (["outcomeId": all[3]["outcomeId"].text], ["ok.performed"]),
                (["uid": Int(getuid()), "code": "ok"], ["ok.performed", "ok.performed"]), (["uid": 54_321], []),
                (["last": 2], ["ok.performed", "rejected.route.notFound"]), (["last": 0], []),
                (["untilMs": 1000], []), (["sinceMs": 1000, "code": "blocked"], ["blocked.toggle.off"]),
                (["after": Int(all[2]["number"].text) ?? 0], ["ok.performed", "rejected.route.notFound"]),
            ]
            for (parameters, codes) in rows {
                #expect(Self.codes(try Self.entries(client, parameters)) == codes, "\(parameters)")
            }
            for parameters: [String: Any] in [["last": -1], ["last": 10_001], ["uid": -1], ["after": -1]] {
                let message = try RawClient.message("io.deeplinkd.Monitor.Timeline", parameters)
                try client.send("{\"more\":true," + message.dropFirst())
                #expect(try client.receive()?["error"].text == "org.varlink.service.InvalidParameter")
            }
        }
    }

    @Test func `who follows gets each entry as it is made, in order`() throws {
        try withDaemon(table: Self.table()) { daemon in
            let (client, follower) = (try daemon.connect(), try daemon.connect())
            try follower.send(#"{"more":true,"method":"io.deeplinkd.Monitor.Timeline","parameters":{"follow":true}}"#)
            #expect(try follower.receive()?["parameters.entries.0.kind"].text == "started")
            var ids: [String] = []
            for place in 0..<500 {
                ids.append(try client.open("t://play/\(place)")["outcomeId"].text)
            }
            var (seen, number) = ([String](), 0)
            while seen.count < ids.count {
                let entries = try #require(try follower.receive()?["parameters.entries"]?.elements)
                for entry in entries {
                    let next = try #require(Int(entry["number"].text))
                    #expect(next > number && entry["missing"] == nil)
                    (number, seen) = (next, seen + [entry["outcomeId"].text])
                }
            }
            #expect(seen == ids)
        }
    }

    @Test func `a link that waits has a beginning and an end, with what it waited for and how long`() throws {
        try withDaemon(table: Self.table()) { daemon in
            let (client, waiter) = (try daemon.connect(), try daemon.connect())
            try waiter.send(
                RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://timer", "waitMs": 600_000]))
            // It began when a call that came later sees it.
            while try Self.codes(Self.entries(client)).isEmpty {}
            _ = try client.call("io.deeplinkd.Features.SetToggle", ["feature": "Player/Timer", "on": true])
            #expect(try waiter.receive()?["parameters.outcome.code"].text == "ok.performed")
            let entries = try Self.entries(client).dropFirst()
            #expect(entries.map { $0["kind"].text } == ["began", "ended"])
            #expect(Self.codes(Array(entries)) == ["blocked.toggle.off", "ok.performed"])
            let (began, ended) = (try #require(entries.first), try #require(entries.last))
            #expect(began["link"] != nil && began["link"] == ended["link"], "\(entries)")
            #expect(began["outcomeId"] == nil && began["route"] == ended["route"], "\(entries)")
            let waited = try #require(Int(ended["waitedUs"].text)), total = try #require(Int(ended["totalUs"].text))
            #expect(waited > 0 && waited <= total, "\(entries)")
        }
    }

    @Test func `a number whose entry is gone is answered with a gap`() throws {
        try withDaemon(table: Self.table()) { daemon in
            let client = try daemon.connect()
            _ = try client.open("t://play/1")
            let entries = try Self.entries(client, ["after": 17])
            #expect(entries.first?["missing"].text == "1" && entries[1]["missing"] == nil)
        }
    }

    // MARK: Audiences

    @Test(.enabled(if: OtherUser.isPossible(for: "users see their own entries, and operators all")))
    func `users see their own entries, and operators all`() throws {
        let address = SocketAddress.makeAbstract()
        let listening = try address.listen()
        defer { close(listening) }
        let table = "delegate group daemon\n" + Self.table()
        try withDaemon(table: table, inheriting: [("varlink", listening)]) { _ in
            let group = try #require(unsafe getgrnam("daemon")?.pointee.gr_gid)
            let root = RawClient(adopting: try address.connect())
            let anna = try OtherUser(uid: 54_321).connect(to: address)
            let bob = try OtherUser(uid: 54_322).connect(to: address)
            let clerk = try OtherUser(uid: 54_323, gid: group).connect(to: address)
            for client in [root, anna, bob] { _ = try client.open("t://play/1") }
            _ = try anna.open("t://look")
            let sent = try clerk.outcome("Open", ["url": "t://timer", "subject": "uid:54321"])
            #expect(sent["code"].text == "blocked.toggle.off", "\(sent)")
            func uids(_ client: RawClient, _ parameters: [String: Any] = [:]) throws -> [String] {
                try Self.entries(client, parameters).compactMap { $0["uid"]?.text }
            }
            #expect(try uids(root) == ["0", "54321", "54322", "54321", "54323"])
            #expect(try uids(root, ["uid": 54_321]) == ["54321", "54321", "54323"])
            // As the caller, and as the one for whom another opened a link.
            #expect(try uids(anna) == ["54321", "54321", "54323"])
            #expect(try uids(bob) == ["54322"])
            #expect(try uids(clerk) == ["54323"])
            #expect(try uids(bob, ["uid": 54_321]).isEmpty)
            // Who may not be told of a feature is not told of it here, and cannot ask for it.
            let told = "\(try Self.entries(anna))"
            #expect(!told.contains("ecret") && !told.contains("look"))
            #expect(try Self.entries(anna, ["feature": "Secret"]).isEmpty)
            #expect(try uids(root, ["feature": "Secret"]).count <= 1)
            try anna.send(RawClient.message("io.deeplinkd.Monitor.Focus", ["features": ["Player"]]))
            #expect(try anna.receive()?["error"].text == "org.varlink.service.PermissionDenied")
        }
    }

    @Test func `each user can switch off what is noted of them, where the table lets them`() throws {
        try withDaemon(table: Self.table("require toggle on")) { daemon in
            let client = try daemon.connect()
            _ = try client.open("t://play/1")
            _ = try client.call("io.deeplinkd.Features.SetToggle", ["feature": "Timeline", "on": false])
            _ = try client.open("t://play/2")
            #expect(Self.codes(try Self.entries(client)) == ["ok.performed"])
            _ = try client.call("io.deeplinkd.Features.SetToggle", ["feature": "Timeline", "on": true])
            _ = try client.open("t://timer")
            #expect(Self.codes(try Self.entries(client)) == ["ok.performed", "blocked.toggle.off"])
        }
    }

    // MARK: Focus

    @Test(arguments: ["production", "development"])
    func `in focus values are recorded, secrets masked, and nothing else is hidden`(_ profile: String) throws {
        try withFolder { folder in
            let state = try folder.makeFolder("state")
            let table = Self.table("keep 7 days", profile: profile)
            try withDaemon(in: folder, table: table, stateDirectory: state) { daemon in
                let client = try daemon.connect()
                _ = try client.open("t://play/1111")
                let focus = try client.call("io.deeplinkd.Monitor.Focus", ["features": ["Player"]])
                #expect(focus["parameters.features"] == .array([.string("Player")]), "\(focus)")
                _ = try client.open("t://play/77017?token=hunter2")
                _ = try client.open("t://nowhere")
                let entries = try Self.entries(client).dropFirst()
                #expect(Self.codes(Array(entries)).count == 3)
                let values = entries.compactMap { $0["values"] }
                #expect(
                    values == [.object(["episode": .integer(77_017), "token": .string("***")])], "\(entries)")
                _ = try client.call("io.deeplinkd.Monitor.Focus", ["features": [String]()])
                #expect(try Self.entries(client).allSatisfy { $0["values"] == nil })
                let unknown = try client.call("io.deeplinkd.Monitor.Focus", ["features": ["Nothing"]])
                #expect(unknown["parameters.parameter"].text == "features")
            }
            for name in try FileManager.default.contentsOfDirectory(atPath: state + "/timeline") {
                let bytes = try Data(contentsOf: URL(filePath: state + "/timeline/" + name))
                for text in ["77017", "hunter2", "t://", "1111"] { #expect(bytes.range(of: Data(text.utf8)) == nil) }
            }
        }
    }

    @Test(.enabled(if: OtherUser.isPossible(for: "values of others are shown to operators in development alone")))
    func `values of others are shown to operators in development alone`() throws {
        for profile in ["production", "development"] {
            let address = SocketAddress.makeAbstract()
            let listening = try address.listen()
            defer { close(listening) }
            let table = Self.table(profile: profile)
            try withDaemon(table: table, inheriting: [("varlink", listening)]) { _ in
                let root = RawClient(adopting: try address.connect())
                let anna = try OtherUser(uid: 54_321).connect(to: address)
                _ = try root.call("io.deeplinkd.Monitor.Focus", ["features": ["Player"]])
                _ = try anna.open("t://play/77017")
                #expect("\(try Self.entries(anna))".contains("77017"))
                #expect("\(try Self.entries(root))".contains("77017") == (profile == "development"))
            }
        }
    }

    // MARK: The disk

    @Test func `what is kept outlives the daemon, and a start is noted between`() throws {
        try withFolder { folder in
            let state = try folder.makeFolder("state")
            var ids: [String] = []
            for _ in 0..<3 {
                try withDaemon(table: Self.table("keep 7 days"), stateDirectory: state) { daemon in
                    let client = try daemon.connect()
                    for place in 0..<20 { ids.append(try client.open("t://play/\(place)")["outcomeId"].text) }
                    let entries = try Self.entries(client)
                    #expect(entries.compactMap { $0["outcomeId"]?.text } == ids)
                    #expect(entries.allSatisfy { $0["missing"] == nil })
                    #expect(entries.count { $0["kind"].text == "started" } == ids.count / 20)
                    #expect(try Self.entries(client, ["last": 30]).count == min(30, entries.count))
                }
            }
        }
    }

    @Test func `after a kill at any moment only the last second is missing, and nothing is out of order`() throws {
        var random = SeededGenerator(for: "after a kill at any moment only the last second is missing")
        try withFolder { folder in
            let state = try folder.makeFolder("state")
            let daemon = try RunningDaemon(in: folder, table: Self.table("keep 7 days"), stateDirectory: state)
            defer { daemon.program.kill() }
            for _ in 0..<6 {
                // The outcomes with the time at which each was known here.
                var (ids, client) = ([(id: String, time: ContinuousClock.Instant)](), try daemon.connect())
                let end = ContinuousClock.now + .milliseconds(Int.random(in: 20...1800, using: &random))
                while ContinuousClock.now < end {
                    ids.append((try client.open("t://play/1")["outcomeId"].text, ContinuousClock.now))
                }
                let killed = ContinuousClock.now
                try daemon.restartKilled()
                client = try daemon.connect()
                let entries = try Self.entries(client)
                let seen = entries.compactMap { $0["outcomeId"]?.text }
                let due = ids.filter { $0.time < killed - .seconds(1) }.map(\.id)
                let mine = seen.filter { id in ids.contains { $0.id == id } }
                #expect(mine == Array(ids.map(\.id).prefix(mine.count)) && mine.count >= due.count)
                let numbers = entries.compactMap { Int($0["number"].text) }
                #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
                #expect(entries.allSatisfy { $0["missing"] == nil })
            }
        }
    }
}
