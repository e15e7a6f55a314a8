import Foundation
import Glibc
import TestSupport
import Testing

/// Another program on the daemon's bus sends it what it did not ask for.
@Suite(.serialized) struct SignalFloodTests {
    /// What the program sends, each 31 MiB: polkit's own signal with values that it does not have, and another one.
    private static let kinds = ["text", "numbers", "other"]
    private static let count = 8

    @Test(arguments: kinds)
    func `large signals are dropped unread: memory is bounded, and polkit is asked as before`(_ kind: String) throws {
        try PromptStage.with { stage in
            let (program, agent) = try stage.startProgramWithAgent()
            #expect(try program.client.open("t://go")["code"].text == "blocked.permission.notDetermined")
            let before = try stage.flows.daemon.residentKiB
            let run = try Program.run(
                "/usr/bin/python3",
                ["-c", Self.script, stage.bus.folder + "/bus", try name(of: stage.flows.daemon, on: stage.bus), kind])
            #expect(run.exit == .code(0), "\(run)")
            let flow = try stage.ask(program, agent)
            try agent.tell("grant")
            #expect(try flow.next(2).last == "completed granted ok.performed")
            #expect(try stage.flows.daemon.growthKiB(since: before) < 112 << 10)
        }
    }

    /// The name that the bus gave to the daemon's connection.
    private func name(of daemon: RunningDaemon, on bus: PrivateBus) throws -> String {
        let service = ["org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus"]
        let names = bus.call(service + ["ListNames"])?.split(separator: "\"").filter { $0.hasPrefix(":") } ?? []
        let found = names.first { name in
            bus.call(service + ["GetConnectionUnixProcessID", "s", String(name)]) == "u \(daemon.program.processID)\n"
        }
        return String(try #require(found))
    }

    /// Writes messages byte by byte: no library sends such ones quickly.
    private static let script = """
        import os, socket, struct, sys
        path, name, kind = sys.argv[1:]
        bus = socket.socket(socket.AF_UNIX)
        bus.connect(path)
        bus.sendall(b"\\0AUTH EXTERNAL " + str(os.geteuid()).encode().hex().encode() + b"\\r\\n")
        assert bus.recv(100).startswith(b"OK")
        bus.sendall(b"BEGIN\\r\\n")
        def padded(data): return data + b"\\0" * (-len(data) % 8)
        def text(value): return struct.pack("<I", len(value)) + value.encode() + b"\\0"
        def message(kind, serial, fields, body=b""):
            head = b""
            for code, type, value in fields:
                head = padded(head) + bytes([code, 1]) + type.encode() + b"\\0"
                head += bytes([len(value)]) + value.encode() + b"\\0" if type == "g" else text(value)
            return padded(b"l" + bytes([kind, 0, 1]) + struct.pack("<III", len(body), serial, len(head)) + head) + body
        def call(serial, member):
            DBUS = "org.freedesktop.DBus"
            bus.sendall(message(1, serial, [(1, "o", "/org/freedesktop/DBus"), (2, "s", DBUS), (3, "s", member),
                                            (6, "s", DBUS)]))
        call(1, "Hello")
        bus.recv(4096)
        size = 31 << 20
        member, type = {"text": ("Changed", "s"), "numbers": ("Changed", "ai"), "other": ("Else", "s")}[kind]
        body = struct.pack("<I", size) + (b"\\0" * size if type == "ai" else b"a" * size + b"\\0")
        signal = message(4, 2, [(1, "o", "/org/freedesktop/PolicyKit1/Authority"),
                                (2, "s", "org.freedesktop.PolicyKit1.Authority"), (3, "s", member), (6, "s", name),
                                (8, "g", type)], body)
        for _ in range(\(count)): bus.sendall(signal)
        # The bus has passed all of them on when it answers what was asked after them. It stops while a reader is slow, and
        # may look at what it has read by then only when more comes.
        call(3, "GetId")
        end = b""
        bus.settimeout(5)
        while b"\\5\\1u\\0\\3\\0\\0\\0" not in end:
            try:
                part = bus.recv(4096)
            except TimeoutError:
                call(3, "GetId")
                continue
            assert part, "the bus closed the connection"
            end += part
        """
}
