import Foundation
import Glibc
import Testing

/// Who hears which links, and what one user can take from another; two users and more on one socket.
@Suite(.enabled(if: OtherUser.isPossible(for: "whose links a subscriber hears"))) struct HearingTests {
    private static let (ann, bob, carol) = (ChannelStage.ann, ChannelStage.bob, ChannelStage.carol)

    @Test func `a subscriber hears the links of its own user only`() throws {
        try ChannelStage.with(ChannelStage.table(["news": "kind plain"])) { stage in
            let subscriber = try stage.subscribe("news", as: Self.ann)
            for user in [Self.bob, nil] {
                #expect(try stage.open("t://news/1", as: user)["code"].text == "failed.channel.noSubscriber")
            }
            #expect(try stage.open("t://news/2", as: Self.ann)["execution.subscribers"].text == "1")
            let link = try subscriber.link()
            #expect(link["inputs.id"].text == "2" && link["uid"].text == "\(Self.ann.uid)")
            #expect(try stage.report(on: "news", as: Self.bob)["subscribers"].text == "0")
        }
    }

    @Test func `what is kept of one user is never handed to another`() throws {
        let table = ChannelStage.table(["now": "kind latest", "pin": "kind sticky", "player": "kind held"])
        try ChannelStage.with(table) { stage in
            for channel in ["now", "pin"] {
                #expect(try stage.open("t://\(channel)/1", as: Self.bob)["code"].text == "ok.delivered")
                let other = try stage.subscribe(channel, as: Self.ann)
                // A sticky link of one user does not stand in the way of another's.
                #expect(try stage.open("t://\(channel)/2", as: Self.ann)["code"].text == "ok.delivered")
                #expect(try other.ids(1) == ["2"])
                #expect(try stage.subscribe(channel, as: Self.bob).ids(1) == ["1"])
            }
            let sender = try stage.send("t://player/1", as: Self.bob)
            try stage.awaitWaiting(1, in: "player", as: Self.bob)
            let other = try stage.subscribe("player", as: Self.ann)
            let own = try stage.subscribe("player", as: Self.bob)
            let link = try own.link()
            var foreign: [String: Any] = ["delivery": link["delivery"].text, "result": "performed"]
            let refused = try stage.client(of: Self.ann).call("io.deeplinkd.Channels.Acknowledge", foreign)
            #expect(refused["error"].text == "io.deeplinkd.Channels.UnknownDelivery")
            foreign["delivery"] = String(repeating: "0", count: 32)
            #expect(
                try stage.client(of: Self.bob).call("io.deeplinkd.Channels.Acknowledge", foreign)["error"].text
                    == "io.deeplinkd.Channels.UnknownDelivery")
            try own.acknowledge(link)
            #expect(try sender.receive()?["parameters.outcome.code"].text == "ok.performed")
            #expect(try !other.client.hasAnswer())
        }
    }

    @Test func `whom the table admits hears the links of all users, and only in that channel`() throws {
        let table = ChannelStage.table([
            "news": "kind plain\nsubscribe group audio", "now": "kind latest\nsubscribe group audio",
            "player": "kind held\nsubscribe group audio", "own": "kind plain",
        ])
        try ChannelStage.with(table) { stage in
            #expect(try stage.report(on: "news", as: Self.carol)["hearsAll"].text == "true")
            #expect(try stage.report(on: "news", as: Self.ann)["hearsAll"].text == "false")
            #expect(try stage.report(on: "news", as: Self.ann)["hearers"].text == "group audio")
            let news = try stage.subscribe("news", as: Self.carol)
            let own = try stage.subscribe("own", as: Self.carol)
            for user in [Self.ann, Self.bob] {
                #expect(try stage.open("t://news/1", as: user)["code"].text == "ok.delivered")
                #expect(try news.link()["uid"].text == "\(user.uid)")
                #expect(try stage.open("t://own/1", as: user)["code"].text == "failed.channel.noSubscriber")
                #expect(try stage.open("t://now/\(user.uid)", as: user)["code"].text == "ok.delivered")
            }
            #expect(try stage.subscribe("now", as: Self.carol).ids(2) == ["\(Self.ann.uid)", "\(Self.bob.uid)"])
            let sender = try stage.send("t://player/3", as: Self.ann)
            let player = try stage.subscribe("player", as: Self.carol)
            try player.acknowledge(try player.link())
            #expect(try sender.receive()?["parameters.outcome.code"].text == "ok.performed")
            #expect(try !own.client.hasAnswer())
        }
    }

    @Test func `a table that takes the right to hear all links ends the subscription`() throws {
        try ChannelStage.with(ChannelStage.table(["news": "kind plain\nsubscribe group audio"])) { stage in
            let (all, own) = (try stage.subscribe("news", as: Self.carol), try stage.subscribe("news", as: Self.ann))
            try stage.reload(ChannelStage.table(["news": "kind plain"]))
            let end = try all.receive()
            #expect(end["error"].text == "io.deeplinkd.Channels.SubscriptionEnded")
            #expect(end["parameters.code"].text == "channel.notAdmitted")
            let again = try stage.subscribe("news", as: Self.carol)
            #expect(try stage.open("t://news/1", as: Self.ann)["execution.subscribers"].text == "1")
            #expect(try own.ids(1) == ["1"])
            #expect(try !again.client.hasAnswer())
        }
    }

    @Test func `a link belongs to the user whose facts count`() throws {
        try ChannelStage.with(ChannelStage.table(["news": "kind plain"])) { stage in
            let subscriber = try stage.subscribe("news", as: Self.ann)
            let call: [String: Any] = ["url": "t://news/1", "subject": "uid:\(Self.ann.uid)"]
            #expect(try stage.client().outcome("Open", call)["code"].text == "ok.delivered")
            #expect(try subscriber.link()["uid"].text == "\(Self.ann.uid)")
            #expect(try stage.client(of: Self.bob).outcome("Open", call)["code"].text == "rejected.caller.notDelegated")
        }
    }

    @Test func `a user clears its own links, and operators those of any user`() throws {
        try ChannelStage.with(ChannelStage.table(["pin": "kind sticky"])) { stage in
            _ = try stage.open("t://pin/1", as: Self.ann)
            func clear(_ user: OtherUser?, _ subject: String? = nil, _ channel: String = "pin") throws -> JSONTree {
                var parameters = ["channel": channel]
                parameters["subject"] = subject
                return try stage.client(of: user).call("io.deeplinkd.Channels.Clear", parameters)
            }
            let subject = "uid:\(Self.ann.uid)"
            #expect(try clear(Self.bob)["parameters.cleared"].text == "0")
            #expect(try clear(Self.bob, subject)["error"].text == "org.varlink.service.PermissionDenied")
            #expect(try clear(nil, "machine")["parameters.parameter"].text == "subject")
            #expect(try clear(nil, subject, "pim")["parameters.nearest"].text == "pin")
            #expect(try clear(nil, subject)["parameters.cleared"].text == "1")
            #expect(try clear(Self.ann)["parameters.cleared"].text == "0")
        }
    }

    // MARK: Limits

    @Test func `a user has sixteen subscriptions, and another one still has its own`() throws {
        try ChannelStage.with(ChannelStage.table(["news": "kind plain", "now": "kind latest"])) { stage in
            var subscribers = try (0..<16).map { try stage.subscribe($0 % 2 == 0 ? "news" : "now", as: Self.ann) }
            let more = Subscriber(client: try stage.client(of: Self.ann), other: try stage.client(of: Self.ann))
            let refused = try more.call("news")
            #expect(refused["error"].text == "io.deeplinkd.Channels.TooManySubscriptions")
            #expect(refused["parameters.limit"].text == "16")
            _ = try stage.subscribe("news", as: Self.bob)
            subscribers.removeLast()
            try Patience.lookFor("room for one more") { try more.call("news")["error"] == nil }
        }
    }

    @Test func `a user keeps a thousand held links, and another one still has its own`() throws {
        let table = ChannelStage.table(
            ["one": "kind held\nhold 600 for 10m", "two": "kind held\nhold 600 for 10m\noverflow refuse"],
            lines: "detach")
        try ChannelStage.with(table) { stage in
            let client = try stage.client(of: Self.ann)
            for channel in ["one", "two"] {
                for _ in 0..<500 { #expect(try client.open("t://\(channel)/1")["code"].text == "ok.accepted") }
            }
            let refused = try client.open("t://two/2")
            #expect(refused["code"].text == "failed.channel.full")
            #expect(refused["message"].text.contains("1000 of your links"), "\(refused)")
            #expect(try stage.open("t://two/2", as: Self.bob)["code"].text == "ok.accepted")
        }
    }

    @Test func `the links that wait for a user take 32 MiB, and another one still has its own`() throws {
        let table = ChannelStage.table(
            ["player": "kind held\nhold 1000 for 10m\noverflow refuse"], lines: "detach", head: "limit url 65536\n")
        try ChannelStage.with(table) { stage in
            let client = try stage.client(of: Self.ann)
            let url = "t://player/1?note=" + String(repeating: "x", count: 64_000)
            var outcome = JSONTree.null
            for _ in 0..<400 {
                outcome = try client.open(url)
                if outcome["code"].text != "ok.accepted" { break }
            }
            #expect(outcome["code"].text == "failed.channel.full")
            #expect(outcome["message"].text.contains("32 MiB"), "\(outcome)")
            #expect(try stage.open(url, as: Self.bob)["code"].text == "ok.accepted")
        }
    }

    @Test func `a subscriber that does not read is told of the gap, and costs the others nothing`() throws {
        let table = ChannelStage.table(["news": "kind plain\nsubscribe group audio"])
        try ChannelStage.with(table) { stage in
            let slow = try stage.subscribe("news", as: Self.carol)
            let fast = try stage.subscribe("news", as: Self.ann)
            let client = try stage.client(of: Self.ann)
            let note = String(repeating: "x", count: 8000)
            let count = 1500
            for id in 1...count {
                #expect(try client.open("t://news/\(id)?note=\(note)")["code"].text == "ok.delivered")
                #expect(try fast.ids(1) == ["\(id)"])
            }
            var (last, told, missed) = (0, 0, 0)
            while last < count {
                let answer = try slow.receive()
                missed += answer["parameters.missed"].flatMap { Int($0.text) } ?? 0
                guard let link = answer["parameters.link"] else { continue }
                last = try #require(Int(link["inputs.id"].text))
                told += 1
            }
            #expect(missed > 0 && told + missed == count, "\(told) and \(missed)")
        }
    }

    // MARK: Programs

    @Test func `the program of a channel is started once at a time, and later each time it takes no link`() throws {
        try withFolder { folder in
            let (started, log) = (folder.path(of: "started"), folder.path(of: "times"))
            let script = "echo . >>\(log); while ! test -e \(started); do /bin/sleep 0.02; done"
            let table = ChannelStage.table(
                ["player": "kind held\nstart exec /usr/bin/timeout 20 /bin/sh -c \"\(script)\""], lines: "detach")
            func count() -> Int {
                ((try? String(contentsOfFile: log, encoding: .utf8)) ?? "").split(separator: "\n").count
            }
            try ChannelStage.with(table) { stage in
                for id in 1...3 { #expect(try stage.open("t://player/\(id)")["code"].text == "ok.accepted") }
                try Patience.lookFor("a program") { count() == 1 }
                #expect(try stage.open("t://player/4")["code"].text == "ok.accepted")
                #expect(count() == 1)
                try folder.write("started", "")
                try Patience.lookFor("another start, a second later") { count() == 2 }
                let app = try stage.subscribe("player")
                #expect(try app.ids(1) == ["1"])
            }
        }
    }

    @Test func `the program of a channel gets the variables that the table names, and no others`() throws {
        try withFolder { folder in
            let seen = folder.path(of: "seen")
            let table = ChannelStage.table(
                [
                    "player": """
                    kind held
                    start exec /bin/sh -c "/usr/bin/env >\(seen).new; /bin/mv \(seen).new \(seen)"
                    environment PLAYER_DISPLAY PLAYER_ABSENT
                    """
                ], lines: "detach")
            let environment = ["PLAYER_DISPLAY": ":7", "PLAYER_SECRET": "pssst"]
            try ChannelStage.with(table, environment: environment) { stage in
                #expect(try stage.open("t://player/1")["code"].text == "ok.accepted")
                try Patience.lookFor("what the program was given") { FileManager.default.fileExists(atPath: seen) }
                let names = try String(contentsOfFile: seen, encoding: .utf8).split(separator: "\n")
                #expect(names.contains("PLAYER_DISPLAY=:7"))
                #expect(!names.contains { $0.hasPrefix("PLAYER_SECRET") || $0.hasPrefix("PLAYER_ABSENT") })
            }
        }
    }

    @Test func `a program that cannot be started is named in the log, and the links wait`() throws {
        let table = ChannelStage.table(["player": "kind held\nstart exec /nonexistent/player"], lines: "detach")
        try ChannelStage.with(table) { stage in
            #expect(try stage.open("t://player/1")["code"].text == "ok.accepted")
            try stage.daemon.awaitLog(
                "app of a channel not started channel=player error=\"The program /nonexistent/player could not be started: "
            )
            #expect(try stage.subscribe("player").ids(1) == ["1"])
        }
    }
}
