import Glibc
import Testing

/// The notes of `check`: what a daemon of this machine would refuse of a table that may be for another machine.
@Suite struct NoteTests {
    private static func table(_ lines: String = "", action: String = "respond") -> String {
        "\(lines)\nscheme t\nfeature F {\n    action a {\n        \(action)\n    }\n    route r /r do a\n}\n"
    }

    /// A table with one thing that a daemon of this machine refuses or lacks.
    private struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The code, and how bad it is for this machine.
        let code: String
        let ofThisMachine: String
        /// Writes the table `t.conf`.
        let prepare: @Sendable (TemporaryFolder) throws -> Void

        init(
            _ title: String, _ code: String, _ ofThisMachine: String,
            _ prepare: @escaping @Sendable (TemporaryFolder) throws -> Void
        ) {
            (testDescription, self.code, self.ofThisMachine, self.prepare) = (title, code, ofThisMachine, prepare)
        }
    }

    private static let rows: [Row] = [
        Row("an absent program", "RT314", "warning") {
            try $0.write("t.conf", table(action: "exec /nowhere/player"))
        },
        Row("an absent program of a channel", "RT314", "warning") {
            try $0.write(
                "t.conf", table("channel c {\n    kind held\n    start exec /nowhere/player\n}", action: "channel c"))
        },
        Row("a program that others can write", "RT306", "warning") {
            let program = try $0.write("tool", "#!/bin/sh\n", mode: 0o777)
            try $0.write("t.conf", table(action: "exec \(program)"))
        },
        Row("a required program that others can write", "RT314", "warning") {
            let program = try $0.write("tool", "#!/bin/sh\n", mode: 0o777)
            try $0.write("t.conf", table().replacing("    action", with: "    require program \(program)\n    action"))
        },
        Row("a table that others can write", "RT012", "warning") { try $0.write("t.conf", table(), mode: 0o666) },
        Row("a folder that others can write", "RT012", "warning") {
            try $0.write("t.conf", table())
            guard unsafe chmod($0.path, 0o777) == 0 else { throw TestFailure("chmod: errno \(errno)") }
        },
        Row("an included table that others can write", "RT012", "warning") {
            try $0.write("more.conf", "scheme more\n", mode: 0o666)
            try $0.write("t.conf", table("include more.conf"))
        },
        Row("an unknown group of operators", "RT110", "warning") {
            try $0.write("t.conf", table("operator group no-such-group"))
        },
        Row("an unknown group of delegates", "RT110", "warning") {
            try $0.write("t.conf", table("delegate group no-such-group"))
        },
        Row("a key file that is absent", "RT011", "warning") {
            try $0.write("t.conf", selling(issuer($0.path(of: "key"))))
        },
        Row("a key file without a key", "RT903", "warning") {
            try $0.write("t.conf", selling(issuer($0.write("key", "nonsense"))))
        },
    ]

    private static func selling(_ lines: String) -> String {
        table(lines).replacing("    action", with: "    require purchase p\n    action")
    }

    private static func issuer(_ key: String) -> String {
        "product p {\n    title P\n}\nissuer i {\n    key \(key)\n    products p\n    audience a\n    revoked k since "
            + "2026-03-01\n}"
    }

    @Test(arguments: rows.indices)
    func `what this machine refuses is a note with -f, which changes nothing, and a warning with --host`(
        _ index: Int
    ) throws {
        let row = Self.rows[index]
        try withFolder { folder in
            try row.prepare(folder)
            let table = folder.path(of: "t.conf")
            for words in [["check", "-f", table], ["check", "--strict", table]] {
                let run = try Program.run(Products.tool, words)
                #expect(run.exit == .code(0) && run.output.contains(": note \(row.code): "), "\(run)")
                #expect(run.output.contains("no errors, 1 note about this machine; 1 route"), "\(run)")
                #expect(!run.output.contains(": warning "), "\(run)")
            }
            let json = try Program.tool("check", "--json", "-f", table).lines
            let severities = json.compactMap { $0["severity"]?.text }
            #expect(severities == ["note"], "\(json)")
            let host = try Program.tool("check", "--host", "-f", table)
            #expect(host.output.contains(": \(row.ofThisMachine) \(row.code): "), "\(host)")
            #expect(!host.output.contains(": note RT") && host.exit != .code(3), "\(host)")
            #expect(try Program.tool("check", "--host", "--strict", "-f", table).exit == .code(3))
            // Commands that use a table say nothing of this machine.
            let list = try Program.tool("list", "-f", table)
            #expect(list.exit == .code(0) && !(list.output + list.errors).contains("RT"), "\(list)")
        }
    }

    @Test func `a program that many actions start is noted once, and errors stand beside notes`() throws {
        try withFolder { folder in
            let table = try folder.write(
                "t.conf",
                """
                scheme t
                feature F {
                    action a {
                        exec /nowhere/player
                    }
                    action b {
                        exec /nowhere/player --loud
                    }
                    route a /a do a
                    route b /b do b
                }
                """)
            let run = try Program.tool("check", "-f", table)
            #expect(run.output.hasPrefix("\(table):4:14: note RT314: cannot start /nowhere/player"), "\(run)")
            #expect(run.output.contains("no errors, 1 note about this machine; 2 routes"), "\(run)")
            let bad = try Program.tool("check", "-f", table, "-f", folder.write("b.conf", "nonsense\n"))
            #expect(bad.exit == .code(3) && bad.output.contains("1 error, 1 note about this machine\n"), "\(bad)")
            #expect(bad.errors == "more: deeplinkctl help RT101\n", "\(bad)")
        }
    }

    @Test func `with --root programs are looked for below it, and its groups are noted`() throws {
        try withFolder { folder in
            for name in ["etc", "etc/deeplinkd", "usr", "usr/bin"] { _ = try folder.makeFolder(name, mode: 0o755) }
            let table = "operator group no-such-group\n" + Self.table(action: "exec /usr/bin/deeplinkd-test-player")
            try folder.write("etc/deeplinkd/routes.conf", table)
            let absent = try Program.tool("check", "--strict", "--root", folder.path)
            #expect(absent.exit == .code(0), "\(absent)")
            let message = "note RT314: there is no /usr/bin/deeplinkd-test-player below \(folder.path)\n"
            #expect(absent.output.contains(message) && absent.output.contains("note RT110: "), "\(absent)")
            try folder.write("usr/bin/deeplinkd-test-player", "", mode: 0o755)
            #expect(try !Program.tool("check", "--root", folder.path).output.contains("RT314"))
            #expect(try Program.tool("list", "--root", folder.path).exit == .code(0))
        }
    }

    @Test func `--host counts the programs that actions and channels start`() throws {
        try withFolder { folder in
            let table = try folder.write(
                "t.conf",
                Self.table("channel c {\n    kind held\n    start exec /nowhere/app\n}", action: "exec /nowhere/player")
                    .replacing("    route", with: "    action b {\n        channel c\n    }\n    route")
                    .replacing("route r /r do a", with: "route r /r do a\n    route s /s do b"))
            let run = try Program.tool("check", "--host", "-f", table)
            #expect(run.exit == .code(1), "\(run)")
            for program in ["player", "app"] {
                #expect(run.output.contains("will not  program  /nowhere/\(program)"), "\(run)")
            }
            #expect(run.output.hasSuffix("this machine: 0 answers, 2 will not, 0 cannot tell\n"), "\(run)")
            let good = try folder.write("good.conf", Self.table(action: "exec /bin/sh -c true"))
            let answers = try Program.tool("check", "--host", "-f", good)
            #expect(answers.exit == .code(0) && answers.output.contains("this machine: 1 answers"), "\(answers)")
        }
    }
}
