import Testing

/// What `deeplinkctl gen-cases` writes.
@Suite struct GenCasesTests {
    private static let table = #"""
        scheme t
        feature F {
            require toggle on
            action a {
                input n uint(1..9)
                exec /bin/echo $(n)
            }
            route open /open/$(n:uint(1..9)) do a
        }

        """#

    private static let generated = #"""
        # Cases made by deeplinkctl gen-cases: they say what the table does now.

        table t.conf

        case "the route open takes its link" {
            url       t://open/1
            expect    ok.wouldPerform
            route     open
            parameter n 1
            would     start /bin/echo 1
        }
        case "the route open takes the bound n=9" {
            url       t://open/9
            expect    ok.wouldPerform
            route     open
            parameter n 9
            would     start /bin/echo 9
        }
        case "F is blocked by toggle" {
            url    t://open/1
            with   toggle F off
            expect blocked.toggle.off
            route  open
        }
        case "F is pending" {
            url    t://open/1
            with   toggle F unknown
            expect pending.undetermined
            route  open
        }
        case "a near miss of the route open" {
            url    t://open/x
            expect rejected.route.notFound
            near   open
        }

        """#

    @Test func `a first file of cases passes and covers every node`() throws {
        try withFolder { folder in
            let table = try folder.write("t.conf", Self.table)
            let made = try Program.tool("gen-cases", "-f", table)
            #expect(made.exit == .code(0) && made.errors == "")
            #expect(made.output.replacing(folder.path + "/", with: "") == Self.generated, "\(made)")
            let cases = try folder.write("t.cases", made.output)
            let run = try Program.tool("test", cases, "--fail-under", "100")
            #expect(
                run.exit == .code(0) && run.output == "\(table): 9 of 9 nodes covered\n5 passed, 0 failed\n", "\(run)")
            let none = try Program.tool("gen-cases", cases)
            #expect(none.exit == .code(0) && none.output == "" && none.errors == "")
        }
    }

    @Test func `with a file of cases only those are written that it lacks, under names of their own`() throws {
        try withFolder { folder in
            try folder.write("t.conf", Self.table)
            let taken = "case \"F is pending\" {\n    url t://open/1\n    expect ok.*\n}\n"
            let cases = try folder.write("t.cases", "table t.conf\n" + taken)
            let made = try Program.tool("gen-cases", cases)
            let names = made.output.split(separator: "\n").filter { $0.hasPrefix("case ") }
            #expect(
                names == [
                    "case \"the route open takes the bound n=9\" {", "case \"F is blocked by toggle\" {",
                    "case \"F is pending (2)\" {", "case \"a near miss of the route open\" {",
                ])
            try folder.write("t.cases", "table t.conf\n" + taken + made.output)
            #expect(try Program.tool("test", cases, "--fail-under", "100").exit == .code(0))
            let lines = try Program.tool("gen-cases", cases, "-f", folder.path(of: "t.conf"), "--format", "json").lines
            #expect(lines.isEmpty)
        }
    }

    @Test func `a part of the table without a link is named on standard error`() throws {
        let table =
            "scheme t\nfeature F {\n    action a {\n        input p **\n        respond\n    }\n"
            + "    route all /$(p:**) do a\n}\n"
        let run = try Program.tool("gen-cases", "-f", "-", input: table)
        #expect(run.exit == .code(0) && run.errors == "no link was found for: near miss all\n", "\(run)")
        let json = try Program.tool("gen-cases", "-f", "-", "--format", "json", input: table).lines
        #expect(json.map { $0["case"].text } == ["the route all takes its link"])
    }

    @Test func `check warns of each route that no case shows as taken`() throws {
        try withFolder { folder in
            let table = try folder.write("t.conf", Self.table)
            let cases = try folder.write(
                "t.cases", "table t.conf\ncase a {\n    url t://open/x\n    expect rejected.*\n}\n")
            let run = try Program.tool("check", "-f", table, "--cases", cases)
            #expect(
                run.output.replacing(folder.path + "/", with: "") == """
                    t.conf:8:11: warning RT706: no case shows a link that the route `open` takes
                       8 |     route open /open/$(n:uint(1..9)) do a
                         |           ^~~~
                         = help: add one; `deeplinkctl gen-cases` writes it
                    1 warning; 1 route, 1 feature

                    """ && run.exit == .code(0), "\(run)")
            #expect(try Program.tool("check", "-f", table, "--cases", cases, "--strict").exit == .code(3))
        }
    }
}
