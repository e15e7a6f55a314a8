import Foundation
import Glibc
import Testing

/// The table in force as `Monitor.Table` gives it, whatever the files say by now.
@Suite struct TableInForceTests {
    private static let inForce = """
        scheme t
        include more.conf
        feature Open {
            action run {
                input word string = "default-of-operators"
                exec trusted /usr/bin/env argument-of-operators $(word)
            }
            route run /run/$(word) /r/$(word) do run
            feature Inner {
                require toggle on
                action a {
                    respond
                }
                route first /x/first do a
                route any /x/$(_) do a
            }
        }
        """
    private static let more = "feature Hidden {\nvisible no\naction a {\nrespond\n}\nroute hidden /hidden do a\n}\n"

    /// Runs a daemon with a socket for all users, and then empties its files.
    private func withTable(_ body: (RunningDaemon, _ socket: String) throws -> Void) throws {
        try withFolder { folder in
            try folder.write("more.conf", Self.more)
            let socket = folder.path(of: "public")
            let listening = try SocketAddress(socket).listen()
            defer { close(listening) }
            for (path, mode) in [(folder.path, mode_t(0o755)), (socket, 0o777)] {
                guard unsafe chmod(path, mode) == 0 else { throw TestFailure("chmod: errno \(errno)") }
            }
            try withDaemon(in: folder, table: Self.inForce, inheriting: [("varlink", listening)]) { daemon in
                try daemon.replaceTable("scheme other\n")
                try folder.write("more.conf", "nonsense\n")
                try body(daemon, socket)
            }
        }
    }

    @Test func `commands with --socket take the table in force, not what the files say by now`() throws {
        try withTable { daemon, socket in
            func ask(_ words: String...) throws -> Program.Run {
                try Program.run(Products.tool, words + ["--socket", socket])
            }
            let folder = daemon.folder
            try folder.write("copy.conf", Self.more)
            let table = try folder.write("same.conf", Self.inForce.replacing("more.conf", with: "copy.conf"))
            try folder.write(
                "one.cases",
                "case \"x\" {\n    url t://x/first\n    with toggle Inner on\n    expect ok.wouldPerform\n}\n")
            let rows: [[String]] = [
                ["list"], ["list", "--json"], ["list", "--order", "precedence"], ["tree"], ["tree", "--json"],
                ["overlap"], ["matrix", "Inner"],
            ]
            for words in rows {
                let file = try Program.run(Products.tool, words + ["-f", table])
                let asked = try Program.run(Products.tool, words + ["--socket", socket])
                #expect(asked.exit == .code(0) && asked.output == file.output && !asked.output.isEmpty, "\(asked)")
            }
            let check = try ask("check")
            #expect(check.output.contains("trusted     /usr/bin/env, by Open · run\n"), "\(check)")
            #expect(check.exit == .code(0) && check.output.hasSuffix("; 4 routes, 3 features\n"), "\(check)")
            let list = try ask("list")
            #expect(list.output.contains("Open · run → trusted /usr/bin/env\n"), "\(list)")
            for words in [["check", "--json"], ["list", "--json"]] {
                let json = try Program.run(Products.tool, words + ["--socket", socket])
                #expect(json.output.contains(#""trusted":"/usr/bin/env""#), "\(json)")
            }
            let cat = try ask("cat")
            #expect(cat.output.hasSuffix(Self.more) && cat.output.contains("\n" + Self.inForce + "\n"), "\(cat)")
            let bench = try ask("bench", "t://x/first", "t://other")
            #expect(bench.exit == .code(0) && bench.output.contains("decide ns"), "\(bench)")
            let test = try ask("test", folder.path(of: "one.cases"))
            #expect(test.exit == .code(0) && test.output.contains("1 passed, 0 failed"), "\(test)")
        }
    }

    @Test(.enabled(if: OtherUser.isPossible(for: "what others are told of the table")))
    func `others get names, patterns and features, without programs, arguments, files and hidden features`() throws {
        try withTable { _, socket in
            func run(_ words: String...) throws -> Program.Run {
                let command = [Products.tool] + words + ["--socket", socket]
                return try Program.run(OtherUser.launcher, OtherUser.arguments(toRun: command, as: 54_321))
            }
            let list = try run("list")
            #expect(
                list.output == """
                    names, patterns and features; operators are told the rest
                    any    /x/*          t  Open/Inner · a
                    first  /x/first      t  Open/Inner · a
                    run    /run/$(word)  t  Open · run
                           /r/$(word)

                    """, "\(list)")
            let tree = try run("tree")
            #expect(
                tree.output == """
                    names, patterns and features; operators are told the rest
                    feature Open
                    ├─ action run
                    │  └─ route run  /run/$(word) /r/$(word)
                    └─ feature Inner
                       └─ action a
                          ├─ route first  /x/first
                          └─ route any  /x/*

                    """, "\(tree)")
            for words in [["list", "--json"], ["tree", "--json"]] {
                let command = [Products.tool] + words + ["--socket", socket]
                let json = try Program.run(OtherUser.launcher, OtherUser.arguments(toRun: command, as: 54_321))
                #expect(json.exit == .code(0) && json.output.contains(#""pattern":"/x/first""#), "\(json)")
                for secret in ["operators", "/usr/bin/env", "conf", "hidden", "Hidden"] {
                    #expect(!json.output.contains(secret), "\(secret) in \(json.output)")
                }
            }
            let wrong = try run("list", "--feature", "Hidden")
            #expect(wrong.exit == .code(2) && wrong.errors.contains("there is no feature `Hidden`"), "\(wrong)")
            let ordered = try run("list", "--order", "precedence")
            #expect(ordered.exit == .code(2) && ordered.errors.contains("only operators are told"), "\(ordered)")
            for words in [["cat"], ["check"], ["overlap"], ["matrix", "Inner"], ["bench", "t://x/first"]] {
                let command = [Products.tool] + words + ["--socket", socket]
                let refused = try Program.run(OtherUser.launcher, OtherUser.arguments(toRun: command, as: 54_321))
                #expect(refused.exit == .code(1) && refused.output.isEmpty, "\(refused)")
                #expect(refused.errors.contains("only operators may do that"), "\(refused)")
            }
        }
    }

    @Test(.enabled(if: OtherUser.isPossible(for: "what others are told of the table")))
    func `texts are for operators, and another user has no other way to them`() throws {
        try withTable { _, socket in
            let other = try OtherUser(uid: 54_321).connect(to: SocketAddress(socket))
            let method = "io.deeplinkd.Monitor.Table"
            let refused = try other.call(method, ["files": true])
            #expect(refused["error"].text == "org.varlink.service.PermissionDenied")
            let revision = try other.call(method)["parameters.tableRevision"].text
            for after in [revision + ":hidden", revision + ":nothing", revision + ":0:0", "x"] {
                let answer = try other.call(method, ["after": after])
                #expect(answer["parameters.parameter"].text == "after", "\(after): \(answer)")
            }
            let first = try other.call(method, ["after": "0000000000000000:any"])
            #expect(
                first["parameters.routes"]?.elements.map { $0["name"].text } == ["run", "first", "any"], "\(first)")
        }
    }

    @Test func `a daemon without a table says so`() throws {
        try withFolder { folder in
            let socket = folder.path(of: "passed")
            let listening = try SocketAddress(socket).listen()
            defer { close(listening) }
            try withDaemon(table: "nonsense\n", inheriting: [("varlink", listening)]) { _ in
                let list = try Program.tool("list", "--socket", socket)
                #expect(list.exit == .code(1) && list.errors.contains("has no table in force"), "\(list)")
            }
        }
    }

    @Test(arguments: [
        #""files":[{"name":"t","number":-1,"owner":0,"text":"x"}]"#,
        #""files":[{"name":"t","number":1,"owner":0,"text":"x"}]"#,
        #""files":[{"name":"t","number":9223372036854775807,"owner":0,"text":"x"}]"#,
        #""files":[],"next":"a:0:0""#,
    ])
    func `parts that no daemon sends are refused in words`(_ members: String) throws {
        try withFolder { folder in
            let path = folder.path(of: "socket")
            let reply = #"{"parameters":{"tableRevision":"a","routes":[],\#(members)}}"#
            let daemon = try ScriptedDaemon(at: path) { _ in [reply] }
            defer { daemon.stop() }
            for command in ["list", "tree", "check", "cat"] {
                let run = try Program.tool(command, "--socket", path)
                #expect(run.exit == .code(1) && run.output.isEmpty, "\(run)")
                #expect(run.errors.contains("the daemon's reply does not belong to the request"), "\(run)")
            }
        }
    }

    @Test func `texts of a daemon are escaped for the terminal`() throws {
        try withFolder { folder in
            let path = folder.path(of: "socket")
            let text = "\u{1B}[31mX\u{202E}"
            let route: [String: Any] = [
                "name": text, "patterns": [text], "scopes": [text], "feature": text, "action": text,
            ]
            let parameters: [String: Any] = ["tableRevision": text, "routes": [route], "files": [String]()]
            let reply = try JSONTree.write(["parameters": parameters])
            let daemon = try ScriptedDaemon(at: path) { call in
                [call.contains("files") ? #"{"error":"org.varlink.service.PermissionDenied"}"# : reply]
            }
            defer { daemon.stop() }
            for command in [["list"], ["list", "--json"], ["tree"], ["tree", "--json"]] {
                let run = try Program.run(Products.tool, command + ["--socket", path])
                #expect(run.exit == .code(0) && run.output.contains("X"), "\(run)")
                #expect(!run.output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" }, "\(run)")
            }
        }
    }

    @Test func `a table of many routes comes in parts`() throws {
        let routes = (0..<3000).map { "    route r\($0) /\($0)/$(word) do a # 🎧\n" }
        let table = "scheme t\nfeature F {\n    action a {\n        respond\n    }\n\(routes.joined())}\n"
        try withDaemon(table: table) { daemon in
            let list = try daemon.tool("list")
            #expect(list.exit == .code(0) && list.output.count(where: { $0 == "\n" }) == 3000, "\(list.errors)")
            #expect(try daemon.tool("cat").output.hasSuffix(table))
        }
    }
}
