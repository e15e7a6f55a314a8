import Conf
import Foundation
import Glibc
import Testing

/// Each diagnostic once, as `deeplinkctl` prints it: the golden texts are what a reader has to understand.
@Suite struct ReportTests {
    /// Codes without a row, and where their report is tested or why it is not.
    private static let apart: [DiagnosticCode: String] = [
        .notUTF8: "a text of a row is UTF-8; a test below has the bytes",
        .untrustedFile: "the report is about installed tables; a test below installs one",
        .fileTooLarge: "a table that is named and too large is no report, but a failure; TableFilesTests has it",
        .unknownGroup: "it depends on the groups of the machine; NoteTests and StartTests have it",
        .programsNotAllowed: "the daemon's report alone; StartTests has it",
        .networkNotAllowed: "the same: HTTPReaderTests has it",
        .unavailableProgram: "a check of installed tables and the daemon look for programs; TrustTests has it",
        .tooManyPairs: "takes fifty million pairs of routes; RoutingTests has the report",
        .duplicateIssuer: "an issuer has a key file with an absolute path; IssuerReaderTests has the report",
        .badIssuer: "the same",
        .badKey: "the same",
        .unknownKey: "the same",
        .duplicatePackage: "takes two tables; PackageTests of RoutingTests has the report",
        .includedPackage: "takes an included file; the same",
        .foreignProduct: "takes two tables; the same",
        .redirectCircle: "RedirectReaderTests has it",
        .redirectNowhere: "the same",
        .unusableShadow: "takes two files; ShadowFileTests of RoutingTests has the report",
        .nestedShadow: "the same", .failedCase: "takes two files; ReloadCasesTests has the report",
        .undeniedHost: "takes two tables; OwnerTests of RoutingTests has the report",
        .untestedRoute: "takes two files; CoverageTests of RoutingTests has the report",
        .tableTooLarge: "takes gigabytes of patterns; RoutingTests has the report",
    ]

    @Test func `every code has a row with its report, or a reason to have none`() {
        let rows = Set(ReportRow.all.map(\.code))
        for code in DiagnosticCode.allCases {
            #expect(rows.contains(code.rawValue) == (Self.apart[code] == nil), "\(code) \(code.rawValue)")
        }
        #expect(rows.count == ReportRow.all.count, "each code once")
    }

    @Test(arguments: ReportRow.all)
    func `the report has position, code, line, caret, related places and help`(_ row: ReportRow) throws {
        let run = try row.run()
        // `test` fails without a report of its own, so what is wrong with its file goes to standard error.
        let (report, rest) = row.isCaseFile ? (run.errors, run.output) : (run.output, run.errors)
        let code = try #require(DiagnosticCode(rawValue: row.code))
        let more = code.severity == .error ? "more: deeplinkctl help \(row.code)\n" : ""
        #expect(report == row.report + "\n" + (row.isCaseFile ? more : "") && rest == (row.isCaseFile ? "" : more))
        #expect(run.exit == .code(code.severity == .error ? 3 : 0))
    }

    @Test(arguments: ReportRow.all.filter { !$0.isCaseFile })
    func `the report as JSON has the same facts as the text, in the same order`(_ row: ReportRow) throws {
        let run = try row.run("--format", "json")
        let code = try #require(DiagnosticCode(rawValue: row.code))
        #expect(run.exit == .code(code.severity == .error ? 3 : 0) && run.errors == "")
        let objects = try run.lines.filter { $0["status"] == nil }
        #expect(objects.flatMap(Self.facts) == Self.facts(inText: row.report))
    }

    @Test(arguments: ReportRow.all.filter { !$0.isCaseFile })
    func `with --strict every report is an error`(_ row: ReportRow) throws {
        let run = try row.run("--strict")
        #expect(run.exit == .code(3))
        #expect(run.output.contains("error \(row.code): ") && !run.output.contains("warning RT"), "\(run)")
        #expect(run.output.contains("\n1 error"), "\(run)")
    }

    /// The facts of an object, as the text has them.
    private static func facts(_ object: JSONTree) -> [String] {
        func place(_ object: JSONTree) -> String {
            "\(object["file"].text):\(object["line"].text):\(object["column"].text): "
        }
        let head = place(object) + "\(object["severity"].text) \(object["code"].text): \(object["message"].text)"
        let notes = (object["related"]?.elements ?? []).map { "note: " + place($0) + $0["note"].text }
        let witness = object["witness"].map { "both routes accept: " + $0.text }
        return [head] + notes + [witness, object["help"].map { "help: " + $0.text }].compactMap { $0 }
    }

    /// The facts of a text: the first line of each report, and what stands after `=`.
    private static func facts(inText report: String) -> [String] {
        report.split(separator: "\n").compactMap { line in
            if line.contains(#/^\S+:\d+:\d+: (error|warning|note) RT\d{3}: /#) { return String(line) }
            let fact = line.drop { $0 == " " }
            return fact.hasPrefix("= ") ? String(fact.dropFirst(2)) : nil
        }
    }

    // MARK: Codes apart

    @Test func `bytes that are not UTF-8 are shown as such, with the position of the first`() throws {
        try withFolder { folder in
            let file = try folder.write("routes.conf", "")
            try Data(Array("scheme podcast\n# caf".utf8) + [0xE9, 0x0A]).write(to: URL(fileURLWithPath: file))
            let run = try Program.tool("check", "-f", file)
            #expect(
                run.output.replacing(folder.path + "/", with: "") == """
                    routes.conf:2:6: error RT001: the file is not UTF-8 here
                       2 | # caf\u{FFFD}
                         |      ^
                         = help: save it as UTF-8
                    1 error

                    """)
            #expect(run.exit == .code(3))
        }
    }

    @Test func `a table of another tree that others can write is a note, and the message is the daemon's`() throws {
        try withFolder { folder in
            for name in ["etc", "etc/deeplinkd"] { _ = try folder.makeFolder(name) }
            try folder.write("etc/deeplinkd/routes.conf", ReportRow.player, mode: 0o666)
            let run = try Program.tool("check", "--root", folder.path)
            #expect(
                run.output.replacing(folder.path, with: "") == """
                    read        /etc/deeplinkd/routes.conf
                    /etc/deeplinkd/routes.conf:1:1: note RT012: /etc/deeplinkd/routes.conf is writable by users other \
                    than its owner (mode 0666)
                       1 | scheme podcast
                         | ^
                         = help: the daemon refuses it: it must be root's or the daemon's, and writable by its owner alone
                    no errors, 1 note about this machine; 1 route, 1 feature

                    """)
            #expect(run.exit == .code(0))
        }
    }

    @Test func `reports stand in the order of the files and lines, whatever their code`() throws {
        let text = """
            host H.example
            include shows.conf
            feature Player {
                require luck
                action play {
                    respond
                }
                route play /play do pley
            }
            nonsense
            """
        let row = ReportRow("RT101", text, "", besides: ["shows.conf": "deny shows\nscheme 7"])
        let run = try row.run()
        let heads = Self.facts(inText: run.output).filter { $0.contains(" RT") }.map { $0.prefix { $0 != " " } }
        #expect(
            heads == [
                "routes.conf:1:6:", "routes.conf:4:13:", "routes.conf:8:25:", "routes.conf:10:1:", "shows.conf:1:6:",
                "shows.conf:2:8:",
            ])
        #expect(run.output.hasSuffix("6 errors\n"), "\(run)")
    }
}
