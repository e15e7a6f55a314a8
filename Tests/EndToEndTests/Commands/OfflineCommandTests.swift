import Foundation
import Glibc
import Testing

/// The commands of `deeplinkctl` that need no daemon.
@Suite struct OfflineCommandTests {
    private static let bad = "scheme t\nfeature F {\n    nonsense\n    route r r do x\n}\n"
    private static let doubtful = CodeTable.text() + "\nproduct unused {\n}\n"

    // MARK: check

    @Test func `check exits with 3 on errors, and with --strict also on warnings`() throws {
        let rows: [(table: String, arguments: [String], status: Int32, says: String)] = [
            (CodeTable.text(), [], 0, "no errors"),
            (Self.bad, [], 3, "3 errors"),
            (Self.doubtful, [], 0, "1 warning"),
            (Self.doubtful, ["--strict"], 3, "1 error"),
        ]
        for row in rows {
            let run = try Program.run(Products.tool, ["check", "-f", "-"] + row.arguments, input: row.table)
            #expect(run.exit == .code(row.status) && run.output.contains(row.says), "\(run)")
        }
    }

    @Test func `check refuses the programs that the system instance refuses if its variable says so`() throws {
        let table = "scheme t\nfeature F {\n    action a {\n        exec /bin/true\n    }\n    route r /r do a\n}\n"
        for (value, status) in [("no", Int32(3)), ("yes", 0)] {
            let run = try Program.run(
                Products.tool, ["check", "-f", "-"], input: table, environment: ["DEEPLINKD_EXEC": value])
            #expect(run.exit == .code(status) && run.output.contains("RT311") == (status == 3), "\(run)")
        }
    }

    @Test func `check prints position, code and help, as text and as JSON`() throws {
        let text = try Program.tool("check", "-f", "-", input: Self.bad)
        #expect(text.output.contains("<stdin>:3:5: error RT101"), "\(text)")
        let json = try Program.tool("check", "-f", "-", "--format", "json", input: Self.bad).lines
        #expect(json.map { $0["line"].text } == ["3", "4", "4"])
        #expect(json.allSatisfy { $0["code"] != nil && $0["message"] != nil && $0["file"].text == "<stdin>" })
    }

    @Test func `a table that cannot be read makes the tool exit with 1`() throws {
        for arguments in [["check", "-f", "/nonexistent"], ["match", "-f", "/", "t://x"]] {
            let run = try Program.run(Products.tool, arguments)
            #expect(run.exit == .code(1) && run.errors.contains(arguments[2]), "\(run)")
        }
    }

    // MARK: match, explain

    @Test func `match exits with 3 if a link did not match, and ignores the state of features`() throws {
        try withFolder { folder in
            let table = try folder.write("routes.conf", CodeTable.text())
            let rows: [(urls: [String], status: Int32)] = [
                (["t://say"], 0), (["t://gate/off"], 0), (["t://nowhere"], 3), (["t://say", "t://nowhere"], 3),
                (["t://numbers/x", "t://say"], 3),
            ]
            for row in rows {
                let run = try Program.run(Products.tool, ["match", "-f", table, "--format", "json"] + row.urls)
                #expect(run.exit == .code(row.status), "\(run)")
                #expect(try run.lines.map { $0["url"].text } == row.urls)
                let stdin = try Program.tool(
                    "match", "-f", table, "--stdin", input: row.urls.joined(separator: "\n"))
                #expect(stdin.exit == .code(row.status), "the last line needs no end")
            }
            let line = try Program.tool("match", "-f", table, "t://page?n=3", "--format", "json").lines[0]
            #expect(line["matched"].text == "true" && line["route"].text == "page" && line["parameters.n"].text == "3")
            let missed = try Program.tool("match", "-f", table, "t://numbers/x", "--format", "json").lines[0]
            #expect(missed["matched"].text == "false" && missed["code"].text == "rejected.route.notFound")
            #expect(try Program.tool("match", "-f", "-", "t://x", input: Self.bad).exit == .code(3))
        }
    }

    @Test func `the exit status of explain is the class under the given facts`() throws {
        let rows: [(arguments: [String], status: Int32, code: String)] = [
            (["t://say"], 0, "ok.wouldPerform"),
            (["t://gate/toggle"], 4, "blocked.toggle.off"),
            (["--with", "toggle Toggle on", "t://gate/toggle"], 0, "ok.wouldPerform"),
            (["--with", "permission photos restricted", "t://gate/photos"], 5, "blocked.permission.restricted"),
            (["--with", "permission photos unknown", "t://gate/photos"], 6, "pending.undetermined"),
            (["t://nowhere"], 3, "rejected.route.notFound"),
        ]
        for row in rows {
            let arguments = ["explain", "-f", "-", "--format", "json"] + row.arguments
            let run = try Program.run(Products.tool, arguments, input: CodeTable.text())
            #expect(run.exit == .code(row.status), "\(run)")
            #expect(try run.lines[0]["outcome.code"].text == row.code)
        }
        let program = try Program.tool("explain", "-f", "-", "t://print/a%20b", input: CodeTable.text())
        #expect(program.output.contains("/usr/bin/printf %s 'a b'"), "\(program)")
        let wrong = try Program.tool(
            "explain", "-f", "-", "--with", "toggle Nope on", "t://say", input: CodeTable.text())
        #expect(wrong.exit == .code(2) && wrong.errors.contains("Nope"), "\(wrong)")
    }

    // MARK: test

    @Test func `test exits with 0 if all pass, 1 for a failure or low coverage, 3 for a bad file`() throws {
        let passing = "case \"a\" {\n    url t://say\n    expect ok.wouldPerform\n}\n"
        let failing = "case \"b\" {\n    url t://say\n    expect rejected.loop\n}\n"
        let rows: [(cases: String, arguments: [String], status: Int32, says: String)] = [
            (passing, [], 0, "1 passed, 0 failed"),
            (passing + failing, [], 1, "1 passed, 1 failed"),
            (passing + failing, ["--run", "^a$"], 0, "1 passed, 0 failed"),
            (passing, ["--fail-under", "100"], 1, "fewer than 100 %"),
            (passing, ["--fail-under", "0"], 0, "1 passed"),
            (passing, ["--format", "tap"], 0, "ok 1 - a\n1..1\n"),
            (failing, ["--format", "tap"], 1, "not ok 1 - b\n"),
            (failing, ["--format", "json"], 1, "\"passed\":false"),
        ]
        try withFolder { folder in
            try folder.write("routes.conf", CodeTable.text())
            for row in rows {
                let file = try folder.write("x.cases", "table routes.conf\n" + row.cases)
                let run = try Program.run(Products.tool, ["test", file] + row.arguments)
                #expect(run.exit == .code(row.status) && run.output.contains(row.says), "\(run)")
            }
            let broken = try folder.write("x.cases", "table routes.conf\ncase \"c\" {\n    expect nonsense\n}\n")
            #expect(try Program.tool("test", broken).exit == .code(3))
            let homeless = try folder.write("x.cases", passing)
            let run = try Program.tool("test", homeless)
            #expect(run.exit == .code(1) && run.errors.contains("-f"), "\(run)")
            #expect(try Program.tool("test", "-f", folder.path(of: "routes.conf"), homeless).exit == .code(0))
            #expect(try Program.tool("test", homeless, "--run", "(").exit == .code(2))
            #expect(try Program.tool("test", homeless, "--fail-under", "101").exit == .code(2))
        }
    }

    @Test func `the example table passes its own cases, which cover every node`() throws {
        let run = try Program.tool("test", Products.package + "/routes.cases", "--fail-under", "100")
        #expect(run.exit == .code(0) && run.errors == "", "\(run)")
    }

    // MARK: url

    @Test func `url parses texts as the standard does`() throws {
        let run = try Program.tool("url", "HTTPS://Example.COM:443/a/../b?q#f", "--format", "json")
        #expect(run.exit == .code(0))
        let components = try run.lines[0]
        #expect(components["href"].text == "https://example.com/b?q#f" && components["port"].text == "")
        let text = try Program.tool("url", "t://h:8/p")
        #expect(text.exit == .code(0) && text.output.contains("host      h:8\n"), "\(text)")
        let lines =
            #""t://a b/""# + "\n" + #""https://\u00e9.example/""# + "\n" + #""\ud83d\ude00:""# + "\n" + #""t:\u0000""#
            + "\n"
        let json = try Program.tool("url", "--json-lines", input: lines)
        #expect(json.exit == .code(3))
        #expect(try json.lines.count == 4)
        #expect(try json.lines[2]["failure"].text == "true")
        #expect(try Program.tool("url", "--json-lines", input: "t://x\n").exit == .code(1))
    }

    // MARK: bench

    @Test func `bench prints the time for each link, and exits with 3 if a text is not a link`() throws {
        let rows: [(arguments: [String], input: String, urls: [String], status: Int32)] = [
            (["t://say", "t://a/b"], "", ["t://say", "t://a/b"], 0),
            (["-f", "-", "t://say"], CodeTable.text(), ["t://say"], 0),
            (["-f", "-", "t://u@h"], CodeTable.text(), ["t://u@h"], 3),
            (["--links", "-"], "t://say\nt://a/b\r\n", ["-"], 0), (["--links", "-"], "t://say\nnone\n", ["-"], 3),
        ]
        for row in rows {
            let run = try Program.run(Products.tool, ["bench", "--format", "json"] + row.arguments, input: row.input)
            #expect(run.exit == .code(row.status), "\(run)")
            #expect(try run.lines.map { $0["url"].text } == row.urls)
            for line in try run.lines {
                #expect(line["parse.ns"] != nil && line["parse.nsPerByte"] != nil && line["parse.ratio"] != nil)
                #expect((line["decide.ns"] != nil) == (row.arguments.contains("-f") && row.status == 0), "\(run)")
            }
        }
        let text = try Program.tool("bench", "t://say", "t://u@h")
        #expect(text.exit == .code(3) && text.output.contains("t://u@h  ✗ rejected.url.forbiddenComponent"), "\(text)")
        #expect(text.output.split(separator: "\n").count == 3)
        #expect(try Program.tool("bench", "--links", "/nonexistent").exit == .code(1))
        #expect(try Program.tool("bench", "--links", "-", input: "\n").exit == .code(1))
    }

    // MARK: UsageError

    @Test(arguments: [
        ["nonsense"], ["open"], ["open", "--stdin", "t://x"], ["open", "--nonsense", "t://x"], ["match", "-f"],
        ["explain", "-f", "-"], ["test"], ["url"], ["url", "--json-lines", "t://x"], ["call"],
        ["check", "--format", "xml"], ["link"], ["link", "r", "x"], ["link", "r", "=x"], ["list", "stray"],
        ["list", "--order", "x"], ["tree", "a", "b"], ["overlap", "--limit", "x"], ["bench"],
        ["bench", "--links", "-", "t://x"], ["bench", "-f", "-", "--links", "-"], ["status", "stray"],
        ["reload", "stray"], ["features", "a", "b"],
    ])
    func `a usage error exits with 2 and prints the usage`(arguments: [String]) throws {
        let run = try Program.run(Products.tool, arguments)
        #expect(run.exit == .code(2) && run.output == "" && run.errors.contains("Usage: deeplinkctl"), "\(run)")
    }

    @Test(arguments: [
        ["check", "-f", "-"], ["match", "-f", "-", "--stdin"], ["url", "--json-lines"], ["link", "-f", "-", "r"],
        ["list", "-f", "-"], ["tree", "-f", "-"], ["overlap", "-f", "-"],
    ])
    func `no input on standard input makes the tool end by a signal`(arguments: [String]) throws {
        for input in ["\u{0}", "\u{FEFF}", String(repeating: "{", count: 10_000), "\r\r\n", "\"", "feature F {\n"] {
            let run = try Program.run(Products.tool, arguments, input: input)
            guard case .code = run.exit else {
                Issue.record("\(run)")
                continue
            }
        }
    }

    @Test func `a closed standard output does not change the exit status of offline commands`() throws {
        let null = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
        var pipe: [Int32] = [-1, -1]
        #expect(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &pipe) == 0)
        close(pipe[0])
        defer { for descriptor in [null, pipe[1]] { close(descriptor) } }
        for output in [nil, pipe[1]] {
            for (url, status) in [("t://x", Int32(0)), ("x", 3)] {
                let tool = try Program(
                    Products.tool, ["url", url], environment: [:], descriptors: [null, output, null])
                #expect(try tool.wait() == .code(status))
            }
        }
    }
}
