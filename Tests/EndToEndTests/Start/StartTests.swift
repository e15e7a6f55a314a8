import Foundation
import Glibc
import Testing

/// Starts that succeed, and starts that fail before the daemon listens on the first socket, each with an error text.
@Suite struct StartTests {
    private static let good = "scheme t\nfeature F {\n    action a {\n        respond\n    }\n    route r /r do a\n}\n"
    private static let programs = good.replacingOccurrences(of: "respond", with: "exec /bin/true")

    /// A start that fails.
    private struct Failure: Sendable {
        var table: String? = good
        var mode = 0o644
        var arguments: [String] = []
        var environment: [String: String] = [:]
        /// Prepares the folder, for example the file at the socket's path.
        var prepare: @Sendable (TemporaryFolder) throws -> Void = { _ in }
        var code: Int32 = 1
        /// Texts that standard error must contain.
        let says: [String]
    }

    private static let bad = "scheme t\nfeature F {\n    nonsense\n    route r r do x\n}\n"

    private static let failures: [Failure] = [
        Failure(table: bad, code: 78, says: ["routes.conf:3:5: error", "RT", "^", "routes.conf:4:", "3 errors"]),
        Failure(table: nil, code: 78, says: ["RT011", "routes.conf", "no such file"]),
        Failure(table: "operator group no-such-group\n" + good, code: 78, says: ["RT110", "no-such-group", ":1:16"]),
        Failure(mode: 0o664, code: 78, says: ["RT012", "routes.conf"]),
        Failure(
            arguments: ["--socket", "/tmp/" + String(repeating: "s", count: 103)],
            says: ["108 bytes", "107", "/tmp/sss"]),
        Failure(arguments: ["--socket", "/nonexistent/folder/socket"], says: ["/nonexistent/folder", "no such file"]),
        Failure(arguments: ["--socket", ""], says: ["socket path"]),
        Failure(
            prepare: { try $0.write("socket", "precious") }, says: ["/socket", "not a socket"]),
        Failure(
            prepare: { _ = try SocketAddress($0.path(of: "socket")).listen() },
            says: ["/socket", "another process is listening"]),
        Failure(arguments: ["--facts", "/dev/null"], code: 2, says: ["--facts"]),
        Failure(
            table: programs, environment: ["DEEPLINKD_EXEC": "no"], code: 78, says: ["RT311", "exec.conf", ":4:"]),
        Failure(
            table: programs.replacing(/exec .*/, with: "http GET https://a.example/"),
            environment: ["DEEPLINKD_NETWORK": "no"], code: 78, says: ["RT317", "network.conf", ":4:"]),
        Failure(environment: ["DEEPLINKD_NETWORK": "maybe"], says: ["DEEPLINKD_NETWORK", "yes or no"]),
        Failure(environment: ["DEEPLINKD_EXEC": "maybe"], says: ["DEEPLINKD_EXEC", "yes or no"]),
        Failure(environment: ["NOTIFY_SOCKET": "relative"], says: ["NOTIFY_SOCKET"]),
        Failure(environment: ["WATCHDOG_USEC": "soon"], says: ["WATCHDOG_USEC"]),
        Failure(arguments: ["--nonsense"], code: 2, says: ["--nonsense", "Usage"]),
        Failure(arguments: ["stray"], code: 2, says: ["stray"]),
    ]

    @Test(arguments: failures.indices)
    func `a failed start prints the reason, leaves no files, and has status 78 if the table is bad`(_ index: Int) throws
    {
        let failure = Self.failures[index]
        try withFolder { folder in
            let table = folder.path(of: "routes.conf")
            if let text = failure.table { try folder.write("routes.conf", text, mode: failure.mode) }
            try failure.prepare(folder)
            var arguments = ["-f", table]
            if !failure.arguments.contains("--socket") { arguments += ["--socket", folder.path(of: "socket")] }
            let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            let run = try Program.run(
                Products.daemon, arguments + failure.arguments, environment: failure.environment)
            #expect(run.exit == .code(failure.code), "\(run)")
            #expect(run.output == "")
            for text in failure.says { #expect(run.errors.contains(text), "\(text): \(run.errors)") }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == before)
        }
    }

    @Test func `root without a socket gets an error that names --socket`() throws {
        try withFolder { folder in
            let arguments = ["-f", try folder.write("routes.conf", Self.good)]
            let run = try Program.run(Products.daemon, arguments)
            #expect(run.exit == .code(1) && run.errors.contains("--socket"), "\(run)")
        }
    }

    @Test func `a stale socket is replaced, and a live one keeps serving`() throws {
        try withFolder { folder in
            close(try SocketAddress(folder.path(of: "socket")).listen())
            let daemon = try RunningDaemon(in: folder, table: Self.good)
            defer { daemon.program.kill() }
            let second = try Program.run(
                Products.daemon, ["-f", folder.path(of: "routes.conf"), "--socket", daemon.socket])
            #expect(second.exit == .code(1) && second.errors.contains(daemon.socket), "\(second)")
            #expect(try daemon.connect().open("t://r")["class"].text == "ok")
        }
    }

    @Test func `a table without programs is served even if programs are not allowed`() throws {
        try withDaemon(table: Self.good, environment: ["DEEPLINKD_EXEC": "no"]) { daemon in
            let client = try daemon.connect()
            #expect(try client.open("t://r")["class"].text == "ok")
            try daemon.replaceTable(Self.programs)
            let answer = try client.call("io.deeplinkd.Monitor.Reload")
            #expect(answer["parameters.diagnostics.0.code"].text == "RT311")
            #expect(answer["parameters.diagnostics.0.help"].text.contains("exec.conf"))
        }
    }

    @Test func `a program that others can write is refused`() throws {
        try withFolder { programs in
            let program = try programs.write("program", "#!/bin/sh\n", mode: 0o775)
            let table = Self.programs.replacingOccurrences(of: "/bin/true", with: program)
            try withFolder { folder in
                let run = try Program.run(
                    Products.daemon,
                    ["-f", try folder.write("routes.conf", table), "--socket", folder.path(of: "socket")])
                #expect(run.exit == .code(78) && run.errors.contains("RT306") && run.errors.contains(program), "\(run)")
            }
        }
    }

    @Test(arguments: [["--version"], ["--help"], ["-h"]])
    func `--help and --version print on standard output`(arguments: [String]) throws {
        for program in [Products.daemon, Products.tool] {
            let run = try Program.run(program, arguments)
            #expect(run.exit == .code(0) && run.errors == "" && !run.output.isEmpty, "\(run)")
        }
    }

    @Test func `a daemon whose parent blocked signals still receives them and the ends of its children`() throws {
        try withFolder { folder in
            let daemon = try RunningDaemon(in: folder, table: CodeTable.text(), blocksSignals: true)
            defer { daemon.program.kill() }
            #expect(try daemon.connect().open("t://print/x")["code"].text == "ok.performed")
            daemon.program.signal(SIGTERM)
            #expect(try daemon.program.wait() == .code(0))
        }
    }

    @Test func `a daemon without standard streams never writes its log to a connection`() throws {
        try withFolder { folder in
            let daemon = try RunningDaemon(in: folder, table: CodeTable.text(), hasStreams: false)
            defer { daemon.program.kill() }
            let clients = try (0..<3).map { _ in try daemon.connect() }
            for client in clients {
                #expect(try client.open("t://print/x")["execution.stdout.text"].text == "x")
                #expect(try client.open("t://say")["code"].text == "ok.performed")
            }
            daemon.program.signal(SIGTERM)
            #expect(try daemon.program.wait() == .code(0))
        }
    }
}
