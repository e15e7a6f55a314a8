import Foundation
import Glibc
import Testing

/// `deeplinkctl fmt`: what it prints, and what becomes of the files.
@Suite struct FormatCommandTests {
    private static let untidy = "scheme  a\nfeature F {\naction b { respond }\nroute c /c do b\n}\n"
    private static let tidy = "scheme a\nfeature F {\n    action b { respond }\n    route c /c do b\n}\n"

    private func run(
        _ folder: TemporaryFolder, _ arguments: String..., input: String = ""
    ) throws -> Program.Run {
        try Program.run(
            "/bin/sh", ["-c", "cd \"$0\" && exec \"$@\"", folder.path, Products.tool, "fmt"] + arguments, input: input)
    }

    private func text(_ folder: TemporaryFolder, _ name: String) throws -> String {
        try String(contentsOfFile: folder.path(of: name), encoding: .utf8)
    }

    private func status(_ path: String) throws -> stat {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { throw TestFailure("lstat \(path)") }
        return status
    }

    @Test func `files are laid out, and those that changed are listed`() throws {
        try withFolder { folder in
            try folder.write("a.conf", Self.untidy)
            try folder.write("b.cases", "table  a.conf\ncase \"c\" {\nurl a://c\nexpect ok.wouldPerform\n}\n")
            try folder.write("c.conf", Self.tidy)
            let first = try run(folder, "a.conf", "b.cases", "c.conf")
            #expect(first.output == "2 of 3 files changed\n  a.conf\n  b.cases\n" && first.exit == .code(0))
            #expect(first.errors == "")
            #expect(try text(folder, "a.conf") == Self.tidy)
            let second = try run(folder, "a.conf", "b.cases", "c.conf")
            #expect(second.output == "3 files, nothing to change\n" && second.exit == .code(0))
            let json = try run(folder, "--json", "a.conf")
            #expect(json.output == #"{"file":"a.conf","changed":false,"written":false}"# + "\n")
        }
    }

    @Test func `check and diff change no file`() throws {
        try withFolder { folder in
            try folder.write("a.conf", Self.untidy)
            let check = try run(folder, "--check", "a.conf")
            #expect(check.output == "1 of 1 file would change\n  a.conf:1\n" && check.exit == .code(1))
            let json = try run(folder, "--check", "--format", "json", "a.conf")
            #expect(json.output == #"{"file":"a.conf","changed":true,"written":false,"line":1}"# + "\n")
            #expect(json.exit == .code(1))
            let expected = """
                --- a.conf
                +++ a.conf
                @@ -1,5 +1,5 @@
                -scheme  a
                +scheme a
                 feature F {
                -action b { respond }
                -route c /c do b
                +    action b { respond }
                +    route c /c do b
                 }

                """
            let diff = try run(folder, "--diff", "a.conf")
            #expect(diff.output == expected && diff.exit == .code(0))
            #expect(try run(folder, "--diff", "--check", "a.conf").exit == .code(1))
            #expect(try text(folder, "a.conf") == Self.untidy)
        }
    }

    @Test func `standard input goes to standard output`() throws {
        try withFolder { folder in
            let plain = try run(folder, "-", input: Self.untidy)
            #expect(plain.output == Self.tidy && plain.errors == "" && plain.exit == .code(0))
            #expect(try run(folder, "-", input: "").output == "")
            let check = try run(folder, "--check", "-", input: Self.untidy)
            #expect(check.output == "1 of 1 file would change\n  standard input:1\n" && check.exit == .code(1))
            let bad = try run(folder, "-", input: "a {\n")
            #expect(bad.output == "" && bad.errors.hasPrefix("standard input:1:1: error RT007: "))
            #expect(bad.exit == .code(3))
        }
    }

    @Test func `a file with an error stays as it is, and others are laid out`() throws {
        try withFolder { folder in
            try folder.write("bad.conf", "scheme  a {\n")
            try folder.write("good.conf", Self.untidy)
            let result = try run(folder, "bad.conf", "none.conf", "good.conf")
            #expect(result.exit == .code(3) && result.output == "1 of 1 file changed\n  good.conf\n")
            #expect(
                result.errors == """
                    bad.conf:1:1: error RT007: the block that opens here is not closed
                       1 | scheme  a {
                         | ^~~~~~
                         = help: add a line with `}`
                    more: deeplinkctl help RT007
                    Error: cannot read none.conf: no such file or directory (ENOENT from open)

                    """)
            #expect(try text(folder, "bad.conf") == "scheme  a {\n" && text(folder, "good.conf") == Self.tidy)
            let json = try run(folder, "--json", "bad.conf")
            #expect(json.exit == .code(3) && json.errors == "")
            #expect(try json.lines.map { $0["code"].text } == ["RT007"])
        }
    }

    @Test func `a file is replaced as a whole, with its mode, and a link stays`() throws {
        try withFolder { folder in
            let file = try folder.write("a.conf", Self.untidy, mode: 0o640)
            let link = folder.path(of: "link.conf")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "a.conf")
            let before = try status(file)
            #expect(try run(folder, "link.conf").output == "1 of 1 file changed\n  link.conf\n")
            let after = try status(file)
            #expect(after.st_mode == before.st_mode && after.st_uid == before.st_uid && after.st_gid == before.st_gid)
            #expect(after.st_ino != before.st_ino)
            #expect(try status(link).st_mode & S_IFMT == S_IFLNK)
            #expect(try text(folder, "a.conf") == Self.tidy)
            // One that is in order is not touched.
            #expect(try run(folder, "a.conf").exit == .code(0))
            #expect(try status(file).st_ino == after.st_ino)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            #expect(names == ["a.conf", "link.conf"])
        }
    }

    @Test(.enabled(if: geteuid() == 0, "skipped: only root may give files to others"))
    func `the owner of a file stays`() throws {
        try withFolder { folder in
            let file = try folder.write("a.conf", Self.untidy)
            #expect(unsafe chown(file, 1, 2) == 0)
            #expect(try run(folder, "a.conf").exit == .code(0))
            let after = try status(file)
            #expect(after.st_uid == 1 && after.st_gid == 2)
        }
    }

    @Test func `what is no file is refused`() throws {
        try withFolder { folder in
            close(try folder.makeFIFO("pipe"))
            for path in ["pipe", ".", "/dev/null"] {
                let result = try run(folder, path)
                #expect(result.exit == .code(3) && result.output == "")
                #expect(result.errors == "Error: cannot read \(path): it is not a regular file\n")
            }
        }
    }

    @Test func `allowed warnings do not fail a strict check`() throws {
        try withFolder { folder in
            let table = try folder.write(
                "a.conf", Self.tidy.replacing("scheme a", with: "scheme a\nvalues v w # allow RT410: soon"))
            let check = try Program.run(Products.tool, ["check", table, "--strict"])
            #expect(check.exit == .code(0) && check.output == "no errors; 1 route, 1 feature\n")
        }
    }
}
