import Foundation
import Glibc
import TestSupport
import Testing

/// Programs that run as units of their own, through the socket.
///
/// They have no service manager, or one that says what a real one says in cases that are hard to bring about; SystemdTests has
/// a real one.
@Suite struct UnitProgramTests {
    private static func table(_ program: String, _ lines: String = "") -> String {
        """
        scheme t
        feature F {
            action open {
                input word string
                exec trusted \(program) $(word)
                stdin json
                scope yes
                timeout 2s
                \(lines)
            }
            route open /open/$(word) do open
        }

        """
    }

    /// A program that notes that it runs, and does what its argument says.
    private static let script = """
        #!/bin/sh
        touch ran
        cat
        env | grep SECRET
        case $1 in status) exit 3 ;; hang) exec sleep 60 ;; esac

        """

    @Test(arguments: [[:], ["XDG_RUNTIME_DIR": "/nowhere"]] as [[String: String]])
    func `without a service manager nothing is run`(_ environment: [String: String]) throws {
        try withFolder { folder in
            let program = try folder.write("program", Self.script, mode: 0o755)
            try withDaemon(in: folder, table: Self.table(program), environment: environment) { daemon in
                let outcome = try daemon.connect().open("t://open/x")
                #expect(outcome["code"].text == "failed.spawn", "\(outcome)")
                #expect(
                    outcome["message"].text
                        == "The program \(program) was not started: the service manager cannot be reached.")
                #expect(!FileManager.default.fileExists(atPath: folder.path(of: "ran")))
            }
        }
    }

    private static func withManager(
        _ test: String, _ lines: String = "", _ body: (RunningDaemon, TemporaryFolder) throws -> Void
    ) throws {
        guard let bus = try PrivateBus(for: test), TransientManager.hasPython(for: test) else { return }
        defer { bus.end() }
        try withFolder { folder in
            let program = try folder.write("program", Self.script, mode: 0o755)
            let notes = folder.path(of: "units")
            let started = try bus.start(
                "org.freedesktop.systemd1", "/usr/bin/python3", ["-c", manager, bus.address, notes], ["SECRET": "x"])
            guard started else { return }
            let text = table(program, "directory \(folder.path)\n" + lines)
            try withDaemon(
                in: folder, table: text, environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address]
            ) { try body($0, folder) }
        }
    }

    @Test func `the unit has the limits of the table, and its streams are those of the outcome`() throws {
        try Self.withManager(#function, "memory 512m\ntasks 16\ncpu 150%") { daemon, folder in
            let outcome = try daemon.connect().open("t://open/x")
            #expect(outcome["code"].text == "ok.performed", "\(outcome)")
            #expect(outcome["execution.stdout.text"].text == "{\"word\":\"x\"}\n")
            let unit = try #require(folder.notes("units").first)
            #expect(unit["unit"]?.text == outcome["execution.unit"].text)
            let expected = [
                "mode": "fail", "Description": "deeplinkd: F.open", "Slice": "app.slice", "Type": "exec",
                "CollectMode": "inactive-or-failed", "WorkingDirectory": folder.path,
                "MemoryMax": "\(512 << 20)", "MemorySwapMax": "0", "TasksMax": "16", "CPUQuotaPerSecUSec": "1500000",
                "OOMPolicy": "stop", "KillSignal": "9", "RuntimeMaxUSec": "5000000",
            ]
            for (property, value) in expected { #expect(unit[property]?.text == value, "\(property): \(unit)") }
            #expect(unit["Environment"]?.text.hasPrefix("DEEPLINKD_HOPS=1@") == true, "\(unit)")
            #expect(unit["UnsetEnvironment"]?.text.contains("SECRET") == true, "\(unit)")
            try Patience.lookFor("the end of the reference") {
                folder.notes("units").contains { $0["unref"] == unit["unit"] }
            }
        }
    }

    @Test func `a program that was ended because of its memory is over a limit, and one that refuses refuses`() throws {
        try Self.withManager(#function, "exit 3 refused No.") { daemon, _ in
            let client = try daemon.connect()
            let memory = try client.open("t://open/oom")
            #expect(memory["code"].text == "failed.limit", "\(memory)")
            #expect(memory["execution.unitResult"].text == "oom-kill" && memory["execution.exit.signal"]?.text == "9")
            #expect(memory["message"].text.contains("needed more memory than they may have"))
            #expect(try client.open("t://open/status")["message"].text == "No.")
            // A program can have ended before the manager has seen that it was executed.
            #expect(try client.open("t://open/early")["message"].text == "No.")
        }
    }

    @Test func `a program that takes too long is told to end, and the outcome says so`() throws {
        try Self.withManager(#function) { daemon, folder in
            let outcome = try daemon.connect().open("t://open/hang")
            #expect(
                outcome["code"].text == "failed.timeout" && outcome["execution.exit.signal"]?.text == "15", "\(outcome)"
            )
            #expect(folder.notes("units").contains { $0["kill"]?.text == "15" })
        }
    }

    @Test func `what the manager refuses was not started`() throws {
        try Self.withManager(#function) { daemon, folder in
            let client = try daemon.connect()
            let denied = try client.open("t://open/deny")
            #expect(denied["code"].text == "failed.spawn", "\(denied)")
            #expect(denied["execution.errorName"].text == "org.freedesktop.systemd1.LoadFailed")
            let failed = try client.open("t://open/fail")
            #expect(failed["code"].text == "failed.spawn" && failed["execution.job"].text == "failed", "\(failed)")
            #expect(!FileManager.default.fileExists(atPath: folder.path(of: "ran")))
        }
    }

    /// What becomes of the manager, and the codes with an effect and without one.
    private static let losses = [
        ("silent", "unknown.effect", "failed.timeout", "is not known"),
        ("die", "unknown.effect", "failed.timeout", "is not known"),
        // Another one takes its place, and does not know the start.
        ("renew", "unknown.effect", "failed.spawn", "is not known"),
        ("lost", "unknown.effect", "failed.exit", "no longer says how it ended"),
    ]

    @Test(arguments: losses, ["", "effect none"])
    func `a start and an end that the manager does not report are unknown, and without an effect a failure`(
        _ loss: (kind: String, code: String, harmless: String, message: String), _ line: String
    ) throws {
        try Self.withManager(#function, line) { daemon, folder in
            let outcome = try daemon.connect().open("t://open/" + loss.kind)
            #expect(outcome["code"].text == (line.isEmpty ? loss.code : loss.harmless), "\(outcome)")
            #expect(outcome["message"].text.contains(loss.message) && outcome["execution.exit"] == nil, "\(outcome)")
            #expect(FileManager.default.fileExists(atPath: folder.path(of: "ran")) == (loss.kind == "lost"))
        }
    }

    /// A service manager on a private bus, in Python; the last argument of a unit's program says what becomes of it.
    private static let manager = #"""
        import json, os, signal, subprocess, sys, dbus, dbus.service
        from dbus.mainloop.glib import DBusGMainLoop
        from gi.repository import GLib
        NAME, PATH = "org.freedesktop.systemd1", "/org/freedesktop/systemd1"
        DBusGMainLoop(set_as_default=True)
        class Refusal(dbus.DBusException): pass
        def plain(value):
            if isinstance(value, dbus.types.UnixFd): return "descriptor"
            if isinstance(value, (dbus.Array, dbus.Struct, tuple, list)): return [plain(v) for v in value]
            return str(value)
        def note(**what):
            with open(sys.argv[2], "a") as notes: notes.write(json.dumps(what) + "\n")
        def escaped(name): return "".join(c if c.isalnum() else "_%02x" % ord(c) for c in name)
        class Unit(dbus.service.Object):
            def __init__(self, name):
                super().__init__(bus, f"{PATH}/unit/{escaped(name)}")
                self.name, self.state, self.found = name, "active", {}
            @dbus.service.signal("org.freedesktop.DBus.Properties", signature="sa{sv}as")
            def PropertiesChanged(self, interface, changed, invalid): pass
            @dbus.service.method("org.freedesktop.DBus.Properties", in_signature="ss", out_signature="v")
            def Get(self, interface, name):
                return self.state if name == "ActiveState" else self.found[name]
            def end(self, result, code, status):
                self.state = "inactive" if result == "success" else "failed"
                self.found = {"Result": result, "ExecMainCode": dbus.Int32(code), "ExecMainStatus": dbus.Int32(status)}
                self.PropertiesChanged(NAME + ".Unit", {"ActiveState": self.state}, [])
        class Manager(dbus.service.Object):
            jobs, units = 0, {}
            @dbus.service.signal(NAME + ".Manager", signature="uoss")
            def JobRemoved(self, number, path, unit, result): pass
            @dbus.service.method(NAME + ".Manager")
            def Subscribe(self): pass
            @dbus.service.method(NAME + ".Manager")
            def Unsubscribe(self): pass
            @dbus.service.method(NAME + ".Manager", in_signature="s")
            def UnrefUnit(self, unit): note(unref=str(unit))
            @dbus.service.method(NAME + ".Manager", in_signature="ssi")
            def KillUnit(self, unit, whom, number):
                note(kill=str(number))
                process = self.units[str(unit)].process
                if process.poll() is None: process.send_signal(number)
            @dbus.service.method("org.freedesktop.DBus.Properties", in_signature="ss", out_signature="v")
            def Get(self, interface, name):
                return dbus.Array([f"{k}={v}" for k, v in os.environ.items()], signature="s")
            @dbus.service.method(NAME + ".Manager", in_signature="ssa(sv)a(sa(sv))", out_signature="o")
            def StartTransientUnit(self, name, mode, properties, others):
                known = {str(n): v for n, v in properties}
                program, words, _ = known["ExecStart"][0]
                kind = str(words[-1])
                if kind == "deny": raise Refusal("No such slice.", name=NAME + ".LoadFailed")
                note(unit=str(name), mode=str(mode), **{n: plain(v) for n, v in known.items()})
                Manager.jobs += 1
                number, path = Manager.jobs, dbus.ObjectPath(f"{PATH}/job/{Manager.jobs}")
                if kind == "silent": return path
                if kind == "die":
                    GLib.timeout_add(30, lambda: os._exit(0))
                    return path
                if kind == "renew":
                    def renew():
                        bus.release_name(NAME)
                        bus.request_name(NAME)
                    GLib.timeout_add(30, lambda: renew() and False)
                    return path
                unit = self.units[str(name)] = Unit(str(name))
                if kind == "fail":
                    unit.found = {"Result": "exit-code", "ExecMainCode": dbus.Int32(1), "ExecMainStatus": dbus.Int32(203)}
                    GLib.timeout_add(30, lambda: self.JobRemoved(number, path, name, "failed") and False)
                    return path
                if kind == "early":
                    def fail():
                        self.JobRemoved(number, path, name, "failed")
                        unit.end("exit-code", 1, 3)
                    unit.found = {"Result": "exit-code", "ExecMainCode": dbus.Int32(1), "ExecMainStatus": dbus.Int32(3)}
                    GLib.timeout_add(30, lambda: fail() and False)
                    return path
                ends = [known[f"Standard{n}FileDescriptor"].take() for n in ("Input", "Output", "Error")]
                unset = {str(n) for n in known["UnsetEnvironment"]}
                unit.process = subprocess.Popen(
                    [str(w) for w in words], executable=str(program), cwd=str(known["WorkingDirectory"]),
                    stdin=ends[0], stdout=ends[1], stderr=ends[2], start_new_session=True,
                    env={k: v for k, v in os.environ.items() if k not in unset})
                for end in ends: os.close(end)
                def look():
                    status = unit.process.poll()
                    if status is None: return True
                    if kind == "lost":
                        unit.PropertiesChanged(NAME + ".Unit", {}, [])
                        unit.remove_from_connection()
                        return False
                    if kind == "oom": unit.end("oom-kill", 2, 9)
                    elif status < 0: unit.end("signal", 2, -status)
                    else: unit.end("success" if status == 0 else "exit-code", 1, status)
                    return False
                GLib.timeout_add(60, look)
                GLib.timeout_add(30, lambda: self.JobRemoved(number, path, name, "done") and False)
                return path
        bus = dbus.bus.BusConnection(sys.argv[1])
        manager = Manager(bus, PATH)
        bus.request_name(NAME)
        GLib.MainLoop().run()
        """#
}
