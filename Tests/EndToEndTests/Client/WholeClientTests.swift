import DeepLinkClient
import Foundation
import Glibc
import Testing

/// The calls of the client library about all that is not one link, each with a real daemon.
@Suite struct WholeClientTests {
    static let table = #"""
        profile development
        timeline {
        }
        metrics {
        }
        scheme t
        permission camera from consent
        channel player {
            kind held
        }
        feature Library {
            description "Episodes"
            action describe {
                input episode uint
                exec /bin/echo "{\"title\":\"Dune\",\"position\":7,\"tags\":[\"a\",\"b\"]}"
                result {
                    title    string
                    position uint?
                    tags     string[]
                }
            }
            action say {
                input word slug
                respond "word $(word)"
            }
            action play {
                input episode  uint
                input position int = 0
                channel player
            }
            route describe /describe/$(episode:uint) do describe
            route say /say/$(word:slug) do say
            route play /play/$(episode:uint) do play
        }
        feature Clips {
            require permission camera
            action record {
                respond
            }
            route record /record do record
        }
        feature Timer {
            require runtime off
            action start {
                respond
            }
            route start /timer do start
        }

        """#

    private struct Episode: Decodable, Equatable, Sendable {
        let title: String
        let position: UInt?
        let tags: [String]
    }

    // MARK: Links and features

    @Test func `a link of a route is built, and one that cannot be says why`() async throws {
        try await withServedDaemon(table: Self.table) { running in
            let daemon = DeepLinkDaemon(socket: running.socket)
            let play = try await daemon.link(to: "play", parameters: ["episode": 7])
            let say = try answer {
                daemon.link(to: "say", parameters: ["word": "hi"], scope: "t", completion: $0)
            }
            #expect(play == "t://play/7" && say == "t://say/hi")
            let missing = await Task.ofItsOwn { try await daemon.link(to: "play") }.result.failure
            guard case .notBuilt(let fault)? = missing else {
                Issue.record("\(String(describing: missing))")
                return
            }
            #expect(fault.code == "missingParameter" && fault.parameter == "episode" && fault.url == nil)
            #expect(
                missing?.description == "\(fault.message.dropLast()); \(fault.help)" && fault.message.hasSuffix("."))
            let unknown = await Task.ofItsOwn { try await daemon.link(to: "plai") }.result.failure
            #expect(unknown?.description == "There is no route `plai`; did you mean `play`?")
        }
    }

    @Test func `features and routes are listed, and one feature is described with what would lift its constraints`()
        async throws
    {
        try await withServedDaemon(table: Self.table) { running in
            let daemon = DeepLinkDaemon(socket: running.socket)
            let features = try await daemon.features()
            #expect(
                features.map(\.path).filter { $0 != "Timeline" && $0 != "Metrics" }
                    == ["DeepLinking", "Library", "Clips", "Timer"])
            #expect(try answer { daemon.features(completion: $0) } == features)
            let routes = try await daemon.routes()
            #expect(routes.map(\.name) == ["describe", "say", "play", "record", "start"])
            #expect(routes[2].patterns == ["/play/$(episode:uint)"] && routes[2].scopes == ["t"])
            #expect(routes[2].feature == "Library" && routes[2].action == "play" && routes[2].unlisted == nil)
            #expect(try answer { daemon.routes(completion: $0) } == routes)
            let clips = try await daemon.feature("Clips")
            #expect(clips.availability == .blocked && clips.feature.path == "Clips" && clips.code != nil)
            let camera = try #require(clips.constraints.first { $0.id == "permission:camera" })
            #expect(camera.kind == .permission && camera.status == .unsatisfied && camera.subject == "camera")
            #expect(
                clips.remedies.contains { $0.kind == .requestPermissions && $0.actor == .client || $0.actor == .user })
            let library = try answer { daemon.feature("Library", completion: $0) }
            #expect(library.availability == .available && library.remedies.isEmpty)
            let blocked = try await daemon.open("t://record")
            #expect(blocked.constraints.contains { $0.id == "permission:camera" })
            #expect(blocked.remedies == clips.remedies)
            let unknown = await Task.ofItsOwn { try await daemon.feature("Clip") }.result.failure
            #expect(unknown == .invalidParameter(name: "feature", method: "io.deeplinkd.Features.Describe"))
        }
    }

    @Test func `more features and routes than one answer has are listed whole`() async throws {
        let blocks = (0..<700).map { number in
            """
            feature F\(number) {
                action go {
                    respond
                }
                route r\(number) /r\(number) do go
            }

            """
        }
        try await withServedDaemon(table: "scheme t\n" + blocks.joined()) { running in
            let daemon = DeepLinkDaemon(socket: running.socket)
            let features = try await daemon.features()
            #expect(features.dropFirst().map(\.path) == (0..<700).map { "F\($0)" })
            let routes = try await daemon.routes()
            #expect(Set(routes.map(\.name)) == Set((0..<700).map { "r\($0)" }) && routes.count == 700)
        }
    }

    // MARK: Permissions and switches

    @Test func `consents are listed and taken back, and operators set permissions and switches`() async throws {
        try await withServedDaemon(table: Self.table) { running in
            let daemon = DeepLinkDaemon(socket: running.socket)
            #expect(try await daemon.consents() == [])
            for try await event in daemon.authorise(.feature("Clips")) {
                if case .asking(let question) = event { try await question.answer(.granted) }
            }
            let consent = try #require(try await daemon.consents().first)
            #expect(consent.permission == "camera" && consent.isGranted && consent.asOfMs > 1_700_000_000_000)
            #expect(try await daemon.open("t://record").outcomeClass == .ok)
            // Without a ledger nothing outlives the daemon.
            #expect(try await daemon.withdrawConsent(to: "camera") == false)
            #expect(try answer { daemon.consents(completion: $0) } == [])
            #expect(try answer { daemon.withdrawConsent(to: "camera", completion: $0) } == false)
            let unknown = await Task.ofItsOwn { try await daemon.withdrawConsent(to: "cam") }.result.failure
            #expect(unknown == .invalidParameter(name: "permission", method: "io.deeplinkd.Permissions.Withdraw"))
            try await daemon.setPermission("camera", to: "authorized")
            #expect(try await daemon.feature("Clips").availability == .available)
            #expect(try answer { daemon.setPermission("camera", to: nil, completion: $0) } == false)
            #expect(try await daemon.feature("Clips").availability == .blocked)
            try await daemon.setRuntime("Timer", to: true)
            #expect(try await daemon.feature("Timer").availability == .available)
            #expect(try answer { daemon.setRuntime("Timer", to: nil, completion: $0) } == false)
            #expect(try await daemon.feature("Timer").availability == .blocked)
        }
    }

    // MARK: The daemon

    @Test func `the daemon says how it is doing, and its table is checked and loaded again`() async throws {
        try await withServedDaemon(table: Self.table) { running in
            let daemon = DeepLinkDaemon(socket: running.socket)
            let status = try await daemon.status()
            #expect(status.isOperator && status.profile == "development" && status.routes == 5)
            #expect(status.tableState == "current" && status.tableError == nil && status.ledgerState == "memory")
            #expect(status.uptime > .zero && status.connections > 0 && !status.version.isEmpty && !status.hasOverrides)
            let checked = try await daemon.checkTable()
            #expect(checked.tableRevision == status.tableRevision && checked.errors == 0 && checked.routes == 5)
            let reloaded = try await daemon.reloadTable()
            #expect(
                reloaded.tableRevision == status.tableRevision && reloaded.routes == 5
                    && reloaded.warnings == checked.diagnostics)
            try await daemon.override("runtime Timer", with: "on", for: .seconds(600))
            #expect(try await daemon.feature("Timer").availability == .available)
            #expect(try answer { daemon.status(completion: $0) }.hasOverrides)
            try answer { daemon.override("runtime Timer", with: nil, completion: $0) }
            #expect(try await daemon.feature("Timer").availability == .blocked)
            #expect(try await daemon.clearCache() == 0)
            #expect(try answer { daemon.clearCache(completion: $0) } == 0)
            let numbers = try await daemon.metrics()
            #expect(numbers.contains("# TYPE ") && !numbers.hasSuffix("# EOF\n"))
            #expect(try answer { daemon.metrics(as: .openMetrics, completion: $0) }.hasSuffix("# EOF\n"))

            _ = try running.folder.write("routes.conf", Self.table + "route lost /lost do nothing\n")
            let broken = try answer { daemon.checkTable(completion: $0) }
            #expect(broken.tableRevision == nil && broken.errors > 0)
            let error = await Task.ofItsOwn { try await daemon.reloadTable() }.result.failure
            guard case .invalidTable(let diagnostics)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(diagnostics == broken.diagnostics)
            let first = try #require(diagnostics.first { $0.severity == "error" })
            #expect(error?.description.contains(": \(first.place): \(first.code): \(first.message)") == true)
            let stale = try await daemon.status()
            #expect(stale.tableState == "stale" && stale.tableError == first)
        }
    }

    @Test func `what the table does not have, and a fact that is none, are errors of their own`() async throws {
        try await withServedDaemon(table: "scheme t\n") { running in
            let daemon = DeepLinkDaemon(socket: running.socket)
            let timeline = await Task.ofItsOwn { try await daemon.timeline() }.result.failure
            #expect(timeline == .notConfigured(reason: "the daemon's table has no block timeline"))
            let metrics = await Task.ofItsOwn { try await daemon.metrics() }.result.failure
            #expect("\(metrics.map { "\($0)" } ?? "")".contains("no block metrics"))
            let fact = await Task.ofItsOwn { try await daemon.override("toggle X", with: "on") }.result.failure
            #expect("\(fact.map { "\($0)" } ?? "")".contains("does not say profile development"))
            var ended: DeepLinkError?
            do throws(DeepLinkError) {
                for try await _ in daemon.watchTimeline() {}
            } catch { ended = error }
            #expect(ended == timeline)
        }
        try await withServedDaemon(table: Self.table) { running in
            let daemon = DeepLinkDaemon(socket: running.socket)
            let fact = await Task.ofItsOwn { try await daemon.override("toggle Nothing", with: "on") }.result.failure
            guard case .invalidFact(let diagnostics)? = fact else {
                Issue.record("\(String(describing: fact))")
                return
            }
            #expect(fact?.description.contains(diagnostics[0].message) == true)
        }
    }

    // MARK: The timeline

    @Test func `the timeline is asked for, and followed`() async throws {
        try await withServedDaemon(table: Self.table) { running in
            let daemon = DeepLinkDaemon(socket: running.socket)
            let opened = try await daemon.open("t://say/one")
            _ = try await daemon.open("t://timer")
            let entries = try await daemon.timeline().filter { $0.kind == .ended }
            #expect(entries.map(\.code) == ["ok.performed", "blocked.feature.disabled"])
            #expect(entries[0].route == "say" && entries[0].feature == "Library" && entries[0].action == "say")
            #expect(
                entries[0].inputs == ["word"] && entries[0].inputValues.isEmpty && entries[0].outcomeID == opened.id)
            #expect((entries[0].total ?? .zero) > .zero && entries[0].atMs > 1_700_000_000_000)
            let one = try answer { daemon.timeline(TimelineQuery(outcomeID: opened.id), completion: $0) }
            #expect(one == [entries[0]])
            #expect(try await daemon.timeline(TimelineQuery(last: nil, code: "blocked")) == [entries[1]])
            #expect(try await daemon.timeline(TimelineQuery(last: 1)) == [entries[1]])
            #expect(try await daemon.timeline(TimelineQuery(last: nil, after: entries[0].number)) == [entries[1]])
            #expect(try await daemon.timeline(TimelineQuery(uid: getuid(), feature: "Timer")) == [entries[1]])
            #expect(try await daemon.timeline(TimelineQuery(sinceMs: entries[1].atMs + 60_000)) == [])
            let much = await Task.ofItsOwn { try await daemon.timeline(TimelineQuery(last: 10_001)) }.result.failure
            #expect(much == .invalidParameter(name: "last", method: "io.deeplinkd.Monitor.Timeline"))

            var changes = daemon.watchTimeline(TimelineQuery(last: 1)).makeAsyncIterator()
            #expect(try await changes.next() == entries[1])
            let told = Reports<Result<TimelineEntryReport, DeepLinkError>>()
            let watch = daemon.watchTimeline(TimelineQuery(last: 1)) { told.add($0) }
            _ = try told.await(1)
            for word in ["two", "three"] { _ = try await daemon.open("t://say/\(word)") }
            for _ in 0..<2 { #expect(try await changes.next()?.route == "say") }
            #expect(try told.await(3).allSatisfy { (try? $0.get()) != nil })
            try running.restartKilled()
            var end: DeepLinkError?
            do throws(DeepLinkError) { _ = try await changes.next() } catch { end = error }
            guard case .connectionLost? = end, case .failure(.connectionLost)? = try told.await(4).last else {
                Issue.record("\(String(describing: end))")
                return
            }
            watch.cancel()
        }
    }

    // MARK: Any method

    @Test func `any method is called by its name`() async throws {
        try await withServedDaemon(table: Self.table) { running in
            struct Info: Decodable, Sendable { let product: String; let interfaces: [String] }
            let daemon = DeepLinkDaemon(socket: running.socket)
            let info = try await daemon.call("org.varlink.service.GetInfo")
            #expect(info["product"]?.text == "deeplinkd")
            let typed = try await daemon.call("org.varlink.service.GetInfo", as: Info.self)
            #expect(typed.interfaces.contains("io.deeplinkd.Dispatch") && typed.product == "deeplinkd")
            let description = try answer {
                daemon.call(
                    "org.varlink.service.GetInterfaceDescription", parameters: ["interface": "io.deeplinkd.Monitor"],
                    completion: $0)
            }
            #expect(description["description"]?.text?.contains("method Status(") == true)
            let opened = try await daemon.call(
                "io.deeplinkd.Dispatch.Open", parameters: ["action": "Library.say", "inputs": ["word": "hi"]])
            #expect(opened["outcome"]?["text"]?.text == "word hi")
            let results = Reports<Result<Info, any Error>>()
            daemon.call("org.varlink.service.GetInfo", as: Info.self) { results.add($0) }
            #expect(try results.await(1)[0].get().product == "deeplinkd")
            let absent = await Task.ofItsOwn { try await daemon.call("io.deeplinkd.Dispatch.Opne") }.result.failure
            #expect(absent == .notOffered(method: "io.deeplinkd.Dispatch.Opne"))
            let nameless = await Task.ofItsOwn { try await daemon.call("") }.result.failure
            #expect(nameless != nil)
            let wrong = await Task.ofItsOwn {
                try await daemon.call("org.varlink.service.GetInfo", as: [Int].self)
            }.result
            #expect(throws: DecodingError.self) { try wrong.get() }

            var parts: [Value] = []
            for try await part in daemon.replies(to: "io.deeplinkd.Monitor.Metrics") { parts.append(part) }
            let numbers = parts.compactMap { $0["text"]?.text }.joined()
            #expect(numbers.contains("# TYPE "))
            let told = Reports<Result<Value, DeepLinkError>>()
            let replies = daemon.replies(to: "io.deeplinkd.Features.Watch") { told.add($0) }
            #expect(try told.await(1)[0].get()["features"]?.elements?.isEmpty == false)
            replies.cancel()
        }
    }

    // MARK: Answers as types

    @Test func `an action's answer and a delivery's inputs are values of types`() async throws {
        struct Play: Decodable, Equatable { let episode: UInt; let position: Int }
        try await withServedDaemon(table: Self.table) { running in
            let daemon = DeepLinkDaemon(socket: running.socket)
            let dune = Episode(title: "Dune", position: 7, tags: ["a", "b"])
            #expect(try await daemon.open("t://describe/7", as: Episode.self) == dune)
            #expect(try await daemon.perform("Library.describe", inputs: ["episode": 7], as: Episode.self) == dune)
            #expect(try await daemon.open("t://say/hi", as: String.self) == "word hi")
            let episodes = Reports<Result<Episode, any Error>>()
            daemon.open("t://describe/8", as: Episode.self) { episodes.add($0) }
            daemon.perform("Library.describe", inputs: ["episode": 9], as: Episode.self) { episodes.add($0) }
            #expect(try episodes.await(2).map { try $0.get() } == [dune, dune])
            let blocked = await Task.ofItsOwn { try await daemon.open("t://timer", as: Episode.self) }.result
            let error = #expect(throws: UnsuccessfulOutcome.self) { try blocked.get() }
            #expect(
                error?.outcome.code == "blocked.feature.disabled" && error?.description == error?.outcome.description)
            let other = await Task.ofItsOwn { try await daemon.open("t://describe/7", as: [Int].self) }.result
            #expect(throws: DecodingError.self) { try other.get() }
            let textual = await Task.ofItsOwn { try await daemon.open("t://say/hi", as: Episode.self) }.result
            #expect(throws: DecodingError.self) { try textual.get() }

            var links = daemon.subscribe(to: "player").makeAsyncIterator()
            let sent = Task.ofItsOwn { try await daemon.open("t://play/7") }
            let link = try #require(try await links.next())
            #expect(try link.inputs(as: Play.self) == Play(episode: 7, position: 0))
            #expect(throws: DecodingError.self) { try link.inputs(as: Episode.self) }
            try await link.acknowledge()
            #expect(try await sent.value.outcomeClass == .ok)
        }
    }
}
