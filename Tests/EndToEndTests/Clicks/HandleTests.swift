import Foundation
import Glibc
import Testing

/// What `deeplinkctl handle` takes, passes on and leaves behind.
@Suite struct HandleTests {
    /// Runs a test with a daemon of the user that answers with a code.
    private func withStage(
        _ code: String = "ok.performed", _ body: (ClickStage, [String: String]) throws -> Void
    ) throws {
        try ClickStage.with { stage in
            let daemon = try stage.start(.answering(code), asUser: true)
            defer { daemon?.stop() }
            try body(stage, ["DEEPLINKD_SOCKET": stage.userSocket])
        }
    }

    // MARK: Tokens

    private static let tokens: [([String: String], String)] = [
        (["XDG_ACTIVATION_TOKEN": "wayland-1", "DESKTOP_STARTUP_ID": "x11-1_TIME5"], "wayland-1"),
        (["DESKTOP_STARTUP_ID": "x11-1_TIME5"], "x11-1_TIME5"), (["XDG_ACTIVATION_TOKEN": ""], "-"), ([:], "-"),
        (["XDG_ACTIVATION_TOKEN": String(repeating: "t", count: 256)], String(repeating: "t", count: 256)),
        (["XDG_ACTIVATION_TOKEN": String(repeating: "t", count: 257)], "-"),
        (["XDG_ACTIVATION_TOKEN": String(repeating: "t", count: 100_000), "DESKTOP_STARTUP_ID": "x"], "x"),
        (["XDG_ACTIVATION_TOKEN": "a\nb"], "-"), (["XDG_ACTIVATION_TOKEN": "a\u{1B}[2J"], "-"),
        (["XDG_ACTIVATION_TOKEN": "é", "DESKTOP_STARTUP_ID": "a b"], "-"),
    ]

    @Test(arguments: ["handle", "open"])
    func `the activation token of the environment goes to the daemon, unless it can be none`(_ command: String) throws {
        try withStage { stage, environment in
            for (variables, token) in Self.tokens {
                let run = try stage.run([command, "deeplinkd:works"], environment.merging(variables) { $1 })
                #expect(run.exit == .code(0), "\(run)")
                let call = try JSONTree(parsing: Array(#require(stage.userCalls.all.last).utf8))
                #expect(call["parameters.activationToken"].text == token)
                if command == "handle" { #expect(stage.lastClick?["token"].text == token) }
            }
        }
    }

    // MARK: Hops

    /// The variable, with `NOW` for the second of the monotonic clock, and the number that the daemon gets.
    private static let hops: [(String?, String)] = [
        (nil, "-"), ("1@NOW", "1"), ("8@NOW", "8"), ("9@NOW", "9"), ("0@NOW", "-"), ("3@BEFORE", "3"),
        // Not a value, or not of now.
        ("10@NOW", "-"), ("-1@NOW", "-"), ("1@OLD", "-"), ("1@LATER", "-"), ("1", "-"), ("", "-"), ("1@", "-"),
        ("@NOW", "-"),
        ("1@NOW@NOW", "-"), (" 1@NOW", "-"), ("1@-5", "-"), ("1@-9223372036854775808", "-"), ("x@NOW", "-"),
        ("1@9223372036854775807", "-"), ("99999999999999999999@NOW", "-"), ("1@\u{1B}[2J", "-"),
        (String(repeating: "1", count: 100_000), "-"),
    ]

    @Test(arguments: ["handle", "open"])
    func `the number of hand-offs goes to the daemon, unless it is none or old`(_ command: String) throws {
        try withStage { stage, environment in
            for (value, hops) in Self.hops {
                var time = timespec()
                #expect(unsafe clock_gettime(CLOCK_MONOTONIC, &time) == 0)
                let places = ["NOW": 0, "BEFORE": -3, "OLD": -3600, "LATER": 3600]
                let text = value.map { value in
                    places.reduce(value) { $0.replacing("@" + $1.key, with: "@\(time.tv_sec + $1.value)") }
                }
                let run = try stage.run([command, "t://a"], environment.merging(["DEEPLINKD_HOPS": text ?? ""]) { $1 })
                #expect(run.exit == .code(0), "\(value ?? "") \(run)")
                let call = try JSONTree(parsing: Array(#require(stage.userCalls.all.last).utf8))
                #expect(call["parameters.hops"].text == hops, "\(value ?? "")")
            }
        }
    }

    @Test func `a link that was handed on too often is refused by the daemon`() throws {
        try withDaemon(table: "scheme t\nfeature F {\n action a {\n respond hello\n }\n route r /a do a\n}\n") {
            daemon in
            var time = timespec()
            #expect(unsafe clock_gettime(CLOCK_MONOTONIC, &time) == 0)
            for (hops, code) in [(8, "ok.performed"), (9, "rejected.loop")] {
                let run = try Program.run(
                    Products.tool, ["open", "--json", "t:/a"],
                    environment: ["DEEPLINKD_SOCKET": daemon.socket, "DEEPLINKD_HOPS": "\(hops)@\(time.tv_sec)"])
                #expect(try run.lines.first?["outcome.code"]?.text == code, "\(run)")
            }
        }
    }

    @Test func `the app of --with goes to the daemon, and only with a link`() throws {
        try withStage { stage, environment in
            let run = try stage.run(["open", "--with", "org.mozilla.firefox", "https://a.example/"], environment)
            #expect(run.exit == .code(0), "\(run)")
            let call = try JSONTree(parsing: Array(#require(stage.userCalls.all.last).utf8))
            #expect(call["parameters.with"].text == "org.mozilla.firefox")
            for (words, reason) in [
                (["--with", "", "t:a"], "--with takes an app"), (["--with", "x", "--dry-run", "t:a"], "--dry-run"),
                (["--with", "x", "--action", "F.a"], "--with takes a URL"),
                (["--with", "x", "--authorise", "t:a"], "--with"),
            ] {
                let run = try stage.run(["open"] + words, environment)
                #expect(run.exit == .code(2) && run.errors.contains(reason), "\(run)")
            }
            #expect(stage.userCalls.all.count == 1)
        }
    }

    // MARK: Notifications

    /// What else was done for a blocked link, and whether the person is told of the refusal.
    private static let insteads: [(code: String, isTold: Bool)] = [
        ("ok.started", false), ("ok.accepted", false), ("failed.launch", true), ("blocked.toggle.off", true),
        ("unknown.effect", true),
    ]

    @Test(arguments: insteads)
    func `what was done instead of a blocked link is all that the person sees`(
        _ row: (code: String, isTold: Bool)
    ) throws {
        try ClickStage.with { stage in
            let instead = #"{"feature":"Shop","action":"show","code":"\#(row.code)","message":"A."}"#
            let daemon = try ScriptedDaemon(at: stage.userSocket) { call in
                guard call.contains("Dispatch.Open") else { return nil }
                let names = #""outcomeId":"x","class":"blocked","code":"blocked.toggle.off","message":"A.""#
                return [#"{"parameters":{"outcome":{\#(names),"instead":\#(instead)}}}"#]
            }
            defer { daemon.stop() }
            // Without a service for notifications, the terminal has the sentence.
            let shown = try Terminal.output(
                of: Products.tool, ["handle", "t://a"], columns: 0,
                environment: [
                    "XDG_RUNTIME_DIR": stage.runtime, "DEEPLINKD_SOCKET": stage.userSocket,
                    "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere/bus",
                ])
            #expect(shown.contains("Your switch") == row.isTold, "\(shown)")
            #expect(stage.lastClick?["code"].text == "blocked.toggle.off")
        }
    }

    // MARK: Words

    private static let misuses: [([String], String)] = [
        ([], "Missing expected argument '<URL>'"), ([""], "Name a URL: the word is empty."),
        (["--", ""], "Name a URL: the word is empty."), (["--or-fail", ""], "Name a URL: the word is empty."),
        (["--or-fail"], "Missing expected argument '<URL>'"), (["t://a", "t://b"], "Unexpected argument 't://b'"),
        (["t://a", "--nonsense"], "Unknown option '--nonsense'"),
    ]

    /// Words that a desktop entry could bring to the URL's place.
    private static let options = ["--socket", "--socket=/tmp/x", "-x", "-", "--version", "--or-fail", "--help=a"]

    @Test func `a word that is no URL is refused with a sentence, and no daemon gets it`() throws {
        try withStage { stage, environment in
            for (words, reason) in Self.misuses {
                let run = try stage.run(["handle"] + words, environment)
                #expect(run.exit == .code(2) && run.output == "" && run.errors.hasPrefix("Error: \(reason)"), "\(run)")
            }
            for option in Self.options + ["--help", "-h", "--"] {
                let lines = [["--", option], ["--or-fail", option], ["--or-fail", "--", option]]
                for words in lines + (Self.options.contains(option) ? [[option]] : []) {
                    let run = try stage.run(["handle"] + words, environment)
                    #expect(run.exit == .code(2) && run.output == "", "\(words) \(run)")
                    #expect(run.errors.hasPrefix("Error: "), "\(words) \(run)")
                }
            }
            #expect(stage.userCalls.all.isEmpty && stage.lastClick == nil)
            let help = try stage.run(["handle", "--help"], environment)
            #expect(help.exit == .code(0) && help.output.contains("deeplinkctl handle [--or-fail] <URL>"))
        }
    }

    @Test func `bytes that are not UTF-8 are refused with a sentence`() throws {
        try withStage { stage, environment in
            let script = #"exec "$0" handle "$(printf 't://a\377')""#
            let run = try stage.run(["-c", script, Products.tool], environment, program: ["/bin/sh"])
            #expect(run.exit == .code(2) && run.errors.hasPrefix("Error: argument 2 is not UTF-8"), "\(run)")
        }
    }

    @Test func `a link of any length and with any characters reaches the daemon as it is`() throws {
        // The kernel takes no longer word.
        let longest = "t://" + String(repeating: "a", count: 131_000)
        let urls = [longest, "t://a\nb", "t://a b", "%u", "é\u{202E}", ":", "a", "\u{301}:x", "{\"\\"]
        try withStage { stage, environment in
            for url in urls {
                #expect(try stage.run(["handle", "--", url], environment).exit == .code(0))
                let call = try JSONTree(parsing: Array(#require(stage.userCalls.all.last).utf8))
                #expect(call["parameters.url"].text == url)
            }
        }
        try withDaemon(table: "scheme t\n") { daemon in
            for url in urls {
                let run = try Program.tool("handle", url, environment: ["DEEPLINKD_SOCKET": daemon.socket])
                #expect(run.exit == .code(0) && run.output == "" && run.errors == "", "\(run)")
            }
        }
    }

    // MARK: The file

    @Test func `the file of the last click replaces what has its name, and is never written through a link`() throws {
        try withStage { stage, environment in
            let target = try stage.folder.write("target", "mine")
            let makers: [(String) -> Int32] = [
                { unsafe mkfifo($0, 0o600) }, { unsafe symlink(target, $0) }, { unsafe link(target, $0) },
            ]
            for make in makers {
                _ = unsafe unlink(stage.clickFile)
                #expect(make(stage.clickFile) == 0)
                #expect(try stage.run(["handle", "t://a"], environment).exit == .code(0))
                #expect(stage.lastClick?["code"].text == "ok.performed")
                #expect(try String(contentsOfFile: target, encoding: .utf8) == "mine")
            }
            var found = stat()
            #expect(unsafe lstat(stage.clickFile, &found) == 0 && found.st_mode == S_IFREG | 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: stage.runtime + "/deeplinkd").count == 2)
        }
    }

    @Test func `a folder that is a link, or another user's, gets no file, and the link is handled`() throws {
        try withStage { stage, environment in
            let elsewhere = try stage.folder.makeFolder("elsewhere")
            let folder = stage.folder.path(of: "other")
            _ = try stage.folder.makeFolder("other")
            func click(_ directory: String?) throws {
                var environment = environment
                environment["XDG_RUNTIME_DIR"] = directory ?? ""
                #expect(try stage.run(["handle", "t://a"], environment).exit == .code(0))
            }
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/deeplinkd", withDestinationPath: elsewhere)
            for directory in [folder, nil, "relative", "/nonexistent", "/dev/null"] { try click(directory) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere).isEmpty)
            try FileManager.default.removeItem(atPath: folder + "/deeplinkd")
            unsafe _ = chmod(folder, 0o777)
            try click(folder)
            unsafe _ = chmod(folder, 0o700)
            if OtherUser.isPossible(for: "a runtime directory of another user") {
                #expect(unsafe chown(folder, ChannelStage.ann.uid, 0) == 0)
                try click(folder)
                #expect(unsafe chown(folder, 0, 0) == 0)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
            try click(folder)
            var found = stat()
            #expect(unsafe lstat(folder + "/deeplinkd", &found) == 0 && found.st_mode == S_IFDIR | 0o700)
        }
    }

    // MARK: The journal

    @Test func `the journal gets one entry with the id and the code, and without the link`() throws {
        guard OtherUser.isPossible(for: "entries of the journal") else { return }
        try ClickStage.with { stage in
            let journal = try SocketAddress(stage.folder.path(of: "journal")).bind(SOCK_DGRAM)
            defer { close(journal) }
            func entry() throws -> String {
                try Patience.awaitReadable(journal, "an entry")
                var bytes = [UInt8](repeating: 0, count: 4096)
                let count = unsafe recv(journal, &bytes, bytes.count, Int32(MSG_DONTWAIT))
                return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
            }
            var daemon = try stage.start(.answering("blocked.toggle.off"), asUser: true)
            _ = try stage.runWithSystem(["handle", "t://secret"])
            #expect(
                try entry() == """
                    MESSAGE=click code=blocked.toggle.off id=user
                    PRIORITY=4
                    SYSLOG_IDENTIFIER=deeplinkctl
                    DEEPLINKD_CODE=blocked.toggle.off
                    DEEPLINKD_OUTCOME_ID=user

                    """)
            daemon?.stop()
            unsafe _ = unlink(stage.userSocket)
            daemon = try stage.start(.answering("ok.performed"), asUser: true)
            _ = try stage.runWithSystem(["handle", "t://secret"])
            #expect(try entry().contains("id=user\nPRIORITY=6\n"))
            daemon?.stop()
            unsafe _ = unlink(stage.userSocket)
            _ = try stage.runWithSystem(["handle", "t://secret"])
            let last = try entry()
            #expect(
                last.hasPrefix("MESSAGE=click without an outcome: no daemon is listening at \(stage.userSocket) or ")
                    && last.contains("PRIORITY=4\n") && !last.contains("secret"), "\(last)")
            #expect(try Patience.awaitAny([journal], 0) == nil)
        }
    }

    // MARK: Slow and lost daemons

    @Test func `the launcher does not wait for an action that takes long, and its end is written all the same`() throws
    {
        try ClickStage.with { stage in
            let go = try stage.folder.makeFIFO("go", keptOpen: true)
            defer { close(go) }
            let daemon = try ScriptedDaemon(at: stage.userSocket) { call in
                if call.contains("GetInfo") { return [#"{"parameters":{}}"#] }
                // The action ends when the launcher has its answer.
                var byte: UInt8 = 0
                while unsafe read(go, &byte, 1) != 1 { usleep(1000) }
                return [
                    #"{"parameters":{"outcome":{"outcomeId":"late","class":"ok","code":"ok.performed","message":"A."}}}"#
                ]
            }
            defer { daemon.stop() }
            // The shell waits until no process has the pipe, under any number.
            let run = try stage.run(
                ["-c", #"text=$("$0" handle t://a 2>&1 7>&1); echo "$? $text""#, Products.tool],
                ["DEEPLINKD_ANSWER_TIME": "no time"], program: ["/bin/sh"])
            #expect(run.output == "0 \n", "\(run)")
            #expect(stage.lastClick == nil)
            #expect(unsafe write(go, [0], 1) == 1)
            try Patience.lookFor("the late click") { stage.lastClick?["outcomeId"].text == "late" }
        }
    }

    @Test func `without a daemon a person at a terminal reads how to start one`() throws {
        try ClickStage.with { stage in
            let terminal = try Terminal()
            let (null, slave) = (unsafe open("/dev/null", O_RDWR | O_CLOEXEC), terminal.slave)
            defer { close(null) }
            let tool = try Program(
                Products.tool, ["handle", "t://a"], environment: ["XDG_RUNTIME_DIR": stage.runtime],
                descriptors: [null, null, slave])
            try terminal.await("systemctl --user start deeplinkd.socket")
            #expect(try tool.wait() == .code(1))
        }
    }
}
