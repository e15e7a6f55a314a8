import Foundation
import Glibc
import Testing

/// Files that are no tables, before every command that reads one.
@Suite struct TableInputTests {
    /// The commands that read a table, with the arguments that they need.
    private static let commands = [
        ["check"], ["cat"], ["match", "t://x"], ["explain", "t://x"], ["matrix", "F"], ["link", "r"], ["list"],
        ["tree"],
        ["overlap"], ["bench", "t://x"],
    ]

    /// Runs a command with a table; `check` reports on standard output, and all others on standard error.
    private func run(_ command: [String], _ arguments: [String], input: String = "") throws -> (
        exit: Program.Exit, report: String, output: String
    ) {
        let run = try Program.run(Products.tool, command + arguments, input: input)
        // ReportTests holds the line that names the command for more.
        let errors = run.errors.replacing(/(?m)^more: deeplinkctl help RT\d{3}\n/, with: "")
        let isReport = command[0] == "check" && errors.isEmpty
        return (run.exit, isReport ? run.output : errors, isReport ? "" : run.output)
    }

    @Test(arguments: commands)
    func `what cannot be read as a file is a failure with its name and the reason`(_ command: [String]) throws {
        try withFolder { folder in
            let directory = try folder.makeFolder("folder")
            close(try folder.makeFIFO("pipe"))
            let rows: [(path: String, reason: String)] = [
                (folder.path(of: "none.conf"), "no such file or directory (ENOENT from open)"),
                (directory, "it is not a regular file"), (folder.path(of: "pipe"), "it is not a regular file"),
                ("/dev/null", "it is not a regular file"),
            ]
            for row in rows {
                let run = try run(command, ["-f", row.path])
                #expect(run.exit == .code(1) && run.output == "", "\(run)")
                #expect(run.report == "Error: cannot read \(row.path): \(row.reason)\n")
            }
        }
    }

    @Test(arguments: commands)
    func `a file without permission to read it is a failure`(_ command: [String]) throws {
        guard getuid() != 0 else { return print("skipped: root may read every file") }
        try withFolder { folder in
            let file = try folder.write("closed.conf", ReportRow.player, mode: 0)
            let run = try run(command, ["-f", file])
            #expect(run.exit == .code(1) && run.output == "", "\(run)")
            #expect(run.report.hasPrefix("Error: cannot read \(file): permission denied"), "\(run)")
        }
    }

    @Test(arguments: commands)
    func `an empty table and one that is not UTF-8 are reported at their position`(_ command: [String]) throws {
        try withFolder { folder in
            let rows: [(bytes: [UInt8], head: String)] = [
                ([], "t: error RT018: the table declares nothing: every link would be refused"),
                (
                    Array("\n# later\n".utf8),
                    "t:1:1: error RT018: the table declares nothing: every link would be refused"
                ),
                ([0xFF, 0xFE, 0x73, 0x00], "t:1:1: error RT001: the file is not UTF-8 here"),
                (Array("scheme t\nhost caf".utf8) + [0xE9], "t:2:9: error RT001: the file is not UTF-8 here"),
                (
                    [0xEF, 0xBB, 0xBF] + Array("scheme t\n".utf8),
                    "t:1:1: error RT002: the file begins with a byte order mark"
                ),
                (Array("scheme t\0\n".utf8), "t:1:9: error RT002: the line contains a NUL"),
                (
                    Array("scheme t\rhost h.example\n".utf8),
                    "t:1:9: error RT002: the line contains a carriage return without a line feed"
                ),
            ]
            for row in rows {
                let file = folder.path(of: "t")
                try Data(row.bytes).write(to: URL(fileURLWithPath: file))
                let run = try run(command, ["-f", file])
                // `cat` prints text as it is, and only fails where there is none.
                let isPrinted = command[0] == "cat" && row.head.contains("RT002")
                #expect(run.exit == .code(isPrinted ? 0 : 3), "\(row.bytes): \(run)")
                let head = run.report.replacing(folder.path + "/", with: "").prefix { $0 != "\n" }
                #expect(head == (isPrinted ? "" : row.head))
                #expect(run.output == "" || command[0] == "cat", "\(run)")
            }
        }
    }

    @Test(arguments: commands.filter { $0 != ["cat"] })
    func `a table on standard input is named as such`(_ command: [String]) throws {
        let run = try run(command, ["-f", "-"], input: "scheme t\nnonsense\n")
        #expect(run.exit == .code(3))
        #expect(run.report.hasPrefix("<stdin>:2:1: error RT101: the directive `nonsense` is not known in a table\n"))
        #expect(run.report.hasSuffix("\n1 error\n") && run.output == "", "\(run)")
    }

    @Test(arguments: commands)
    func `of two tables that cannot be read both are named`(_ command: [String]) throws {
        try withFolder { folder in
            let good = try folder.write("good.conf", ReportRow.player)
            let run = try run(command, ["-f", folder.path(of: "a"), "-f", good, "-f", folder.path(of: "b")])
            #expect(run.exit == .code(1) && run.output == "", "\(run)")
            for name in ["a", "b"] {
                #expect(run.report.contains("cannot read \(folder.path(of: name)): no such file"))
            }
        }
    }

    @Test(arguments: commands.filter { $0 != ["bench", "t://x"] })
    func `a root without tables is a failure that names each place`(_ command: [String]) throws {
        try withFolder { folder in
            let run = try run(command, ["--root", folder.path])
            let places = ["etc", "run", "usr/lib"].map { "\(folder.path)/\($0)/deeplinkd/routes.conf" }
            #expect(run.exit == .code(1) && run.output == "", "\(run)")
            #expect(run.report == "Error: there is no route table at \(places.joined(separator: ", "))\n")
        }
    }

    // MARK: Other files

    @Test func `other files that cannot be read are failures too`() throws {
        try withFolder { folder in
            let directory = try folder.makeFolder("folder")
            let none = folder.path(of: "none")
            let table = try folder.write("routes.conf", ReportRow.player)
            for (path, reason) in [(none, "no such file or directory"), (directory, "it is not a regular file")] {
                for arguments in [["test", path], ["test", "-f", table, path], ["bench", "--links", path]] {
                    let run = try Program.run(Products.tool, arguments)
                    #expect(run.exit == .code(1) && run.output == "", "\(run)")
                    #expect(run.errors.hasPrefix("Error: cannot read \(path): \(reason)"), "\(run)")
                }
            }
            let cases = try folder.write(
                "x.cases", "table none.conf\ncase a {\n    url t:x\n    expect ok.wouldPerform\n}\n")
            let run = try Program.run(Products.tool, ["test", cases])
            let reason = "cannot read \(folder.path(of: "none.conf")): no such file or directory"
            #expect(run.exit == .code(3) && run.errors.contains("x.cases:1:7: error RT011: \(reason)"), "\(run)")
        }
    }

    @Test(arguments: [
        ["match", "-f", "TABLE", "--stdin"], ["open", "--stdin", "--socket", "NONE"], ["bench", "--links", "-"],
    ])
    func `a line of URLs that is not UTF-8 is named by its number`(_ command: [String]) throws {
        try withFolder { folder in
            let table = try folder.write("routes.conf", ReportRow.player)
            let words = command.map { $0 == "TABLE" ? table : $0 == "NONE" ? folder.path(of: "none") : $0 }
            let script = "printf 'podcast:play\\n\\377\\n' | \"$0\" \"$@\""
            let run = try Program.run("/bin/sh", ["-c", script, Products.tool] + words)
            #expect(run.exit == .code(1), "\(run)")
            // Without a daemon nothing is read.
            let isOffline = command[0] != "open"
            #expect(
                run.errors.hasPrefix(isOffline ? "Error: line 2 of standard input is not UTF-8" : "Error: no daemon"),
                "\(run)")
        }
    }
}
