import Foundation
import Glibc
import Testing

/// `deeplinkd --check` says of a table what a daemon says at its start, and serves nothing.
@Suite(.enabled(if: OtherUser.isPossible(for: "tables that another user's daemon reads"))) struct StartCheckTests {
    private static let daemonUser: UInt32 = 54_321
    private static let otherUser: UInt32 = 54_322
    private static let plain =
        "scheme t\nfeature F {\n    action a {\n        respond now\n    }\n    route r /r do a\n}\n"

    private static func starting(_ program: String) -> String {
        plain.replacing("respond now", with: "exec \(program) hello")
    }

    /// A table as it lies on the disk, and what the daemon's environment says of `exec`.
    private struct Row: Sendable {
        let what: String
        var exec: String? = "no"
        /// Writes `t.conf` and what belongs to it.
        let prepare: @Sendable (TemporaryFolder) throws -> Void
    }

    private static func change(_ folder: TemporaryFolder, _ name: String, mode: mode_t? = nil, owner: UInt32? = nil)
        throws
    {
        let path = folder.path(of: name)
        if let mode, unsafe chmod(path, mode) != 0 { throw TestFailure("chmod: errno \(errno)") }
        if let owner, unsafe chown(path, owner, owner) != 0 { throw TestFailure("chown: errno \(errno)") }
    }

    private static let rows: [Row] = [
        Row(what: "a table of root") { try $0.write("t.conf", plain) },
        Row(what: "a table of the daemon's user") {
            try $0.write("t.conf", plain, mode: 0o600)
            try change($0, "t.conf", owner: daemonUser)
        },
        Row(what: "a table of another user") {
            try $0.write("t.conf", plain)
            try change($0, "t.conf", owner: otherUser)
        },
        Row(what: "a table that the daemon's user cannot read") { try $0.write("t.conf", plain, mode: 0o600) },
        Row(what: "no table") { _ in },
        Row(what: "an included table that cannot be read") {
            try $0.write("t.conf", plain + "include more.conf\n")
            try $0.write("more.conf", "scheme more\n", mode: 0o600)
        },
        Row(what: "a program where none is allowed") { try $0.write("t.conf", starting("/bin/echo")) },
        Row(what: "a program where they are allowed", exec: "yes") { try $0.write("t.conf", starting("/bin/echo")) },
        Row(what: "a program without a word about them", exec: nil) { try $0.write("t.conf", starting("/bin/echo")) },
        Row(what: "a program that others can write", exec: "yes") {
            try $0.write("t.conf", starting($0.path(of: "tool")))
            try $0.write("tool", "#!/bin/sh\n", mode: 0o755)
            try change($0, "tool", mode: 0o777)
        },
        Row(what: "a program that the daemon's user cannot read", exec: "yes") {
            try $0.write("t.conf", starting($0.path(of: "tool")))
            try $0.write("tool", "#!/bin/sh\n", mode: 0o711)
        },
        Row(what: "unknown groups") { try $0.write("t.conf", "operator group no-such-group\n" + plain) },
        Row(what: "a wrong word") { try $0.write("t.conf", "scheme t\nnonsense\n") },
    ]

    /// A folder that every user can enter.
    private func withOpenFolder(_ body: (TemporaryFolder) throws -> Void) throws {
        try withFolder { folder in
            try Self.change(folder, "", mode: 0o755)
            try body(folder)
        }
    }

    private func daemon(_ words: [String], exec: String?) throws -> Program.Run {
        var environment: [String: String] = [:]
        environment["DEEPLINKD_EXEC"] = exec
        return try Program.run(
            OtherUser.launcher, OtherUser.arguments(toRun: [Products.daemon] + words, as: Self.daemonUser),
            environment: environment)
    }

    @Test(arguments: rows.indices)
    func `it prints what a start prints, and ends with 3 where a daemon does not start`(_ index: Int) throws {
        let row = Self.rows[index]
        try withOpenFolder { folder in
            try row.prepare(folder)
            let table = folder.path(of: "t.conf")
            let check = try daemon(["--check", "-f", table], exec: row.exec)
            // The socket's folder is absent, so a daemon that takes the table ends too, with another status.
            let start = try daemon(["-f", table, "--socket", "/nowhere/socket"], exec: row.exec)
            #expect((check.exit == .code(3)) == (start.exit == .code(78)), "\(row.what): \(check) \(start)")
            if start.exit == .code(78) {
                #expect(check.output.hasSuffix(start.errors), "\(row.what): \(check) \(start)")
            }
            #expect(check.errors.isEmpty, "\(check)")
        }
    }

    @Test func `it lists what the daemon's user cannot find, and ends with 1`() throws {
        try withOpenFolder { folder in
            let secret = try folder.write("switch", "on", mode: 0o600)
            let table =
                Self.plain.replacing("    action", with: "    require runtime from file \(secret)\n    action")
                + "feature G {\n    require program /nowhere/player\n}\n"
            try folder.write("t.conf", table)
            let check = try daemon(["--check", "-f", folder.path(of: "t.conf")], exec: "no")
            #expect(check.exit == .code(1), "\(check)")
            #expect(check.output.contains("no errors; 1 route, 2 features\nwill not  switch   F  "), "\(check)")
            #expect(check.output.contains("permission denied (EACCES from "), "\(check)")
            let end = "will not  program  /nowhere/player  nothing is installed there\n"
            #expect(check.output.contains(end), "\(check)")
            #expect(check.output.hasSuffix("this machine: 0 answers, 2 will not, 0 cannot tell\n"), "\(check)")
            // Root can read it.
            let own = try Program.tool("check", "--host", "-f", folder.path(of: "t.conf"))
            #expect(own.output.contains("answers   switch   F  "), "\(own)")
        }
    }

    @Test func `it opens no socket, and another value of DEEPLINKD_EXEC ends it as a start`() throws {
        try withOpenFolder { folder in
            let table = try folder.write("t.conf", Self.plain)
            let socket = folder.path(of: "s")
            let check = try Program.run(Products.daemon, ["--check", "-f", table, "--socket", socket])
            let tool = try Program.tool("check", "--host", "-f", table)
            #expect(check.exit == .code(0) && !FileManager.default.fileExists(atPath: socket), "\(check)")
            #expect(check.output == "read        \(table)\n" + tool.output, "\(check)")
            let bad = try daemon(["--check", "-f", table], exec: "maybe")
            #expect(bad.exit == .code(1) && bad.errors.contains("DEEPLINKD_EXEC=maybe: say yes or no"), "\(bad)")
        }
    }
}
