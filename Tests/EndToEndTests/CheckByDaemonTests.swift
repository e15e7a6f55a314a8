import Foundation
import Glibc
import Testing

/// `Monitor.Check`, and `deeplinkctl check --system` and `--user`: the daemon checks its own tables, and puts none in force.
@Suite struct CheckByDaemonTests {
    private static let method = "io.deeplinkd.Monitor.Check"

    private static func table(_ answer: String, routes: Int = 1, requiring needs: String = "") -> String {
        "scheme t\nfeature F {\n\(needs)    action a {\n        respond \(answer)\n    }\n"
            + (0..<routes).map { "    route r\($0) /r\($0) do a\n" }.joined() + "}\n"
    }

    private func answer(of daemon: RunningDaemon) throws -> String {
        try daemon.connect().open("t://r0")["text"].text
    }

    @Test func `a table that a reload would take is described, and is not in force`() throws {
        try withDaemon(table: Self.table("old")) { daemon in
            try daemon.replaceTable(Self.table("new", routes: 2, requiring: "    require program /bin/sh\n"))
            let client = try daemon.connect()
            let report = try #require(try client.call(Self.method)["parameters"])
            #expect(report["routes"].text == "2" && report["features"].text == "1", "\(report)")
            #expect(report["errors"].text == "0" && report["diagnostics"]?.elements.isEmpty == true, "\(report)")
            #expect(report["files.0.name"].text == daemon.folder.path(of: "routes.conf"))
            #expect(report["findings.0.what"].text == "program" && report["findings.0.verdict"].text == "answers")
            let outcome = try client.open("t://r0")
            #expect(outcome["text"].text == "old" && outcome["tableRevision"] != report["tableRevision"])
            let reload = try client.call("io.deeplinkd.Monitor.Reload")
            #expect(reload["parameters.tableRevision"] == report["tableRevision"])
        }
    }

    @Test func `a table with errors is reported with all of them, and neither the state nor the log notes it`() throws {
        try withDaemon(table: Self.table("old")) { daemon in
            try daemon.replaceTable(
                "scheme t\nfeature F {\n    action a {\n        respond $(x)\n    }\n    route r0 r0 do a\n}\n")
            let client = try daemon.connect()
            let report = try #require(try client.call(Self.method)["parameters"])
            let lines = report["diagnostics"]?.elements.map { $0["line"].text }
            #expect(lines == ["4", "6"] && report["errors"].text == "2", "\(report)")
            #expect(report["tableRevision"] == nil && report["findings"]?.elements.isEmpty == true, "\(report)")
            #expect(try client.call("io.deeplinkd.Monitor.Status")["parameters.table.state"].text == "current")
            #expect(try answer(of: daemon) == "old" && !daemon.log.contains("bad table"))
            let run = try daemon.tool("check", "--system")
            #expect(run.exit == .code(3) && run.output.hasSuffix("\n2 errors\n"), "\(run)")
            let json = try daemon.tool("check", "--system", "--json")
            #expect(try json.exit == .code(3) && json.lines.compactMap { $0["line"]?.text } == ["4", "6"], "\(json)")
        }
    }

    @Test func `a package with an error stays as it is in force, and the rest is checked`() throws {
        let package =
            "package p\nscheme p\nfeature P {\n    action a {\n        respond\n    }\n    route r /r do a\n}\n"
        try withDaemon(table: Self.table("old"), packages: ["p.conf": package]) { daemon in
            try daemon.folder.write("p.conf", package + "nonsense\n")
            let report = try daemon.connect().call(Self.method)
            #expect(report["parameters.packages.0.state"].text == "kept", "\(report)")
            #expect(report["parameters.errors"].text == "1" && report["parameters.routes"].text == "2", "\(report)")
            let run = try daemon.tool("check", "--user")
            #expect(run.exit == .code(3), "\(run)")
            let package = "package  p, with 1 error: its earlier version stays in force\n"
            #expect(run.output.contains("\n1 error; 2 routes, 2 features\n\(package)"), "\(run)")
        }
    }

    @Test func `checks and reloads that come together are each answered with the files as they were at the call`()
        throws
    {
        try withDaemon(table: Self.table("old", routes: 200)) { daemon in
            let clients = try (0..<8).map { _ in try daemon.connect() }
            for (number, client) in clients.enumerated() {
                let file = try daemon.folder.write("next.conf", Self.table("v\(number)", routes: 200 + number))
                #expect(unsafe rename(file, daemon.folder.path(of: "routes.conf")) == 0)
                try client.send(
                    RawClient.message(number.isMultiple(of: 2) ? Self.method : "io.deeplinkd.Monitor.Reload"))
            }
            for (number, client) in clients.enumerated() {
                let answer = try #require(try client.receive())
                #expect(Int(answer["parameters.routes"].text) ?? 0 >= 200 + number, "\(answer)")
                #expect((answer["parameters.findings"] != nil) == number.isMultiple(of: 2), "\(answer)")
            }
            #expect(try answer(of: daemon) == "v7")
        }
    }

    @Test func `a daemon without a table checks the one that would replace it`() throws {
        let address = SocketAddress.makeAbstract()
        let listening = try address.listen()
        defer { close(listening) }
        try withDaemon(table: "nonsense\n", inheriting: [("varlink", listening)]) { daemon in
            let client = RawClient(adopting: try address.connect())
            #expect(try client.call(Self.method)["parameters.errors"].text == "1")
            try daemon.replaceTable(Self.table("new"))
            #expect(try client.call(Self.method)["parameters.routes"].text == "1")
            #expect(try client.open("t://r0")["code"].text == "pending.table.invalid")
        }
    }

    @Test(.enabled(if: OtherUser.isPossible(for: "the daemon of another user finds other things than its caller")))
    func `what the daemon finds counts, and not what its caller would find`() throws {
        try withFolder { secret in
            try secret.write("switch", "on")
            let place = secret.path(of: "switch")
            let table = Self.table("now", requiring: "    require runtime from file \(place)\n")
            try withFolder { folder in
                let daemon = try RunningDaemon(in: folder, table: table, user: 54_321)
                defer { daemon.program.kill() }
                let check = try daemon.tool("check", "--system")
                let start = "as the system's daemon: it listens at \(daemon.socket)\nread        "
                #expect(check.exit == .code(1) && check.output.hasPrefix(start), "\(check)")
                let answer =
                    "no errors; 1 route, 1 feature\nwill not  switch  F  cannot read \(place): permission denied"
                #expect(check.output.contains(answer), "\(check)")
                let own = try Program.tool("check", "--host", "-f", secret.write("t.conf", table))
                #expect(own.output.contains("answers  switch  F  \(place) can be read\n"), "\(own)")
            }
        }
    }

    @Test(.enabled(if: OtherUser.isPossible(for: "callers who are no operators check nothing")))
    func `only operators are answered`() throws {
        let address = SocketAddress.makeAbstract()
        let listening = try address.listen()
        defer { close(listening) }
        try withDaemon(table: Self.table("now"), inheriting: [("varlink", listening)]) { _ in
            let stranger = try OtherUser(uid: 54_321).connect(to: address)
            #expect(try stranger.call(Self.method)["error"].text == "org.varlink.service.PermissionDenied")
        }
    }

    @Test func `--user finds the user's daemon, and says what to do where there is none`() throws {
        try withFolder { folder in
            _ = try folder.makeFolder("deeplinkd", mode: 0o700)
            let socket = folder.path(of: "deeplinkd/io.deeplinkd.sock")
            let environment = ["XDG_RUNTIME_DIR": folder.path]
            let absent = try Program.tool("check", "--user", environment: environment)
            #expect(
                absent.exit == .code(1) && absent.errors.contains("no daemon is listening at \(socket)"), "\(absent)")
            #expect(absent.errors.contains("`systemctl --user start deeplinkd.socket`"), "\(absent)")
            #expect(absent.errors.contains("run `deeplinkd --check` as its user"), "\(absent)")
            let nowhere = try Program.tool("check", "--user", environment: ["XDG_RUNTIME_DIR": "here"])
            #expect(nowhere.exit == .code(1) && nowhere.errors.contains("XDG_RUNTIME_DIR is not an absolute path"))
            let table = try folder.write("t.conf", Self.table("now"))
            let daemon = try Program(
                Products.daemon, ["-f", table, "--socket", socket], environment: [:], descriptors: [nil, nil, nil])
            defer { daemon.kill() }
            try Patience.lookFor("the socket") { FileManager.default.fileExists(atPath: socket) }
            let check = try Program.tool("check", "--user", environment: environment)
            #expect(check.exit == .code(0), "\(check)")
            #expect(check.output.hasSuffix("this machine: 0 answers, 0 will not, 0 cannot tell\n"), "\(check)")
        }
    }

    @Test(arguments: [
        (["--system", "--user"], "Either check for --system or for --user."),
        (["--system", "--root", "/"], "--system checks the tables that the daemon reads: leave out --root."),
        (["--user", "t.conf"], "--user checks the tables that the daemon reads: leave out -f."),
        (["--user", "--hidden"], "--user checks the tables that the daemon reads: leave out --hidden."),
        (["--system", "--with-file", "30-x.conf=t.conf"], "leave out --with-file."),
    ])
    func `options that contradict are refused`(words: [String], says: String) throws {
        let run = try Program.run(Products.tool, ["check"] + words)
        #expect(run.exit == .code(2) && run.errors.contains(says), "\(run)")
    }

    @Test func `a program that the table calls trusted is listed, as by a check of the file`() throws {
        let trusted = Self.table("x").replacing(
            "respond x", with: "input v string = :\n        exec trusted /bin/sh -c $(v)")
        try withDaemon(table: trusted) { daemon in
            let own = try Program.tool("check", "-f", daemon.folder.path(of: "routes.conf"))
            let check = try daemon.tool("check", "--system")
            #expect(own.output.hasPrefix("trusted     /bin/sh, by F · a\nno errors"), "\(own)")
            #expect(check.exit == .code(0) && check.output.contains("\n" + own.output), "\(check)")
            let json = try daemon.tool("check", "--system", "--json").lines
            #expect(json.contains { $0["trusted"].text == "/bin/sh" && $0["action"].text == "a" }, "\(json)")
        }
    }

    @Test func `a warning is an error with --strict`() throws {
        try withDaemon(table: Self.table("old")) { daemon in
            try daemon.replaceTable(Self.table("new") + "values unused a b\n")
            let loose = try daemon.tool("check", "--system", "--json")
            let strict = try daemon.tool("check", "--system", "--strict")
            #expect(loose.output.contains(#""severity":"warning""#) && loose.exit == .code(0), "\(loose)")
            #expect(strict.exit == .code(3) && strict.output.contains(": error RT"), "\(strict)")
        }
    }
}
