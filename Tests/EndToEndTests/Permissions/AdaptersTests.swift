import Foundation
import Glibc
import TestSupport
import Testing

/// Permissions that the system grants: a private polkit, and a private session with the desktop's permission store.
@Suite struct AdaptersTests {
    /// A user who is not root, of whom polkit has to be asked.
    private static let user: UInt32 = 1

    private static func table(_ requirement: String, _ more: String = "") -> String {
        """
        scheme t
        \(more)
        feature Plain {
            action a {
                respond
            }
            route plain /plain do a
        }
        feature Gated {
            require \(requirement)
            action a {
                respond
            }
            route gated /gated do a
        }

        """
    }

    /// The names of the libraries that a process has mapped.
    private static func libraries(of program: Program) throws -> Set<String> {
        // The kernel gives the file a page at a time, which Foundation takes for its end.
        let maps = try Program.run("/bin/cat", ["/proc/\(program.processID)/maps"]).output
        let names = maps.split(separator: "\n").compactMap { $0.split(separator: "/").last.map(String.init) }
        return Set(names.filter { $0.contains(".so") })
    }

    /// What a user's program is answered.
    private func open(_ url: String, _ daemon: RunningDaemon, as user: UInt32) throws -> JSONTree {
        let command = [Products.tool, "open", "--socket", daemon.socket, "--format", "json", url]
        let run = try Program.run(OtherUser.launcher, OtherUser.arguments(toRun: command, as: user))
        return try #require(run.lines.first?["outcome"], "\(run.errors)")
    }

    @Test(arguments: [
        ("permission polkit:io.test.yes", "", true), ("permission camera", "", true),
        ("permission camera", "permission camera from device /dev/null", false),
        ("permission camera", "permission camera from file /nowhere/camera", false),
        ("permission motion", "", false), ("toggle on", "", false),
    ])
    func `libsystemd is mapped by the first question to an adapter that needs it, and not before`(
        _ requirement: String, _ line: String, _ isMapped: Bool
    ) throws {
        let buses = ["DBUS_SYSTEM_BUS_ADDRESS", "DBUS_SESSION_BUS_ADDRESS"].map { ($0, "unix:path=/nowhere/bus") }
        try withDaemon(
            table: Self.table(requirement, line), environment: Dictionary(uniqueKeysWithValues: buses)
        ) { daemon in
            let client = try daemon.connect()
            #expect(try client.open("t://plain")["code"].text == "ok.performed")
            let before = try Self.libraries(of: daemon.program)
            #expect(!before.contains { $0.hasPrefix("libsystemd") })
            _ = try client.open("t://gated")
            func mapsSystemd() throws -> Bool {
                try Self.libraries(of: daemon.program).contains { $0.hasPrefix("libsystemd.so") }
            }
            // A library that a thread of the pool loads is mapped after those that it needs.
            if isMapped { try Patience.lookFor("libsystemd") { try mapsSystemd() } }
            let mapped = try Self.libraries(of: daemon.program).subtracting(before)
            #expect(try mapsSystemd() == isMapped, "\(mapped)")
            #expect(
                !mapped.contains { $0.hasPrefix("libdbus") || $0.hasPrefix("libglib") || $0.hasPrefix("libpolkit") })
            // The modules of the host's user database are no adapters; systemd's module needs libcap.
            let database = ["libnss", "libcap."]
            if !isMapped { #expect(mapped.filter { name in !database.contains(where: name.hasPrefix) }.isEmpty) }
        }
    }

    @Test func `a feature behind polkit and the permission store is blocked until both grant it`() throws {
        guard OtherUser.isPossible(for: #function), let bus = try PrivateBus(for: #function) else { return }
        defer { bus.end() }
        guard try bus.startPermissionStore(for: #function),
            try bus.startPolkit(for: #function, defaults: ["io.test.play": "auth_self"])
        else { return }
        let environment = ["DBUS_SYSTEM_BUS_ADDRESS": bus.address, "DBUS_SESSION_BUS_ADDRESS": bus.address]
        try withFolder { folder in
            let daemon = try RunningDaemon(
                in: folder, table: Self.table("permission polkit:io.test.play camera"), environment: environment,
                user: Self.user)
            defer { daemon.program.kill() }
            let first = try open("t://gated", daemon, as: Self.user)
            #expect(first["code"].text == "blocked.permission.notDetermined", "\(first)")
            #expect(first["constraints.0.evidence.source"].text.hasPrefix("polkit"))
            #expect(first["constraints.1.evidence.source"].text.hasPrefix("store"))
            #expect(first["constraints.1.evidence.asOfMs"] != nil)
            bus.store(["yes"], table: "devices", id: "camera", app: "")
            try Patience.lookFor("the store's yes") {
                try open("t://gated", daemon, as: Self.user)["constraints.1.status"].text == "satisfied"
            }
            try bus.write(actions: ["io.test.play": "yes"])
            try Patience.lookFor("polkit's yes") {
                try open("t://gated", daemon, as: Self.user)["code"].text == "ok.performed"
            }
            try bus.write(actions: ["io.test.play": "no"])
            // Between two programs of the user there is none that polkit can judge: one link has both answers.
            var forbidden = try open("t://gated", daemon, as: Self.user)
            try Patience.lookFor("polkit's no") {
                forbidden = try open("t://gated", daemon, as: Self.user)
                return forbidden["code"].text == "blocked.permission.restricted"
            }
            #expect(forbidden["constraints.0.evidence.note"].text.contains("polkit"), "\(forbidden)")
            bus.killService()
            try Patience.lookFor("the loss of polkit") {
                try open("t://gated", daemon, as: Self.user)["code"].text == "pending.undetermined"
            }
            bus.kill()
            let lost = try open("t://gated", daemon, as: Self.user)
            #expect(lost["class"].text == "pending", "\(lost)")
            #expect(try open("t://plain", daemon, as: Self.user)["code"].text == "ok.performed")
        }
    }

    @Test func `an administrator's policy stands before the source, and its sentence is shown`() throws {
        try withFolder { folder in
            let status = try folder.write("camera", "authorized")
            let policy = try folder.write("policy", "deny camera \"Not in the hall.\"\n")
            let lines = "permission camera from file \(status)\npermission policy \(policy)"
            try withDaemon(table: Self.table("permission camera", lines)) { daemon in
                let client = try daemon.connect()
                let denied = try client.open("t://gated")
                #expect(denied["code"].text == "blocked.permission.denied", "\(denied)")
                #expect(denied["constraints.0.evidence.note"].text == "Not in the hall.")
                #expect(try daemon.tool("open", "t://gated").output.contains(": Not in the hall.\n"))
                for (text, code) in [
                    ("grant microphone\n", "ok.performed"), ("nonsense\n", "pending.undetermined"),
                    ("restrict camera\n", "blocked.permission.restricted"), ("", "ok.performed"),
                ] {
                    try folder.write("policy.new", text)
                    #expect(unsafe rename(folder.path(of: "policy.new"), policy) == 0)
                    try Patience.lookFor(code) { try client.open("t://gated")["code"].text == code }
                }
                #expect(unsafe chmod(policy, 0o666) == 0)
                try Patience.lookFor("distrust") { try client.open("t://gated")["code"].text == "pending.undetermined" }
            }
        }
    }

    @Test func `the note of a missing adapter is shown, without a path of the host`() throws {
        let environment = ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nowhere/bus"]
        try withDaemon(table: Self.table("permission polkit:io.test.yes"), environment: environment) { daemon in
            let run = try daemon.tool("open", "t://gated")
            #expect(run.output.contains("This machine has no message bus to ask polkit by."), "\(run.output)")
            #expect(!run.output.contains("/nowhere"))
        }
    }
}
