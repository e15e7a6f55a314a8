import Glibc
import Testing

/// Loads that take long: the service manager is asked for more time.
@Suite struct LongLoadTests {
    /// A table that takes many times as long to load as half of `watchdog`.
    private static func table(_ path: String) -> String {
        let routes = (0..<4000).map { "    route r\($0) /\(path)/\($0)/$(id:uint)/$(name) do a\n" }
        return "scheme t\nfeature F {\n    action a {\n        input id uint\n        input name string\n"
            + "        respond\n    }\n" + routes.joined() + "}\n"
    }

    private static let watchdog = ["WATCHDOG_USEC": "20000"]
    private static let request = ["EXTEND_TIMEOUT_USEC=30000000"]

    @Test func `a start asks for more time until it is ready, and not afterwards`() throws {
        try withDaemon(table: Self.table("a"), environment: Self.watchdog) { daemon in
            let before = daemon.notifications.history
            #expect(before.contains(Self.request), "\(before)")
            #expect(before.last == ["READY=1"], "\(before)")
            for _ in 0..<3 { try daemon.notifications.await("WATCHDOG=1") }
            let after = daemon.notifications.history.dropFirst(before.count)
            #expect(!after.contains(Self.request), "\(after)")
        }
    }

    @Test func `a reload asks for more time until its table is in force, and its watchdog goes on`() throws {
        try withDaemon(table: Self.table("a"), environment: Self.watchdog) { daemon in
            try daemon.replaceTable(Self.table("b"))
            daemon.program.signal(SIGHUP)
            while try daemon.notifications.receive().first != "RELOADING=1" {}
            let before = daemon.notifications.history.count
            try daemon.notifications.await("READY=1")
            let during = daemon.notifications.history.dropFirst(before)
            #expect(during.contains(Self.request) && during.contains(["WATCHDOG=1"]), "\(during)")
            #expect(try daemon.connect().open("t://b/7/1/x")["code"].text == "ok.performed")
        }
    }
}
