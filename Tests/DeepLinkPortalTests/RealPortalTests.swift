import DeepLinkFeatures
import DeepLinkPortal
import Foundation
import TestSupport
import Testing

/// The portal of this machine, whose dialogs a program of the test answers.
@Suite(.serialized) struct RealPortalTests {
    private static let portal = "/usr/libexec/xdg-desktop-portal"

    /// Runs a test with the portal and its store on a bus of its own; skips it where they cannot run.
    private func onStage(
        _ interfaces: [String], answer: Int = 0, test: String = #function, _ body: (PrivateBus) async throws -> Void
    ) async throws {
        guard FileManager.default.isExecutableFile(atPath: Self.portal) else {
            print("skipped: \(test): needs xdg-desktop-portal")
            return
        }
        guard let bus = try PrivateBus(for: test) else { return }
        defer { bus.end() }
        guard try bus.startPermissionStore(for: test) else { return }
        guard try FakePortal.startBackend(on: bus, for: test, answer: answer) else { return }
        let names = interfaces.map { "org.freedesktop.impl.portal." + $0 + ";" }.joined()
        try "[portal]\nDBusName=org.freedesktop.impl.portal.desktop.fake\nInterfaces=\(names)\nUseIn=fake\n"
            .write(toFile: bus.folder + "/fake.portal", atomically: true, encoding: .utf8)
        let environment = ["XDG_DESKTOP_PORTAL_DIR": bus.folder, "XDG_CURRENT_DESKTOP": "fake"]
        try #require(try bus.start("org.freedesktop.portal.Desktop", Self.portal, [], environment))
        try await body(bus)
    }

    @Test(arguments: [(0, PermissionStatus.authorized), (1, .denied)])
    func `the machine's portal answers, by its dialog or, an old one, without asking`(
        _ answer: Int, _ status: PermissionStatus
    ) async throws {
        try await onStage(["Access", "Background", "Notification"], answer: answer) { bus in
            let adapter = PortalPermissionAdapter(bus: bus.address)
            await adapter.load()
            #expect(adapter.status(of: .background, for: .machine) == .notDetermined)
            try adapter.request(.background, usage: "To go on", for: .machine) {}
            #expect(PrivateBus.wait { !adapter.isAsking(.background, for: .machine) })
            // A portal of 1.16 grants it to each program outside of sandboxes, and keeps no record.
            #expect([status, .authorized].contains(adapter.status(of: .background, for: .machine)))
            #expect(adapter.reason(for: .background) == nil)
            #expect(adapter.status(of: .notifications, for: .machine) == .authorized)
        }
    }

    @Test func `a portal without the interfaces of a desktop says so`() async throws {
        try await onStage(["Settings"]) { bus in
            let adapter = PortalPermissionAdapter(app: "org.example.Photos", bus: bus.address)
            await adapter.load()
            for permission in PortalPermissionAdapter.supported {
                #expect(adapter.status(of: permission, for: .machine) == .unsupported)
                #expect(adapter.reason(for: permission)?.hasPrefix("the desktop's portal has no org.") == true)
            }
        }
    }
}

extension FakePortal {
    /// Starts what the portal shows dialogs by, in Python: it answers each with a number.
    fileprivate static func startBackend(on bus: PrivateBus, for test: String, answer: Int) throws -> Bool {
        let modules = try? ChildProgram.run("/usr/bin/python3", ["-c", "import gi"])
        guard modules?.exit == .code(0) else {
            print("skipped: \(test): needs the GLib library of Python (Debian: python3-gi)")
            return false
        }
        let name = "org.freedesktop.impl.portal.desktop.fake"
        return try bus.start(name, "/usr/bin/python3", ["-c", backend, name, "\(answer)"])
    }

    private static let backend = """
        import sys
        from gi.repository import Gio, GLib
        answers = dict(
            AccessDialog=GLib.Variant("(ua{sv})", (int(sys.argv[2]), {})),
            EnableAutostart=GLib.Variant("(b)", (False,)),
            GetAppState=GLib.Variant("(a{sv})", ({},)), GetAll=GLib.Variant("(a{sv})", ({},)))

        def answer(connection, message, incoming):
            if not incoming or message.get_message_type() != Gio.DBusMessageType.METHOD_CALL: return message
            reply = Gio.DBusMessage.new_method_reply(message)
            if message.get_member() in answers: reply.set_body(answers[message.get_member()])
            connection.send_message(reply, Gio.DBusSendMessageFlags.NONE)
            return None

        bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        bus.add_filter(answer)
        Gio.bus_own_name_on_connection(bus, sys.argv[1], Gio.BusNameOwnerFlags.NONE)
        GLib.MainLoop().run()
        """
}
