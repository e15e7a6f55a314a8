import Foundation
import Glibc
import Testing

/// `deeplinkctl subscribe`, with a service that answers by a script.
@Suite struct SubscribeCommandTests {
    private func with(
        _ script: ChannelScript, _ arguments: [String], environment: [String: String] = [:],
        _ body: (TemporaryFolder, Program) throws -> Void
    ) throws -> Program.Exit {
        try withFolder { folder in
            let path = folder.path(of: "socket")
            let service = try ScriptedDaemon(at: path, bytes: script.answer)
            defer { service.stop() }
            let streams = ["output", "errors"].map { name in
                unsafe open(folder.path(of: name), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            }
            let null = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
            defer { for stream in streams + [null] { close(stream) } }
            let program = try Program(
                Products.tool, ["subscribe", "--socket", path] + arguments,
                environment: ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }, descriptors: [null] + streams)
            defer { program.kill() }
            try body(folder, program)
            return try program.wait()
        }
    }

    private func text(_ folder: TemporaryFolder, _ name: String) throws -> String {
        try String(contentsOfFile: folder.path(of: name), encoding: .utf8)
    }

    private static let links = ChannelScript.messages([
        ChannelScript.subscribed(6), ChannelScript.link(7, delivery: "d7"),
        ChannelScript.link(8, delivery: "d8", redelivered: true, missed: 3),
    ])

    @Test func `without a command links are lines of JSON, acknowledged once they are written; SIGTERM ends it`() throws
    {
        let script = ChannelScript([Self.links])
        let exit = try with(script, ["player", "--after", "5"]) { folder, program in
            try Patience.lookFor("two acknowledgements") { try script.calls("Acknowledge").count == 2 }
            let lines = try text(folder, "output").split(separator: "\n").map { try JSONTree(parsing: Array($0.utf8)) }
            #expect(lines.map { $0["sequence"].text } == ["7", "8"])
            #expect(lines[0]["link.inputs.id"].text == "7" && lines[1]["missed"].text == "3")
            #expect(try script.calls("Acknowledge").allSatisfy { $0["result"].text == "performed" })
            #expect(try script.calls("Subscribe").map { $0["after"].text } == ["5"])
            program.signal(SIGTERM)
        }
        #expect(exit == .code(0))
    }

    @Test func `--no-acknowledge leaves the acknowledgement to another program`() throws {
        let script = ChannelScript([Self.links])
        let exit = try with(script, ["player", "--no-acknowledge"]) { folder, program in
            try Patience.lookFor("two lines") { try text(folder, "output").split(separator: "\n").count == 2 }
            program.signal(SIGINT)
        }
        #expect(exit == .code(0))
        #expect(try script.calls("Acknowledge").isEmpty)
    }

    @Test func `a command gets the inputs and variables, and its exit status acknowledges`() throws {
        let script = ChannelScript([Self.links])
        let command = """
            cat; echo "$DEEPLINK_FEATURE.$DEEPLINK_ACTION $DEEPLINK_ROUTE $DEEPLINK_URL $DEEPLINK_UID $DEEPLINK_SEQUENCE \
            $DEEPLINK_DELIVERY $DEEPLINK_REDELIVERED ${DEEPLINK_MISSED:-none} $1"
            test $DEEPLINK_SEQUENCE = 7 && exit 0
            echo before >&2; echo 'no speaker' >&2; exit 9
            """
        let exit = try with(script, ["player", "--", "sh", "-c", command, "sh", "--socket"]) { folder, program in
            try Patience.lookFor("two acknowledgements") { try script.calls("Acknowledge").count == 2 }
            let output = try text(folder, "output")
            #expect(
                output == """
                    {"id":7,"name":"a b"}
                    Playback.play play t://play/7 77 7 d7 false none --socket
                    {"id":8,"name":"a b"}
                    Playback.play play t://play/8 77 8 d8 true 3 --socket

                    """)
            #expect(try text(folder, "errors") == "before\nno speaker\n")
            let calls = try script.calls("Acknowledge")
            #expect(calls.map { $0["result"].text } == ["performed", "failed"])
            #expect(calls.map { $0["reason"].text } == ["-", "no speaker"])
            program.signal(SIGTERM)
        }
        #expect(exit == .code(0))
    }

    @Test func `an interrupt waits for the command that runs, and acknowledges it`() throws {
        let script = ChannelScript([Self.links])
        var ready = ""
        let exit = try withFolder { marks in
            ready = marks.path(of: "ready")
            let go = marks.path(of: "go")
            let command = ": >\(ready); while ! test -e \(go); do sleep 0.01; done"
            return try with(script, ["player", "--", "/bin/sh", "-c", command]) { _, program in
                try Patience.lookFor("the command") { FileManager.default.fileExists(atPath: ready) }
                program.signal(SIGINT)
                try marks.write("go", "")
            }
        }
        #expect(exit == .code(0))
        #expect(try script.calls("Acknowledge").map { $0["result"].text } == ["performed"])
    }

    @Test func `a channel that is not declared is a misuse, and a command that is not there a failure`() throws {
        let error = #"{"error":"io.deeplinkd.Channels.NoChannel","parameters":{"nearest":"player"}}"#
        let absent = try with(ChannelScript([ChannelScript.messages([error])]), ["plaayer"]) { folder, program in
            try program.wait()
            #expect(try text(folder, "errors") == "Error: there is no channel `plaayer`; did you mean `player`?\n")
        }
        #expect(absent == .code(2))
        let script = ChannelScript([Self.links])
        let missing = try with(script, ["player", "--", "no-such-command"]) { folder, program in
            try program.wait()
            #expect(
                try text(folder, "errors").hasPrefix("Error: cannot start no-such-command: no such file or directory"))
        }
        #expect(missing == .code(1))
        // The link stays for a subscriber that can perform it.
        #expect(try script.calls("Acknowledge").isEmpty)
    }
}
