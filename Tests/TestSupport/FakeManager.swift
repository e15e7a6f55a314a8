import Foundation

/// A service manager on a private bus that starts nothing, in Python. The name of a unit says what becomes of its job:
///
///     done@x.service       the job ends well, after the reply        denied@x.service     the job is refused
///     early@x.service      it ends before the reply                  missing@x.service    there is no such unit
///     failed@x.service     it fails, as by exit status 7             dead@x.service       the manager ends after the reply
///     silent@x.service     it never ends                             late@x.service       there is no reply either
///     forged@x.service     another connection says `done`, and then it fails
///     moved@x.service      the manager gets another connection, and then the job is done
///     vanished@x.service   it gets another connection, and has the job no more
package enum FakeManager {
    private static let interpreter = "/usr/bin/python3"

    /// Starts it, and waits until it has its name; false, with the reason printed, where that is not possible.
    package static func start(on bus: PrivateBus, for test: String) throws -> Bool {
        let modules = try? ChildProgram.run(interpreter, ["-c", "import dbus, gi"])
        guard modules?.exit == .code(0) else {
            print("skipped: \(test): needs a D-Bus library of Python (Debian: python3-dbus python3-gi)")
            return false
        }
        return try bus.start("org.freedesktop.systemd1", interpreter, ["-c", script, bus.address])
    }

    /// The jobs that it was asked for, in order: `StartUnit done@x.service replace`.
    package static func jobs(on bus: PrivateBus) -> [String] {
        calls(on: bus).filter { !$0.hasSuffix("ubscribe") }
    }

    /// The calls that it got, in order, with those of `Subscribe` and `Unsubscribe`.
    package static func calls(on bus: PrivateBus) -> [String] {
        let answer = bus.call(["org.freedesktop.systemd1", "/org/freedesktop/systemd1", "io.test.Fake", "Calls"])
        let quoted = answer?.dropFirst("s \"".count).split(separator: "\"").first ?? ""
        // busctl prints a backslash as two.
        return quoted.replacing(#"\\"#, with: #"\"#).split(separator: "|").map(String.init)
    }

    private static let script = #"""
        import os, sys, dbus, dbus.lowlevel, dbus.service
        from dbus.mainloop.glib import DBusGMainLoop
        from gi.repository import GLib
        NAME, PATH = "org.freedesktop.systemd1", "/org/freedesktop/systemd1"
        MANAGER, PROPERTIES = NAME + ".Manager", "org.freedesktop.DBus.Properties"
        DBusGMainLoop(set_as_default=True)
        jobs, calls = {}, []
        class Refusal(dbus.DBusException): pass
        def refuse(name, text): raise Refusal(text, name=name)
        def soon(what, ms=30): GLib.timeout_add(ms, lambda: what() and False)
        def connect():
            bus = dbus.bus.BusConnection(sys.argv[1])
            return bus, Manager(bus, PATH), Unit(bus, PATH + "/unit"), Job(bus, PATH + "/job")
        class Unit(dbus.service.FallbackObject):
            @dbus.service.method(PROPERTIES, in_signature="ss", out_signature="v")
            def Get(self, interface, name):
                return dict(Result="exit-code", ExecMainCode=dbus.Int32(1), ExecMainStatus=dbus.Int32(7))[name]
        class Job(dbus.service.FallbackObject):
            SUPPORTS_MULTIPLE_OBJECT_PATHS = True
            @dbus.service.method(PROPERTIES, in_signature="ss", out_signature="v", path_keyword="path")
            def Get(self, interface, name, path=None):
                if path not in jobs: refuse("org.freedesktop.DBus.Error.UnknownObject", "no such job")
                return dbus.Struct((jobs[path], dbus.ObjectPath(PATH + "/unit/x")), signature="so")
        class Manager(dbus.service.Object):
            @dbus.service.signal(MANAGER, signature="uoss")
            def JobRemoved(self, number, path, unit, result): pass
            @dbus.service.method(MANAGER)
            def Subscribe(self): calls.append("Subscribe")
            @dbus.service.method(MANAGER)
            def Unsubscribe(self): calls.append("Unsubscribe")
            @dbus.service.method("io.test.Fake", out_signature="s")
            def Calls(self): return "|".join(calls)
            @dbus.service.method(MANAGER, in_signature="ss", out_signature="o", sender_keyword="sender",
                                 async_callbacks=("reply", "fail"))
            def StartUnit(self, unit, mode, reply, fail, sender=None): self.begin("StartUnit", unit, mode, reply, fail, sender)
            @dbus.service.method(MANAGER, in_signature="ss", out_signature="o", sender_keyword="sender",
                                 async_callbacks=("reply", "fail"))
            def RestartUnit(self, unit, mode, reply, fail, sender=None): self.begin("RestartUnit", unit, mode, reply, fail, sender)
            @dbus.service.method(MANAGER, in_signature="ss", out_signature="o", sender_keyword="sender",
                                 async_callbacks=("reply", "fail"))
            def ReloadUnit(self, unit, mode, reply, fail, sender=None): self.begin("ReloadUnit", unit, mode, reply, fail, sender)
            @dbus.service.method(MANAGER, in_signature="ssa(sv)a(sa(sv))", out_signature="o", sender_keyword="sender",
                                 async_callbacks=("reply", "fail"))
            def StartTransientUnit(self, unit, mode, properties, others, reply, fail, sender=None):
                for name, value in properties: calls.append(f"{name}={value}")
                self.begin("StartTransientUnit", unit, mode, reply, fail, sender)
            def end(self, path, result):
                unit = jobs.pop(path); manager.JobRemoved(dbus.UInt32(int(path.split("/")[-1])), path, unit, result)
            def begin(self, member, unit, mode, reply, fail, sender):
                global number, current, manager
                calls.append(f"{member} {unit} {mode}")
                kind = unit.split("@")[0]
                errors = dict(denied=("org.freedesktop.DBus.Error.AccessDenied", "Permission denied"),
                              missing=(NAME + ".NoSuchUnit", f"Unit {unit} not found."))
                if kind in errors: return fail(Refusal(errors[kind][1], name=errors[kind][0]))
                if kind == "late": return
                path = dbus.ObjectPath(f"{PATH}/job/{len(calls) + 40}")
                jobs[path] = unit
                if kind == "early":
                    self.end(path, "failed" if "fail" in unit else "done")
                    return soon(lambda: reply(path))
                reply(path)
                if kind == "done": soon(lambda: self.end(path, "done"))
                elif kind == "failed": soon(lambda: self.end(path, "failed"))
                elif kind == "dead": soon(lambda: os._exit(0))
                elif kind == "forged":
                    forge(path, unit, sender)
                    soon(lambda: self.end(path, "failed"), 300)
                elif kind in ("moved", "vanished"):
                    def move():
                        global held
                        # The objects of the old connection go with it.
                        held[0].release_name(NAME); held[0].close()
                        if kind == "vanished": jobs.clear()
                        begin_anew()
                        if kind == "moved": soon(lambda: self.end(path, "done"), 300)
                    soon(move)
        def forge(path, unit, target):
            other = dbus.bus.BusConnection(sys.argv[1])
            for destination in (None, target):
                message = dbus.lowlevel.SignalMessage(PATH, MANAGER, "JobRemoved")
                message.append(dbus.UInt32(41), path, unit, "done", signature="uoss")
                if destination: message.set_destination(destination)
                other.send_message(message)
            # The manager itself may be pretended to have another connection.
            message = dbus.lowlevel.SignalMessage("/org/freedesktop/DBus", "org.freedesktop.DBus", "NameOwnerChanged")
            message.append(NAME, "", other.get_unique_name(), signature="sss")
            message.set_destination(target)
            other.send_message(message)
            message = dbus.lowlevel.SignalMessage(PATH, MANAGER, "JobRemoved")
            message.append(dbus.UInt32(41), path, unit, "done", signature="uoss")
            message.set_destination(target)
            other.send_message(message)
            other.flush()
        def begin_anew():
            global held, manager
            held = connect()
            manager = held[1]
            held[0].request_name(NAME)
        begin_anew()
        GLib.MainLoop().run()
        """#
}
