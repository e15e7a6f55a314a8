import Foundation
import TestSupport
import Testing

/// Actions that start an app by its name on the message bus, through the socket.
@Suite struct LaunchByNameTests {
    /// Runs a test with a bus that can start the app, and a daemon.
    private static func with(
        _ test: String, isActivatable: Bool = true, links: String = "$(url)",
        _ body: (RunningDaemon, AppDesk) throws -> Void
    ) throws {
        guard TransientManager.hasPython(for: test) else { return }
        try withFolder { folder in
            let desk = try AppDesk(folder)
            let services = try BusApp.install(in: folder, notes: folder.path(of: "calls"))
            guard let bus = try PrivateBus(for: test, serviceFolder: isActivatable ? services : nil) else { return }
            defer { bus.end() }
            try desk.entry(BusApp.id, exec: desk.app + " %u", "DBusActivatable=true")
            try withDaemon(
                in: folder, table: AppDesk.table(BusApp.id, links, timeout: "5s"),
                environment: desk.environment(bus: bus)
            ) { try body($0, desk) }
        }
    }

    @Test func `the bus starts the app, which gets its link and both keys of the token`() throws {
        try Self.with(#function) { daemon, desk in
            let client = try daemon.connect()
            let trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
            let outcome = try client.outcome(
                "Open", ["url": "t://open/x?a=%22", "activationToken": "t0ken", "traceparent": trace])
            #expect(outcome["code"].text == "ok.started", "\(outcome)")
            #expect(outcome["execution.service"].text == BusApp.id && outcome["execution.unit"] == nil)
            let call = try #require(desk.folder.notes("calls").first)
            #expect(call["member"]?.text == "Open" && call["links"]?.text == "t://open/x?a=%22")
            #expect(call["platform.activation-token"]?.text == "t0ken")
            #expect(call["platform.desktop-startup-id"]?.text == "t0ken")
            #expect(call["platform.traceparent"]?.text == trace)
            #expect(try client.open("t://open/y")["code"].text == "ok.started")
            #expect(desk.folder.notes("calls").last?["platform"]?.text == "")
            #expect(desk.starts.isEmpty)
        }
    }

    @Test func `without a link the app is activated`() throws {
        try Self.with(#function, links: "") { daemon, desk in
            let outcome = try daemon.connect().open("t://open/x")
            #expect(outcome["code"].text == "ok.started", "\(outcome)")
            #expect(desk.folder.notes("calls").map { $0["member"].text } == ["Activate"])
        }
    }

    @Test func `where the bus does not know the name, the program of the entry is started`() throws {
        try Self.with(#function, isActivatable: false) { daemon, desk in
            let outcome = try daemon.connect().open("t://open/x")
            #expect(outcome["code"].text == "ok.started" && outcome["execution.service"] == nil, "\(outcome)")
            #expect(try desk.awaitStart().arguments == ["t://open/x"])
        }
    }

    @Test(arguments: [
        ("fail", "failed.dbus", "org.example.Player.Full"),
        ("method", "failed.launch", "org.freedesktop.DBus.Error.UnknownMethod"),
        ("die", "unknown.effect", "org.freedesktop.DBus.Error.NoReply"),
    ])
    func `an app that does not take the link has its code`(_ word: String, _ code: String, _ name: String) throws {
        try Self.with(#function) { daemon, desk in
            let outcome = try daemon.connect().open("t://open/\(word)")
            #expect(outcome["code"].text == code, "\(outcome)")
            #expect(outcome["execution.errorName"].text == name)
            #expect(desk.starts.isEmpty)
        }
    }

    @Test func `an app that does not answer is unknown, and one that the bus cannot start was not started`() throws {
        try Self.with(#function) { daemon, desk in
            let client = try daemon.connect()
            let slow = try client.outcome("Open", ["url": "t://open/slow", "deadlineMs": 1_500])
            #expect(slow["code"].text == "unknown.effect", "\(slow)")
            #expect(try client.open("t://open/die")["code"].text == "unknown.effect")
            try desk.folder.write("bus-app.py", "raise SystemExit(3)\n")
            let broken = try client.open("t://open/x")
            #expect(broken["code"].text == "failed.launch", "\(broken)")
            #expect(broken["execution.errorName"].text.hasPrefix("org.freedesktop.DBus.Error.Spawn."))
            #expect(desk.starts.isEmpty)
        }
    }
}
