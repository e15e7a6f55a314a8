import Foundation
import Glibc
import Testing

/// Reloads of the table: the new one is in force, or the old one stays.
@Suite struct ReloadTests {
    private static func table(_ answer: String, routes: Int = 1) -> String {
        "scheme t\nfeature F {\n    action a {\n        respond \(answer)\n    }\n"
            + (0..<routes).map { "    route r\($0) /r\($0) do a\n" }.joined() + "}\n"
    }

    /// Three errors, each in a line of its own.
    private static let bad = """
        scheme t
        feature F {
            action a {
                respond $(x)
            }
            route r0 r0 do a
            route r1 /r1 do b
        }
        """

    private func answer(of daemon: RunningDaemon) throws -> String {
        try daemon.connect().open("t://r0")["text"].text
    }

    @Test func `a good table is in force as soon as the reload is answered`() throws {
        try withDaemon(table: Self.table("old")) { daemon in
            let client = try daemon.connect()
            #expect(try client.open("t://r0")["text"].text == "old")
            try daemon.replaceTable(Self.table("new", routes: 2))
            #expect(try client.open("t://r0")["text"].text == "old", "nobody has asked for it yet")
            let answer = try client.call("io.deeplinkd.Monitor.Reload")
            #expect(answer["parameters.routes"].text == "2")
            let outcome = try client.open("t://r1")
            #expect(outcome["text"].text == "new")
            #expect(outcome["tableRevision"] == answer["parameters.tableRevision"])
        }
    }

    @Test func `a reload of a bad table returns every error, and the old table stays in force`() throws {
        try withDaemon(table: Self.table("old")) { daemon in
            let client = try daemon.connect()
            let revision = try client.open("t://r0")["tableRevision"]
            try daemon.replaceTable(Self.bad)
            let answer = try client.call("io.deeplinkd.Monitor.Reload")
            #expect(answer["error"].text == "io.deeplinkd.Monitor.BadTable")
            let diagnostics = try #require(answer["parameters.diagnostics"]?.elements)
            #expect(diagnostics.map { $0["line"].text } == ["4", "6", "7"], "\(answer)")
            for diagnostic in diagnostics {
                #expect(diagnostic["code"].text.hasPrefix("RT") && diagnostic["severity"].text == "error")
                #expect(diagnostic["file"].text == daemon.folder.path(of: "routes.conf"))
                #expect(diagnostic["message"] != nil && diagnostic["help"] != nil)
            }
            let outcome = try client.open("t://r0")
            #expect(outcome["text"].text == "old" && outcome["tableRevision"] == revision)
            // After the repair the table loads.
            try daemon.replaceTable(Self.table("mended"))
            #expect(try client.call("io.deeplinkd.Monitor.Reload")["error"] == nil)
            #expect(try self.answer(of: daemon) == "mended")
        }
    }

    @Test func `deeplinkctl reload prints every error and exits with 3`() throws {
        try withDaemon(table: Self.table("old")) { daemon in
            try daemon.replaceTable(Self.bad)
            let text = try daemon.tool("reload")
            #expect(text.exit == .code(3))
            for place in [":4:", ":6:", ":7:"] { #expect(text.output.contains("routes.conf" + place)) }
            let json = try daemon.tool("reload", "--format", "json")
            #expect(json.exit == .code(3))
            #expect(try json.lines.map { $0["line"].text } == ["4", "6", "7"])
            try daemon.replaceTable(Self.table("new"))
            let good = try daemon.tool("reload")
            #expect(good.exit == .code(0) && good.output.contains("in force: 1 route\n"), "\(good)")
            #expect(try answer(of: daemon) == "new")
        }
    }

    @Test func `SIGHUP reloads, notifies the service manager, and logs errors`() throws {
        try withDaemon(table: Self.table("old")) { daemon in
            try daemon.replaceTable(Self.table("new"))
            daemon.program.signal(SIGHUP)
            let reloading = try daemon.notifications.await("RELOADING=1")
            #expect(reloading.last?.hasPrefix("MONOTONIC_USEC=") == true)
            try daemon.notifications.await("READY=1")
            #expect(try answer(of: daemon) == "new")
            try daemon.replaceTable(Self.bad)
            daemon.program.signal(SIGHUP)
            try daemon.notifications.await("READY=1")
            #expect(try answer(of: daemon) == "new")
            for place in [":4:", ":6:", ":7:"] { #expect(daemon.log.contains("routes.conf" + place)) }
            #expect(daemon.log.contains("the table in force stays"))
        }
    }

    @Test(arguments: [0o664, 0o646, 0o666])
    func `a table that others can write is refused`(mode: Int) throws {
        try withDaemon(table: Self.table("old")) { daemon in
            try daemon.replaceTable(Self.table("evil"), mode: mode)
            let answer = try daemon.connect().call("io.deeplinkd.Monitor.Reload")
            #expect(answer["parameters.diagnostics.0.code"].text == "RT012")
            #expect(try self.answer(of: daemon) == "old")
        }
    }

    @Test(.enabled(if: OtherUser.isPossible(for: "another user's table is refused")))
    func `another user's table is refused`() throws {
        try withDaemon(table: Self.table("old")) { daemon in
            try daemon.replaceTable(Self.table("evil"))
            #expect(unsafe chown(daemon.folder.path(of: "routes.conf"), 54_321, 0) == 0)
            let answer = try daemon.connect().call("io.deeplinkd.Monitor.Reload")
            #expect(answer["parameters.diagnostics.0.code"].text == "RT012", "\(answer)")
            #expect(try self.answer(of: daemon) == "old")
        }
    }

    @Test func `after a table is deleted the old one stays in force`() throws {
        try withDaemon(table: Self.table("old")) { daemon in
            try FileManager.default.removeItem(atPath: daemon.folder.path(of: "routes.conf"))
            let answer = try daemon.connect().call("io.deeplinkd.Monitor.Reload")
            #expect(answer["parameters.diagnostics.0.code"].text == "RT011", "\(answer)")
            #expect(try self.answer(of: daemon) == "old")
        }
    }

    @Test(arguments: ["", "# The table is being written.\n"])
    func `after a table is emptied the old one stays in force`(text: String) throws {
        try withDaemon(table: Self.table("old")) { daemon in
            try daemon.replaceTable(text)
            let answer = try daemon.connect().call("io.deeplinkd.Monitor.Reload")
            #expect(answer["error"].text == "io.deeplinkd.Monitor.BadTable")
            #expect(answer["parameters.diagnostics.0.code"].text == "RT018", "\(answer)")
            #expect(try self.answer(of: daemon) == "old")
        }
    }

    @Test func `a reload loads the table as it was at the call, or a newer one`() throws {
        try withDaemon(table: Self.table("old", routes: 200)) { daemon in
            let clients = try (0..<8).map { _ in try daemon.connect() }
            for (number, client) in clients.enumerated() {
                // Atomically, like editors and package managers.
                let file = try daemon.folder.write("next.conf", Self.table("v\(number)", routes: 200 + number))
                #expect(unsafe rename(file, daemon.folder.path(of: "routes.conf")) == 0)
                try client.send(RawClient.message("io.deeplinkd.Monitor.Reload"))
            }
            for (number, client) in clients.enumerated() {
                let answer = try #require(try client.receive())
                #expect(Int(answer["parameters.routes"].text) ?? 0 >= 200 + number, "\(answer)")
            }
            #expect(try answer(of: daemon) == "v7")
        }
    }

    @Test func `calls are served while a table is being read`() throws {
        try withDaemon(table: Self.table("old")) { daemon in
            try daemon.replaceTable(Self.table("new", routes: 4000))
            let (asking, other) = (try daemon.connect(), try daemon.connect())
            try asking.send(RawClient.message("io.deeplinkd.Monitor.Reload"))
            var served = 0
            while try !asking.hasAnswer() {
                #expect(try ["old", "new"].contains(other.open("t://r0")["text"].text))
                served += 1
            }
            #expect(served > 1)
            #expect(try asking.receive()?["parameters.routes"].text == "4000")
            #expect(try other.open("t://r0")["text"].text == "new")
        }
    }

    @Test func `a call under way keeps the table with which it began`() throws {
        try CodeStage.with { stage in
            let client = try stage.occupy(0)
            try client.send(RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://resist"]))
            try stage.awaitPrograms(1)
            try stage.daemon.replaceTable(Self.table("new"))
            let other = try stage.daemon.connect()
            let revision = try other.call("io.deeplinkd.Monitor.Reload")["parameters.tableRevision"]
            stage.daemon.program.signal(SIGTERM)
            let outcome = try #require(try client.receive()?["parameters.outcome"])
            #expect(outcome["route"].text == "resist" && outcome["tableRevision"] != revision)
        }
    }
}
