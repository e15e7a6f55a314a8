import TestSupport

/// A desktop portal on a private bus, in Python, without a dialog. A word such as `Camera=denied` says what becomes of the
/// questions of an interface:
///
///     granted, denied, cancelled   Response 0, 1 or 2            silent      there is no Response
///     moved                        it names another object       dead        the portal ends
///     wrongReply                   the reply is a text           locked      NotAllowed, as by an administrator
///     wrongSignal                  Response has a text           failed      Failed
///     forged                       another connection says that it is granted, and then it is denied
///     none                         there is no such interface
enum FakePortal {
    private static let interpreter = "/usr/bin/python3"
    private static let name = "org.freedesktop.portal.Desktop"

    /// Starts it, and waits until it has its name; false, with the reason printed, where that is not possible.
    static func start(on bus: PrivateBus, for test: String, _ words: [String] = []) throws -> Bool {
        let modules = try? ChildProgram.run(interpreter, ["-c", "import gi"])
        guard modules?.exit == .code(0) else {
            print("skipped: \(test): needs the GLib library of Python (Debian: python3-gi)")
            return false
        }
        return try bus.start(name, interpreter, ["-c", script, bus.address] + words)
    }

    /// The calls that it got, in order, with their values.
    static func calls(on bus: PrivateBus) -> [String] {
        let answer = bus.call([name, "/org/freedesktop/portal/desktop", "io.test.Fake", "Calls"])
        let quoted = answer?.dropFirst("s \"".count).split(separator: "\"").first ?? ""
        return quoted.split(separator: "|").map(String.init)
    }

    /// Has one of the words changed.
    static func set(_ word: String, _ value: String, on bus: PrivateBus) {
        bus.call([name, "/org/freedesktop/portal/desktop", "io.test.Fake", "Set", "ss", word, value])
    }

    private static let script = #"""
        import os, sys
        from gi.repository import Gio, GLib
        V, PATH, NAME = GLib.Variant, "/org/freedesktop/portal/desktop", "org.freedesktop.portal."
        DBUS = "org.freedesktop.DBus.Error."
        settings, calls = dict(word.split("=", 1) for word in sys.argv[2:]), []
        others = []
        def connect():
            flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
            return Gio.DBusConnection.new_for_address_sync(sys.argv[1], flags, None, None)
        def send(message, connection=None):
            (connection or bus).send_message(message, Gio.DBusSendMessageFlags.NONE)
        def reply(call, body=None):
            message = Gio.DBusMessage.new_method_reply(call)
            if body is not None: message.set_body(body)
            send(message)
        def refuse(call, name, text="no"): send(Gio.DBusMessage.new_method_error_literal(call, name, text))
        def respond(call, path, body, connection=None):
            message = Gio.DBusMessage.new_signal(path, NAME + "Request", "Response")
            message.set_destination(call.get_sender())
            message.set_body(body)
            send(message, connection)
        def soon(what, ms=30): GLib.timeout_add(ms, lambda: what() and False)
        def ask(call, interface, options):
            how = settings.get(interface, "granted")
            path = "/".join([PATH, "request", call.get_sender()[1:].replace(".", "_"), options["handle_token"]])
            if how == "locked": return refuse(call, NAME + "Error.NotAllowed")
            if how == "failed": return refuse(call, NAME + "Error.Failed")
            if how == "wrongReply": return reply(call, V("(s)", ("yes",)))
            if how == "moved": path = PATH + "/request/moved/" + options["handle_token"]
            code = dict(denied=1, forged=1, cancelled=2).get(how, 0)
            results = {"background": V("b", settings.get("runs", "yes") == "yes")} if interface == "Background" else {}
            answer = V("(ua{sv})", (code, results))
            reply(call, V("(o)", (path,)))
            if how == "dead": soon(lambda: os._exit(0))
            elif how == "wrongSignal": respond(call, path, V("(s)", ("yes",)))
            elif how == "forged":
                others.append(connect())
                respond(call, path, V("(ua{sv})", (0, {"background": V("b", True)})), others[-1])
                soon(lambda: respond(call, path, answer), 300)
            elif how == "moved": soon(lambda: respond(call, path, answer), 300)
            elif how != "silent": respond(call, path, answer)
        def take(call):
            interface, member = call.get_interface(), call.get_member()
            last, values = interface.split(".")[-1], call.get_body().unpack() if call.get_body() else ()
            if interface == "io.test.Fake":
                if member == "Calls": return reply(call, V("(s)", ("|".join(calls),)))
                settings[values[0]] = values[1]
                return reply(call)
            if member == "Get":
                last = values[0].split(".")[-1]
                if settings.get(last) == "none": return refuse(call, DBUS + "InvalidArgs", "No such interface")
                isThere = V("b", settings.get("present", "yes") == "yes")
                version = V("s", "three") if settings.get("version") == "text" else V("u", 3)
                return reply(call, V("(v)", (isThere if values[1] == "IsCameraPresent" else version,)))
            calls.append(" ".join([last + "." + member] + [str(value) for value in values]).replace('"', "'"))
            if settings.get(last) == "none": return refuse(call, DBUS + "UnknownMethod")
            if member == "Register":
                return refuse(call, NAME + "Error.Failed", "no entry") if settings.get(last) == "failed" else reply(call)
            if member == "CreateSession":
                return reply(call, V("(o)", (PATH + "/session/" + values[0]["session_handle_token"],)))
            if member in ("AccessCamera", "Start", "RequestBackground"): return ask(call, last, values[-1])
            reply(call)
        def filter(connection, message, incoming):
            if not incoming or message.get_message_type() != Gio.DBusMessageType.METHOD_CALL: return message
            GLib.idle_add(lambda: take(message) and False)
            return None
        bus = connect()
        bus.add_filter(filter)
        Gio.bus_own_name_on_connection(bus, NAME + "Desktop", Gio.BusNameOwnerFlags.NONE)
        GLib.MainLoop().run()
        """#
}
