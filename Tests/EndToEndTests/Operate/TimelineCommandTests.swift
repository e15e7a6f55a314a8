import Foundation
import Glibc
import TestSupport
import Testing

/// `deeplinkctl timeline` and `focus`.
@Suite struct TimelineCommandTests {
    private static let table = """
        profile development
        timeline {
        }
        scheme t
        feature Player {
            action play {
                input episode uint
                respond
            }
            route play /play/$(episode:uint) do play
            feature Timer {
                require toggle off
                action start {
                    respond
                }
                route timer /timer do start
            }
        }

        """

    private static func with(_ body: (RunningDaemon, [String]) throws -> Void) throws {
        try withDaemon(table: table) { daemon in
            let client = try daemon.connect()
            let ids = try ["t://play/7", "t://timer", "t://no"].map { try client.open($0)["outcomeId"].text }
            try body(daemon, ids)
        }
    }

    @Test func `a person gets a line for each link, with the day above it`() throws {
        try Self.with { daemon, ids in
            let run = try daemon.tool("timeline")
            let lines = run.output.split(separator: "\n").map(String.init)
            #expect(run.exit == .code(0) && lines.count == 6, "\(run)")
            #expect(lines[0].hasPrefix("bar: ") && lines[1].wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil)
            #expect(lines[2].hasSuffix("the daemon began to note links"))
            let pattern = /\d\d:\d\d:\d\d\.\d{3}  (\S.*?) +([\d.]+ (?:µs|ms|s)) +([-P]*) +(\S+) +(\S+) +(\S+) +(\S+)/
            let rows = try lines[3...].map { try #require($0.wholeMatch(of: pattern), "\($0)") }
            #expect(rows.map { String($0.4) } == ["ok.performed", "blocked.toggle.off", "rejected.route.notFound"])
            #expect(rows.map { String($0.5) } == ["play", "timer", "-"])
            #expect(rows.map { String($0.6) } == ["Player.play(episode)", "Player/Timer.start", "-"])
            #expect(rows.map { String($0.7) } == ids)
        }
    }

    @Test(
        arguments: [
            (["--last", "1"], [2]), (["--code", "blocked"], [1]), (["--feature", "Timer"], [1]),
            (["--since", "1h"], [0, 1, 2]), (["--until", "1h"], []), (["--user", "54321"], []),
            (["--feature", "Player", "--code", "ok"], [0]),
        ] as [([String], [Int])])
    func `options pick links`(_ options: [String], _ picked: [Int]) throws {
        try Self.with { daemon, ids in
            let words = ["timeline", "--json", "--socket", daemon.socket] + options
            let run = try Program.run(Products.tool, words)
            let entries = try run.output.split(separator: "\n").map { try JSONTree(parsing: Array($0.utf8)) }
            #expect(entries.compactMap { $0["outcomeId"]?.text } == picked.map { ids[$0] }, "\(run)")
            #expect(run.exit == .code(0))
        }
    }

    @Test func `a link is found by its id, and a user by the name`() throws {
        try Self.with { daemon, ids in
            let one = try daemon.tool("timeline", "--format", "json", ids[1])
            #expect(one.output.contains(ids[1]) && one.output.split(separator: "\n").count == 1)
            let name = try Program.run("/usr/bin/id", ["-un"]).output.filter { !$0.isWhitespace }
            let mine = try daemon.tool("timeline", "--user", name, "--color", "always")
            #expect(mine.output.contains(name) && mine.output.contains("\u{1B}["), "\(mine)")
            let unknown = try daemon.tool("timeline", "--user", "no-such-user")
            #expect(unknown.exit == .code(2) && unknown.errors.contains("this machine has no user"), "\(unknown)")
            #expect(try daemon.tool("timeline", "--since", "soon").errors.contains("--since takes a time"))
            #expect(try daemon.tool("timeline", "--last", "20000").exit == .code(2))
            #expect(try daemon.tool("timeline", "0000000000000").output == "no entries\n")
        }
    }

    @Test func `with --follow new entries come as they are made`() throws {
        try Self.with { daemon, ids in
            var pipe: [Int32] = [-1, -1]
            #expect(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &pipe) == 0)
            defer { close(pipe[0]) }
            let words = ["timeline", "--follow", "--json", "--last", "1", "--socket", daemon.socket]
            let program = try Program(
                Products.tool, words, environment: [:], descriptors: [nil, pipe[1], nil])
            defer { program.kill() }
            close(pipe[1])
            func entry() throws -> String {
                var line: [UInt8] = []
                var byte: UInt8 = 0
                while line.last != 0x0A {
                    try Patience.awaitReadable(pipe[0], "an entry")
                    guard unsafe recv(pipe[0], &byte, 1, 0) == 1 else { break }
                    line.append(byte)
                }
                return try JSONTree(parsing: line)["outcomeId"].text
            }
            // The last one of before shows that it follows.
            #expect(try entry() == ids[2])
            for _ in 0..<3 { #expect(try daemon.connect().open("t://play/9")["outcomeId"].text == entry()) }
        }
    }

    @Test func `focus names features, and none ends it`() throws {
        try Self.with { daemon, _ in
            #expect(try daemon.tool("focus").output == "no feature is in focus\n")
            #expect(try daemon.tool("focus", "Timer", "Player").output == "Player/Timer, Player\n")
            #expect(
                try daemon.tool("focus", "--format", "json").output == #"{"features":["Player/Timer","Player"]}"# + "\n"
            )
            _ = try daemon.connect().open("t://play/77017")
            #expect(try daemon.tool("timeline", "--last", "1").output.contains("episode=77017"))
            let wrong = try daemon.tool("focus", "Plaier")
            #expect(wrong.exit == .code(2) && wrong.errors.contains("did you mean"), "\(wrong)")
            #expect(try daemon.tool("focus", "none").output == "no feature is in focus\n")
        }
    }
}
