import Foundation
import Testing

/// What each command says of a command line that is wrong: the exit status, the first line, and where to read on.
@Suite struct MisuseTests {
    /// A command, arguments with which it is right, and the values of `--format`; empty for a command without it.
    struct Command: CustomTestStringConvertible, Sendable {
        let name: String
        let arguments: String
        let formats: String

        var testDescription: String { name }
        var words: [String] { name.split(separator: " ").map(String.init) }
        var line: [String] { words + arguments.split(separator: " ").map(String.init) }
    }

    static let commands = [
        Command(name: "check", arguments: "", formats: "'text' and 'json'"),
        Command(name: "fmt", arguments: "x.conf", formats: "'text' and 'json'"),
        Command(name: "cat", arguments: "", formats: ""),
        Command(name: "match", arguments: "t://x", formats: "'text' and 'json'"),
        Command(name: "explain", arguments: "t://x", formats: "'text' and 'json'"),
        Command(name: "matrix", arguments: "F", formats: "'text' and 'json'"),
        Command(name: "test", arguments: "x.cases", formats: "the following:"),
        Command(name: "gen-cases", arguments: "", formats: "'text' and 'json'"),
        Command(name: "record", arguments: "", formats: "'text' and 'json'"),
        Command(name: "link", arguments: "r x=1", formats: "'text' and 'json'"),
        Command(name: "list", arguments: "", formats: "'text' and 'json'"),
        Command(name: "tree", arguments: "F", formats: "'text' and 'json'"),
        Command(name: "graph", arguments: "F", formats: "'svg', 'dot', 'html' or 'json'"),
        Command(name: "overlap", arguments: "r", formats: "'text' and 'json'"),
        Command(name: "diff", arguments: "a b", formats: "'text', 'json', 'markdown' or 'github'"),
        Command(name: "url", arguments: "t://x", formats: "'text' and 'json'"),
        Command(name: "import", arguments: "x.desktop", formats: "'text' and 'json'"),
        Command(name: "export", arguments: "apple --app ABCDE12345.a", formats: "'text' and 'json'"),
        Command(name: "verify-host", arguments: "h.example x.json --app a.b", formats: "'text' and 'json'"),
        Command(name: "bench", arguments: "t://x", formats: "'text' and 'json'"),
        Command(name: "grammar", arguments: "vim", formats: ""),
        Command(name: "lsp", arguments: "", formats: ""),
        Command(name: "licence keygen", arguments: "k", formats: "'text' and 'json'"),
        Command(
            name: "licence sign", arguments: "--key k --issuer i --audience a --subject uid:1 --product p",
            formats: "'text' and 'json'"),
        Command(name: "licence verify", arguments: "--key k", formats: "'text' and 'json'"),
        Command(name: "licence ingest", arguments: "x.jws", formats: "'text' and 'json'"),
        Command(name: "licence status", arguments: "", formats: "'text' and 'json'"),
        Command(name: "licence products", arguments: "", formats: "'text' and 'json'"),
        Command(name: "licence trial", arguments: "p", formats: "'text' and 'json'"),
        Command(name: "licence restore", arguments: "", formats: "'text' and 'json'"),
        Command(name: "licence reserved", arguments: "", formats: "'text' and 'json'"),
        Command(name: "licence decide", arguments: "4r0q1c8s2tb7e back", formats: "'text' and 'json'"),
        Command(name: "desktop install", arguments: "", formats: "'text' and 'json'"),
        Command(name: "desktop remove", arguments: "", formats: "'text' and 'json'"),
        Command(name: "desktop status", arguments: "", formats: "'text' and 'json'"),
        Command(
            name: "desktop policies", arguments: "--browser firefox --origin https://a.example", formats: ""),
        Command(name: "open", arguments: "t://x", formats: "'text' and 'json'"),
        Command(name: "handle", arguments: "t://x", formats: ""),
        Command(name: "features", arguments: "F", formats: "'text' and 'json'"),
        Command(name: "toggle", arguments: "F on", formats: "'text' and 'json'"),
        Command(name: "runtime", arguments: "F off", formats: "'text' and 'json'"),
        Command(name: "permission", arguments: "camera denied", formats: "'text' and 'json'"),
        Command(name: "purchase", arguments: "p expired", formats: "'text' and 'json'"),
        Command(name: "consent list", arguments: "", formats: "'text' and 'json'"),
        Command(name: "consent withdraw", arguments: "contacts", formats: "'text' and 'json'"),
        Command(name: "override", arguments: "toggle F on", formats: "'text' and 'json'"),
        Command(name: "subscribe", arguments: "c", formats: ""),
        Command(name: "ledger backup", arguments: "copy", formats: "'text' and 'json'"),
        Command(name: "ledger verify", arguments: "", formats: "'text' and 'json'"),
        Command(name: "ledger restore", arguments: "copy", formats: "'text' and 'json'"),
        Command(name: "ledger status", arguments: "", formats: "'text' and 'json'"),
        Command(name: "audit", arguments: "", formats: "'text' and 'json'"),
        Command(name: "cache clear", arguments: "", formats: "'text' and 'json'"),
        Command(name: "journal acknowledge", arguments: "", formats: "'text' and 'json'"),
        Command(name: "status", arguments: "", formats: "'text' and 'json'"),
        Command(name: "timeline", arguments: "", formats: "'text' and 'json'"),
        Command(name: "focus", arguments: "", formats: "'text' and 'json'"),
        Command(name: "reload", arguments: "", formats: "'text' and 'json'"),
        Command(name: "shadow", arguments: "", formats: "'text' and 'json'"),
        Command(name: "metrics", arguments: "", formats: "'prometheus' and 'openmetrics'"),
        Command(name: "report", arguments: "", formats: ""),
        Command(name: "call", arguments: "a.b.C {}", formats: ""),
    ]

    /// Runs the tool and expects a usage error of a command, with the reason first.
    private func expectUsage(
        _ arguments: [String], _ command: String, _ reason: String, _ location: SourceLocation = #_sourceLocation
    ) throws {
        let run = try Program.run(Products.tool, arguments)
        #expect(run.exit == .code(2) && run.output == "", "\(arguments): \(run)", sourceLocation: location)
        let lines = run.errors.split(separator: "\n").map(String.init)
        #expect(lines.first == "Error: " + reason, "\(arguments)", sourceLocation: location)
        #expect(
            lines.contains { $0.hasPrefix("Usage: deeplinkctl \(command)") }
                && lines.contains("  See 'deeplinkctl \(command) --help' for more information.")
                && lines.contains { $0.hasPrefix("Example: deeplinkctl \(command)") },
            "\(run.errors)", sourceLocation: location)
    }

    @Test func `the table of commands has every command of the help`() throws {
        let help = try Program.tool("--help").output
        let listed = help.split(separator: "\n").compactMap { line in
            line.firstMatch(of: #/^  ([a-z][a-z-]+) {2,}[A-Z]/#).map { String($0.output.1) }
        }
        #expect(Set(listed) == Set(Self.commands.compactMap(\.words.first)) && listed.count == 46)
    }

    @Test(arguments: commands)
    func `an unknown option is named, whatever stands before it`(_ command: Command) throws {
        try expectUsage(command.line + ["--nonsense"], command.name, "Unknown option '--nonsense'")
        try expectUsage(command.line + ["-Z"], command.name, "Unknown option '-Z'")
    }

    @Test(arguments: commands.filter { !$0.formats.isEmpty })
    func `an unknown format is refused with the known ones`(_ command: Command) throws {
        try expectUsage(
            command.line + ["--format", "xml"], command.name,
            "The value 'xml' is invalid for '--format <format>'. Please provide one of \(command.formats)"
                + (command.formats.hasSuffix(":") ? "" : "."))
        try expectUsage(command.line + ["--format"], command.name, "Missing value for '--format <format>'")
    }

    private static let rows: [(words: String, command: String, reason: String)] = [
        // Something is missing.
        ("match", "match", "Name a URL, or use --stdin."), ("open", "open", "Name a URL, or use --stdin."),
        ("explain", "explain", "Name a URL, or an action with --action."),
        ("matrix", "matrix", "Missing expected argument '<feature>'"),
        ("test", "test", "Missing expected argument '<files> ...'"),
        ("link", "link", "Missing expected argument '<route>'"),
        ("url", "url", "Either name URLs or use --json-lines."), ("bench", "bench", "Either name URLs or use --links."),
        ("import", "import", "Missing expected argument '<file>'"),
        (
            "import x", "import",
            "Say what kind of file it is: --from apple, assetlinks, android, desktop, openapi, rails or react."
        ),
        (
            "import --from ios x", "import",
            "--from is apple, assetlinks, android, desktop, openapi, rails or react, not `ios`."
        ),
        ("import x.desktop --depth 9", "import", "--depth is 1 to 8."),
        ("import x.desktop --value a", "import", "--value is written NAME=TEXT, not `a`."),
        ("export", "export", "Missing expected argument '<kind>'"),
        ("export ios --app a", "export", "The kind is apple or assetlinks, not `ios`."),
        ("export apple", "export", "Name the app, as in --app ABCDE12345.org.example.podcasts."),
        ("verify-host h", "verify-host", "Missing expected argument '--app <id>'"),
        ("toggle", "toggle", "Missing expected argument '<feature>'"),
        ("runtime F", "runtime", "Missing expected argument '<position>'"),
        ("override", "override", "Missing expected argument '<KIND NAME [STATUS]> ...'"),
        ("consent withdraw", "consent withdraw", "Missing expected argument '<permission>'"),
        ("ledger backup", "ledger backup", "Missing expected argument '<file>'"),
        ("ledger restore", "ledger restore", "Missing expected argument '<file>'"),
        (
            "ledger verify copy --socket s", "ledger verify",
            "--socket asks a daemon about its own ledger: leave out the file."
        ),
        ("licence keygen", "licence keygen", "Missing expected argument '<file>'"),
        ("licence sign", "licence sign", "Missing expected argument '--key <file>'"),
        ("licence verify", "licence verify", "Name either public keys with --key, or a table with -f."),
        ("licence decide", "licence decide", "Missing expected argument '<id>'"),
        (
            "licence decide x gone", "licence decide",
            "The value 'gone' is invalid for '<decision>'. Please provide one of 'spent' and 'back'."
        ),
        (
            "desktop policies --browser chromium", "desktop policies",
            "Name an origin, as in --origin https://kiosk.example."
        ),
        (
            "desktop policies --browser opera --origin https://a", "desktop policies",
            "The value 'opera' is invalid for '--browser <browser>'. Please provide one of 'chromium' and 'firefox'."
        ),
        (
            "desktop policies --browser firefox --origin https://a/b", "desktop policies",
            "An origin has a scheme, a host and at most a port, as in https://kiosk.example:8443: `https://a/b`."
        ),
        (
            "desktop install --destdir d --portal", "desktop install",
            "--destdir writes entries alone: leave out --system, --exclusive and --portal."
        ),
        (
            "desktop install --system --portal", "desktop install",
            "--portal is about your own session: leave out --system."
        ),
        ("subscribe", "subscribe", "Missing expected argument '<channel>'"),
        ("subscribe c d", "subscribe", "Unexpected argument 'd'"),
        ("call", "call", "Missing expected argument '<method>'"),
        ("fmt", "fmt", "Missing expected argument '<files> ...'"),
        // An option has no value.
        ("check -f", "check", "Missing value for '-f <routes.conf>'"),
        ("list --root", "list", "Missing value for '--root <folder>'"),
        ("explain t://x --with", "explain", "Missing value for '--with <KIND NAME VALUE>'"),
        ("matrix F --limit", "matrix", "Missing value for '--limit <limit>'"),
        ("test x --run", "test", "Missing value for '--run <REGEX>'"),
        ("link r --scope", "link", "Missing value for '--scope <SCHEME|HOST>'"),
        ("bench --links", "bench", "Missing value for '--links <FILE>'"),
        ("status --socket", "status", "Missing value for '--socket <path>'"),
        ("open t://x --idempotency-key", "open", "Missing value for '--idempotency-key <key>'"),
        ("override toggle F on --for", "override", "Missing value for '--for <duration>'"),
        // There is too much.
        ("cat x", "cat", "Unexpected argument 'x'"),
        ("matrix F G", "matrix", "Unexpected argument 'G'"), ("tree F G", "tree", "Unexpected argument 'G'"),
        ("graph F G", "graph", "Unexpected argument 'G'"),
        ("overlap r q", "overlap", "Unexpected argument 'q'"),
        ("toggle F on off", "toggle", "Unexpected argument 'off'"),
        ("ledger backup a b", "ledger backup", "Unexpected argument 'b'"),
        ("reload now", "reload", "Unexpected argument 'now'"), ("call a.b.C {} {}", "call", "Unexpected argument '{}'"),
        // A value is none.
        (
            "toggle F maybe", "toggle",
            "The value 'maybe' is invalid for '<position>'. Please provide one of 'on', 'off' or 'default'."
        ),
        (
            "list --order alphabet", "list",
            "The value 'alphabet' is invalid for '--order <order>'. Please provide one of 'name' and 'precedence'."
        ),
        ("matrix F --limit x", "matrix", "The value 'x' is invalid for '--limit <limit>'"),
        ("matrix F --limit 0", "matrix", "--limit is 1 to 16777216."),
        ("matrix F --limit -1", "matrix", "--limit is 1 to 16777216."),
        ("matrix F --limit 9223372036854775807", "matrix", "--limit is 1 to 16777216."),
        (
            "matrix F --limit 99999999999999999999", "matrix",
            "The value '99999999999999999999' is invalid for '--limit <limit>'"
        ),
        ("overlap --limit many", "overlap", "The value 'many' is invalid for '--limit <limit>'"),
        ("overlap --limit -1", "overlap", "--limit is 0 or more."),
        ("overlap --limit=-1", "overlap", "--limit is 0 or more."),
        (
            "overlap --limit 99999999999999999999", "overlap",
            "The value '99999999999999999999' is invalid for '--limit <limit>'"
        ),
        ("test x --fail-under -1", "test", "--fail-under takes 0 to 100."),
        (
            "test x --fail-under 99999999999999999999", "test",
            "The value '99999999999999999999' is invalid for '--fail-under <PERCENT>'"
        ),
        ("test x --fail-under 101", "test", "--fail-under takes 0 to 100."),
        ("test x --fail-under all", "test", "The value 'all' is invalid for '--fail-under <PERCENT>'"),
        ("test x --time-limit 1s", "test", "--time-limit and --most-mutants belong to --mutate."),
        ("test x --most-mutants 5", "test", "--time-limit and --most-mutants belong to --mutate."),
        (
            "test x --mutate --time-limit 5", "test",
            "--time-limit takes a duration, as in --time-limit 30s, 5m or 1h, not `5`."
        ),
        ("test x --mutate --most-mutants 0", "test", "--most-mutants takes a number from 1 on."),
        (
            "test x --mutate --format tap", "test",
            "--mutate prints text or json, and does not go with --fail-under."
        ),
        (
            "test x --mutate --socket s", "test",
            "--mutate changes the table of a file, and the daemon's table stays: leave out --socket."
        ),
        (
            "test x --mutate --fail-under 1", "test",
            "--mutate prints text or json, and does not go with --fail-under."
        ),
        ("test x --run (", "test", "--run takes a regular expression, as in --run '^offline', not `(`."),
        ("link r x", "link", "A parameter is written name=value: x"),
        ("link r =x", "link", "A parameter is written name=value: =x"),
        ("call a.b.C []", "call", "The parameters are not a JSON object: `[]`"),
        ("override toggle F on --for 1", "override", "--for takes a duration, as in --for 90s, 10m or 2h, not `1`."),
        ("override toggle F on --for 0s", "override", "--for must be more than 0 and at most 24h, not `0s`."),
        (
            "override toggle F on --for -1s", "override",
            "--for takes a duration, as in --for 90s, 10m or 2h, not `-1s`."
        ),
        (
            "override toggle F on --for 99999999999999999999h", "override",
            "--for takes a duration, as in --for 90s, 10m or 2h, not `99999999999999999999h`."
        ),
        ("open --action F.a word", "open", "An input of --action is written name=value: `word`"),
        ("explain --action F.a x=1 x=2", "explain", "The input `x` is given twice."),
        ("open --action F.a --stdin", "open", "Either name an action or use --stdin."),
        ("open t://x --deadline 5", "open", "--deadline takes a duration, as in --deadline 500ms, 5s or 1m, not `5`."),
        ("open t://x --deadline 0s", "open", "--deadline must be more than 0 and at most 24h, not `0s`."),
        ("open t://x --deadline 25h", "open", "--deadline must be more than 0 and at most 24h, not `25h`."),
        (
            "open t://x --traceparent 00-1-2-01", "open",
            "--traceparent takes a trace, as in --traceparent 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01, "
                + "not `00-1-2-01`."
        ),
        ("open t://x --deadline", "open", "Missing value for '--deadline <duration>'"),
        ("link --socket s -f a.conf r", "link", "--socket uses the daemon's own table: leave out -f."),
        ("check --strict=yes", "check", "The option '--strict' does not take any value, but 'yes' was specified."),
        // Two options exclude each other.
        ("fmt - x.conf", "fmt", "- is standard input: it cannot stand beside files."),
        (
            "fmt --diff --json x.conf", "fmt",
            "--diff prints the differences themselves: leave out --format json."
        ),
        (
            "grammar emacs", "grammar",
            "The value 'emacs' is invalid for '<kind>'. Please provide one of 'textmate' and 'vim'."
        ),
        ("fmt --json -", "fmt", "- prints the text itself: leave out --format json, or add --check."),
        ("check -f - -f -", "check", "Standard input can be read only once."),
        ("tree -f a.conf --root /", "tree", "Either name tables with -f or use --root."),
        ("tree -f a.conf --instance user", "tree", "Either name tables with -f or use --instance."),
        ("list --instance users", "list", "--instance is user or system, not `users`."),
        (
            "check --user --instance user", "check",
            "--user checks the tables that the daemon reads: leave out --instance."
        ),
        (
            "check --user --print polkit", "check",
            "--print polkit is for the system instance: leave out --user."
        ),
        ("check --host --print polkit", "check", "--print polkit reads files: leave out --host."),
        ("match --stdin t://x", "match", "Either name URLs or use --stdin."),
        ("open --stdin t://x", "open", "Either name URLs or use --stdin."),
        ("url --json-lines t://x", "url", "Either name URLs or use --json-lines."),
        ("bench t://x --links -", "bench", "Either name URLs or use --links."),
        ("match --socket s -f a.conf t://x", "match", "--socket uses the daemon's own table: leave out -f."),
        (
            "explain --socket s --all t://x", "explain",
            "--all needs a table: name it with -f instead of --socket."
        ),
        ("graph --html --format dot", "graph", "--html is the same as --format html: leave out one of the two."),
        ("explain --socket s -f a.conf t://x", "explain", "--socket uses the daemon's own table: leave out -f."),
        ("explain -f t --subject uid:1 t://x", "explain", "--subject needs a daemon: name its socket with --socket."),
    ]

    @Test(arguments: rows)
    func `a wrong command line is answered by the reason, the usage and an example`(
        _ row: (words: String, command: String, reason: String)
    ) throws {
        try expectUsage(row.words.split(separator: " ").map(String.init), row.command, row.reason)
    }

    // MARK: Help

    @Test(arguments: commands)
    func `the help of a command names each of its options once and has an example`(_ command: Command) throws {
        let run = try Program.run(Products.tool, command.words + ["--help"])
        #expect(run.exit == .code(0) && run.errors == "" && run.output.hasPrefix("OVERVIEW: "), "\(run)")
        let parts = run.output.components(separatedBy: "USAGE: deeplinkctl \(command.name)")
        try #require(parts.count == 2 && parts[0].contains("Example: deeplinkctl \(command.name)"))
        let (usage, list) = (parts[1].prefix { $0 != "\n" }, parts[1].drop { $0 != "\n" })
        for option in usage.matches(of: #/--[a-z-]+/#).map({ String($0.output) }) {
            let lines = list.split(separator: "\n").filter {
                $0.hasPrefix("  \(option) ") || $0.contains(", \(option) ")
            }
            #expect(lines.count == 1, "\(option): \(lines)")
        }
        let other = try Program.run(Products.tool, ["help"] + command.words)
        #expect(other.output == run.output && other.exit == .code(0))
    }

    /// The exit status of each example, offline in the folder of the example table, and without a daemon.
    private static let examples: [String: Int32] = [
        "check": 0, "fmt": 0, "grammar": 0, "cat": 1, "match": 0, "explain": 4, "matrix": 0, "test": 0, "gen-cases": 0,
        "link": 0, "list": 0, "tree": 0, "graph": 0, "overlap": 0, "diff": 1, "record": 1, "url": 0, "import": 3,
        "export": 0,
        "verify-host": 3,
        "bench": 0, "lsp": 0, "desktop install": 0, "desktop remove": 0, "desktop status": 1,
        "desktop policies": 0, "open": 1, "handle": 1, "features": 1, "toggle": 1, "runtime": 1, "override": 1,
        "permission": 1, "purchase": 1, "consent list": 1, "consent withdraw": 1,
        "subscribe": 1, "ledger backup": 1, "ledger verify": 1, "ledger restore": 1, "ledger status": 1, "audit": 1,
        "cache clear": 1, "journal acknowledge": 1, "status": 1, "reload": 1,
        "shadow": 1, "metrics": 1, "timeline": 1, "focus": 1, "report": 0,
        "call": 1,
    ]

    /// Those of licences write files, one after the other: DocumentedCommandTests tries them in a folder of their own.
    @Test(arguments: commands.filter { $0.words[0] != "licence" })
    func `the example of a command can be typed as it stands`(_ command: Command) throws {
        let help = try Program.run(Products.tool, command.words + ["--help"]).output
        let text = try #require(
            help.components(separatedBy: "Example: deeplinkctl ").last?.components(separatedBy: "\n\n")[0])
        // A long example is broken into lines by the help.
        let example = text.split(separator: "\n").joined(separator: " ")
        try withFolder { folder in
            // No daemon listens in an empty runtime directory; root's would be that of the system.
            let isRemote = Self.examples[command.name] == 1 && command.name != "cat"
            var environment = ["HOME": folder.path]
            if isRemote { environment["DEEPLINKD_SOCKET"] = folder.path(of: "none") }
            // Some write files.
            let script = "cd \"$2\" && cp \"$0\"/routes.* . && exec \"$1\" \(example)"
            let run = try Program.run(
                "/bin/sh", ["-c", script, Products.package, Products.tool, folder.path], environment: environment)
            #expect(run.exit == Self.examples[command.name].map(Program.Exit.code), "\(example): \(run)")
            #expect(!run.errors.contains("Usage:"), "\(run)")
        }
    }

    // MARK: The daemon's socket

    /// The commands that can talk to a daemon.
    private static let remote = commands.filter { command in
        let names = [
            "match", "explain", "open", "features", "toggle", "runtime", "override", "ledger backup", "ledger status",
            "status",
        ]
        return (names + ["reload", "call"]).contains(command.name)
    }

    @Test(arguments: remote)
    func `a socket path that is none, or where no daemon listens, is a failure that names it`(_ command: Command) throws
    {
        try withFolder { folder in
            let file = try folder.write("file", "text")
            let directory = try folder.makeFolder("folder")
            let long = folder.path(of: String(repeating: "x", count: 120))
            let silent = "; start it, or name its socket with --socket"
            let rows: [(path: String, reason: String)] = [
                (folder.path(of: "none"), "no daemon is listening at \(folder.path(of: "none"))" + silent),
                (file, "no daemon is listening at \(file)" + silent),
                (directory, "no daemon is listening at \(directory)" + silent),
                (file + "/below", "cannot connect to \(file)/below: not a directory (ENOTDIR from connect)"),
                (folder.path(of: "a\nb"), "no daemon is listening at \(folder.path)/a\\u{a}b" + silent),
                ("", "cannot use the socket path \"\": it is empty or contains a NUL byte"),
                (long, "cannot use the socket path \(long): "),
            ]
            for row in rows {
                let run = try Program.run(Products.tool, command.line + ["--socket", row.path])
                #expect(run.exit == .code(1) && run.output == "", "\(row.path): \(run)")
                #expect(run.errors.hasPrefix("Error: " + row.reason), "\(row.path): \(run)")
                #expect(run.errors.split(separator: "\n").count == 1, "\(run)")
            }
        }
    }
}
