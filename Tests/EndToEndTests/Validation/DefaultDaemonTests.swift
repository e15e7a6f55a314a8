import Foundation
import Glibc
import Testing

/// Commands that a daemon or a table can answer ask the daemon that answers, unless the command line or the environment
/// names a table; and they say which of both they asked.
@Suite struct DefaultDaemonTests {
    private static func table(_ scheme: String) -> String {
        """
        scheme \(scheme)
        feature F {
            require toggle on
            action a {
                respond
            }
            route r /x do a
        }
        """
    }

    /// Commands without a table, each with what both a daemon and a table answer.
    private static let commands: [(words: [String], answer: String)] = [
        (["match", "t://x"], "t://x  →  r (F · a)"), (["explain", "t://x"], "ok.wouldPerform"),
        (["link", "r"], "t://x\n"), (["list"], "r  /x"), (["tree"], "route r  /x"),
    ]

    @Test(arguments: commands.indices)
    func `a daemon that answers is asked, and the first line names it and its table`(_ index: Int) throws {
        let (words, answer) = Self.commands[index]
        try withDaemon(table: Self.table("t")) { daemon in
            let run = try Program.run(Products.tool, words, environment: ["DEEPLINKD_SOCKET": daemon.socket])
            #expect(run.exit == .code(0) && run.output.contains(answer), "\(run)")
            // A link is used as it is printed, so the line goes to the other stream.
            let isAlone = words[0] == "link"
            let line = (isAlone ? run.errors : run.output).split(separator: "\n").first ?? ""
            #expect(
                line.wholeMatch(of: /as the daemon at (.*) sees it, table [0-9a-f]{16}/)?.1 == daemon.socket[...],
                "\(run)")
            if isAlone { #expect(run.output == answer) }
            let json = try Program.run(
                Products.tool, words + ["--json"], environment: ["DEEPLINKD_SOCKET": daemon.socket])
            #expect(json.errors.hasPrefix("as the daemon at \(daemon.socket) sees it, table "), "\(json)")
            #expect(try json.lines.count == 1, "\(json)")
        }
    }

    @Test(arguments: commands.indices)
    func `a table that is named is read, and no daemon is asked`(_ index: Int) throws {
        let words = Self.commands[index].words.map { $0.replacing("t://", with: "u://") }
        try withDaemon(table: Self.table("t")) { daemon in
            let table = try daemon.folder.write("u.conf", Self.table("u"))
            let environment = ["DEEPLINKD_SOCKET": daemon.socket]
            let named = try Program.run(Products.tool, words + ["-f", table], environment: environment)
            #expect(named.exit == .code(0) && !(named.output + named.errors).contains("no daemon"), "\(named)")
            let other = try Program.run(
                Products.tool, words, environment: environment.merging(["DEEPLINKD_TABLE": table]) { $1 })
            let line = "from \(table); no daemon was asked\n"
            #expect(other.exit == .code(0) && (other.output + other.errors).contains(line), "\(other)")
            // --socket goes before the variable.
            let asked = try Program.run(
                Products.tool, Self.commands[index].words + ["--socket", daemon.socket],
                environment: ["DEEPLINKD_TABLE": table])
            #expect(asked.exit == .code(0) && !(asked.output + asked.errors).contains("as the daemon"), "\(asked)")
        }
    }

    @Test func `facts on the command line are used with a table, and a subject with a daemon`() throws {
        try withDaemon(table: Self.table("t")) { daemon in
            let table = try daemon.folder.write("t.conf", Self.table("t"))
            let both = ["DEEPLINKD_SOCKET": daemon.socket]
            // Root's installed table, which a machine of tests may have or not.
            let with = try Program.tool("explain", "--with", "toggle F off", "t://x", environment: both)
            #expect(!with.output.contains("as the daemon"), "\(with)")
            let subject = try Program.tool("explain", "--subject", "account:ann", "t://x", environment: both)
            #expect(subject.exit == .code(0) && subject.output.contains("as the daemon"), "\(subject)")
            let absent = try Program.tool(
                "explain", "--subject", "uid:7", "t://x", environment: ["DEEPLINKD_SOCKET": "/nowhere"])
            #expect(absent.exit == .code(2), "\(absent)")
            #expect(
                absent.errors.contains(
                    "--subject needs a daemon, and no daemon is listening at /nowhere; name its socket with --socket"),
                "\(absent)")
            let misuse = try Program.tool("explain", "--subject", "uid:7", "-f", table, "t://x", environment: both)
            #expect(misuse.exit == .code(2) && misuse.errors.contains("--subject needs a daemon"), "\(misuse)")
        }
    }

    /// Runs `match` as a user whose installed table is that of the folder.
    private func match(_ folder: TemporaryFolder, _ environment: [String: String]) throws -> Program.Run {
        for name in [".config", ".config/deeplinkd"]
        where !FileManager.default.fileExists(atPath: folder.path(of: name)) {
            _ = try folder.makeFolder(name, mode: 0o755)
        }
        try folder.write(".config/deeplinkd/routes.conf", Self.table("t"))
        guard unsafe chmod(folder.path, 0o755) == 0 else { throw TestFailure("chmod: errno \(errno)") }
        let command = [Products.tool, "match", "t://x"]
        return try Program.run(
            OtherUser.launcher, OtherUser.arguments(toRun: command, as: 54_321),
            environment: environment.merging(["HOME": folder.path]) { own, _ in own })
    }

    @Test(.enabled(if: OtherUser.isPossible(for: "the installed table of a user")))
    func `without a daemon the installed table answers, and the line says why no daemon did`() throws {
        try withFolder { folder in
            let table = folder.path(of: ".config/deeplinkd/routes.conf")
            let absent = try match(folder, ["DEEPLINKD_SOCKET": folder.path(of: "none")])
            #expect(absent.exit == .code(0), "\(absent)")
            #expect(
                absent.output == "from \(table); no daemon is listening at \(folder.path)/none\nt://x  →  r (F · a)\n",
                "\(absent)")
            // A machine of tests may have a daemon of its own.
            if !FileManager.default.fileExists(atPath: "/run/deeplinkd/io.deeplinkd.sock") {
                let unset = try match(folder, ["XDG_RUNTIME_DIR": ""])
                #expect(
                    unset.output.hasPrefix(
                        "from \(table); no daemon is listening at /run/deeplinkd/io.deeplinkd.sock (your own is not looked "
                            + "for, because XDG_RUNTIME_DIR is not set)\n"), "\(unset)")
            }
            // A socket that takes connections and never answers.
            let silent = try SocketAddress(folder.path(of: "silent")).listen()
            defer { close(silent) }
            guard unsafe chmod(folder.path(of: "silent"), 0o777) == 0 else {
                throw TestFailure("chmod: errno \(errno)")
            }
            let slow = try match(folder, ["DEEPLINKD_SOCKET": folder.path(of: "silent")])
            let late = "from \(table); the daemon at \(folder.path)/silent did not answer within 200 ms\n"
            #expect(slow.exit == .code(0) && slow.output.hasPrefix(late), "\(slow)")
            // One that this user may not use.
            let closed = try SocketAddress(folder.path(of: "closed")).listen()
            defer { close(closed) }
            guard unsafe chmod(folder.path(of: "closed"), 0o700) == 0 else {
                throw TestFailure("chmod: errno \(errno)")
            }
            let refused = try match(folder, ["DEEPLINKD_SOCKET": folder.path(of: "closed")])
            #expect(refused.exit == .code(0), "\(refused)")
            #expect(
                refused.output.hasPrefix("from \(table); cannot connect to \(folder.path)/closed")
                    && refused.output.contains("EACCES"), "\(refused)")
            // Without a table both reasons are told.
            let neither = try match(folder, ["DEEPLINKD_SOCKET": folder.path(of: "closed"), "HOME": "/nowhere"])
            #expect(neither.exit == .code(1) && neither.errors.contains("there is no route table at "), "\(neither)")
            #expect(neither.errors.contains("; cannot connect to \(folder.path)/closed"), "\(neither)")
        }
    }

    @Test func `a socket whose queue is full, and one that answers something else, are not waited for`() throws {
        try withFolder { folder in
            let table = try folder.write("t.conf", Self.table("t"))
            let words = ["explain", "--subject", "uid:7", "t://x"]
            // One place in the queue of the kernel, which is taken.
            let address = SocketAddress(folder.path(of: "full"))
            let full = try address.bind(SOCK_STREAM)
            defer { close(full) }
            guard listen(full, 0) == 0 else { throw TestFailure("listen: errno \(errno)") }
            let first = try address.connect()
            defer { close(first) }
            let waited = try Program.run(
                Products.tool, words, environment: ["DEEPLINKD_SOCKET": folder.path(of: "full")])
            #expect(waited.exit == .code(2) && waited.errors.contains("--subject needs a daemon"), "\(waited)")
            let other = try ScriptedDaemon(at: folder.path(of: "other")) { _ in [#"{"parameters":{"routes":"many"}}"#] }
            defer { other.stop() }
            let strange = try Program.run(
                Products.tool, words, environment: ["DEEPLINKD_SOCKET": folder.path(of: "other")])
            #expect(strange.exit == .code(2) && strange.errors.contains("--subject needs a daemon"), "\(strange)")
            #expect(try Program.tool("match", "-f", table, "t://x").exit == .code(0))
        }
    }

    @Test func `commands about a file never ask a daemon`() throws {
        try withDaemon(table: Self.table("t")) { daemon in
            let table = try daemon.folder.write("u.conf", Self.table("u"))
            let before = try daemon.connect().call("io.deeplinkd.Monitor.Status")["parameters.calls"].text
            for words in [["check"], ["matrix", "F"], ["overlap"], ["bench", "u://x"]] {
                let run = try Program.run(
                    Products.tool, words, environment: ["DEEPLINKD_SOCKET": daemon.socket, "DEEPLINKD_TABLE": table])
                #expect(run.exit == .code(0) && !run.output.contains("daemon"), "\(run)")
            }
            let after = try daemon.connect().call("io.deeplinkd.Monitor.Status")["parameters.calls"].text
            #expect(Int(after) == Int(before).map { $0 + 1 }, "\(before) \(after)")
        }
    }
}
