import Foundation
import Glibc
import Testing

/// Processes that programs leave behind when they end.
@Suite struct LeftoverTests {
    /// A program whose child founds a session of its own, reports it, and stays.
    private static func table(_ fifo: String) -> String {
        """
        scheme t

        feature Plain {
            action say {
                respond
            }
            action leave {
                exec /bin/sh -c "/usr/bin/setsid /bin/sh -c 'echo >\(fifo); exec /bin/sleep 600' & until read x <\(fifo); do :; done"
            }
            action quick {
                exec /bin/true
            }
            route say /say do say
            route leave /leave do leave
            route quick /quick do quick
        }
        """
    }

    /// The children of a process: the kernel lists them by the thread that started or adopted them.
    static func children(of processID: Int32) throws -> [Int32] {
        let threads = "/proc/\(processID)/task"
        return try FileManager.default.contentsOfDirectory(atPath: threads).flatMap { thread in
            try String(contentsOfFile: "\(threads)/\(thread)/children", encoding: .utf8)
                .split(separator: " ").compactMap { Int32($0) }
        }
    }

    @Test func `processes that a program leaves outside its group are counted, reported and reaped`() throws {
        try withFolder { fifos in
            let fifo = fifos.path(of: "fifo")
            guard unsafe mkfifo(fifo, 0o600) == 0 else { throw TestFailure("mkfifo: errno \(errno)") }
            try withDaemon(table: Self.table(fifo)) { daemon in
                let client = try daemon.connect()
                let id = daemon.program.processID
                defer { for child in (try? Self.children(of: id)) ?? [] { Glibc.kill(child, SIGKILL) } }
                func leftovers() throws -> String {
                    try client.call("io.deeplinkd.Monitor.Status")["parameters.leftovers"].text
                }
                #expect(try leftovers() == "0")
                for _ in 0..<16 { #expect(try client.open("t://leave")["code"].text == "ok.performed") }
                #expect(try leftovers() == "16")
                #expect(try client.open("t://quick")["code"].text == "rejected.overloaded")
                #expect(try client.open("t://say")["code"].text == "ok.performed")
                let status = try daemon.tool("status")
                #expect(status.output.contains("16 left running by programs"))
                #expect(daemon.log.contains("processes left behind all=16 count=1 uid=\(geteuid())\n"))
                let left = try Self.children(of: id)
                #expect(left.count == 16)
                for child in left { #expect(Glibc.kill(child, SIGKILL) == 0) }
                try Patience.lookFor("no child left") { try Self.children(of: id).isEmpty }
                #expect(try leftovers() == "0")
                #expect(try client.open("t://quick")["code"].text == "ok.performed")
            }
        }
    }
}
