import DeepLinkClient
import Glibc
import Testing

/// Subscriptions of the client library and of `deeplinkctl`, with a real daemon.
@Suite struct ChannelClientTests {
    private static let table = """
        scheme t
        channel player {
            kind held
            acknowledge within 5m
        }
        feature Playback {
            action play {
                input id uint
                channel player
            }
            route play /play/$(id:uint) do play
        }
        """

    @Test func `a sender is answered with what the subscriber says of its link, also behind a restart`() async throws {
        try await withServedDaemon(table: Self.table) { running in
            let daemon = DeepLinkDaemon(socket: running.socket)
            var links = daemon.subscribe(to: "player").makeAsyncIterator()
            for id in 1...3 {
                let sent = Task.ofItsOwn {
                    try await daemon.open("t://play/\(id)", options: CallOptions(activationToken: "w\(id)"))
                }
                let link = try #require(try await links.next())
                #expect(link.inputs == ["id": .integer(Int64(id))] && link.feature == "Playback" && link.isHeld)
                #expect(link.activationToken == "w\(id)" && link.uid == getuid())
                try await link.acknowledge()
                let outcome = try await sent.value
                #expect(outcome.code == "ok.performed")
                try running.restartKilled()
            }
            let sent = Task.ofItsOwn { try await daemon.open("t://play/4") }
            try await #require(try await links.next()).fail("no speaker")
            let outcome = try await sent.value
            #expect(outcome.code == "failed.channel.refused" && outcome.execution?.reason == "no speaker")
        }
    }

    @Test func `an acknowledgement that comes twice is told that it does, and an unknown channel by its neighbour`()
        async throws
    {
        try await withServedDaemon(table: Self.table) { running in
            let daemon = DeepLinkDaemon(socket: running.socket)
            var links = daemon.subscribe(to: "player").makeAsyncIterator()
            let sent = Task.ofItsOwn { try await daemon.open("t://play/7") }
            let link = try #require(try await links.next())
            try await link.acknowledge()
            let outcome = try await sent.value
            #expect(outcome.outcomeClass == .ok)
            let again = await Task.ofItsOwn { try await link.acknowledge() }.result.failure
            #expect(again == .unknownDelivery)
            let unknown = await Task.ofItsOwn { for try await _ in daemon.subscribe(to: "plaayer") {} }.result.failure
            #expect(unknown == .noChannel(nearest: "player"))
        }
    }

    @Test func `channels are listed with the caller's own links, which can be removed`() async throws {
        let table =
            Self.table + """

                channel news {
                    kind latest
                }
                feature News {
                    action show {
                        channel news
                    }
                    route show /news do show
                }
                """
        try await withServedDaemon(table: table) { running in
            let daemon = DeepLinkDaemon(socket: running.socket)
            let sent = try await daemon.open("t://news")
            #expect(sent.outcomeClass == .ok)
            let channels = try await daemon.channels()
            #expect(channels.map(\.name) == ["news", "player"] && channels.map(\.kind) == ["latest", "held"])
            #expect(channels.map(\.kept) == [1, 0] && channels.map(\.subscribers) == [0, 0])
            #expect(channels.allSatisfy { !$0.isDurable && !$0.hearsAll && $0.hearers.isEmpty && $0.waiting == 0 })
            let status = try running.tool("status").output
            #expect(status.contains("channel  news (latest): 0 subscribers, 1 link kept\n"), "\(status)")
            #expect(status.contains("channel  player (held): 0 subscribers\n"), "\(status)")
            #expect(try await daemon.clear(channel: "news") == 1)
            let cleared = try answer { daemon.clear(channel: "news", completion: $0) }
            let empty = try answer { daemon.channels(completion: $0) }
            #expect(cleared == 0 && empty.map(\.kept) == [0, 0])
            let unknown = await Task.ofItsOwn { try await daemon.clear(channel: "new") }.result.failure
            #expect(unknown == .noChannel(nearest: "news"))
        }
    }

    @Test func `the command of subscribe performs links, and its last line is the reason of a failure`() async throws {
        try await withServedDaemon(table: Self.table) { running in
            let script = "read inputs; test \"$inputs\" = '{\"id\":7}' && exit 0; echo \"no $inputs\" >&2; exit 1"
            let tool = try Program(
                Products.tool,
                ["subscribe", "--socket", running.socket, "player", "--", "/bin/sh", "-c", script],
                environment: [:], descriptors: [nil, nil, nil])
            defer { tool.kill() }
            let daemon = DeepLinkDaemon(socket: running.socket)
            let performed = try await daemon.open("t://play/7")
            #expect(performed.code == "ok.performed")
            let failed = try await daemon.open("t://play/8")
            #expect(failed.code == "failed.channel.refused" && failed.execution?.reason == #"no {"id":8}"#)
            tool.signal(SIGTERM)
            #expect(try tool.wait() == .code(0))
        }
    }
}
