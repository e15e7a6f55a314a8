import DeepLinkClient
import Foundation
import Glibc
import Testing

/// The client library with a real daemon.
@Suite struct ClientTests {
    private static let table = """
        scheme t
        feature Playback {
            action play {
                input episode uint
                respond "episode $(episode)"
            }
            action sleep {
                exec    /bin/sleep 60
                timeout 60s
            }
            route play /play/$(episode:uint) do play
            route sleep /sleep do sleep
        }
        feature Timer {
            require toggle off
            action start {
                respond started
            }
            route start /timer do start
        }
        """

    @Test func `open, perform and explain give outcomes with what a program needs to act on them`() async throws {
        try await withServedDaemon(table: Self.table) { running in
            let daemon = DeepLinkDaemon(socket: running.socket)
            let opened = try await daemon.open("t://play/7")
            #expect(opened.outcomeClass == .ok && opened.code == "ok.performed" && opened.text == "episode 7")
            #expect(opened.route == "play" && opened.feature == "Playback" && opened.action == "play")
            #expect(opened.inputs == ["episode": 7] && opened.url == "t://play/7" && opened.id != nil)
            #expect(try await daemon.perform("Playback.play", inputs: ["episode": 8]).text == "episode 8")
            let blocked = try await daemon.open("t://timer")
            #expect(blocked.outcomeClass == .blocked && blocked.isActionable)
            let remedy = try #require(blocked.remedies.first)
            #expect(remedy.kind == "enableToggle" && remedy.actor == "user" && remedy.arguments == ["feature": "Timer"])
            let explained = try await daemon.explain("t://timer")
            #expect(explained.outcome.code == blocked.code && explained.candidates.first?.route == "start")
            #expect(try await daemon.explain(action: "Timer.start").outcome.code == blocked.code)
            let unknown = try await daemon.open("t://plai/7")
            #expect(unknown.outcomeClass == .rejected && unknown["rejection"]?["nearest"] != nil)
            let late = try await daemon.open("t://sleep", options: CallOptions(deadline: .milliseconds(50)))
            #expect(late.code == "failed.timeout")
        }
    }

    @Test func `a verified link is performed once, on the connection that verified it`() async throws {
        try await withServedDaemon(table: Self.table) { running in
            let daemon = DeepLinkDaemon(socket: running.socket)
            let verification = try answer { daemon.verify("t://play/7", completion: $0) }
            #expect(verification.outcome.code == "ok.wouldPerform")
            let link = try #require(verification.link)
            #expect(link.lifetime > .zero)
            // Other calls go over other connections, to which the link is not bound.
            _ = try answer { daemon.open("t://play/1", completion: $0) }
            let performed = try answer { link.perform(completion: $0) }
            #expect(performed.text == "episode 7")
            await #expect(throws: DeepLinkError.self) { try await link.perform() }
            let named = try #require(try await daemon.verify(action: "Playback.play", inputs: ["episode": 9]).link)
            #expect(try await named.perform().text == "episode 9")
            let blocked = try await daemon.verify("t://timer")
            #expect(blocked.link == nil && blocked.outcome.outcomeClass == .blocked)
        }
    }

    @Test func `completions get the same answers, side by side`() async throws {
        try await withServedDaemon(table: Self.table) { running in
            let daemon = DeepLinkDaemon(socket: running.socket)
            let texts = Reports<String?>()
            let slow = daemon.open("t://sleep") { texts.add("\($0)") }
            for episode in 1...20 {
                daemon.open("t://play/\(episode)") { texts.add((try? $0.get())?.text) }
            }
            // The slow call delays none of them.
            #expect(Set(try texts.await(20)) == Set((1...20).map { "episode \($0)" }))
            slow.cancel()
            let end = try texts.await(21).last
            #expect(end??.contains("cancelled") == true)
        }
    }

    @Test func `a task that is cancelled stops its action, also if it is cancelled before the call`() async throws {
        try await withServedDaemon(table: Self.table) { running in
            let daemon = DeepLinkDaemon(socket: running.socket)
            let task = Task.ofItsOwn { try await daemon.open("t://sleep") }
            try await lookFor("the program") {
                try running.tool("status").output.contains("2 connections")
            }
            task.cancel()
            #expect(await task.result.failure == .cancelled)
            try running.awaitLog("failed.cancelled")
            let early = Task.ofItsOwn {
                while !Task.isCancelled { await Task.yield() }
                return try await daemon.open("t://sleep")
            }
            early.cancel()
            #expect(await early.result.failure == .cancelled)
        }
    }

    @Test func `a daemon that was restarted is found by the next call`() async throws {
        try await withServedDaemon(table: Self.table) { running in
            let daemon = DeepLinkDaemon(socket: running.socket)
            for _ in 0..<3 {
                #expect(try await daemon.open("t://play/7").text == "episode 7")
                try running.restartKilled()
            }
            let verified = try #require(try await daemon.verify("t://play/7").link)
            try running.restartKilled()
            await #expect(throws: DeepLinkError.self) { try await verified.perform() }
        }
    }

    @Test func `a watch tells of changes, and goes on with the next daemon`() async throws {
        try await withServedDaemon(table: Self.table) { running in
            let daemon = DeepLinkDaemon(socket: running.socket)
            var changes = daemon.watchFeatures().makeAsyncIterator()
            let first = try #require(try await changes.next())
            #expect(first.features.map(\.path) == ["DeepLinking", "Playback", "Timer"])
            #expect(first.features.map(\.availability) == [.available, .available, .blocked])
            _ = try running.tool("toggle", "Timer", "on")
            let second = try #require(try await changes.next())
            #expect(second.features.map(\.path) == ["Timer"] && second.features.first?.availability == .available)
            try running.restartKilled()
            var known: [FeatureReport] = []
            while known.count < 3, let change = try await changes.next() { known = change.features }
            #expect(known.map(\.path) == ["DeepLinking", "Playback", "Timer"])

            let told = Reports<Result<FeatureChange, DeepLinkError>>()
            let watch = daemon.watchFeatures { told.add($0) }
            _ = try told.await(1)
            daemon.close()
            #expect(try told.await(2).last == .failure(.closed))
            watch.cancel()
        }
    }

    @Test func `an error says what is wrong, where, and what to do`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.path(of: "socket")
        let absent = await Task.ofItsOwn { try await DeepLinkDaemon(socket: path).open("t://x") }.result.failure
        #expect(absent == .noDaemon(paths: [path]))
        #expect(absent?.description == "no daemon is listening at \(path); start it, or name its socket")
        let long = String(repeating: "x", count: 200)
        let unusable = await Task.ofItsOwn { try await DeepLinkDaemon(socket: long).open("t://x") }.result.failure
        #expect(unusable?.description.contains("has 200 bytes, and the limit is 107") == true)
        try await withServedDaemon(table: Self.table) { running in
            let daemon = DeepLinkDaemon(socket: running.socket)
            let subject = await Task.ofItsOwn { try await daemon.explain("t://x", subject: "bert") }.result.failure
            #expect(subject == .invalidParameter(name: "subject", method: "io.deeplinkd.Dispatch.Explain"))
            let options = CallOptions(idempotencyKey: "once")
            let key = await Task.ofItsOwn { try await daemon.open("t://x", options: options) }.result.failure
            #expect(key == .invalidParameter(name: "idempotencyKey", method: "io.deeplinkd.Dispatch.Open"))
            daemon.close()
            let closed = await Task.ofItsOwn { try await daemon.open("t://x") }.result.failure
            #expect(closed == .closed)
        }
    }
}

extension Result where Failure == any Error {
    /// The error of the client library; nil for a success or another error.
    var failure: DeepLinkError? {
        if case .failure(let error) = self { error as? DeepLinkError } else { nil }
    }
}
