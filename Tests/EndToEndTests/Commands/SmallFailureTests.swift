import Testing

/// What the tool says instead of nothing, or of a value of its own language.
@Suite struct SmallFailureTests {
    private static let table = """
        scheme t
        feature F {
            action a {
                respond
            }
            route open /open do a
            route news /news/latest do a
        }
        """

    @Test func `match as JSON names the nearest route and why it does not take the link`() throws {
        let line = try Program.tool("match", "-f", "-", "t://news/lates", "--format", "json", input: Self.table).lines[
            0]
        #expect(
            line["nearest"].text == "news" && line["failure"].text == "segment 2 is `lates`, not `latest`", "\(line)")
    }

    @Test(arguments: [
        (
            ["match", "-f", "", "t://x"], Int32(2),
            "-f takes the name of a file, as in -f routes.conf, not an empty word."
        ),
        (["test", "-f", "", "x.cases"], 2, "-f takes the name of a file, as in -f routes.conf, not an empty word."),
        (["ledger"], 2, "Name what to do with the ledger: backup, verify, restore or status."),
    ])
    func `an argument that is empty or missing is misuse`(_ arguments: [String], _ status: Int32, _ error: String)
        throws
    {
        let run = try Program.run(Products.tool, arguments)
        #expect(run.exit == .code(status) && run.output == "" && run.errors.hasPrefix("Error: \(error)\n"), "\(run)")
    }

    @Test func `test fails if no case matches --run`() throws {
        try withFolder { folder in
            try folder.write("b.conf", Self.table)
            let file = try folder.write(
                "b.cases", "table b.conf\ncase fine {\n    url t://open\n    expect ok.wouldPerform\n}\n")
            let run = try Program.tool("test", "--run", "zzz", file)
            #expect(run.exit == .code(1) && run.errors == "Error: no case matches --run `zzz`; `--run .` runs all\n")
            #expect(try Program.tool("test", "--run", ".", file).exit == .code(0))
        }
    }

    @Test func `open prints the times of the stages that --timings asks for`() throws {
        try withDaemon(table: Self.table) { daemon in
            let timed = try daemon.tool("open", "--timings", "t://open")
            #expect(timed.output.contains(#/\n  times      parse \d+ ns, match \d+ ns, verify \d+ ns\n/#), "\(timed)")
            #expect(try !daemon.tool("open", "t://open").output.contains("times"))
        }
    }

    @Test(arguments: [
        ("nonsense", "it is not JSON at byte 1: this byte cannot stand here"),
        ("{\"parameters\":{}", "it is not JSON at byte 16: it ends too early"),
        ("[]", "it is not a Varlink reply: it is not an object"),
        ("{\"parameters\":7}", "it is not a Varlink reply: `parameters` is not an object"),
        ("{\"error\":7}", "it is not a Varlink reply: `error` is not a string"),
    ])
    func `a reply that cannot be read is a sentence`(_ reply: String, _ reason: String) throws {
        try withFolder { folder in
            let daemon = try ScriptedDaemon(at: folder.path(of: "socket")) { _ in [reply] }
            defer { daemon.stop() }
            let run = try Program.tool("status", "--socket", folder.path(of: "socket"))
            #expect(run.exit == .code(1) && run.output == "", "\(run)")
            #expect(
                run.errors
                    == "Error: the daemon's reply cannot be read: \(reason); `deeplinkctl call` prints the raw reply\n")
        }
    }
}
