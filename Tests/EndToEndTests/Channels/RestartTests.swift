import Foundation
import Glibc
import TestSupport
import Testing

/// Links that wait in memory outlive a restart of the daemon, by the service manager's store.
@Suite struct RestartTests {
    /// Two channels that are not durable: one gives a link to the next subscriber, the other to one only.
    private static func table(
        hold: String = "hold 64 for 10m", requirements: String = "", lines: String = "detach"
    ) -> String {
        ChannelStage.table(
            ["again": "kind held\n\(hold)\nacknowledge within 30s", "once": "kind held\nredeliver no"],
            requirements: requirements, lines: lines)
    }

    private func accept(_ url: String, _ stage: ChannelStage) throws {
        let outcome = try stage.open(url)
        #expect(outcome["code"].text == "ok.accepted", "\(outcome)")
    }

    /// Expects that no link waits.
    private func expectNone(in channel: String, _ stage: ChannelStage) throws {
        #expect(try stage.report(on: channel)["waiting"].text == "0")
    }

    // MARK: Kept

    @Test func `links that wait come back after a restart, in their order, and once they are acknowledged not again`()
        throws
    {
        try ChannelStage.with(Self.table()) { stage in
            for number in 1...5 { try accept("t://again/\(number)?note=a%20\(number)", stage) }
            try stage.daemon.restart()
            #expect(stage.daemon.notifications.stored.isEmpty, "it was taken")
            try stage.daemon.awaitLog("held links given to the next run links=5")
            try stage.daemon.awaitLog("held links of the run before taken up links=5")
            #expect(try stage.report(on: "again")["waiting"].text == "5")
            let app = try stage.subscribe("again")
            for number in 1...5 {
                let link = try app.link()
                #expect(link["inputs.id"].text == "\(number)" && link["inputs.note"].text == "a \(number)", "\(link)")
                #expect(link["url"].text == "t://again/\(number)?note=a%20\(number)", "\(link)")
                #expect(link["redelivered"].text == "false" && link["uid"].text == "\(getuid())", "\(link)")
                #expect(try app.acknowledge(link) == "-")
            }
            try stage.daemon.restart()
            #expect(stage.daemon.notifications.stored.isEmpty, "nothing was left")
            try expectNone(in: "again", stage)
        }
    }

    @Test func `a link that an app was told of comes back under the same name, marked as redelivered`() throws {
        try ChannelStage.with(Self.table()) { stage in
            try accept("t://again/7", stage)
            let told = try stage.subscribe("again").link()
            try stage.daemon.restart()
            let app = try stage.subscribe("again")
            let link = try app.link()
            #expect(link["delivery"].text == told["delivery"].text && link["redelivered"].text == "true", "\(link)")
            #expect(try app.acknowledge(link) == "-")
        }
    }

    @Test func `with redeliver no a link that an app was told of ends, and another comes back`() throws {
        try ChannelStage.with(Self.table()) { stage in
            try accept("t://once/7", stage)
            _ = try stage.subscribe("once").link()
            try accept("t://once/8", stage)
            try stage.daemon.restart()
            try stage.daemon.awaitLog("code=unknown.effect")
            let app = try stage.subscribe("once")
            #expect(try app.link()["inputs.id"].text == "8")
        }
    }

    @Test func `a link goes on waiting while no table is in force, over a second restart too`() throws {
        try ChannelStage.with(Self.table()) { stage in
            try accept("t://again/7", stage)
            try stage.daemon.restart { try stage.daemon.replaceTable("broken") }
            try stage.daemon.restart()
            try stage.reload(Self.table())
            #expect(try stage.subscribe("again").link()["inputs.id"].text == "7")
        }
    }

    @Test func `a daemon that is ended while it starts loses nothing`() throws {
        var random = SeededGenerator(for: "a daemon that is ended while it starts")
        try ChannelStage.with(Self.table()) { stage in
            let daemon = stage.daemon
            for number in 1...5 { try accept("t://again/\(number)", stage) }
            daemon.program.signal(SIGTERM)
            #expect(try daemon.program.wait() == .code(0))
            for _ in 0..<12 {
                try daemon.startWithStore(isAwaited: false)
                usleep(UInt32.random(in: 0...150_000, using: &random))
                daemon.program.signal(SIGTERM)
                let exit = try daemon.program.wait()
                #expect(exit == .code(0) || exit == .signal(SIGTERM), "\(exit)")
            }
            try daemon.startWithStore()
            let app = try stage.subscribe("again")
            #expect(try app.ids(5) == ["1", "2", "3", "4", "5"])
            try stage.awaitWaiting(5, in: "again")
        }
    }

    // MARK: Not kept

    @Test func `a sender that waits takes its link back at the end, as without a restart`() throws {
        try ChannelStage.with(Self.table(lines: "")) { stage in
            let sender = try stage.send("t://again/7")
            try stage.awaitWaiting(1, in: "again")
            try stage.daemon.restart {
                let code = try sender.receive()?["parameters.outcome.code"].text
                #expect(code == "failed.cancelled")
            }
            try expectNone(in: "again", stage)
        }
    }

    @Test func `a daemon that is killed leaves nothing`() throws {
        try ChannelStage.with(Self.table()) { stage in
            try accept("t://again/7", stage)
            stage.daemon.program.kill()
            try stage.daemon.startWithStore()
            try expectNone(in: "again", stage)
        }
    }

    @Test func `where the service manager cannot be reached the links end with the daemon, and the log says how`()
        throws
    {
        try ChannelStage.with(Self.table()) { stage in
            try accept("t://again/7", stage)
            _ = try stage.subscribe("again").link()
            try accept("t://once/8", stage)
            let path = stage.daemon.notifications.path
            #expect(unsafe rename(path, path + ".away") == 0)
            stage.daemon.program.signal(SIGTERM)
            #expect(try stage.daemon.program.wait() == .code(0))
            let log = stage.daemon.log
            #expect(log.contains("held links end with this run links=2"), "\(log)")
            #expect(log.contains("action=Play.again channel=again code=unknown.effect"), "\(log)")
            #expect(log.contains("action=Play.once channel=once code=failed.cancelled"), "\(log)")
            #expect(unsafe rename(path + ".away", path) == 0)
            try stage.daemon.startWithStore()
            try expectNone(in: "again", stage)
        }
    }

    @Test func `a file is taken once, also if the service manager passes it a second time`() throws {
        try ChannelStage.with(Self.table()) { stage in
            try accept("t://again/7", stage)
            stage.daemon.program.signal(SIGTERM)
            #expect(try stage.daemon.program.wait() == .code(0))
            try stage.daemon.notifications.drain()
            let file = try #require(stage.daemon.notifications.stored.first)
            let copy = (name: file.name, descriptor: dup(file.descriptor))
            defer { close(copy.descriptor) }
            #expect(file.name == "held-links")
            try stage.daemon.startWithStore()
            #expect(try stage.report(on: "again")["waiting"].text == "1")
            stage.daemon.program.kill()
            try stage.daemon.startWithStore([copy, copy])
            try stage.daemon.awaitLog("is not a file that was not taken yet")
            try expectNone(in: "again", stage)
        }
    }

    @Test func `another descriptor of that name is refused, and the daemon serves`() throws {
        let listening = try SocketAddress.makeAbstract().listen()
        var ends: [Int32] = [-1, -1]
        #expect(unsafe pipe(&ends) == 0)
        let null = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { for descriptor in ends + [listening, null] { close(descriptor) } }
        try ChannelStage.with(Self.table()) { stage in
            for descriptor in [listening, ends[0], null] {
                stage.daemon.program.kill()
                try stage.daemon.startWithStore([("held-links", descriptor), ("held-links", descriptor)])
                try accept("t://again/7", stage)
            }
            try stage.daemon.awaitLog("is not a sealed file in memory")
        }
    }

    // MARK: Another table

    private static let gone = ChannelStage.table(["once": "kind held"], lines: "detach")
    private static let otherAction = ChannelStage.table(
        ["again": "kind held", "other": "kind held"], lines: "detach"
    ).replacingOccurrences(of: "action again", with: "action begin")
        .replacingOccurrences(of: "do again", with: "do begin")

    @Test(arguments: [
        (gone, "failed.channel.noSubscriber"), (otherAction, "rejected.action.notFound"),
        (table(requirements: "require runtime off"), "blocked.feature.disabled"),
    ])
    func `a link that the next table has no place for ends there`(next: String, code: String) throws {
        try ChannelStage.with(Self.table(requirements: "require runtime on")) { stage in
            try accept("t://again/7", stage)
            try stage.daemon.restart { try stage.daemon.replaceTable(next) }
            // What is verified again is verified when an app would get it.
            let app = next == Self.gone ? nil : try stage.subscribe("again")
            try stage.daemon.awaitLog("held link ended action=Play.again channel=again code=\(code)")
            withExtendedLifetime(app) {}
        }
    }

    @Test func `a link whose time is over while no daemon runs ends at the next start`() throws {
        try ChannelStage.with(Self.table(hold: "hold 64 for 1s")) { stage in
            try accept("t://again/7", stage)
            try stage.daemon.restart { usleep(1_100_000) }
            try stage.daemon.awaitLog("code=failed.channel.noSubscriber")
            try expectNone(in: "again", stage)
        }
    }
}
