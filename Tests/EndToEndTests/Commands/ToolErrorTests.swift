import Glibc
import Testing

/// The errors of `deeplinkctl` for wrong arguments: first the problem, then the remedy, always in the same form.
@Suite struct ToolErrorTests {
    private static let table = """
        profile development
        scheme t
        product pro {
        }
        feature Library {
            require runtime on
            feature Studio {
                require purchase pro
                feature Voice {
                    require toggle off
                }
                feature Editor {
                }
            }
            feature Editor {
            }
        }
        """

    // MARK: Names of features

    /// Names that are not features', and the error of every command.
    private static let names: [(name: String, error: String)] = [
        ("Voce", "there is no feature `Voce`; did you mean `Voice`?"),
        ("voice", "there is no feature `voice`; did you mean `Voice`?"),
        ("Studio/Voice", "there is no feature `Studio/Voice`; did you mean `Voice`?"),
        ("Library/Studoi", "there is no feature `Library/Studoi`; did you mean `Studio`?"),
        (
            "Editor",
            "more than one feature is called `Editor`; write one of `Library/Editor` or `Library/Studio/Editor`"
        ),
        ("editr", "there is no feature `editr`; did you mean `Library/Editor` or `Library/Studio/Editor`?"),
        (
            "",
            "there is no feature ``; one of: DeepLinking, Library, Library/Editor, Library/Studio, "
                + "Library/Studio/Editor, Library/Studio/Voice"
        ),
        (
            "\u{1B}[31m\u{202E}",
            "there is no feature `\\u{1b}[31m\\u{202e}`; one of: DeepLinking, Library, Library/Editor, Library/Studio, "
                + "Library/Studio/Editor, Library/Studio/Voice"
        ),
    ]

    @Test func `an unknown feature is a usage error, the same from a table and from a daemon`() throws {
        try withDaemon(table: Self.table) { daemon in
            let socket = ["--socket", daemon.socket]
            let table = ["-f", daemon.folder.path(of: "routes.conf")]
            for (name, error) in Self.names {
                for arguments in [
                    ["matrix", name] + table, ["tree", name] + table, ["list", "--feature", name] + table,
                    ["features", name] + socket, ["features", "--watch", name] + socket,
                    ["toggle", name, "on"] + socket, ["runtime", name, "off"] + socket,
                ] {
                    let run = try Program.run(Products.tool, arguments)
                    #expect(run.exit == .code(2) && run.output == "", "\(arguments): \(run)")
                    #expect(run.errors == "Error: \(error)\n", "\(arguments)")
                }
            }
        }
    }

    @Test func `of many features the first are listed, and a long name is cut`() throws {
        let features = (10..<30).map { "feature A\($0) {\nfeature Same {\n}\n}\n" }.joined()
        let run = try Program.tool("matrix", "-f", "-", "Same", input: "scheme t\n" + features)
        #expect(run.errors.hasSuffix("`A16/Same`, `A17/Same` and 12 more\n"), "\(run)")
        let long = String(repeating: "x", count: 5000)
        #expect(try Program.tool("tree", "-f", "-", long, input: Self.table).errors.utf8.count < 400)
        #expect(
            try Program.tool("matrix", "-f", "-", "A", input: "scheme t\n").errors
                == "Error: there is no feature `A`; one of: DeepLinking\n")
    }

    @Test func `the error for a missing switch names the switch that counts and the command to set it`() throws {
        try withDaemon(table: Self.table) { daemon in
            let at = " --socket \(daemon.socket)"
            let rows: [(arguments: [String], error: String)] = [
                (
                    ["toggle", "Studio", "on"],
                    "`Library/Studio` has no toggle of its own; to see its constraints: deeplinkctl features Library/Studio"
                        + at
                ),
                (
                    ["runtime", "Voice", "default"],
                    "`Library/Studio/Voice` has no runtime switch of its own; the runtime switch of `Library` applies to it: "
                        + "deeplinkctl runtime Library default" + at
                ),
            ]
            for row in rows {
                let run = try Program.run(Products.tool, row.arguments + ["--socket", daemon.socket])
                #expect(run.exit == .code(2) && run.errors == "Error: \(row.error)\n", "\(run)")
            }
        }
    }

    // MARK: Everything else

    private static let override =
        "Usage: deeplinkctl override [--socket <path>] [--format <format>] [--json] [--for <duration>] <KIND NAME [STATUS]> ...\n"
        + "  See 'deeplinkctl override --help' for more information.\n"
        + "Example: deeplinkctl override purchase premium.monthly expired --for 10m\n"

    @Test func `every usage error of override prints the right form`() throws {
        func form(_ form: String, _ example: String) -> String {
            "A fact is written `\(form)`, as in: deeplinkctl override \(example)"
        }
        let rows: [(arguments: [String], error: String)] = [
            (["purchase"], form("purchase PRODUCT STATE [UNITS]", "purchase premium.monthly expired")),
            (["permission", "camera", "denied", "now"], form("permission NAME STATUS", "permission camera denied")),
            (["toggle"], form("toggle FEATURE on|off|unknown", "toggle SleepTimer on")),
            (["runtime"], form("runtime FEATURE on|off|unknown", "runtime TurboDownloads off")),
            (["platform"], form("platform ID VERSION|none", "platform linux 6.1")),
            (["purchse", "pro", "active"], "`purchse` is not a kind of fact; did you mean `purchase`?"),
            (
                ["caller", "uid", "0"],
                "The kernel identifies the caller, who cannot be overridden; to try another one: deeplinkctl explain --with "
                    + "'caller group audio' URL"
            ),
            (["purchase", "pro", "--for", "soon"], "--for takes a duration, as in --for 90s, 10m or 2h, not `soon`."),
            (["purchase", "pro", "--for", "25h"], "--for must be more than 0 and at most 24h, not `25h`."),
            (["purchase", "pro", "--for", "0s"], "--for must be more than 0 and at most 24h, not `0s`."),
        ]
        for row in rows {
            let run = try Program.run(Products.tool, ["override"] + row.arguments)
            #expect(run.exit == .code(2) && run.output == "", "\(run)")
            #expect(run.errors == "Error: \(row.error)\n" + Self.override, "\(row.arguments)")
        }
    }

    @Test func `a daemon's refusal is reported in terms of the command line`() throws {
        try withDaemon(table: Self.table) { daemon in
            let rows: [(arguments: [String], status: Int32, error: String)] = [
                (["override", "purchase", "por", "active"], 2, "there is no product `por`; did you mean `pro`?"),
                (["override", "purchase", "pro", "actve"], 2, "`actve` is no value here; did you mean `active`?"),
                (
                    ["open", "t://x", "--subject", "ann:1"], 2,
                    "`ann:1` is not a subject; write --subject uid:1000, account:NAME or machine"
                ),
                (
                    ["features", "--subject", ""], 2,
                    "`` is not a subject; write --subject uid:1000, account:NAME or machine"
                ),
                (
                    ["open", "t://x", "--idempotency-key", "k"], 1,
                    "the daemon stores no keys; start it with --state-dir, or leave out --idempotency-key"
                ),
                (
                    ["ledger", "backup", "x"], 1,
                    "nothing has changed: the daemon keeps its facts in memory: start it with --state-dir"
                ),
            ]
            for row in rows {
                let run = try Program.run(Products.tool, row.arguments + ["--socket", daemon.socket])
                #expect(run.exit == .code(row.status) && run.errors == "Error: \(row.error)\n", "\(run)")
            }
        }
    }

    @Test(arguments: [
        (["featurs"], "there is no command `featurs`; did you mean `features`?", "Usage: deeplinkctl <subcommand>"),
        (
            ["ledger", "bakup"], "there is no command `bakup`; did you mean `backup`?",
            "deeplinkctl ledger <subcommand>"
        ),
        (["help", "toggel"], "there is no command `toggel`; did you mean `toggle`?", ""),
        (["--generate-completion-script", "tcsh"], "Can't generate completion scripts for 'tcsh'.", "bash"),
        (["toggle", "X"], "Missing expected argument '<position>'", "Example: deeplinkctl toggle SleepTimer on\n"),
        (["call", "a.B", "["], "The parameters are not a JSON object: `[`", "Example: deeplinkctl call io.deeplinkd."),
        (
            ["explain", "--with", " ", "t://x"], "--with takes a fact, as in --with 'permission camera denied'.",
            "Example:"
        ),
        (["open", "--\u{1B}[31m", "x"], "Unknown option '--\\u{1b}[31m'", "Example: deeplinkctl open podcast:"),
        (
            ["test", "x", "--run", "("], "--run takes a regular expression, as in --run '^offline', not `(`.",
            "Example:"
        ),
    ])
    func `an invalid command line is reported with the reason and an example`(
        arguments: [String], error: String, example: String
    ) throws {
        let run = try Program.run(Products.tool, arguments)
        #expect(run.exit == .code(2) && run.output == "", "\(run)")
        #expect(
            run.errors.hasPrefix("Error: \(error)\n") && (example.isEmpty || run.errors.contains(example)), "\(run)")
    }

    @Test(arguments: ["match", "explain", "open"])
    func `an argument that is not UTF-8 is refused, and never used as another URL`(command: String) throws {
        for (bytes, isText) in [("\\377", false), ("\\355\\240\\200", false), ("\\357\\277\\275", true)] {
            // The shell passes bytes that a Swift string cannot hold.
            let script = "exec \"$0\" \"$1\" \"$(printf 't://x\(bytes)')\""
            let run = try Program.run("/bin/sh", ["-c", script, Products.tool, command])
            let isRefused = run.exit == .code(2) && run.errors.hasPrefix("Error: argument 2 is not UTF-8: `t://x")
            #expect(isRefused != isText, "\(run)")
        }
    }

    @Test func `output that cannot be written makes the tool fail`() throws {
        let full = unsafe open("/dev/full", O_WRONLY | O_CLOEXEC)
        defer { close(full) }
        try withFolder { folder in
            let errors = unsafe open(folder.path(of: "errors"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            defer { close(errors) }
            let tool = try Program(
                Products.tool, ["url", "t://x"], environment: [:], descriptors: [nil, full, errors])
            #expect(try tool.wait() == .code(1))
            #expect(lseek(errors, 0, SEEK_END) > 0)
        }
    }
}
