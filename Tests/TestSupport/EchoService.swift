extension PrivateBus {
    /// The name of a service that answers every call with the values that it got.
    package static let echo = "io.deeplinkd.Echo"

    /// Starts that service; false, with the reason printed, where it cannot run.
    package func startEcho(for test: String) throws -> Bool {
        let run = try? ChildProgram.run("/usr/bin/python3", ["-c", "import gi"])
        guard run?.exit == .code(0) else {
            print("skipped: \(test): needs the GLib library of Python (Debian: python3-gi)")
            return false
        }
        return try start(Self.echo, "/usr/bin/python3", ["-c", Self.echoScript, Self.echo])
    }

    private static let echoScript = """
        import sys
        from gi.repository import Gio, GLib

        def answer(connection, message, incoming):
            if not incoming or message.get_message_type() != Gio.DBusMessageType.METHOD_CALL:
                return message
            reply = Gio.DBusMessage.new_method_reply(message)
            if message.get_body() is not None:
                reply.set_body(message.get_body())
            connection.send_message(reply, Gio.DBusSendMessageFlags.NONE)
            return None

        bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        bus.add_filter(answer)
        Gio.bus_own_name_on_connection(bus, sys.argv[1], Gio.BusNameOwnerFlags.NONE)
        GLib.MainLoop().run()
        """
}
