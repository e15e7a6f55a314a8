import DeepLinkClient
import Synchronization
import Testing

/// Subscriptions of the client library, with a service that answers by a script.
@Suite struct SubscriptionTests {
    @Test func `a subscription gives links with their inputs, and acknowledges over another connection`() async throws {
        let script = ChannelScript([
            ChannelScript.messages([
                ChannelScript.subscribed(6), ChannelScript.link(7, delivery: "d7"), ChannelScript.link(8, missed: 2),
                ChannelScript.link(9, delivery: "d9"),
            ])
        ])
        try await withScript(script.answer) { daemon in
            var links = daemon.subscribe(to: "player", after: 5).makeAsyncIterator()
            let first = try #require(try await links.next())
            #expect(first.id == "d7" && first.isHeld && !first.isRedelivered && first.sequence == 7)
            #expect(first.feature == "Playback" && first.action == "play" && first.route == "play" && first.uid == 77)
            #expect(first.inputs == ["id": 7, "name": "a b"] && first.url == "t://play/7" && first.missed == nil)
            #expect(first.acknowledgeWithin == .seconds(30))
            try await first.acknowledge()
            let second = try #require(try await links.next())
            #expect(!second.isHeld && second.missed == 2)
            // Nothing is sent for a link that is not held.
            try await second.acknowledge()
            let third = try #require(try await links.next())
            try await third.fail("no \"speaker\"")
            #expect(try script.calls("Subscribe").map { $0["after"].text } == ["5"])
            let acknowledged = try script.calls("Acknowledge")
            #expect(acknowledged.map { $0["delivery"].text } == ["d7", "d9"])
            #expect(acknowledged.map { $0["result"].text } == ["performed", "failed"])
            #expect(acknowledged.last?["reason"].text == "no \"speaker\"")
        }
    }

    @Test func `a connection that is cut anywhere is made again, and continues after the last link`() async throws {
        let all = [ChannelScript.subscribed(1), ChannelScript.link(2), ChannelScript.link(3)]
        let bytes: [UInt8] = all.flatMap { Array($0.utf8) + [0] }
        // Every 23rd byte, and the ends of the messages.
        var ends = [0]
        for message in all { ends.append(ends[ends.count - 1] + message.utf8.count + 1) }
        for count in Set(stride(from: ends[1], to: bytes.count, by: 23)).union(ends.dropFirst()).sorted() {
            let whole = ends.lastIndex { $0 <= count } ?? 0
            let rest = (whole == 3 ? [] : Array(all[max(whole, 1)...])) + [ChannelScript.link(9)]
            let script = ChannelScript([
                ScriptedDaemon.Answer(pieces: [Array(bytes[..<count])], isLast: true),
                ChannelScript.messages([ChannelScript.subscribed(whole)] + rest),
            ])
            try await withScript(script.answer) { daemon in
                var links = daemon.subscribe(to: "player").makeAsyncIterator()
                var sequences: [Int64] = []
                while sequences.last != 9, let link = try await links.next() { sequences.append(link.sequence) }
                #expect(sequences == [2, 3, 9], "cut at \(count)")
                #expect(try script.calls("Subscribe").map { $0["after"].text } == ["-", "\(whole)"], "cut at \(count)")
            }
        }
    }

    @Test func `a link that was acknowledged while the daemon was away is acknowledged again, and not given twice`()
        async throws
    {
        let script = ChannelScript(
            [
                ChannelScript.messages(
                    [ChannelScript.subscribed(1), ChannelScript.link(2, delivery: "d")], closes: true),
                ChannelScript.messages([
                    ChannelScript.subscribed(2), ChannelScript.link(3, delivery: "d", redelivered: true),
                    ChannelScript.link(4, delivery: "e"),
                ]),
            ], lostAcknowledgements: 1)
        try await withScript(script.answer) { daemon in
            var links = daemon.subscribe(to: "player").makeAsyncIterator()
            try await #require(try await links.next()).acknowledge()
            #expect(try await links.next()?.id == "e")
            try Patience.lookFor("the acknowledgement") {
                try script.calls("Acknowledge").filter { $0["delivery"].text == "d" }.count == 3
            }
        }
    }

    @Test func `nothing is read ahead of the consumer`() async throws {
        let many = [ChannelScript.subscribed(0)] + (1...20_000).map { ChannelScript.link($0) }
        let sent = Atomic(0)
        try await withScript({ _ in
            var answer = ChannelScript.messages(many)
            answer.onSent = { sent.add(1, ordering: .relaxed) }
            return answer
        }) { daemon in
            let subscription = daemon.subscribe(to: "player")
            var links = subscription.makeAsyncIterator()
            for number in 1...3 {
                let link = try await links.next()
                #expect(link?.sequence == Int64(number))
            }
            // The service sends until the kernel holds as much as it takes, and then waits.
            var (before, same) = (-1, 0)
            try Patience.lookFor("the end of the sending") {
                let now = sent.load(ordering: .relaxed)
                (before, same) = (now, now == before ? same + 1 : 0)
                return same == 20
            }
            #expect(before < 10_000)
            for number in 4...20_000 {
                let link = try await links.next()
                #expect(link?.sequence == Int64(number))
            }
            subscription.cancel()
            let end = try await links.next()
            #expect(end?.sequence == nil)
        }
    }

    @Test(arguments: [
        ("NoChannel", #"{"nearest":"player"}"#, DeepLinkError.noChannel(nearest: "player")),
        ("TooManySubscriptions", #"{"limit":16}"#, .tooManySubscriptions(limit: 16)),
        (
            "SubscriptionEnded", #"{"code":"channel.notAcknowledging"}"#,
            .subscriptionEnded(code: "channel.notAcknowledging")
        ),
    ])
    func `an error ends a subscription, and every later element is that error`(
        _ name: String, _ parameters: String, _ error: DeepLinkError
    ) async throws {
        let reply = #"{"error":"io.deeplinkd.Channels.\#(name)","parameters":\#(parameters)}"#
        let script = ChannelScript([ChannelScript.messages([ChannelScript.subscribed(1), reply])])
        try await withScript(script.answer) { daemon in
            let subscription = daemon.subscribe(to: "player")
            for _ in 0..<2 {
                let end = await Task.ofItsOwn {
                    var links = subscription.makeAsyncIterator()
                    return try await links.next()
                }.result.failure
                #expect(end == error)
            }
            let calls = try script.calls("Subscribe")
            #expect(calls.count == 1)
        }
    }

    @Test func `a daemon that ends is waited for, and one that is not there at first only if that is wanted`()
        async throws
    {
        let shutdown = #"{"error":"io.deeplinkd.Channels.SubscriptionEnded","parameters":{"code":"shutdown"}}"#
        let script = ChannelScript([
            ChannelScript.messages([ChannelScript.subscribed(4), shutdown], closes: true),
            ChannelScript.messages([ChannelScript.subscribed(4), ChannelScript.link(5)]),
        ])
        try await withScript(script.answer) { daemon in
            let events = Reports<Result<SubscriptionEvent, DeepLinkError>>()
            let subscription = daemon.subscribe(to: "player") { events.add($0) }
            let told = try events.await(4)
            guard case .success(.subscribed(4)) = told[0], case .success(.interrupted) = told[1],
                case .success(.subscribed(4)) = told[2], case .success(.link(let link)) = told[3]
            else {
                Issue.record("\(told)")
                return
            }
            #expect(link.sequence == 5)
            subscription.cancel()
        }
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.path(of: "socket")
        let daemon = DeepLinkDaemon(socket: path)
        let eager = daemon.subscribe(to: "player")
        let refused = await Task.ofItsOwn { for try await _ in eager {} }.result.failure
        #expect(refused == .noDaemon(paths: [path]))
        var links = daemon.subscribe(to: "player", waitsForDaemon: true).events.makeAsyncIterator()
        guard case .interrupted(.noDaemon)? = try await links.next() else {
            Issue.record("not told of the missing daemon")
            return
        }
        let service = try ScriptedDaemon(
            at: path, bytes: { _ in ChannelScript.messages([ChannelScript.subscribed(1), ChannelScript.link(2)]) })
        defer { service.stop() }
        guard case .subscribed(1)? = try await links.next() else {
            Issue.record("not subscribed")
            return
        }
    }

    @Test func `a task that is cancelled ends its subscription`() async throws {
        let script = ChannelScript([ChannelScript.messages([ChannelScript.subscribed(1)])])
        try await withScript(script.answer) { daemon in
            let task = Task.ofItsOwn {
                var count = 0
                for try await _ in daemon.subscribe(to: "player") { count += 1 }
                return count
            }
            try await lookFor("the call") { try script.calls("Subscribe").count == 1 }
            task.cancel()
            #expect(try await task.value == 0)
        }
    }
}
