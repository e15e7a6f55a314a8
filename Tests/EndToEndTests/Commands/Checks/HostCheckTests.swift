import Foundation
import Glibc
import Testing

/// `check --host`: what this machine can answer of what a table needs.
@Suite struct HostCheckTests {
    private static func table(_ lines: String, product: String = "", _ requirements: [String]) -> String {
        "scheme s\nproduct pro {\n    \(product)\n}\n\(lines)\n"
            + requirements.enumerated().map { number, requirement in
                "feature F\(number) {\n    require \(requirement)\n    action a {\n        respond\n    }\n"
                    + "    route r\(number) /r\(number) do a\n}\n"
            }.joined()
    }

    /// The rows by what they are about: the verdict and the reason.
    private func rows(_ table: String, in folder: TemporaryFolder) throws -> (
        exit: Program.Exit, rows: [String: (verdict: String, because: String)]
    ) {
        let path = try folder.write("t.conf", table)
        let run = try Program.tool("check", "--host", "--format", "json", "-f", path)
        var rows: [String: (String, String)] = [:]
        for line in run.output.split(separator: "\n") {
            let row = try JSONTree(parsing: Array(line.utf8))
            guard row["verdict"] != nil else { continue }
            rows["\(row["what"].text) \(row["subject"].text)"] = (row["verdict"].text, row["because"].text)
        }
        return (run.exit, rows)
    }

    @Test func `each thing that a table needs has a verdict and a reason`() throws {
        try withFolder { folder in
            let file = try folder.write("switch", "on")
            try folder.write("shared", "on", mode: 0o666)
            let table = Self.table(
                """
                operator group root
                delegate group no-such-group
                permission camera from file \(folder.path(of: "$(uid)/camera"))
                permission photos from varlink unix:\(folder.path(of: "none")) io.example.App.Get
                permission motion from device /dev/null
                """, product: "source file \(folder.path(of: "shared"))",
                [
                    "permission camera", "permission photos", "permission motion", "permission contacts",
                    "purchase pro", "runtime from file \(file)", "platform linux 2.0", "platform linux 999",
                    "program /bin/sh", "program /nowhere/player", "caller user root", "caller user no-such-user",
                    "toggle on",
                ])
            let (exit, rows) = try rows(table, in: folder)
            #expect(exit == .code(1))
            let verdicts = rows.mapValues(\.verdict)
            #expect(
                verdicts == [
                    "permission camera": "answers", "permission photos": "cannotTell", "permission motion": "answers",
                    "permission contacts": "willNot", "product pro": "willNot", "switch F5": "answers",
                    "platform linux 2.0": "answers", "platform linux 999": "willNot", "program /bin/sh": "answers",
                    "program /nowhere/player": "willNot", "user root": "answers", "user no-such-user": "willNot",
                    "group root": "answers", "group no-such-group": "willNot",
                ])
            #expect(rows.values.allSatisfy { !$0.because.isEmpty && !$0.because.hasSuffix(".") }, "\(rows)")
            #expect(rows["product pro"]?.because.contains("writable by users other than its owner") == true)
            #expect(rows["permission contacts"]?.because.contains("permission contacts from") == true)
        }
    }

    @Test func `a table that this machine answers as a whole ends with status 0, and prints a summary`() throws {
        try withFolder { folder in
            let path = try folder.write("t.conf", Self.table("", ["program /bin/sh", "toggle on"]))
            let run = try Program.tool("check", "--host", "-f", path)
            #expect(run.exit == .code(0))
            #expect(run.output.contains("answers  program  /bin/sh  it can be started\n"), "\(run)")
            #expect(run.output.hasSuffix("this machine: 1 answers, 0 will not, 0 cannot tell\n"), "\(run)")
            let misuse = try Program.tool("check", "--host", "--root", folder.path)
            #expect(misuse.exit == .code(2) && misuse.errors.contains("leave out --root"))
        }
    }

    @Test func `a table with errors has no rows`() throws {
        try withFolder { folder in
            let path = try folder.write("t.conf", "scheme s\nnonsense\n")
            let run = try Program.tool("check", "--host", "-f", path)
            #expect(run.exit == .code(3) && !run.output.contains("this machine"))
        }
    }
}
