import Foundation
import Glibc
import Testing

/// `deeplinkctl` with a running daemon, and its errors without one.
@Suite struct CommandLineTests {
    // MARK: open

    private static let classes: [(urls: [String], status: Int32)] = [
        (["t://say"], 0),
        (["t://leave"], 0),
        (["t://nowhere"], 3),
        (["no URL"], 3),
        (["t://gate/motion"], 4),
        (["t://gate/required"], 4),
        (["t://gate/photos"], 5),
        (["t://gate/alien"], 5),
        (["t://gate/approval"], 5),
        (["t://gate/bluetooth"], 6),
        (["t://complain"], 7),
        (["t://say", "t://nowhere"], 3),
        (["t://gate/motion", "t://nowhere"], 4),
        (["t://nowhere", "t://gate/photos", "t://gate/motion"], 5),
        (["t://gate/bluetooth", "t://gate/photos"], 6),
        (["t://complain", "t://gate/bluetooth", "t://say", "t://nowhere"], 7),
    ]

    @Test func `the exit status of open is the class of the outcome, the most severe of several`() throws {
        try withDaemon(table: CodeTable.text(), facts: CodeTable.facts) { daemon in
            for row in Self.classes {
                let arguments = ["open", "--socket", daemon.socket] + row.urls
                let text = try Program.run(Products.tool, arguments)
                #expect(text.exit == .code(row.status), "\(row.urls): \(text)")
                #expect(text.errors == "")
                let json = try Program.run(Products.tool, arguments + ["--format", "json"])
                #expect(json.exit == .code(row.status))
                #expect(try json.lines.count == row.urls.count)
                let lines = row.urls.map { $0 + "\r\n" }.joined()
                let stdin = try daemon.tool("open", "--stdin", "--format", "json", input: lines)
                #expect(stdin.exit == .code(row.status))
                #expect(try stdin.lines.map { $0["outcome.code"] } == json.lines.map { $0["outcome.code"] })
            }
        }
    }

    @Test func `open prints the outcome for people, and escapes characters that could mislead the terminal`() throws {
        try withDaemon(table: CodeTable.text(), facts: CodeTable.facts) { daemon in
            let failed = try daemon.tool("open", "t://complain").output
            for text in ["failed.exit", "status 7", "stdout     out", "stderr     err", "complain"] {
                #expect(failed.contains(text), "\(failed)")
            }
            let missing = try daemon.tool("open", "t://numbers/seven").output
            #expect(missing.contains("nearest    numbers: "), "\(missing)")
            let echoed = try daemon.tool("open", "t://say?word=%C2%A0%E2%80%8F").output
            #expect(!echoed.unicodeScalars.contains("\u{200F}"), "\(echoed)")
            let printed = try daemon.tool("open", "t://print/%E2%9C%93").output
            #expect(printed.contains("✓") && !printed.contains("\u{1B}"), "no colours where nobody sees them")
        }
    }

    @Test func `a dry run performs nothing`() throws {
        try withDaemon(table: CodeTable.text(), facts: CodeTable.facts) { daemon in
            let run = try daemon.tool("open", "--dry-run", "t://complain", "--format", "json")
            #expect(run.exit == .code(0))
            #expect(try run.lines[0]["outcome.code"].text == "ok.wouldPerform")
            #expect(try daemon.tool("open", "--dry-run", "t://gate/photos").exit == .code(5))
            let timed = try daemon.tool("open", "--timings", "t://say", "--format", "json")
            #expect(try timed.lines[0]["outcome.timings.parseNs"] != nil)
        }
    }

    // MARK: The daemon's other commands

    @Test func `status and check count the same features, those that the table declares`() throws {
        try withFolder { folder in
            let file = folder.path(of: "routes.conf")
            try folder.write("routes.conf", CodeTable.text())
            let declared = CodeTable.text().split(separator: "\n").filter { $0.hasPrefix("feature ") }
            let count = declared.count
            let check = try Program.run(Products.tool, ["check", "-f", file]).output
            #expect(check.contains(" \(count) features"), "\(check)")
            try withDaemon(table: CodeTable.text()) { daemon in
                #expect(try daemon.tool("status").output.contains(", \(count) features\n"))
                let status = try daemon.connect().call("io.deeplinkd.Monitor.Status")
                #expect(status["parameters.features"].text == "\(count)")
            }
        }
    }

    @Test func `status and features show the state of the daemon`() throws {
        try withDaemon(table: CodeTable.text(), facts: CodeTable.facts) { daemon in
            let status = try daemon.tool("status")
            #expect(status.exit == .code(0) && status.output.contains(daemon.socket), "\(status)")
            let json = try daemon.tool("status", "--format", "json").lines
            #expect(json.count == 1 && json[0]["files.0.name"].text == daemon.folder.path(of: "routes.conf"))
            let features = try daemon.tool("features", "--format", "json").lines
            #expect(features.map { $0["name"].text }.starts(with: ["DeepLinking", "Plain", "Alien"]))
            #expect(features.first { $0["name"].text == "Photos" }?["code"].text == "blocked.permission.restricted")
            let text = try daemon.tool("features").output
            #expect(text.contains("Plain") && text.contains("blocked.toggle.off (toggle:Toggle)"), "\(text)")
            let one = try daemon.tool("features", "Photos")
            #expect(one.exit == .code(0) && one.output.contains("✗ permission:photos: restricted"), "\(one)")
            let none = try daemon.tool("features", "Nope")
            #expect(none.exit == .code(2) && none.errors.contains("there is no feature `Nope`; "), "\(none)")
        }
    }

    @Test func `call prints the reply of any method, and exits with 1 on an error`() throws {
        try withDaemon(table: CodeTable.text()) { daemon in
            let info = try daemon.tool("call", "org.varlink.service.GetInfo")
            #expect(info.exit == .code(0))
            #expect(try info.lines[0]["product"].text == "deeplinkd")
            let opened = try daemon.tool("call", "io.deeplinkd.Dispatch.Open", #"{"url":"t://say"}"#)
            #expect(try opened.lines[0]["outcome.text"].text == "You said hello.")
            let error = try daemon.tool("call", "io.deeplinkd.Dispatch.Nope")
            #expect(error.exit == .code(1))
            #expect(try error.lines[0]["error"].text == "org.varlink.service.MethodNotFound")
            #expect(try daemon.tool("call", "org.varlink.service.GetInfo", "[]").exit == .code(2))
            #expect(try daemon.tool("call", "org.varlink.service.GetInfo", "{").exit == .code(2))
        }
    }

    @Test(arguments: [["open", "t://x"], ["status"], ["reload"], ["features"], ["call", "a.b.C"]])
    func `without a daemon the tool exits with 1 and a remedy`(arguments: [String]) throws {
        try withFolder { folder in
            let dead = folder.path(of: "dead")
            close(try SocketAddress(dead).listen())
            for path in [folder.path(of: "none"), dead] {
                let run = try Program.run(
                    Products.tool, [arguments[0], "--socket", path] + arguments.dropFirst())
                #expect(run.exit == .code(1) && run.output == "")
                #expect(run.errors.contains("no daemon is listening at \(path); start it"), "\(run)")
            }
            let run = try Program.run(Products.tool, arguments, environment: ["XDG_RUNTIME_DIR": folder.path])
            #expect(run.exit == .code(1))
            #expect(run.errors.contains("\(folder.path)/deeplinkd/io.deeplinkd.sock or /run/deeplinkd/"), "\(run)")
            #expect(run.errors.contains("start it with `systemctl --user start deeplinkd.socket`"), "\(run)")
            #expect(!run.errors.contains("XDG_RUNTIME_DIR"), "\(run)")
        }
    }

    @Test(arguments: [
        ([String: String](), "is not set"), (["XDG_RUNTIME_DIR": ""], "is not set"),
        (["XDG_RUNTIME_DIR": "run/user/1000"], "is not an absolute path"),
    ])
    func `without a folder for the user's socket the error says that the user's daemon was not looked for`(
        _ environment: [String: String], _ reason: String
    ) throws {
        // A machine of tests may have a daemon of its own.
        guard !FileManager.default.fileExists(atPath: "/run/deeplinkd/io.deeplinkd.sock") else { return }
        let absent = "no daemon is listening at /run/deeplinkd/io.deeplinkd.sock (your own is not looked for, because "
        let status = try Program.run(Products.tool, ["status"], environment: environment)
        #expect(
            status.errors == "Error: \(absent)XDG_RUNTIME_DIR \(reason)); start it with `systemctl start "
                + "deeplinkd.socket`, or name its socket with --socket\n", "\(status)")
        let named = try Program.run(Products.tool, ["status"], environment: ["DEEPLINKD_SOCKET": "/nowhere"])
        #expect(!named.errors.contains("XDG_RUNTIME_DIR"), "\(named)")
    }

    @Test func `the user's own daemon is found in the session's runtime directory`() throws {
        try withFolder { folder in
            let place = folder.path(of: "deeplinkd")
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
            let listening = try SocketAddress(place + "/io.deeplinkd.sock").listen()
            defer { close(listening) }
            try withDaemon(table: CodeTable.text(), inheriting: [("varlink", listening)]) { _ in
                let run = try Program.tool("open", "t://say", environment: ["XDG_RUNTIME_DIR": folder.path])
                #expect(run.exit == .code(0), "\(run)")
            }
        }
    }

    @Test func `a daemon that closes the connection is an error that names the cause`() throws {
        try withFolder { folder in
            let listening = try SocketAddress(folder.path(of: "socket")).listen()
            defer { close(listening) }
            let streams = [unsafe open(folder.path(of: "errors"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)]
            let tool = try Program(
                Products.tool, ["open", "--socket", folder.path(of: "socket"), "t://x"], environment: [:],
                descriptors: [nil, nil, streams[0]])
            try Patience.awaitReadable(listening, "the tool")
            close(accept(listening, nil, nil))
            #expect(try tool.wait() == .code(1))
            close(streams[0])
            let errors = try String(contentsOfFile: folder.path(of: "errors"), encoding: .utf8)
            #expect(errors.contains("the daemon closed the connection"), "\(errors)")
        }
    }

    // MARK: Standard output

    @Test(arguments: [["features", "--format", "json"], ["open", "t://say", "t://nowhere"]])
    func `a closed standard output does not change the exit status`(arguments: [String]) throws {
        try withDaemon(table: CodeTable.text()) { daemon in
            let whole = try Program.run(
                Products.tool, [arguments[0], "--socket", daemon.socket] + arguments.dropFirst())
            let null = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
            var pipe: [Int32] = [-1, -1]
            #expect(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &pipe) == 0)
            close(pipe[0])
            defer { for descriptor in [null, pipe[1]] { close(descriptor) } }
            for output in [nil, pipe[1]] {
                let tool = try Program(
                    Products.tool, [arguments[0], "--socket", daemon.socket] + arguments.dropFirst(),
                    environment: [:], descriptors: [null, output, null])
                #expect(try tool.wait() == whole.exit)
            }
            #expect(!daemon.log.contains("protocol breach"))
        }
    }
}
