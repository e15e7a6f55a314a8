import Testing

/// Commands that read one text per line.
@Suite struct LineInputTests {
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

    /// Runs the tool with `input` as `printf` writes it, which can be other than UTF-8.
    private func run(_ input: String, _ arguments: String...) throws -> Program.Run {
        try withFolder { folder in
            try folder.write("b.conf", Self.table)
            let script = "cd \"$0\" && printf '\(input)' | \"$@\""
            return try Program.run("/bin/sh", ["-c", script, folder.path, Products.tool] + arguments)
        }
    }

    @Test func `match answers every line, also one that is empty or not UTF-8, and names its number`() throws {
        let input = "\\n\\nt://open\\r\\nt:/q\\377\\nt://open"
        let text = try run(input, "match", "-f", "b.conf", "--stdin")
        #expect(text.exit == .code(1) && text.errors == "Error: line 4 of standard input is not UTF-8\n", "\(text)")
        #expect(
            text.output == """
                  ✗  rejected.url.invalid: The text does not begin with a scheme
                  ✗  rejected.url.invalid: The text does not begin with a scheme
                t://open  →  open (F · a)
                line 4  ✗  is not UTF-8
                t://open  →  open (F · a)

                """)
        let json = try run(input, "match", "-f", "b.conf", "--stdin", "--format", "json")
        #expect(json.exit == .code(1))
        let lines = try json.lines
        #expect(lines.map { $0["matched"]?.text } == ["false", "false", "true", nil, "true"])
        #expect(lines[3]["line"].text == "4" && lines[3]["message"].text == "is not UTF-8")
    }

    @Test func `open answers every line, also one that is empty or not UTF-8`() throws {
        try withDaemon(table: Self.table) { daemon in
            let input = "\\nt://open\\nt:/q\\377\\n\\nt://open"
            let run = try run(input, "open", "--stdin", "--format", "json", "--socket", daemon.socket)
            #expect(run.exit == .code(3) && run.errors == "Error: line 3 of standard input is not UTF-8\n", "\(run)")
            let (empty, done) = ("rejected.url.invalid", "ok.performed")
            #expect(try run.lines.map { $0["outcome.code"]?.text } == [empty, done, nil, empty, done])
        }
    }

    @Test func `url answers every line, and goes on after one that is not a JSON string`() throws {
        let run = try run("\\n\"t://a\"\\nbad\\n7\\n\"\\377\"\\n\"t://b\"\\n", "url", "--json-lines")
        #expect(run.exit == .code(1))
        #expect(
            run.errors == """
                Error: line 1 of standard input is not a JSON string:\(" ")
                Error: line 3 of standard input is not a JSON string: bad
                Error: line 4 of standard input is not a JSON string: 7
                Error: line 5 of standard input is not UTF-8

                """)
        let lines = try run.lines
        #expect(lines.map { $0["failure"]?.text } == ["true", nil, "true", "true", "true", nil])
        #expect(lines.map { $0["line"]?.text } == ["1", nil, "3", "4", "5", nil])
        #expect(lines[5]["href"].text == "t://b")
    }

    @Test func `bench skips empty lines and names the number of one that is not UTF-8`() throws {
        let run = try run("t://open\\n\\nb\\377\\n", "bench", "--links", "-")
        #expect(run.exit == .code(1) && run.output == "", "\(run)")
        #expect(run.errors == "Error: line 3 of standard input is not UTF-8\n")
    }
}
