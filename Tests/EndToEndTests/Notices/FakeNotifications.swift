import Foundation
import Glibc
import TestSupport

/// A service for notifications on a private bus, which shows nothing: the test says what the person does.
///
/// It is a program of its own, in Python.
final class FakeNotifications {
    /// One call of `Notify`, or the end of a notification.
    struct Shown {
        let tree: JSONTree

        var number: Int { Int(tree["number"].text) ?? 0 }
        var replaced: Int { Int(tree["replaces"].text) ?? 0 }
        var summary: String { tree["summary"].text }
        var body: String { tree["body"].text }
        /// *Shape*: the labels of the buttons.
        var labels: [String] { pairs.map(\.1) }
        var keys: [String] { pairs.map(\.0) }

        private var pairs: [(String, String)] {
            let words = tree["actions"]?.elements.map(\.text) ?? []
            return stride(from: 0, to: words.count - 1, by: 2).map { (words[$0], words[$0 + 1]) }
        }
    }

    private static let interpreter = "/usr/bin/python3"

    private let program: Program
    private let channel: Int32
    private var received = ""

    /// False, with the reason printed, where the service cannot run.
    static func isPossible(for test: String) throws -> Bool {
        if FileManager.default.isExecutableFile(atPath: interpreter),
            try Program.run(interpreter, ["-c", "import dbus, gi"]).exit == .code(0)
        {
            return true
        }
        print("skipped: \(test): needs a D-Bus library of Python (Debian: python3-dbus python3-gi)")
        return false
    }

    /// Starts the service, and waits until it has its name.
    init(on bus: PrivateBus, capabilities: String = "actions body body-markup") throws {
        var ends: [Int32] = [-1, -1]
        guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw TestFailure("socketpair: errno \(errno)")
        }
        channel = ends[0]
        defer { Glibc.close(ends[1]) }
        program = try Program(
            Self.interpreter, ["-c", Self.script, bus.address] + capabilities.split(separator: " ").map(String.init),
            environment: [:], descriptors: [ends[1], ends[1], STDERR_FILENO])
        let first = try next()
        guard first["ready"] != nil else { throw TestFailure("the service says \(first)") }
    }

    deinit {
        program.kill()
        Glibc.close(channel)
    }

    /// The next thing that a program has asked of the service.
    func next() throws -> JSONTree {
        while true {
            if let end = received.firstIndex(of: "\n") {
                defer { received = String(received[received.index(after: end)...]) }
                return try JSONTree(parsing: Array(received[..<end].utf8))
            }
            try Patience.awaitReadable(channel, "what is shown, after \(received)")
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = unsafe read(channel, &bytes, bytes.count)
            guard count > 0 else { throw TestFailure("the service has ended") }
            received += String(decoding: bytes.prefix(count), as: UTF8.self)
        }
    }

    /// The next notification.
    func shown() throws -> Shown {
        let next = try next()
        guard next["summary"] != nil else { throw TestFailure("no notification, but \(next)") }
        return Shown(tree: next)
    }

    /// Waits until a notification is taken back.
    func awaitClose(of number: Int) throws {
        let next = try next()
        guard next["closes"].text == "\(number)" else { throw TestFailure("not closed, but \(next)") }
    }

    /// Has the person press a button.
    ///
    /// - Parameter token: what the desktop gives for the window of the app that is opened.
    func press(_ shown: Shown, _ label: String, token: String? = nil) throws {
        guard let place = shown.labels.firstIndex(of: label) else {
            throw TestFailure("no \(label) in \(shown.labels)")
        }
        try press(shown.number, key: shown.keys[place], token: token)
    }

    /// Has the service say that a key was pressed.
    func press(_ number: Int, key: String, token: String? = nil) throws {
        try tell(["press": number, "key": key, "token": token ?? ""])
    }

    /// Has the person close a notification.
    func close(_ number: Int) throws { try tell(["close": number]) }

    /// Has another connection say that a key was pressed: to all, and to the program that showed the last notification.
    func pretend(_ number: Int, key: String) throws {
        try tell(["pretend": number, "key": key])
        guard try next()["pretended"] != nil else { throw TestFailure("nothing was pretended") }
    }

    /// Stops the service without ending it.
    func pause() { program.signal(SIGSTOP) }

    /// Ends the service.
    func kill() { program.kill() }

    private func tell(_ command: [String: Any]) throws {
        let bytes = Array((try JSONTree.write(command) + "\n").utf8)
        guard unsafe write(channel, bytes, bytes.count) == bytes.count else {
            throw TestFailure("write: errno \(errno)")
        }
    }

    private static let script = """
        import json, os, sys, dbus, dbus.lowlevel, dbus.service
        from dbus.mainloop.glib import DBusGMainLoop
        from gi.repository import GLib
        NAME, PATH = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"
        DBusGMainLoop(set_as_default=True)
        bus = dbus.bus.BusConnection(sys.argv[1])
        def say(what): print(json.dumps(what), flush=True)
        class Service(dbus.service.Object):
            last, shown, offered, caller = 40, set(), [], None
            @dbus.service.method(NAME, in_signature="", out_signature="as")
            def GetCapabilities(self): return sys.argv[2:]
            @dbus.service.method(NAME, in_signature="susssasa{sv}i", out_signature="u", sender_keyword="sender")
            def Notify(self, app, replaces, icon, summary, body, actions, hints, timeout, sender=None):
                self.caller, self.offered = sender, list(actions[::2])
                if replaces in self.shown: number = replaces
                else: self.last += 1; number = self.last
                self.shown.add(number)
                hints = {key: str(int(value) if isinstance(value, int) else value) for key, value in hints.items()}
                say(dict(app=app, replaces=int(replaces), icon=icon, summary=summary, body=body, actions=actions,
                         hints=hints, timeout=int(timeout), number=int(number)))
                return dbus.UInt32(number)
            @dbus.service.method(NAME, in_signature="u", out_signature="")
            def CloseNotification(self, number): self.end(number, 3); say(dict(closes=int(number)))
            @dbus.service.signal(NAME, signature="uu")
            def NotificationClosed(self, number, reason): pass
            @dbus.service.signal(NAME, signature="us")
            def ActionInvoked(self, number, key): pass
            @dbus.service.signal(NAME, signature="us")
            def ActivationToken(self, number, token): pass
            def end(self, number, reason): self.shown.discard(number); self.NotificationClosed(number, reason)
        def pretend(number, key):
            other = dbus.bus.BusConnection(sys.argv[1])
            for target in (None, service.caller):
                for member, value in (("ActivationToken", "stolen"), ("ActionInvoked", key)):
                    message = dbus.lowlevel.SignalMessage(PATH, NAME, member)
                    message.append(dbus.UInt32(number), value, signature="us")
                    if target: message.set_destination(target)
                    other.send_message(message)
            other.flush(); say(dict(pretended=True))
        rest = b""
        def tell(*_):
            global rest
            data = os.read(0, 65536)
            if not data: os._exit(0)
            *lines, rest = (rest + data).split(b"\\n")
            for line in lines: do(json.loads(line))
            return True
        def do(what):
            if "close" in what: service.end(what["close"], 2)
            elif "pretend" in what: pretend(what["pretend"], what["key"])
            else:
                if what["token"]: service.ActivationToken(what["press"], what["token"])
                service.ActionInvoked(what["press"], what["key"])
                # As real services do, whatever the hint `resident` says.
                if what["key"] in service.offered: service.end(what["press"], 2)
        service = Service(bus, PATH)
        bus.request_name(NAME)
        say(dict(ready=True))
        GLib.io_add_watch(sys.stdin.fileno(), GLib.IO_IN | GLib.IO_HUP, tell)
        GLib.MainLoop().run()
        """
}
