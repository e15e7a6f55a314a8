import Foundation
import Testing

/// The lines of an action that are about its program, through the socket.
@Suite struct ProgramLineTests {
    /// A script that notes its arguments, variables, place and input, and ends with the status that its link names.
    private static let script = """
        #!/bin/sh
        printf '<%s>' "$@"
        echo
        env | grep -v '^\\(PWD\\|_\\|SHLVL\\|OLDPWD\\)='
        pwd
        cat
        echo "read: $(cat | wc -c)"
        case $1 in *status=*) exit "${1##*status=}" ;; esac

        """

    private static func table(_ program: String, _ lines: String) -> String {
        """
        scheme t
        feature F {
            action open {
                input word string
                exec \(program) $(url)
                \(lines)
            }
            action keep {
                input key string secret
                input n uint = 7
                exec \(program)
                stdin json
            }
            route open /open/$(word) do open
            route keep /keep/$(key) do keep
        }

        """
    }

    private static func withProgram(_ lines: String, _ body: (RunningDaemon, TemporaryFolder) throws -> Void) throws {
        try withFolder { folder in
            let program = try folder.write("program", script, mode: 0o755)
            let text = table(program, lines)
            try withDaemon(in: folder, table: text, environment: ["HOME": "/srv/x", "XDG_ACTIVATION_TOKEN": "old"]) {
                try body($0, folder)
            }
        }
    }

    /// The lines of the program's output, without the number of hops, which every program gets.
    private static func lines(_ outcome: JSONTree) -> [String] {
        outcome["execution.stdout.text"].text.split(separator: "\n").map(String.init)
            .filter { !$0.hasPrefix("DEEPLINKD_HOPS=1@") }
    }

    @Test(arguments: ["t://open/a;b$HOME`id`%22%25", "t://open/--help", "T://open/%C3%BC#$(id)"])
    func `the link is one argument, in canonical form`(_ link: String) throws {
        try Self.withProgram("") { daemon, _ in
            let outcome = try daemon.connect().open(link)
            #expect(outcome["code"].text == "ok.performed", "\(outcome)")
            #expect(Self.lines(outcome) == ["<\(outcome["url"].text)>", "/", "read: 0"])
        }
    }

    @Test func `an action that is called by its name has no link`() throws {
        try Self.withProgram("") { daemon, _ in
            let outcome = try daemon.connect().outcome("Open", ["action": "F.open", "inputs": ["word": "x"]])
            #expect(outcome["code"].text == "rejected.input.missing", "\(outcome)")
            #expect(
                outcome["message"].text == "The action hands its link on, and was called by its name, without one.")
        }
    }

    @Test func `standard input has the inputs as one line, those that are secret too, and ends`() throws {
        try Self.withProgram("stdin json") { daemon, _ in
            let client = try daemon.connect()
            let outcome = try client.open("t://open/a%22b")
            #expect(Self.lines(outcome).suffix(2) == [#"{"word":"a\"b"}"#, "read: 0"], "\(outcome)")
            let secret = try client.open("t://keep/pssst")
            #expect(
                secret["execution.stdout.text"].text.hasSuffix("{\"key\":\"pssst\",\"n\":7}\nread: 0\n"), "\(secret)")
            #expect(secret["parameters.key"].text == "***" && !daemon.log.contains("pssst"))
        }
    }

    @Test func `an input as long as a link may be arrives whole`() throws {
        try withFolder { folder in
            let program = try folder.write("program", "#!/bin/sh\nwc -c\n", mode: 0o755)
            let text = "limit url 65536\n" + Self.table(program, "stdin json")
            try withDaemon(in: folder, table: text) { daemon in
                let word = String(repeating: "x", count: 65_000)
                let outcome = try daemon.connect().open("t://open/" + word)
                #expect(Self.lines(outcome) == ["\(word.utf8.count + #"{"word":""}"#.utf8.count + 1)"], "\(outcome)")
            }
        }
    }

    @Test func `a program starts in its directory, and a failure names it`() throws {
        try Self.withProgram("directory /usr/share") { daemon, folder in
            let client = try daemon.connect()
            #expect(Self.lines(try client.open("t://open/x")).dropFirst().first == "/usr/share")
            let program = folder.path(of: "program")
            try daemon.replaceTable(
                Self.table(program, "directory /nowhere"))
            #expect(try daemon.tool("reload").exit == .code(0))
            let outcome = try client.open("t://open/x")
            #expect(outcome["code"].text == "failed.spawn", "\(outcome)")
            #expect(
                outcome["message"].text.hasPrefix("The program \(program) could not be started in /nowhere: "),
                "\(outcome)")
        }
    }

    @Test func `a program gets the token of its link, and never that of the daemon`() throws {
        try Self.withProgram("environment HOME") { daemon, _ in
            let client = try daemon.connect()
            #expect(Self.lines(try client.open("t://open/x")).dropFirst().first == "HOME=/srv/x")
            let outcome = try client.outcome("Open", ["url": "t://open/x", "activationToken": "t0ken"])
            let variables = Self.lines(outcome).filter { $0.contains("=") }
            #expect(
                variables.sorted() == ["DESKTOP_STARTUP_ID=t0ken", "HOME=/srv/x", "XDG_ACTIVATION_TOKEN=t0ken"])
        }
    }

    @Test func `a status by which the program refuses is the table's sentence, and another one a failure`() throws {
        try Self.withProgram("success 0 5\nexit 3 refused \"The queue is full.\"\nexit 4 refused Off.") { daemon, _ in
            let client = try daemon.connect()
            for (status, code, message) in [
                (0, "ok.performed", "The action was performed."), (5, "ok.performed", "The action was performed."),
                (3, "failed.refused", "The queue is full."), (4, "failed.refused", "Off."),
                (6, "failed.exit", "The program ended with status 6."),
            ] {
                let outcome = try client.open("t://open/status=\(status)")
                #expect(outcome["code"].text == code && outcome["message"].text == message, "\(outcome)")
                #expect(outcome["execution.exit.code"]?.text == "\(status)", "\(outcome)")
            }
        }
    }

    @Test func `a refusal is the outcome of its key`() throws {
        try withFolder { folder in
            let program = try folder.write("program", Self.script, mode: 0o755)
            let text = Self.table(program, "exit 3 refused No.")
            try withDaemon(in: folder, table: text, stateDirectory: folder.makeFolder("state")) { daemon in
                let client = try daemon.connect()
                let call: [String: Any] = ["url": "t://open/status=3", "idempotencyKey": "k"]
                let first = try client.outcome("Open", call)
                let second = try client.outcome("Open", call)
                #expect(first["code"].text == "failed.refused" && second["outcomeId"].text == first["outcomeId"].text)
                #expect(second["code"].text == "failed.refused", "\(second)")
            }
        }
    }
}
