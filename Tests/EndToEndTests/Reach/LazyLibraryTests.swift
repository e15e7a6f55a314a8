import Foundation
import TestSupport
import Testing

/// Which libraries the daemon maps for the words of its table.
@Suite struct LazyLibraryTests {
    /// Libraries that are opened when they are needed.
    private static let lazy = ["libsystemd.so", "libcrypto.so", "libcurl.so"]

    private static func mapped(by program: Program) throws -> [String] {
        // The kernel gives the file a page at a time, which Foundation takes for its end.
        let maps = try Program.run("/bin/cat", ["/proc/\(program.processID)/maps"]).output
        return lazy.filter(maps.contains)
    }

    @Test(arguments: [
        ("respond", [], "ok.performed"),
        ("exec /bin/true", [], "ok.performed"),
        ("channel player", [], "failed.channel.noSubscriber"),
        ("varlink unix:/nowhere/socket io.example.Player.Play", [], "failed.varlink.noService"),
        ("launch org.example.Nothing", [], "failed.launch.noApp"),
        ("dbus org.example.Player activate", ["libsystemd.so"], "failed.dbus.noService"),
        ("unit player.service start", ["libsystemd.so"], "failed.unit.noManager"),
        // libcurl itself uses libcrypto.
        ("http GET http://127.0.0.1:9/", ["libcrypto.so", "libcurl.so"], "failed.http.unreachable"),
    ])
    func `a table maps none of them, and an action only what it needs`(
        _ line: String, _ libraries: [String], _ code: String
    ) throws {
        let table = """
            scheme t
            channel player { kind plain }
            feature Player {
                action plain { respond }
                action other { \(line) }
                route plain /plain do plain
                route other /other do other
            }

            """
        let buses = ["DBUS_SYSTEM_BUS_ADDRESS", "DBUS_SESSION_BUS_ADDRESS"].map { ($0, "unix:path=/nowhere/bus") }
        try withDaemon(table: table, environment: Dictionary(uniqueKeysWithValues: buses)) { daemon in
            let client = try daemon.connect()
            #expect(try client.open("t://plain")["code"].text == "ok.performed")
            #expect(try Self.mapped(by: daemon.program) == [])
            #expect(try client.open("t://other")["code"].text == code)
            #expect(try Self.mapped(by: daemon.program) == libraries)
        }
    }
}
