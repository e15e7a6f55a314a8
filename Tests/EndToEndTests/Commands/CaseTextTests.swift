import Testing

/// What `deeplinkctl test` and `matrix` print, and what they say about input that cannot be used.
@Suite struct CaseTextTests {
    private static let table = """
        profile development
        scheme t
        product pro {
            kind subscription
        }
        feature F {
            require permission camera
            require purchase pro
            action say {
                input word string = hello
                input n uint = 1
                respond
            }
            route say /say/$(word) do say {
                query n:uint?
            }
            route other /other do say
        }
        feature Open {
            action a {
                respond
            }
            route open /open do a
        }
        """

    /// One case that passes, and one for each kind of failure.
    private static let cases = """
        table b.conf
        case fine {
            url t://open
            expect ok.wouldPerform
            route open
        }
        case "wrong code" {
            url t://open
            expect blocked.toggle.off
        }
        case "wrong route, parameter and remedy" {
            url t://say/hi?n=2
            with permission camera denied
            expect blocked.permission.denied
            route other
            parameter word ho
            parameter n 3
            remedy purchase
            withheld openSettings
        }
        case "all right" {
            url t://say/hi
            with permission camera denied
            expect blocked.permission.denied
            route say
            parameter word hi
            remedy openSettings
            withheld purchase
        }
        case "not a link" {
            url nolink
            expect ok.wouldPerform
        }
        """

    private func withFiles(_ body: (_ cases: String, _ table: String) throws -> Void) throws {
        try withFolder { folder in
            let table = try folder.write("b.conf", Self.table)
            try body(try folder.write("b.cases", Self.cases), table)
        }
    }

    // MARK: test

    @Test func `each failure is one line, with what was expected and found, behind what no case covers`() throws {
        try withFiles { cases, table in
            let run = try Program.tool("test", cases, "--fail-under", "100")
            #expect(run.exit == .code(1))
            let text = run.output.replacing(cases, with: "b.cases").replacing(table, with: "b.conf")
                // The sentences of outcomes are not this test's.
                .replacing(/(got [\w.]+): .*/) { $0.1 }
            #expect(
                text == """
                    b.conf: 1 of 13 nodes covered
                      routes, 1 of 3; without a case: say, other
                      constraints, 0 of 4; without a case: F permission:camera met, F
                        permission:camera unmet, F purchase:pro met, F purchase:pro unmet
                      outcomes, 0 of 3; without a case: F ok, F blocked, F pending
                      near misses, 0 of 3; without a case: say, other, open
                      a case for route say; `deeplinkctl gen-cases` writes those for all:
                        case "the route say takes its link" {
                            url       t://say/word
                            with      permission camera authorized
                            with      purchase pro active
                            expect    ok.wouldPerform
                            route     say
                            parameter word word
                            parameter n 1
                        }
                    ✗ b.cases:7: wrong code
                        t://open
                        expected blocked.toggle.off, got ok.wouldPerform
                    ✗ b.cases:11: wrong route, parameter and remedy
                        t://say/hi?n=2
                        expected blocked.permission.denied, got blocked.purchase.required
                        expected the route other, got say
                        expected the parameter n to be `3`, got `2`
                        expected the parameter word to be `ho`, got `hi`
                    ✗ b.cases:21: all right
                        t://say/hi
                        expected blocked.permission.denied, got blocked.purchase.required
                        did not expect the parameter n, which is `1`
                        expected the remedy openSettings, got purchase, restorePurchases
                        expected purchase to be withheld, withheld are openSettings
                    ✗ b.cases:30: not a link
                        nolink
                        expected ok.wouldPerform, got rejected.url.invalid
                    fewer than 100 % of the nodes are covered
                    1 passed, 4 failed

                    """, "\(run)")
        }
    }

    @Test func `results as TAP and as JSON have the same failures`() throws {
        try withFiles { cases, _ in
            let tap = try Program.tool("test", cases, "--format", "tap").output.split(separator: "\n")
            #expect(tap.contains("1..5"))
            let results = tap.filter { $0.hasPrefix("ok ") || $0.hasPrefix("not ok ") }
            #expect(
                results == [
                    "ok 1 - fine", "not ok 2 - wrong code", "not ok 3 - wrong route, parameter and remedy",
                    "not ok 4 - all right", "not ok 5 - not a link",
                ])
            let lines = try Program.tool("test", cases, "--format", "json").lines
            #expect(
                lines.count == 6
                    && lines.map { $0["passed"].text } == ["true", "false", "false", "false", "false", "-"])
            let failures = lines.flatMap { $0["failures"]?.elements.map(\.text) ?? [] }
            let remarks = tap.prefix { !$0.hasPrefix("1..") }.filter { $0.hasPrefix("# ") }
            #expect(failures == remarks.map { String($0.dropFirst(2)) })
            let places = lines.dropLast().map { $0["at"].text.split(separator: ":").last.map(String.init) }
            #expect(places == ["2", "7", "11", "21", "30"])
            #expect(lines[5]["nodes"].text == "13" && lines[5]["covered"].text == "1")
        }
    }

    @Test func `--run selects cases by name, and -f replaces the table of the file`() throws {
        try withFiles { cases, table in
            let some = try Program.tool("test", cases, "--run", "^all|fine")
            #expect(some.exit == .code(1) && some.output.hasSuffix("1 passed, 1 failed\n"), "\(some)")
            let fine = try Program.tool("test", cases, "--run", "^fine$")
            #expect(fine.exit == .code(0) && fine.output.hasSuffix("1 passed, 0 failed\n"), "\(fine)")
            let other = try withFolder { folder in
                let replaced = try folder.write(
                    "other.conf", Self.table.replacing("/open do a", with: "/elsewhere do a"))
                return try Program.tool("test", cases, "-f", replaced, "--run", "^fine$")
            }
            #expect(other.exit == .code(1), "\(other)")
            #expect(other.output.contains("expected ok.wouldPerform, got rejected.route.notFound"), "\(other)")
            #expect(table.hasSuffix("b.conf"))
        }
    }

    // MARK: matrix

    @Test func `a folded matrix asks only for the facts that decide`() throws {
        let run = try Program.tool(
            "matrix", "-f", "-", "F", "--fold", "--with", "permission camera authorized", "--with",
            "permission camera restricted", input: Self.table)
        #expect(
            run.output == """
                code of F: permission camera
                ├─ authorized: purchase pro
                │  ├─ active → ok.wouldPerform
                │  ├─ billingRetry → blocked.purchase.billingRetry (purchase:pro)
                │  ├─ paused → blocked.purchase.paused (purchase:pro)
                │  ├─ pendingApproval → blocked.purchase.pendingApproval (purchase:pro)
                │  ├─ expired → blocked.purchase.expired (purchase:pro)
                │  ├─ revoked → blocked.purchase.revoked (purchase:pro)
                │  ├─ none → blocked.purchase.required (purchase:pro)
                │  └─ unknown → pending.undetermined (purchase:pro)
                └─ restricted → blocked.permission.restricted (permission:camera)

                """, "\(run)")
        let json = try Program.tool("matrix", "-f", "-", "F", "--fold", "--format", "json", input: Self.table).lines
        let restricted = json.filter { $0["code"].text == "blocked.permission.restricted" }
        #expect(restricted.count == 1 && restricted.first?["facts"].text == "permission camera")
    }

    @Test func `a matrix over the limit prints the first rows and the total, and cannot be folded`() throws {
        let run = try Program.tool("matrix", "-f", "-", "F", "--limit", "3", input: Self.table)
        #expect(
            run.output == """
                permission camera  purchase pro     code of F
                authorized         active           ok.wouldPerform
                authorized         billingRetry     blocked.purchase.billingRetry (purchase:pro)
                authorized         paused           blocked.purchase.paused (purchase:pro)

                """, "\(run)")
        #expect(run.errors.hasPrefix("deeplinkctl: only the first 3 of 48 permutations are printed; "), "\(run)")
        let json = try Program.tool("matrix", "-f", "-", "F", "--limit", "2", "--format", "json", input: Self.table)
        #expect(try json.lines.count == 3 && json.lines[2]["cutAt"].text == "2" && json.lines[2]["of"].text == "48")
        let fold = try Program.tool("matrix", "-f", "-", "F", "--limit", "3", "--fold", input: Self.table)
        #expect(fold.exit == .code(2) && fold.output == "")
        #expect(fold.errors.hasPrefix("Error: `F` has 48 permutations, and the limit for folding is 3; "), "\(fold)")
    }

    // MARK: Input that cannot be used

    private static let inputs: [(arguments: [String], input: String, status: Int32, error: String)] = [
        (
            ["matrix", "-f", "-", "F", "--with", "toggle F on"], table, 2,
            "the feature does not depend on `toggle F`; one of: permission camera, purchase pro"
        ),
        (
            ["matrix", "-f", "-", "F", "--with", "purchase pro sold"], table, 2,
            "`purchase pro` cannot be `sold` here; one of: active, billingRetry, paused, pendingApproval, expired, revoked, "
                + "none, unknown"
        ),
        (
            ["check", "-f", "/nonexistent"], "", 1,
            "cannot read /nonexistent: no such file or directory (ENOENT from open)"
        ),
        (["test", "/nonexistent"], "", 1, "cannot read /nonexistent: no such file or directory (ENOENT from open)"),
        (["test", "/dev/null"], "", 1, "cannot read /dev/null: it is not a regular file"),
    ]

    @Test(arguments: inputs.indices)
    func `input that cannot be used is an error of one line`(_ index: Int) throws {
        let row = Self.inputs[index]
        let run = try Program.run(Products.tool, row.arguments, input: row.input)
        #expect(run.exit == .code(row.status) && run.output == "", "\(run)")
        #expect(run.errors == "Error: \(row.error)\n")
    }

    @Test(arguments: [
        (["url"], "Either name URLs or use --json-lines."),
        (["url", "--json-lines", "t://x"], "Either name URLs or use --json-lines."),
        (["match"], "Name a URL, or use --stdin."),
        (["match", "--stdin", "t://x"], "Either name URLs or use --stdin."),
        (["open"], "Name a URL, or use --stdin."),
        (["check", "-f", "-", "-f", "-"], "Standard input can be read only once."),
        (["check", "-f", "x", "--root", "/y"], "Either name tables with -f or use --root."),
        (["test", "--fail-under", "101", "x"], "--fail-under takes 0 to 100."),
        (["matrix", "F", "--limit", "0"], "--limit is 1 to 16777216."),
        (["test", "-f", "x", "--root", "/y", "z"], "Either name a table with -f or use --root."),
        (
            ["test", "--in-force", "x"],
            "--in-force takes the daemon's table: use --socket, and leave out -f and --root."
        ),
        (["record", "--socket", "s", "x"], "Name a file or a daemon: leave out --socket."),
        (
            ["record", "--last", "5", "x"],
            "Conditions are for a daemon: give them to the `timeline` that writes the file."
        ),
    ])
    func `a command line that says too little or too much is refused before anything is read`(
        arguments: [String], error: String
    ) throws {
        let run = try Program.run(Products.tool, arguments)
        #expect(run.exit == .code(2) && run.output == "" && run.errors.hasPrefix("Error: \(error)\nUsage: "), "\(run)")
    }

    @Test func `case files without a table, and with a table that is missing, are errors`() throws {
        try withFolder { folder in
            let alone = try folder.write("alone.cases", "case a {\n    url t://x\n    expect ok.wouldPerform\n}\n")
            let lost = try folder.write(
                "lost.cases", "table none.conf\ncase a {\n    url t://x\n    expect ok.performed\n}\n")
            let nameless = try Program.tool("test", alone)
            let error = "Error: \(alone) names no table: add `table FILE`, or use -f\n"
            #expect(nameless.exit == .code(1) && nameless.output == "" && nameless.errors == error, "\(nameless)")
            let missing = try Program.tool("test", lost)
            #expect(missing.exit == .code(3) && missing.output == "")
            #expect(
                missing.errors.replacing(folder.path + "/", with: "") == """
                    lost.cases:1:7: error RT011: cannot read none.conf: no such file or directory (ENOENT from open)
                       1 | table none.conf
                         |       ^~~~~~~~~
                         = help: write its path relative to the folder of this file, or use -f for another table
                    1 error
                    more: deeplinkctl help RT011

                    """, "\(missing)")
        }
    }
}
