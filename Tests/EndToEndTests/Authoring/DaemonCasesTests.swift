import Foundation
import Glibc
import Testing

/// `deeplinkctl test --socket`: the same cases, decided by a running daemon.
@Suite struct DaemonCasesTests {
    private static let table = #"""
        scheme t
        feature F {
            require toggle off
            action a {
                input n uint(1..9)
                exec /bin/echo $(n)
            }
            route open /open/$(n:uint(1..9)) do a
        }

        """#

    private static let cases = #"""
        table routes.conf
        case "off" {
            url t://open/1
            expect blocked.toggle.off
            remedy enableToggle
        }
        case "on" {
            url t://open/1
            with toggle F on
            expect ok.wouldPerform
            parameter n 1
            would start /bin/echo 1
        }
        case "wrong" {
            url t://open/x
            expect ok.wouldPerform
        }

        """#

    @Test func `the cases of the example pass by the daemon, and not by the facts that it has itself`() throws {
        let folder = Products.package
        let table = try String(contentsOfFile: folder + "/routes.conf", encoding: .utf8)
        try withDaemon(table: table) { daemon in
            #expect(try daemon.tool("toggle", "SleepTimer", "on").exit == .code(0))
            let cases = try String(contentsOfFile: folder + "/routes.cases", encoding: .utf8)
            let file = try daemon.folder.write("routes.cases", cases)
            let offline = try Program.tool("test", file, "--fail-under", "100")
            let online = try daemon.tool("test", file, "--fail-under", "100")
            #expect(offline.exit == .code(0) && online.exit == .code(0), "\(online)")
            let head = #/decided by the daemon at (\S+), table [0-9a-f]{16}\n/#
            let match = try #require(online.output.prefixMatch(of: head), "\(online)")
            #expect(match.output.1 == daemon.socket && online.output.dropFirst(match.0.count) == offline.output)
            #expect(!daemon.log.contains("ok.performed"))
        }
    }

    private func with(_ body: (RunningDaemon, _ file: String) throws -> Void) throws {
        try withDaemon(table: Self.table) { daemon in
            try body(daemon, try daemon.folder.write("t.cases", Self.cases))
        }
    }

    @Test(arguments: ["text", "json", "tap", "junit", "github", "sarif"])
    func `each format has what it has without a daemon, and says who decided`(_ format: String) throws {
        try with { daemon, file in
            let offline = try Program.tool("test", file, "--format", format)
            let online = try daemon.tool("test", file, "--format", format)
            #expect(online.exit == .code(1) && online.errors == "")
            let others = online.output.split(separator: "\n").filter { !$0.contains("decided by the daemon at ") }
            let lines = offline.output.split(separator: "\n")
            #expect(online.output.contains("decided by the daemon at \(daemon.socket), table "), "\(online)")
            // In JSON a comma stands before the last member.
            let isSame = format == "sarif" ? others.count == lines.count : others == lines
            #expect(isSame, "\(online)")
        }
    }

    @Test func `a table that is not in force is an error that says what to do, and tests can go by that in force`()
        throws
    {
        try with { daemon, file in
            try daemon.replaceTable(Self.table.replacing("toggle off", with: "toggle on"))
            let run = try daemon.tool("test", file)
            #expect(run.exit == .code(1) && run.output == "", "\(run)")
            let socket = "--socket \(daemon.socket)"
            let pattern =
                #/Error: .* is not the table in force at (\S+): their revisions are ([0-9a-f]+) and ([0-9a-f]+); /#
            let match = try #require(run.errors.prefixMatch(of: pattern), "\(run)")
            #expect(match.output.1 == daemon.socket && match.output.2 != match.output.3)
            #expect(
                run.errors.hasSuffix(
                    "put it in force with `deeplinkctl reload \(socket)`, see what is in force with "
                        + "`deeplinkctl cat \(socket)`, or test that with --in-force\n"), "\(run)")
            let inForce = try daemon.tool("test", file, "--in-force", "--run", "^o")
            #expect(inForce.exit == .code(0) && inForce.output.hasSuffix("2 passed, 0 failed\n"), "\(inForce)")
            let bare = try daemon.folder.write("bare.cases", Self.cases.replacing("table routes.conf\n", with: ""))
            let own = try daemon.tool("test", bare, "--run", "^o")
            #expect(own.exit == .code(0) && own.output.contains("the table in force at \(daemon.socket): "), "\(own)")
            #expect(try daemon.tool("reload").exit == .code(0))
            let after = try daemon.tool("test", file, "--run", "^o")
            #expect(after.output.contains("expected blocked.toggle.off, got ok.wouldPerform"), "\(after)")
        }
    }

    @Test func `a call gives facts in the place of the daemon's, and one that is none is refused`() throws {
        try with { daemon, _ in
            let client = try daemon.connect()
            func code(_ facts: [String]?, _ others: [String: Any] = [:]) throws -> String {
                var parameters: [String: Any] = ["url": "t://open/1"]
                parameters.merge(others) { $1 }
                if let facts { parameters["facts"] = facts }
                let answer = try client.call("io.deeplinkd.Dispatch.Explain", parameters)
                return answer["parameters.outcome.code"]?.text ?? answer["parameters.parameter"].text
            }
            #expect(try code(nil) == "blocked.toggle.off")
            #expect(try code(["toggle F on"]) == "ok.wouldPerform")
            #expect(try code(["toggle F unknown"]) == "pending.undetermined")
            #expect(try code(["toggle F on"], ["url": "t://open/x"]) == "rejected.route.notFound")
            #expect(try code(["toggle F on"], ["candidates": true]) == "ok.wouldPerform")
            for wrong in [["toggle F maybe"], ["toggle G on"], ["toggle F on", "toggle F off"], ["nonsense"], ["\""]] {
                #expect(try code(wrong) == "facts", "\(wrong)")
            }
            #expect(try code(["toggle F on"], ["subject": "uid:0"]) == "facts")
            #expect(try code([]) == "blocked.toggle.off")
            #expect(try client.open("t://open/1")["code"].text == "blocked.toggle.off")
        }
    }

    @Test(.enabled(if: OtherUser.isPossible(for: "that facts are for operators")))
    func `only operators may give facts`() throws {
        try withFolder { folder in
            let socket = folder.path(of: "public")
            let listening = try SocketAddress(socket).listen()
            defer { close(listening) }
            for (path, mode) in [(folder.path, mode_t(0o755)), (socket, 0o777)] {
                guard unsafe chmod(path, mode) == 0 else { throw TestFailure("chmod: errno \(errno)") }
            }
            let file = try folder.write("t.cases", Self.cases)
            try withDaemon(in: folder, table: Self.table, inheriting: [("varlink", listening)]) { _ in
                let other = try OtherUser(uid: 54_321).connect(to: SocketAddress(socket))
                let method = "io.deeplinkd.Dispatch.Explain"
                let refused = try other.call(method, ["url": "t://open/1", "facts": ["toggle F on"]])
                #expect(refused["error"].text == "org.varlink.service.PermissionDenied")
                #expect(
                    try other.call(method, ["url": "t://open/1"])["parameters.outcome.code"].text
                        == "blocked.toggle.off")
                let command = [Products.tool, "test", file, "--socket", socket]
                let run = try Program.run(OtherUser.launcher, OtherUser.arguments(toRun: command, as: 54_321))
                #expect(run.exit == .code(1) && run.errors.contains("only operators may do that"), "\(run)")
            }
        }
    }
}
