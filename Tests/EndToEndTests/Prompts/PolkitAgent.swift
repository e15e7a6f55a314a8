import Foundation
import Glibc
import TestSupport

/// polkit's agent for one program, in the place of a desktop's dialogue; the test says what the person does.
///
/// It is a program of its own, in Python, and reaches polkit over D-Bus as a desktop's agent does.
final class PolkitAgent {
    private let program: Program
    private let channel: Int32
    private var received = ""

    private static let interpreter = "/usr/bin/python3"

    /// False, with the reason printed, where the agent cannot run.
    static func isPossible(for test: String) throws -> Bool {
        if FileManager.default.isExecutableFile(atPath: interpreter),
            try Program.run(interpreter, ["-c", "import dbus, gi"]).exit == .code(0)
        {
            return true
        }
        print("skipped: \(test): needs a D-Bus library of Python (Debian: python3-dbus python3-gi)")
        return false
    }

    /// Starts an agent, and waits until polkit has taken it.
    init(of processID: pid_t, on bus: PrivateBus) throws {
        var ends: [Int32] = [-1, -1]
        guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw TestFailure("socketpair: errno \(errno)")
        }
        channel = ends[0]
        defer { close(ends[1]) }
        program = try Program(
            Self.interpreter, ["-c", Self.script, bus.address, "\(processID)"], environment: [:],
            descriptors: [ends[1], ends[1], STDERR_FILENO])
        let first = try next()
        guard first == "registered" else { throw TestFailure("the agent says \(first)") }
    }

    deinit { close(channel) }

    /// What happens next: `asks io.test.play`, or `closes` where polkit takes the question back.
    func next() throws -> String {
        while true {
            if let end = received.firstIndex(of: "\n") {
                defer { received = String(received[received.index(after: end)...]) }
                return String(received[..<end])
            }
            try Patience.awaitReadable(channel, "what polkit's agent shows, after \(received)")
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = unsafe read(channel, &bytes, bytes.count)
            guard count > 0 else { throw TestFailure("the agent has ended") }
            received += String(decoding: bytes.prefix(count), as: UTF8.self)
        }
    }

    /// Has the person do something: `grant`, `refuse` as a wrong password does, or `dismiss`; `message` has the
    /// dialogue read out: `says Authenticate`.
    func tell(_ word: String) throws {
        let bytes = Array("\(word)\n".utf8)
        guard unsafe write(channel, bytes, bytes.count) == bytes.count else {
            throw TestFailure("write: errno \(errno)")
        }
    }

    private static let script = """
        import os, sys, dbus, dbus.service
        from dbus.mainloop.glib import DBusGMainLoop
        from gi.repository import GLib
        NAME, PATH = "org.freedesktop.PolicyKit1", "/org/freedesktop/PolicyKit1/Authority"
        DBusGMainLoop(set_as_default=True)
        bus = dbus.bus.BusConnection(sys.argv[1])
        authority = dbus.Interface(bus.get_object(NAME, PATH, introspect=False), NAME + ".Authority")
        def say(line): print(line, flush=True)
        class Cancelled(dbus.DBusException): _dbus_error_name = NAME + ".Error.Cancelled"
        class Agent(dbus.service.Object):
            question = None
            @dbus.service.method(NAME + ".AuthenticationAgent", in_signature="sssa{ss}sa(sa{sv})", out_signature="",
                                 async_callbacks=("done", "fail"))
            def BeginAuthentication(self, action, message, icon, details, cookie, identities, done, fail):
                self.question, self.message = (cookie, identities[0], done, fail), message
                say("asks " + action)
            @dbus.service.method(NAME + ".AuthenticationAgent", in_signature="s", out_signature="")
            def CancelAuthentication(self, cookie):
                if self.question: self.question[3](Cancelled())
                self.question = None
                say("closes")
        def tell(*_):
            word = sys.stdin.readline().strip()
            if not word: os._exit(0)
            if word == "message":
                say("says " + agent.message)
                return True
            (cookie, identity, done, fail), agent.question = agent.question, None
            if word == "grant":
                authority.AuthenticationAgentResponse2(
                    dbus.UInt32(os.geteuid()), cookie, identity, signature="us(sa{sv})", reply_handler=done,
                    error_handler=lambda error: say(str(error)))
            elif word == "refuse": done()
            else: fail(Cancelled())
            return True
        agent = Agent(bus, "/agent")
        process = {"pid": dbus.UInt32(sys.argv[2]), "start-time": dbus.UInt64(0)}
        authority.RegisterAuthenticationAgent(
            ("unix-process", dbus.Dictionary(process, signature="sv")), "C", "/agent", signature="(sa{sv})ss")
        say("registered")
        GLib.io_add_watch(sys.stdin.fileno(), GLib.IO_IN | GLib.IO_HUP, tell)
        GLib.MainLoop().run()
        """
}
