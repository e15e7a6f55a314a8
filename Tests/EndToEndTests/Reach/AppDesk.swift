import Foundation
import TestSupport
import Testing

/// A session of a test's own: desktop entries, an app that notes how it was started, and a service manager.
struct AppDesk {
    /// One start of the app, as it has seen it.
    struct Start: Equatable {
        let arguments: [String]
        let environment: [String: String]
        let folder: String
        let processID: Int32
        /// The session that its process is in.
        let sessionID: Int32
    }

    let folder: TemporaryFolder
    /// The program of the app.
    let app: String

    init(_ folder: TemporaryFolder) throws {
        self.folder = folder
        for name in ["applications", "starts", "home"] { _ = try folder.makeFolder(name) }
        app = try folder.write(
            "app",
            """
            #!/bin/sh
            d=\(folder.path)/starts/$$
            for a; do printf '%s\\n' "$a"; done >$d.args
            env >$d.env
            { pwd; echo $$; ps -o sid= -p $$; } >$d.place
            mv $d.args $d.done
            case $* in *stay*) exec sleep 600 ;; esac

            """, mode: 0o755)
    }

    /// The variables of the session.
    func environment(bus: PrivateBus? = nil, more: [String: String] = [:]) -> [String: String] {
        let own = [
            "HOME": folder.path(of: "home"), "PATH": "/usr/bin:/bin", "XDG_DATA_DIRS": folder.path,
            "XDG_RUNTIME_DIR": folder.path, "LANG": "de_DE.UTF-8", "WAYLAND_DISPLAY": "wayland-7",
            // None of these belongs to the app.
            "NOTIFY_TEST": "1", "CHROME_DESKTOP": "x", "XDG_ACTIVATION_TOKEN": "old", "DESKTOP_STARTUP_ID": "old",
        ]
        return own.merging(bus.map { ["DBUS_SESSION_BUS_ADDRESS": $0.address] } ?? [:]) { $1 }.merging(more) { $1 }
    }

    /// Writes the entry of an id.
    @discardableResult
    func entry(_ id: String, exec: String, _ lines: String..., mode: Int = 0o644) throws -> String {
        let all = ["[Desktop Entry]", "Type=Application", "Name=Player", "Name[de]=Spieler", "Exec=" + exec] + lines
        return try folder.write("applications/\(id).desktop", all.map { $0 + "\n" }.joined(), mode: mode)
    }

    /// A table whose action `open` starts an app with the link.
    static func table(_ app: String, _ links: String = "$(url)", timeout: String = "10s") -> String {
        """
        scheme t
        feature Apps {
            action open {
                launch \(app) \(links)
                timeout \(timeout)
            }
            route open /open/$(_) do open
        }

        """
    }

    /// The starts so far.
    var starts: [Start] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path(of: "starts"))) ?? []
        return names.filter { $0.hasSuffix(".done") }.sorted().map { name in
            let stem = "starts/" + name.dropLast(".done".count)
            func lines(_ file: String) -> [String] {
                let text = (try? String(contentsOfFile: folder.path(of: file), encoding: .utf8)) ?? ""
                return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
            }
            let pairs = lines(stem + ".env").compactMap { line in
                line.firstIndex(of: "=").map { (String(line[..<$0]), String(line[$0...].dropFirst())) }
            }
            let place = lines(stem + ".place")
            return Start(
                arguments: lines("starts/" + name), environment: Dictionary(pairs) { first, _ in first },
                folder: place.first ?? "", processID: Int32(place.dropFirst().first ?? "") ?? 0,
                sessionID: place.last.flatMap { Int32($0.trimmingCharacters(in: .whitespaces)) } ?? 0)
        }
    }

    /// Waits until the app has noted as many starts, and gives the last one.
    func awaitStart(_ count: Int = 1) throws -> Start {
        try Patience.lookFor("start \(count) of the app") { starts.count == count }
        return try #require(starts.max { $0.processID < $1.processID })
    }
}

/// A service manager on a private bus, in Python: it runs the program of each transient unit, and notes its properties.
///
/// The description of a unit says what becomes of it: `deny`, `silent`, `die`, or anything else for a start.
enum TransientManager {
    private static let interpreter = "/usr/bin/python3"

    /// Starts it; false, with the reason printed, where that is not possible.
    ///
    /// - Parameters:
    ///   - version: before 250 it does not know `ExitType`.
    ///   - file: gets a line of JSON for each unit.
    ///   - more: variables that it has.
    static func start(
        on bus: PrivateBus, for test: String, version: Int = 252, notes file: String, more: [String: String] = [:]
    ) throws -> Bool {
        guard hasPython(for: test) else { return false }
        return try bus.start(
            "org.freedesktop.systemd1", interpreter, ["-c", script, bus.address, file, "\(version)"],
            more.merging(["WAYLAND_DISPLAY": "wayland-of-the-manager"]) { $1 })
    }

    /// True if Python can serve a bus; if not, the reason is printed.
    static func hasPython(for test: String) -> Bool {
        let modules = try? Program.run(interpreter, ["-c", "import dbus, gi"])
        guard modules?.exit == .code(0) else {
            print("skipped: \(test): needs a D-Bus library of Python (Debian: python3-dbus python3-gi)")
            return false
        }
        return true
    }

    private static let script = #"""
        import json, os, subprocess, sys, dbus, dbus.service
        from dbus.mainloop.glib import DBusGMainLoop
        from gi.repository import GLib
        NAME, PATH = "org.freedesktop.systemd1", "/org/freedesktop/systemd1"
        DBusGMainLoop(set_as_default=True)
        class Refusal(dbus.DBusException): pass
        def plain(value):
            if isinstance(value, dbus.Boolean): return bool(value)
            if isinstance(value, (dbus.Array, dbus.Struct, tuple, list)): return [plain(v) for v in value]
            return str(value)
        class Manager(dbus.service.Object):
            jobs = 0
            @dbus.service.signal(NAME + ".Manager", signature="uoss")
            def JobRemoved(self, number, path, unit, result): pass
            @dbus.service.method(NAME + ".Manager")
            def Subscribe(self): pass
            @dbus.service.method(NAME + ".Manager", in_signature="ssa(sv)a(sa(sv))", out_signature="o")
            def StartTransientUnit(self, unit, mode, properties, others):
                known = {str(n): plain(v) for n, v in properties}
                if "ExitType" in known and int(sys.argv[3]) < 250:
                    raise Refusal("Cannot set property ExitType, or unknown property.",
                                  name="org.freedesktop.DBus.Error.PropertyReadOnly")
                kind = known["Description"]
                if kind == "deny":
                    raise Refusal("No such slice.", name=NAME + ".LoadFailed")
                with open(sys.argv[2], "a") as notes:
                    notes.write(json.dumps(dict(unit=unit, mode=mode, **known)) + "\n")
                Manager.jobs += 1
                number, path = Manager.jobs, dbus.ObjectPath(f"{PATH}/job/{Manager.jobs}")
                if kind == "silent": return path
                if kind == "die":
                    GLib.timeout_add(30, lambda: os._exit(0))
                    return path
                result = "done"
                program, words, _ = known["ExecStart"][0]
                try:
                    subprocess.Popen([w.replace("$$", "$") for w in words], executable=program, start_new_session=True,
                                     cwd=known["WorkingDirectory"].replace("~", os.environ["HOME"]),
                                     env={n: v for n, v in (os.environ | dict(
                                         e.split("=", 1) for e in known["Environment"])).items()
                                         if n not in known["UnsetEnvironment"]})
                except OSError: result = "failed"
                GLib.timeout_add(30, lambda: self.JobRemoved(number, path, unit, result) and False)
                return path
        bus = dbus.bus.BusConnection(sys.argv[1])
        manager = Manager(bus, PATH)
        bus.request_name(NAME)
        GLib.MainLoop().run()
        """#
}

/// An app on a private bus, in Python, which notes the calls of `org.freedesktop.Application`; the link says what becomes of it.
enum BusApp {
    static let id = "org.example.Player"

    /// Writes the service file by which the bus starts it.
    static func install(in folder: TemporaryFolder, notes file: String) throws -> String {
        let services = try folder.makeFolder("services", mode: 0o755)
        let program = try folder.write("bus-app.py", script)
        try folder.write(
            "services/\(id).service",
            "[D-BUS Service]\nName=\(id)\nExec=/usr/bin/python3 \(program) \(file)\n")
        return services
    }

    private static let script = #"""
        import json, os, sys, dbus, dbus.service
        from dbus.mainloop.glib import DBusGMainLoop
        from gi.repository import GLib
        DBusGMainLoop(set_as_default=True)
        APP = "org.freedesktop.Application"
        class Refusal(dbus.DBusException): pass
        def note(member, links, platform):
            with open(sys.argv[1], "a") as notes:
                platform = {str(k): str(v) for k, v in platform.items()}
                notes.write(json.dumps(dict(member=member, links=[str(l) for l in links], platform=platform)) + "\n")
        class App(dbus.service.Object):
            @dbus.service.method(APP, in_signature="asa{sv}", async_callbacks=("reply", "fail"))
            def Open(self, links, platform, reply, fail):
                note("Open", links, platform)
                link = links[0]
                if "fail" in link: return fail(Refusal("the queue is full", name="org.example.Player.Full"))
                if "method" in link: return fail(Refusal("no", name="org.freedesktop.DBus.Error.UnknownMethod"))
                if "slow" in link: return
                if "die" in link: os._exit(0)
                reply()
            @dbus.service.method(APP, in_signature="a{sv}")
            def Activate(self, platform): note("Activate", [], platform)
        bus = dbus.SessionBus()
        app = App(bus, "/org/example/Player")
        bus.request_name("org.example.Player")
        GLib.MainLoop().run()
        """#
}

extension TemporaryFolder {
    /// The lines of JSON in a file; none if it is not there.
    func notes(_ name: String) -> [JSONTree] {
        let text = (try? String(contentsOfFile: path(of: name), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { try? JSONTree(parsing: Array($0.utf8)) }
    }
}
