import Foundation
import Glibc
import Testing

/// `check --system` and `check --user` say of a table what the daemon that the unit starts says of it.
@Suite(.enabled(if: OtherUser.isPossible(for: "tables that another user's daemon reads"))) struct UnitCheckTests {
    private static let daemonUser: UInt32 = 54_321
    private static let otherUser: UInt32 = 54_322
    private static let plain =
        "scheme t\nfeature F {\n    action a {\n        respond now\n    }\n    route r /r do a\n}\n"

    private static func starting(_ program: String) -> String {
        plain.replacing("respond now", with: "exec \(program) hello")
    }

    /// A table as it lies on the disk, and what the unit says of `exec`.
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
        Row(what: "a table that others can write") { try $0.write("t.conf", plain, mode: 0o666) },
        Row(what: "a table that the daemon's user cannot read") { try $0.write("t.conf", plain, mode: 0o600) },
        Row(what: "no table") { _ in },
        Row(what: "an included table that cannot be read") {
            try $0.write("t.conf", plain + "include more.conf\n")
            try $0.write("more.conf", "scheme more\n", mode: 0o600)
        },
        Row(what: "a folder of tables that others can write") {
            try $0.write("t.conf", plain + "include more/*.conf\n")
            _ = try $0.makeFolder("more", mode: 0o755)
            try $0.write("more/a.conf", "scheme more\n")
            try change($0, "more", mode: 0o777)
        },
        Row(what: "a program where none is allowed") { try $0.write("t.conf", starting("/bin/echo")) },
        Row(what: "a program where they are allowed", exec: "yes") { try $0.write("t.conf", starting("/bin/echo")) },
        Row(what: "a program without a word of the unit", exec: nil) { try $0.write("t.conf", starting("/bin/echo")) },
        Row(what: "an absent program", exec: "yes") { try $0.write("t.conf", starting("/nowhere/player")) },
        Row(what: "a program that others can write", exec: "yes") {
            try $0.write("t.conf", starting($0.path(of: "tool")))
            try $0.write("tool", "#!/bin/sh\n", mode: 0o755)
            try change($0, "tool", mode: 0o777)
        },
        Row(what: "a program of the daemon's user", exec: "yes") {
            try $0.write("t.conf", starting($0.path(of: "tool")))
            try $0.write("tool", "#!/bin/sh\n", mode: 0o755)
            try change($0, "tool", owner: daemonUser)
        },
        Row(what: "a program that the daemon's user cannot read", exec: "yes") {
            try $0.write("t.conf", starting($0.path(of: "tool")))
            try $0.write("tool", "#!/bin/sh\n", mode: 0o711)
        },
        Row(what: "unknown users and groups") {
            try $0.write("t.conf", "operator group no-such-group\n" + plain)
        },
        Row(what: "the key file of an issuer that is absent") {
            try $0.write(
                "t.conf",
                "product p {\n    title P\n}\nissuer i {\n    key \($0.path(of: "key"))\n    products p\n    audience a\n}\n"
                    + plain)
        },
        Row(what: "a wrong word") { try $0.write("t.conf", "scheme t\nnonsense\n") },
    ]

    /// A folder that every user can enter.
    private func withOpenFolder(_ body: (TemporaryFolder) throws -> Void) throws {
        try withFolder { folder in
            try Self.change(folder, "", mode: 0o755)
            try body(folder)
        }
    }

    /// Writes a unit, and returns the folder to look for it in.
    private func write(unit settings: String, in folder: TemporaryFolder) throws -> String {
        let units = try folder.makeFolder("units", mode: 0o755)
        try folder.write("units/deeplinkd.service", "[Unit]\nUser=nobody\n[Service]\n" + settings)
        return units
    }

    /// The errors of a report: place, code and message.
    private func errors(in text: String) -> [String] {
        text.split(separator: "\n").filter { $0.contains(": error RT") }.map(String.init)
    }

    /// What a daemon of that user says of a table: nil if it takes it.
    private func refusal(
        of table: String, by user: UInt32, exec: String?, _ environment: [String: String] = [:]
    ) throws -> [String]? {
        var environment = environment
        environment["DEEPLINKD_EXEC"] = exec
        // The socket's folder is absent, so a daemon that takes the table ends too, with another status.
        let command = [Products.daemon] + (table.isEmpty ? [] : ["-f", table]) + ["--socket", "/nowhere/socket"]
        let run = try Program.run(
            OtherUser.launcher, OtherUser.arguments(toRun: command, as: user), environment: environment)
        guard run.exit == .code(78) else {
            #expect(run.errors.contains("/nowhere"), "\(run)")
            return nil
        }
        return errors(in: run.errors)
    }

    @Test(arguments: rows.indices)
    func `check --system has the errors of the daemon that the unit starts`(_ index: Int) throws {
        let row = Self.rows[index]
        try withOpenFolder { folder in
            try row.prepare(folder)
            let exec = row.exec.map { "Environment=\"DEEPLINKD_EXEC=\($0)\"\n" } ?? ""
            let units = try write(unit: "User=\(Self.daemonUser)\n\(exec)", in: folder)
            let table = folder.path(of: "t.conf")
            let check = try Program.tool("check", "--system", table, environment: ["SYSTEMD_UNIT_PATH": units])
            let refusal = try self.refusal(of: table, by: Self.daemonUser, exec: row.exec)
            #expect(errors(in: check.output) == refusal ?? [], "\(row.what): \(check)")
            #expect((check.exit == .code(3)) == (refusal != nil), "\(row.what): \(check)")
            let heading =
                "as the system's daemon: user 54321, \(row.exec == "no" ? "without" : "with") exec; by \(units)"
            #expect(check.output.hasPrefix(heading), "\(check)")
        }
    }

    @Test func `check --user has the errors of the user's daemon, and finds its table`() throws {
        try withOpenFolder { folder in
            for name in [".config", ".config/deeplinkd"] { _ = try folder.makeFolder(name, mode: 0o755) }
            let environment = ["HOME": folder.path, "SYSTEMD_UNIT_PATH": folder.path(of: "none")]
            func check() throws -> Program.Run {
                let command = [Products.tool, "check", "--user"]
                return try Program.run(
                    OtherUser.launcher, OtherUser.arguments(toRun: command, as: Self.daemonUser),
                    environment: environment)
            }
            let table = ".config/deeplinkd/routes.conf"
            try folder.write(table, Self.starting("/bin/echo"))
            let good = try check()
            #expect(good.exit == .code(0) && good.output.contains("no errors; 1 route"), "\(good)")
            #expect(good.output.hasPrefix("as the user's daemon: uid 54321, with exec; by the shipped unit"), "\(good)")
            #expect(try refusal(of: "", by: Self.daemonUser, exec: nil, environment) == nil)
            try folder.write(table, Self.plain, mode: 0o602)
            let bad = try check()
            let refusal = try self.refusal(of: "", by: Self.daemonUser, exec: nil, environment)
            #expect(bad.exit == .code(3) && refusal?.isEmpty == false && errors(in: bad.output) == refusal, "\(bad)")
        }
    }

    @Test func `the shipped units have the settings that count where no unit is installed`() throws {
        try withOpenFolder { folder in
            try folder.write("t.conf", Self.plain)
            func sentence(_ option: String, _ units: String) throws -> String {
                let run = try Program.tool(
                    "check", option, folder.path(of: "t.conf"), environment: ["SYSTEMD_UNIT_PATH": units])
                let line = run.output.split(separator: "\n").first.map(String.init) ?? ""
                return line.components(separatedBy: "; by")[0]
            }
            let none = folder.path(of: "none")
            for (option, units) in [("--system", "/systemd"), ("--user", "/systemd/user")] {
                #expect(try sentence(option, Products.package + units) == sentence(option, none))
            }
            let system = try sentence("--system", none)
            #expect(system.hasSuffix("without exec, without /home /root /run/user /tmp /var/tmp"), "\(system)")
            // The drop-in that allows programs.
            let units = try folder.makeFolder("units", mode: 0o755)
            _ = try folder.makeFolder("units/deeplinkd.service.d", mode: 0o755)
            for (from, to) in [("deeplinkd.service", ""), ("exec.conf", "deeplinkd.service.d/")] {
                try FileManager.default.copyItem(
                    atPath: Products.package + "/systemd/" + from, toPath: units + "/" + to + from)
            }
            #expect(try sentence("--system", units).contains("with exec, without /home"))
        }
    }

    @Test func `what the unit hides cannot be read or started, and never answers`() throws {
        try withOpenFolder { folder in
            let settings = "User=\(Self.daemonUser)\nPrivateTmp=yes\nPrivateDevices=yes\n"
            let environment = ["SYSTEMD_UNIT_PATH": try write(unit: settings, in: folder)]
            let hidden = try Program.tool(
                "check", "--system", try folder.write("t.conf", Self.plain), environment: environment)
            #expect(hidden.exit == .code(3), "\(hidden)")
            #expect(
                hidden.output.contains(
                    "RT011: cannot read \(folder.path)/t.conf: the daemon's unit hides the folder /tmp"))
            // A folder that is not hidden.
            let place = "/run/deeplinkd-check-\(getpid())"
            defer { _ = try? FileManager.default.removeItem(atPath: place) }
            let table =
                "permission camera from device /dev/null\npermission photos from file /tmp/photos\n"
                + Self.starting("/tmp/tool").replacing(
                    "    action", with: "    require permission camera\n    require permission photos\n    action")
            try Data(table.utf8).write(to: URL(fileURLWithPath: place))
            guard unsafe chmod(place, 0o644) == 0 else { throw TestFailure("chmod: errno \(errno)") }
            let program = try Program.tool("check", "--system", place, environment: environment)
            #expect(errors(in: program.output).count == 1, "\(program)")
            #expect(program.output.contains("error RT306: cannot start /tmp/tool: "), "\(program)")
            try Data(table.replacing("exec /tmp/tool hello", with: "respond").utf8).write(
                to: URL(fileURLWithPath: place))
            let answers = try Program.tool("check", "--system", place, environment: environment)
            #expect(answers.exit == .code(1), "\(answers)")
            #expect(
                answers.output.contains("will not  permission  camera  the daemon's unit hides devices"), "\(answers)")
            #expect(answers.output.contains("will not  permission  photos  the daemon's unit hides /tmp"), "\(answers)")
        }
    }

    @Test(arguments: [
        ("Environment=DEEPLINKD_EXEC=no\nEnvironment=\nEnvironment=A=b DEEPLINKD_EXEC=yes", "with exec"),
        ("Environment=DEEPLINKD_EXEC=no\n# Environment=DEEPLINKD_EXEC=yes", "without exec"),
        ("Environment='DEEPLINKD_EXEC=no' \\\n  B=c", "without exec"),
        ("Environment=DEEPLINKD_EXEC=no\nUnsetEnvironment=DEEPLINKD_EXEC", "with exec"),
        ("[Install]\nEnvironment=DEEPLINKD_EXEC=no", "with exec"),
    ])
    func `the environment of a unit is read as the service manager reads it`(settings: String, says: String) throws {
        try withOpenFolder { folder in
            let units = try write(unit: "User=\(Self.daemonUser)\n\(settings)\n", in: folder)
            let table = try folder.write("t.conf", Self.plain)
            let check = try Program.tool("check", "--system", table, environment: ["SYSTEMD_UNIT_PATH": units])
            #expect(check.output.hasPrefix("as the system's daemon: user 54321, \(says); by "), "\(check)")
        }
    }

    @Test func `what the daemon would not start with is an error, and so are options that contradict`() throws {
        try withOpenFolder { folder in
            let units = try write(unit: "Environment=DEEPLINKD_EXEC=maybe\n", in: folder)
            let table = try folder.write("t.conf", Self.plain)
            let bad = try Program.tool("check", "--system", table, environment: ["SYSTEMD_UNIT_PATH": units])
            #expect(bad.exit == .code(1) && bad.errors.contains("DEEPLINKD_EXEC=maybe"), "\(bad)")
            for (words, text) in [
                (["--system", "--user"], "Either check for --system or for --user."),
                (["--system", "--root", "/"], "--system is about this machine: leave out --root."),
                (["--user", "-"], "--user judges the owner and the mode of a file: name one in place of -."),
            ] {
                let run = try Program.run(Products.tool, ["check"] + words)
                #expect(run.exit == .code(2) && run.errors.contains(text), "\(run)")
            }
            let json = try Program.tool(
                "check", "--system", "--json", table, environment: ["SYSTEMD_UNIT_PATH": folder.path(of: "none")])
            #expect(
                json.errors.hasPrefix("as the system's daemon: ") && !json.output.contains("as the system"), "\(json)")
        }
    }
}
