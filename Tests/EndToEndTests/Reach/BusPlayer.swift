import Foundation
import Glibc
import TestSupport
import Testing

/// A private bus with an app on it, a GApplication in Python, and a daemon of a user that calls it.
///
/// The app writes a line of JSON for each call that reaches it.
final class BusPlayer {
    /// How the app is there.
    enum Presence {
        case running
        /// The bus starts it.
        case activatable
        case absent
    }

    static let name = "org.example.Player"
    /// A name of which the bus knows a program that ends at once.
    static let failingName = "org.example.Broken"
    private static let interpreter = "/usr/bin/python3"
    /// The user of the daemon, whose instance is one of a person.
    static let user: UInt32? = geteuid() == 0 ? 65_534 : nil

    let bus: PrivateBus
    let daemon: RunningDaemon
    private let log: String
    private let script: String

    /// Runs a test with the app and a daemon.
    ///
    /// - Parameters:
    ///   - policy: rules of the bus behind those that allow everything.
    ///   - hasLedger: true for a daemon that remembers outcomes when it is killed.
    static func with(
        _ test: String, _ presence: Presence = .running, table: String, policy: String = "", hasLedger: Bool = false,
        _ body: (BusPlayer) throws -> Void
    ) throws {
        guard try ChildProgram.run(interpreter, ["-c", "import gi"]).exit == .code(0) else {
            print("skipped: \(test): needs the GLib library of Python (Debian: python3-gi)")
            return
        }
        try withFolder { folder in
            let services = try folder.makeFolder("services")
            guard unsafe chmod(folder.path, 0o755) == 0, unsafe chmod(services, 0o755) == 0 else {
                throw TestFailure("chmod")
            }
            guard let bus = try PrivateBus(for: test, serviceFolder: services, policy: policy) else { return }
            defer { bus.end() }
            let player = try BusPlayer(bus, folder, services, presence, table: table, hasLedger: hasLedger)
            defer { player.daemon.program.kill() }
            try body(player)
        }
    }

    private init(
        _ bus: PrivateBus, _ folder: TemporaryFolder, _ services: String, _ presence: Presence, table: String,
        hasLedger: Bool
    ) throws {
        self.bus = bus
        log = bus.folder + "/calls"
        script = bus.folder + "/player.py"
        try Self.program.write(toFile: script, atomically: true, encoding: .utf8)
        try Self.service(Self.failingName, "/bin/false").write(
            toFile: services + "/broken.service", atomically: true, encoding: .utf8)
        if presence == .activatable {
            try Self.service(Self.name, "\(Self.interpreter) \(script) \(log)").write(
                toFile: services + "/player.service", atomically: true, encoding: .utf8)
            bus.call([
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ReloadConfig",
            ])
        }
        var state: String?
        if hasLedger {
            state = try folder.makeFolder("state")
            if let user = Self.user, let state, unsafe chown(state, user, user) != 0 { throw TestFailure("chown") }
        }
        daemon = try RunningDaemon(
            in: folder, table: table, stateDirectory: state,
            environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address, "DBUS_SYSTEM_BUS_ADDRESS": bus.address],
            user: Self.user)
        if presence == .running, try !start() { throw TestFailure("the app does not start") }
    }

    /// Starts the app, and waits until it has its name.
    func start() throws -> Bool { try bus.start(Self.name, Self.interpreter, [script, log]) }

    private static func service(_ name: String, _ command: String) -> String {
        "[D-BUS Service]\nName=\(name)\nExec=\(command)\n"
    }

    // MARK: Calls

    /// A client of the daemon's user.
    func connect() throws -> RawClient {
        guard let user = Self.user else { return try daemon.connect() }
        return try OtherUser(uid: user).connect(to: SocketAddress(daemon.socket))
    }

    /// Opens a link, and returns its outcome.
    func open(_ url: String, _ more: [String: Any] = [:]) throws -> JSONTree {
        try connect().outcome("Open", ["url": url].merging(more) { $1 })
    }

    /// The calls that reached the app: the method, and its arguments as JSON.
    var calls: [JSONTree] {
        let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { try? JSONTree(parsing: Array($0.utf8)) }
    }

    /// Waits for so many calls, and returns the last one.
    @discardableResult
    func awaitCall(_ count: Int) throws -> JSONTree {
        try Patience.lookFor("\(count) calls: \(calls)") { calls.count >= count }
        let all = calls
        #expect(all.count == count, "\(all)")
        return all[count - 1]
    }

    // MARK: The app

    private static let program = """
        import json, os, sys
        # A service that the bus starts gets its address by this variable.
        os.environ.setdefault("DBUS_SESSION_BUS_ADDRESS", os.environ.get("DBUS_STARTER_ADDRESS", ""))
        from gi.repository import Gio, GLib

        INTERFACE = '''<node><interface name="io.example.Player1">
        <method name="Play"><arg type="u" direction="in"/><arg type="s" direction="in"/>
          <arg type="s" direction="out"/><arg type="u" direction="out"/></method>
        <method name="Describe"><arg type="s" direction="in"/><arg type="a{sv}" direction="out"/></method>
        <method name="Types"><arg type="y" direction="in"/><arg type="n" direction="in"/><arg type="q" direction="in"/>
          <arg type="i" direction="in"/><arg type="u" direction="in"/><arg type="x" direction="in"/>
          <arg type="t" direction="in"/><arg type="d" direction="in"/><arg type="b" direction="in"/>
          <arg type="s" direction="in"/><arg type="o" direction="in"/><arg type="g" direction="in"/></method>
        <method name="Lists"><arg type="as" direction="in"/><arg type="a{sv}" direction="in"/>
          <arg type="v" direction="in"/><arg type="v" direction="in"/></method>
        <method name="Fail"><arg type="s" direction="in"/></method>
        <method name="Wait"/><method name="Die"/><method name="Denied"/>
        <method name="Huge"><arg type="u" direction="in"/><arg type="s" direction="out"/></method>
        </interface></node>'''

        def note(member, arguments, **more):
            with open(sys.argv[1], "a") as log:
                log.write(json.dumps(dict(member=member, arguments=arguments, **more)) + "\\n")

        class Player(Gio.Application):
            def __init__(self):
                Gio.Application.__init__(self, application_id="org.example.Player",
                                         flags=Gio.ApplicationFlags.HANDLES_OPEN | Gio.ApplicationFlags.IS_SERVICE)
                self.platform = {}
                for name, kind in (("play", "t"), ("pick", "u"), ("list", "as"), ("stop", None)):
                    action = Gio.SimpleAction.new(name, kind and GLib.VariantType.new(kind))
                    action.connect("activate", self.act)
                    self.add_action(action)
                self.hold()

            def do_before_emit(self, platform):
                self.platform = platform.unpack()

            def act(self, action, parameter):
                note("action " + action.get_name(), parameter and parameter.unpack(), platform=self.platform)

            def do_open(self, files, count, hint):
                note("open", [file.get_uri() for file in files], platform=self.platform)

            def do_activate(self):
                note("activate", [], platform=self.platform)

            def do_dbus_register(self, connection, path):
                node = Gio.DBusNodeInfo.new_for_xml(INTERFACE)
                connection.register_object(path, node.interfaces[0], self.call, None, None)
                return True

            def call(self, connection, sender, path, interface, member, parameters, invocation):
                arguments = parameters.unpack()
                flags = int(invocation.get_message().get_flags())
                note(member, list(arguments), types=parameters.get_type_string(), flags=flags)
                if member == "Play":
                    invocation.return_value(GLib.Variant("(su)", (arguments[1], arguments[0])))
                elif member == "Describe":
                    answer = {"title": GLib.Variant("s", arguments[0]), "position": GLib.Variant("t", 7),
                              "tags": GLib.Variant("as", ["a", "b"]), "rest": GLib.Variant("d", 0.5)}
                    invocation.return_value(GLib.Variant("(a{sv})", (answer,)))
                elif member == "Fail":
                    invocation.return_dbus_error(arguments[0], "It is \\x1b[31mred")
                elif member == "Huge":
                    invocation.return_value(GLib.Variant("(s)", ("x" * arguments[0],)))
                elif member == "Die":
                    os._exit(0)
                elif member != "Wait":
                    invocation.return_value(None)

        Player().run([])
        """
}
