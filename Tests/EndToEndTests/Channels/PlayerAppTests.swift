import Foundation
import Glibc
import Testing

/// The apps of Examples/apps get a link in each of the four situations in which a user clicks it.
@Suite struct PlayerAppTests {
    @Test(arguments: PlayerApp.Language.allCases)
    func `an app that runs performs a link, and its sender is told so`(_ language: PlayerApp.Language) throws {
        try withFolder { folder in
            guard let app = PlayerApp(language, in: folder) else { return }
            try withDaemon(table: PlayerTable.text()) { daemon in
                let running = try app.start(at: daemon.socket)
                defer { running.program.kill() }
                try Self.awaitChannel(daemon) { $0["subscribers"].text == "1" }
                let sender = try daemon.connect()
                #expect(try sender.open("podcast://episodes/7")["code"].text == "ok.performed")
                let refused = try sender.open("podcast://delete/9")
                #expect(refused["code"].text == "failed.channel.refused", "\(refused)")
                #expect(refused["execution.reason"].text == "This player cannot delete.")
                #expect(try app.queue() == ["7"])
            }
        }
    }

    @Test(arguments: PlayerApp.Language.allCases)
    func `an app that does not run is started by a link, once for many, and performs them`(
        _ language: PlayerApp.Language
    ) throws {
        try withFolder { folder in
            guard let app = PlayerApp(language, in: folder) else { return }
            let socket = folder.path(of: "socket")
            defer { app.endStarted() }
            let start = "start exec " + app.running(at: socket).joined(separator: " ")
            try withDaemon(in: folder, table: PlayerTable.text(channel: start)) { daemon in
                let senders = try (1...5).map { episode in
                    let sender = try daemon.connect()
                    try sender.send(Self.call(episode))
                    return sender
                }
                for sender in senders {
                    #expect(try sender.receive()?["parameters.outcome.code"].text == "ok.performed", "\(daemon.log)")
                }
                #expect(try app.queue().sorted() == ["1", "2", "3", "4", "5"])
                #expect(try Self.channel(daemon)["subscribers"].text == "1")
            }
        }
    }

    @Test(arguments: PlayerApp.Language.allCases)
    func `a link waits for an app that was started and has not subscribed yet`(
        _ language: PlayerApp.Language
    ) throws {
        try withFolder { folder in
            guard let app = PlayerApp(language, in: folder) else { return }
            // The app takes as long as the test wants.
            let gate = folder.path(of: "gate")
            guard unsafe mkfifo(gate, 0o600) == 0 else { throw TestFailure("mkfifo: errno \(errno)") }
            let socket = folder.path(of: "socket")
            let slow = "#!/bin/sh\nread line < \(gate)\nexec \(app.running(at: socket).joined(separator: " "))\n"
            defer { app.endStarted() }
            let start = "start exec " + (try folder.write("slow-player", slow, mode: 0o755))
            try withDaemon(in: folder, table: PlayerTable.text(channel: start)) { daemon in
                let sender = try daemon.connect()
                try sender.send(Self.call(7))
                var opened: Int32 = -1
                defer { close(opened) }
                try Patience.lookFor("the program, which waits at \(gate): \(daemon.log)") {
                    opened = unsafe open(gate, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
                    return opened >= 0
                }
                let channel = try Self.channel(daemon)
                #expect(channel["subscribers"].text == "0" && channel["waiting"].text == "1", "\(channel)")
                #expect(try !sender.hasAnswer())
                #expect(unsafe write(opened, "\n", 1) == 1)
                #expect(try sender.receive()?["parameters.outcome.code"].text == "ok.performed", "\(daemon.log)")
                #expect(try app.queue() == ["7"])
            }
        }
    }

    @Test(arguments: PlayerApp.Language.allCases)
    func `an app that was killed before it acknowledged gets the link again, and does not perform it twice`(
        _ language: PlayerApp.Language
    ) throws {
        try withFolder { folder in
            guard let app = PlayerApp(language, in: folder) else { return }
            try withDaemon(table: PlayerTable.text()) { daemon in
                let acknowledged = try folder.makeFIFO("acknowledged", keptOpen: true)
                defer { close(acknowledged) }
                let trap = try AcknowledgementTrap(at: folder.path(of: "trap"), before: daemon.socket) {
                    _ = unsafe write(acknowledged, "!", 1)
                }
                defer { trap.stop() }
                let sender = try daemon.connect()
                let first = try app.start(at: trap.socket)
                defer { first.program.kill() }
                try sender.send(Self.call(7))
                try Patience.awaitReadable(acknowledged, "an acknowledgement: \(first.errors)")
                first.program.kill()
                #expect(try app.queue() == ["7"])
                #expect(try !sender.hasAnswer())
                let second = try app.start(at: daemon.socket)
                defer { second.program.kill() }
                #expect(try sender.receive()?["parameters.outcome.code"].text == "ok.performed", "\(second.errors)")
                #expect(try app.queue() == ["7"])
                // A link of the same URL is another one.
                #expect(try sender.open("podcast://episodes/7")["code"].text == "ok.performed")
                #expect(try app.queue() == ["7", "7"])
            }
        }
    }

    // MARK: Support

    private static func call(_ episode: Int) throws -> String {
        try RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "podcast://episodes/\(episode)"])
    }

    /// What the daemon says of the channel.
    private static func channel(_ daemon: RunningDaemon) throws -> JSONTree {
        let answer = try daemon.connect().call("io.deeplinkd.Channels.List")
        guard let channel = answer["parameters.channels.0"] else { throw TestFailure("no channel: \(answer)") }
        return channel
    }

    private static func awaitChannel(_ daemon: RunningDaemon, _ condition: (JSONTree) -> Bool) throws {
        try Patience.lookFor("the channel in another state: \(try channel(daemon))") { condition(try channel(daemon)) }
    }
}
