import Conf
import Foundation
import Glibc
import TestSupport
import Testing

/// A second table beside the one in force, through the socket: it decides every link, and performs nothing.
@Suite struct ShadowTests {
    private static let folder = Products.package + "/Tests/RoutingTests/Fixtures"

    private static let table = """
        scheme t
        feature F {
            action a {
                input token string
                respond here
            }
            route r /r/$(token) do a
        }
        feature Hidden {
            visible no
            action a {
                respond
            }
            route hidden /hidden do a
        }

        """

    /// Runs a daemon whose table names another one.
    private static func with(
        _ table: String = table, then other: String?, _ body: (RunningDaemon, RawClient) throws -> Void
    ) throws {
        try withFolder { folder in
            if let other { try folder.write("next.conf", other) }
            try withDaemon(in: folder, table: "shadow next.conf\n" + table) { try body($0, try $0.connect()) }
        }
    }

    private static func report(_ client: RawClient) throws -> JSONTree {
        let answer = try client.call("io.deeplinkd.Monitor.Shadow")
        guard let report = answer["parameters"], answer["error"] == nil else { throw TestFailure("\(answer)") }
        return report
    }

    // MARK: Tables of others

    /// The names of the fixtures, each a table and a file of cases.
    private static let fixtures: [String] = {
        let files = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        return files.filter { $0.hasSuffix(".conf") }.map { String($0.dropLast(5)) }.sorted()
    }()

    /// The arguments of the lines of cases that begin with a word.
    private static func lines(_ word: String, of cases: String) throws -> [String] {
        var diagnostics = Diagnostics()
        let document = ConfParser.parse(Array(cases.utf8), name: "cases", file: 0, diagnostics: &diagnostics)
        return document.statements.indices.filter { document.directive(of: $0) == word }.map {
            document.text(of: document.word(1, of: $0))
        }
    }

    @Test(arguments: fixtures)
    func `of the links of a table's cases exactly those of a changed route differ`(_ name: String) throws {
        let table = try String(contentsOfFile: "\(Self.folder)/\(name).conf", encoding: .utf8)
        let cases = try String(contentsOfFile: "\(Self.folder)/\(name).cases", encoding: .utf8)
        let words = table.split { !($0.isLetter || $0.isNumber || $0 == "-") }
        // A name that stands nowhere else can be changed in the text.
        let route = try #require(
            try Self.lines("route", of: cases).first { route in
                words.count { $0 == route } == 1 && table.contains("route \(route) ")
            }, "\(name)")
        let other = table.replacing("route \(route) ", with: "route \(route)-changed ")
        try Self.with(table, then: other) { _, client in
            let urls = try Self.lines("url", of: cases)
            var changed = 0
            for url in urls {
                let answer = try client.call("io.deeplinkd.Dispatch.Verify", ["url": url])
                if answer["parameters.outcome.route"]?.text == route { changed += 1 }
            }
            let report = try Self.report(client)
            #expect(report["links"].text == "\(urls.count)" && changed > 0, "\(report)")
            #expect(report["differing"].text == "\(changed)", "\(report)")
            for difference in report["differences"]?.elements ?? [] {
                #expect(difference["changed"]?.elements.map(\.text) == ["route"], "\(difference)")
                #expect(difference["now.route"].text == route && difference["then.route"].text == route + "-changed")
            }
        }
    }

    // MARK: What it leaves alone

    @Test func `nothing is performed twice, and the outcome is that of the table in force`() throws {
        try withFolder { folder in
            let count = folder.path(of: "count")
            func table(_ route: String) -> String {
                """
                scheme t
                feature F {
                    action a {
                        input n uint
                        exec trusted /bin/sh -c "echo $0 >>\(count)" $(n)
                    }
                    route \(route) /r/$(n:uint) do a
                }

                """
            }
            try folder.write("next.conf", table("new"))
            try withDaemon(in: folder, table: "shadow next.conf\n" + table("r")) { daemon in
                let client = try daemon.connect()
                for number in 0..<5 {
                    let outcome = try client.open("t://r/\(number)")
                    #expect(outcome["code"].text == "ok.performed" && outcome["route"].text == "r", "\(outcome)")
                }
                let text = try String(contentsOfFile: count, encoding: .utf8)
                #expect(text == "0\n1\n2\n3\n4\n")
                #expect(try Self.report(client)["differing"].text == "5")
            }
        }
    }

    @Test func `Open and Verify are compared once each, with a key or a wait too, and Explain is not`() throws {
        try withFolder { folder in
            try folder.write("next.conf", Self.table.replacing("route r /r", with: "route new /r"))
            let state = try folder.makeFolder("state")
            try withDaemon(in: folder, table: "shadow next.conf\n" + Self.table, stateDirectory: state) { daemon in
                let client = try daemon.connect()
                _ = try client.open("t://r/x")
                let binding = try client.verify("t://r/x")
                _ = try client.outcome("Perform", ["binding": binding])
                for _ in 0..<2 { _ = try client.outcome("Open", ["url": "t://r/x", "idempotencyKey": "k"]) }
                _ = try client.outcome("Open", ["url": "t://r/x", "waitMs": 10])
                _ = try client.outcome("Explain", ["url": "t://r/x"])
                _ = try client.outcome("Open", ["action": "F.a", "inputs": ["token": "x"]])
                let report = try Self.report(client)
                #expect(report["links"].text == "4" && report["differing"].text == "4", "\(report)")
            }
        }
    }

    @Test(.enabled(if: OtherUser.isPossible(for: "the report of differences is for operators")))
    func `secrets and hidden features do not reach other users`() throws {
        let other = Self.table.replacing("input token string", with: "input token string secret").replacing(
            "route hidden", with: "route hidden-new")
        let address = SocketAddress.makeAbstract()
        let listening = try address.listen()
        defer { close(listening) }
        try withFolder { folder in
            try folder.write("next.conf", other.replacing("route r /r", with: "route new /r"))
            let table = "shadow next.conf\n" + Self.table
            try withDaemon(in: folder, table: table, inheriting: [("varlink", listening)]) { _ in
                let stranger = try OtherUser(uid: 54_321).connect(to: address)
                for url in ["t://r/hunter2", "t://hidden", "t://none"] { _ = try stranger.open(url) }
                let refused = try stranger.call("io.deeplinkd.Monitor.Shadow")
                #expect(refused["error"].text == "org.varlink.service.PermissionDenied", "\(refused)")
                let report = try Self.report(try OtherUser(uid: getuid()).connect(to: address))
                #expect(report["links"].text == "3" && report["differing"].text == "2", "\(report)")
                #expect(!"\(report)".contains("hunter2") && "\(report)".contains("t:***"), "\(report)")
            }
        }
    }

    // MARK: Reloads and errors

    @Test func `a reload reads the second table again, and counting begins anew where a text has changed`() throws {
        try Self.with(then: Self.table) { daemon, client in
            _ = try client.open("t://r/x")
            _ = try client.call("io.deeplinkd.Monitor.Reload")
            let same = try Self.report(client)
            #expect(same["links"].text == "1" && same["differing"].text == "0", "\(same)")
            let revision = try client.open("t://r/x")["tableRevision"].text
            try daemon.folder.write("next.conf", Self.table.replacing("route r /r", with: "route new /r"))
            _ = try client.call("io.deeplinkd.Monitor.Reload")
            #expect(try Self.report(client)["links"].text == "0")
            #expect(try client.open("t://r/x")["tableRevision"].text != revision)
            #expect(try Self.report(client)["differing"].text == "1")
        }
    }

    @Test func `errors of the second table are warnings of the status, and links are opened as ever`() throws {
        for other in [nil, "scheme t\nfeature F {\n", "scheme t\nroute\n"] {
            try Self.with(then: other) { daemon, client in
                #expect(try client.open("t://r/x")["text"].text == "here")
                let status = try client.call("io.deeplinkd.Monitor.Status")
                #expect(status["parameters.table.state"].text == "current")
                let first = status["parameters.table.firstWarnings"]?.elements.map { $0["code"].text } ?? []
                #expect(first.contains("RT021"), "\(status)")
                let check = try client.call("io.deeplinkd.Monitor.Check")
                #expect(check["parameters.errors"].text == "0" && check["parameters.warnings"].text != "0", "\(check)")
                let report = try Self.report(client)
                #expect(report["file"].text.hasSuffix("/next.conf") && report["tableRevision"] == nil, "\(report)")
                let run = try daemon.tool("shadow")
                #expect(run.exit == .code(1) && run.errors.contains("cannot be used"), "\(run)")
            }
        }
    }

    // MARK: The command

    @Test func `the command prints a summary and columns, and its status says whether links differ`() throws {
        try withDaemon(table: Self.table) { daemon in
            let run = try daemon.tool("shadow")
            #expect(run.exit == .code(1) && run.errors.contains("no line `shadow`"), "\(run)")
        }
        let other = Self.table.replacing("route r /r", with: "route longer-name /r").replacing(
            "route hidden /hidden", with: "route hidden /gone")
        try Self.with(then: other) { daemon, client in
            let same = try daemon.tool("shadow")
            #expect(same.exit == .code(0) && same.output.hasPrefix("0 links compared, no difference\n"), "\(same)")
            for number in 0..<1_200 { _ = try client.open("t://r/\(number)") }
            for _ in 0..<3 { _ = try client.open("t://hidden") }
            _ = try client.open("t://none")
            let run = try daemon.tool("shadow")
            let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            #expect(run.exit == .code(10) && run.errors == "", "\(run)")
            #expect(lines[0] == "1,204 links compared, 2 kinds of difference in 1,203 of them")
            #expect(lines[1].hasPrefix("second table: \(daemon.folder.path(of: "next.conf")) since 2"))
            #expect(
                Array(lines[2...]) == [
                    "", "links  changed  now              then                     example",
                    "1,200  route    r F.a            longer-name F.a          t://r/0",
                    "3      code     hidden Hidden.a  rejected.route.notFound  t://hidden", "",
                ], "\(run.output)")
            let words = ["shadow", "--socket", daemon.socket, "--format", "json"]
            let json = try Program.run(Products.tool, words)
            #expect(json.exit == .code(10) && json.output.contains(#""links":1204"#), "\(json)")
        }
    }
}
