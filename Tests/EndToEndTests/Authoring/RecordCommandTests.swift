import Foundation
import Testing

/// What `deeplinkctl record` makes of a timeline.
@Suite struct RecordCommandTests {
    private static let table = """
        profile development
        timeline {
        }
        scheme t
        feature Player {
            action play {
                input episode uint
                input key string = K secret
                respond
            }
            action fail {
                exec /bin/false
            }
            route play /play/$(episode:uint) do play {
                query key:string?
            }
            route fail /fail do fail
            feature Timer {
                require toggle off
                action start {
                    respond
                }
                route timer /timer do start
            }
        }

        """

    private static let recorded = """
        # Cases made by deeplinkctl record: the links and facts are examples with the outcomes of a timeline.

        table routes.conf

        # 2 links: 2 ok.performed
        case "the route play: ok.wouldPerform" {
            url       t://play/1
            expect    ok.wouldPerform
            route     play
            parameter episode 1
            parameter key ***
        }
        # 1 link: 1 blocked.toggle.off
        case "the route timer: blocked.toggle.off" {
            url    t://timer
            expect blocked.toggle.off
            route  timer
        }
        # 1 link: 1 failed.exit
        case "the route fail: ok.wouldPerform" {
            url    t://fail
            expect ok.wouldPerform
            route  fail
            would  start /bin/false
        }
        # 1 link: 1 rejected.route.notFound
        case "no route: rejected.route.notFound" {
            url    link-of-the-timeline
            expect rejected.route.notFound
            todo   "write the link: no route took it, and a timeline has none"
        }

        """

    private static func with(_ links: [String], _ body: (RunningDaemon, RawClient) throws -> Void) throws {
        try withDaemon(table: table) { daemon in
            let client = try daemon.connect()
            for link in links { _ = try client.open(link) }
            try body(daemon, client)
        }
    }

    private static let links = ["t://play/7", "t://timer", "t://play/8?key=secret", "t://fail", "t://no"]

    @Test func `there is a case for each route and outcome, and those that can be made pass`() throws {
        try Self.with(Self.links) { daemon, client in
            _ = try client.outcome("Open", ["action": "Player.play", "inputs": ["episode": 1]])
            let run = try daemon.tool("record")
            let folder = daemon.folder
            #expect(run.output.replacing(folder.path + "/", with: "") == Self.recorded, "\(run)")
            #expect(run.exit == .code(0) && run.errors == "left out, because actions were named without a link: 1\n")
            #expect(!run.output.contains("secret"))
            let file = try folder.write("recorded.cases", run.output)
            let test = try Program.tool("test", file)
            #expect(test.exit == .code(0) && test.output.hasSuffix("3 passed, 0 failed, 1 todo\n"), "\(test)")
            #expect(try daemon.tool("test", file).exit == .code(0))
            let entries = try daemon.tool("timeline", "--format", "json").output
            let table = folder.path(of: "routes.conf")
            let piped = try Program.tool("record", "-f", table, "-", input: entries)
            #expect(piped.output == run.output && piped.errors == run.errors, "\(piped)")
            let lines = try daemon.tool("record", "--format", "json").output
            #expect(lines.split(separator: "\n").count == 4 && lines.contains(#""todo":"write the link"#), "\(lines)")
        }
    }

    @Test(
        arguments: [
            (["--feature", "Timer"], 1), (["--code", "failed"], 1), (["--since", "1h"], 4), (["--last", "1"], 1),
            (["--user", "0"], getuid() == 0 ? 4 : 0), (["--until", "1h"], 0),
        ] as [([String], Int)])
    func `conditions pick the links`(_ options: [String], _ count: Int) throws {
        try Self.with(Self.links) { daemon, _ in
            let run = try Program.run(Products.tool, ["record", "--socket", daemon.socket] + options)
            #expect(run.output.split(separator: "\n").count { $0.hasPrefix("case ") } == count, "\(run)")
            guard count == 0 else { return }
            #expect(
                run.exit == .code(1)
                    && run.errors
                        == "Error: the timeline has no link that has ended; `deeplinkctl timeline` shows what it has\n",
                "\(run)")
        }
    }

    @Test func `values of a feature in focus are kept, but for secrets`() throws {
        try Self.with([]) { daemon, client in
            #expect(try daemon.tool("focus", "Player").exit == .code(0))
            _ = try client.open("t://play/12?key=secret")
            let run = try daemon.tool("record")
            #expect(run.output.contains("    url       t://play/12\n") && !run.output.contains("secret"), "\(run)")
        }
    }

    @Test func `a route that the table has no more, and an outcome that no facts give, are left to be done`() throws {
        let entries = [
            #"{"number":1,"kind":"started","atMs":1}"#, #"{"number":2,"kind":"began","atMs":1,"route":"play"}"#,
            #"{"number":3,"kind":"ended","atMs":1,"code":"ok.performed","route":"gone"}"#,
            #"{"number":4,"kind":"ended","atMs":1,"code":"blocked.purchase.required","route":"play"}"#,
            #"{"number":5,"kind":"ended","atMs":1,"code":"later.code","route":"play"}"#,
            #"{"number":6,"kind":"ended","atMs":1,"code":"blocked.feature.disabled"}"#, "",
        ]
        try withFolder { folder in
            let table = try folder.write("t.conf", Self.table)
            let file = try folder.write("entries", entries.joined(separator: "\n"))
            let run = try Program.tool("record", "-f", table, file)
            let todos = run.output.split(separator: "\n").filter { $0.contains("todo") }
            #expect(
                todos == [
                    "    todo   \"write the link: this table has no route `gone`, which took it\"",
                    "    todo   \"write the link and its facts: none were found that give blocked.purchase.required\"",
                ], "\(run)")
            let test = try Program.tool("test", folder.write("r.cases", run.output))
            #expect(test.exit == .code(0) && test.output.hasSuffix("1 passed, 0 failed, 2 todo\n"), "\(test)")
            let wrong = try Program.tool("record", "-f", table, "-", input: "\n[]\n")
            #expect(
                wrong.exit == .code(1)
                    && wrong.errors == """
                        Error: line 2 of standard input is no entry of a timeline; `deeplinkctl timeline --format json` prints them

                        """,
                "\(wrong)")
        }
    }
}
