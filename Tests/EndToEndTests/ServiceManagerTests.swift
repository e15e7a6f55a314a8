import Foundation
import Glibc
import TestSupport
import Testing

/// The daemon under a service manager, or a program that behaves like one.
@Suite struct ServiceManagerTests {
    private static let activator = "/usr/bin/systemd-socket-activate"

    private static let hasActivator: Bool = {
        if FileManager.default.isExecutableFile(atPath: activator) { return true }
        print("skipped: a daemon started by its first connection serves that connection: \(activator) is not installed")
        return false
    }()

    @Test(.enabled(if: hasActivator))
    func `a daemon started by its first connection serves that connection`() throws {
        try withFolder { folder in
            let table = try folder.write("routes.conf", CodeTable.text())
            let socket = folder.path(of: "socket")
            let null = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
            defer { close(null) }
            let options = Sanitizer.environment.map { "--setenv=\($0.key)=\($0.value)" }
            let program = try Program(
                Self.activator, ["-l", socket, "--fdname=varlink"] + options + [Products.daemon, "-f", table],
                environment: [:], descriptors: [null, null, null])
            defer { program.kill() }
            // The activator does not report when it listens.
            try Patience.lookFor("the activator's socket") { (try? RawClient(socket)) != nil }
            #expect(try RawClient(socket).open("t://say")["code"].text == "ok.performed")
            program.signal(SIGTERM)
            #expect(try program.wait() == .code(0))
            #expect(FileManager.default.fileExists(atPath: socket), "the socket is the service manager's")
        }
    }

    @Test func `a passed connection is served, and its end ends the daemon`() throws {
        var ends: [Int32] = [-1, -1]
        #expect(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        try withFolder { folder in
            let daemon = try RunningDaemon(in: folder, table: CodeTable.text(), inheriting: [("varlink", ends[1])])
            defer { daemon.program.kill() }
            close(ends[1])
            do {
                let client = RawClient(adopting: ends[0])
                #expect(try client.open("t://say")["code"].text == "ok.performed")
                #expect(try client.call("io.deeplinkd.Monitor.Status")["parameters.connections"].text == "1")
            }
            #expect(try daemon.program.wait() == .code(0))
        }
    }

    @Test func `readiness, reloads and the end are reported in this order`() throws {
        try withFolder { folder in
            let daemon = try RunningDaemon(in: folder, table: CodeTable.text())
            defer { daemon.program.kill() }
            #expect(try daemon.notifications.receive() == ["STATUS=serving"])
            daemon.program.signal(SIGHUP)
            #expect(try daemon.notifications.receive().first == "RELOADING=1")
            #expect(try daemon.notifications.receive() == ["READY=1"])
            daemon.program.signal(SIGTERM)
            #expect(try daemon.notifications.receive() == ["STOPPING=1"])
            #expect(try daemon.program.wait() == .code(0))
        }
    }

    @Test func `the watchdog is notified at half its interval`() throws {
        let time = try ContinuousClock().measure {
            try withDaemon(table: CodeTable.text(), environment: ["WATCHDOG_USEC": "100000"]) { daemon in
                for _ in 0..<4 { try daemon.notifications.await("WATCHDOG=1") }
            }
        }
        #expect(time >= .milliseconds(200), "four signs of life, 50 ms apart, and never early")
    }

    @Test func `a standard error that is not the journal's stream has lines without priorities`() throws {
        try withDaemon(table: CodeTable.text(), environment: ["JOURNAL_STREAM": "8:1"]) { daemon in
            try daemon.awaitLog("listening")
            #expect(daemon.log.split(separator: "\n").contains { $0.hasPrefix("listening") }, "\(daemon.log)")
        }
    }
}
