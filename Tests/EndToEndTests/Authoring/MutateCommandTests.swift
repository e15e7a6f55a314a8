import Testing

/// `deeplinkctl test --mutate`: the changes of a table that no case notices.
@Suite struct MutateCommandTests {
    private static let table = """
        scheme t
        feature F {
            require toggle on
            action a {
                input n uint
                respond
            }
            route open /open/$(n:uint) do a
        }

        """
    private static let cases = """
        table t.conf
        case "it opens" {
            url    t://open/1
            expect ok.wouldPerform
        }
        case "it is off" {
            url    t://open/1
            with   toggle F off
            expect blocked.toggle.off
        }

        """

    private static func run(_ cases: String, _ arguments: String...) throws -> Program.Run {
        try withFolder { folder in
            try folder.write("t.conf", table)
            try folder.write("t.cases", cases)
            return try Program.run(
                "/bin/sh",
                ["-c", #"cd "$0" && exec "$@""#, folder.path, Products.tool, "test", "t.cases", "--mutate"] + arguments)
        }
    }

    @Test func `a mutant that no case notices is shown with a case that does`() throws {
        let run = try Self.run(Self.cases)
        #expect(run.exit == .code(1) && run.errors == "")
        #expect(
            run.output == """
                t.conf: 2 of 4 mutants survived; 2 killed
                survived  t.conf:8:17: `*` instead of `open` in `route open /open/$(n:uint) do a`
                    expected rejected.route.notFound, got ok.wouldPerform: The action would be performed.
                    case "open: no other text than open" {
                        url    t://x/1
                        expect rejected.route.notFound
                    }
                survived  t.conf:8:26: `string` instead of `uint` in `route open /open/$(n:uint) do a`
                    expected rejected.route.notFound, got ok.wouldPerform: The action would be performed.
                    case "open: no other type than uint" {
                        url    t://open/x
                        expect rejected.route.notFound
                    }

                """, "\(run.output)")
    }

    @Test func `the cases that are shown let no mutant survive`() throws {
        let shown = try Self.run(Self.cases).output.split(separator: "\n").filter { $0.hasPrefix("    ") }
            .map { $0.dropFirst(4) }.filter { !$0.hasPrefix("expected ") }
        let run = try Self.run(Self.cases + shown.joined(separator: "\n") + "\n")
        #expect(run.exit == .code(0) && run.output == "t.conf: 0 of 4 mutants survived; 4 killed\n", "\(run)")
    }

    @Test func `for programs each mutant is a line, and so is the table`() throws {
        let run = try Self.run(Self.cases, "--json")
        let lines = run.output.split(separator: "\n").map(String.init)
        try #require(lines.count == 5, "\(run)")
        #expect(
            lines[0] == #"{"mutant":"condition","verdict":"killed","at":"t.conf:3:5","statement":"require toggle on","#
                + #""original":"require toggle on","feature":"F","killedBy":"it is off"}"#)
        #expect(lines[3].contains(#""verdict":"survived""#) && lines[3].contains(#""link":"t://open/x""#))
        #expect(
            lines[4]
                == #"{"table":"t.conf","mutants":4,"tried":4,"killed":2,"refused":0,"equal":0,"unproven":0,"survived":2}"#
        )
    }

    @Test func `a seed repeats which mutants are tried`() throws {
        let runs = try (0..<2).map { _ in try Self.run(Self.cases, "--most-mutants", "2", "--seed", "5") }
        #expect(runs[0].output == runs[1].output)
        #expect(runs[0].output.contains("2 of 4 were tried, in the random order of --seed 5\n"), "\(runs[0])")
    }

    @Test func `a table whose cases fail has no mutants yet`() throws {
        let run = try Self.run(Self.cases.replacing("blocked.toggle.off", with: "ok.wouldPerform"))
        #expect(run.exit == .code(1) && run.output.contains("✗ t.cases:6: it is off"), "\(run)")
        #expect(run.output.hasSuffix("1 passed, 1 failed\n"))
    }

    @Test func `no mutant of the example table survives its cases`() throws {
        let run = try Program.tool("test", Products.package + "/routes.cases", "--mutate")
        #expect(run.exit == .code(0) && run.output.contains("routes.conf: 0 of "), "\(run)")
    }
}
