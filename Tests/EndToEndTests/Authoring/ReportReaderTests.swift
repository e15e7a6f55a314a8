import Foundation
import Testing

/// What other programs read in the reports of `deeplinkctl test`.
@Suite struct ReportReaderTests {
    private static let table = #"""
        scheme t
        feature F {
            require toggle on
            action a {
                input n uint(1..9)
                exec /bin/echo $(n)
            }
            route open /open/$(n:uint(1..9)) do a
        }

        """#

    private static let cases = #"""
        table t.conf
        case "opens" {
            url t://open/1
            expect ok.wouldPerform
        }
        case "a, b: <fails> & 100% ünicode" {
            url t://open/2
            expect blocked.*
        }
        case "to do" {
            url t://open/3
            expect blocked.*
            todo "later"
        }
        case "skipped" {
            url t://open/4
            expect ok.*
            skip "never"
        }

        """#

    /// What a script with one of the readers prints of a report, which it gets as a file.
    private func read(_ format: String, _ script: String, _ options: String...) throws -> String? {
        guard let interpreter = PythonEnvironment.reports else { return nil }
        return try withFolder { folder in
            try folder.write("t.conf", Self.table)
            let cases = try folder.write("t.cases", Self.cases)
            let run = try Program.run(Products.tool, ["test", cases, "--format", format] + options)
            let report = try folder.write("report", run.output.replacing(folder.path + "/", with: ""))
            let reader = try Program.run(interpreter, ["-c", script, report])
            #expect(reader.exit == .code(0), "\(reader)")
            return reader.output
        }
    }

    @Test func `a parser of TAP finds each case with its directive, a plan, and no line that it does not know`() throws
    {
        let script = """
            import sys
            from tap.parser import Parser
            for line in Parser().parse_file(sys.argv[1]):
                if line.category == "test":
                    print(line.number, line.ok, line.todo, line.skip, line.description)
                elif line.category == "plan":
                    print("plan", line.expected_tests)
                elif line.category != "diagnostic":
                    print(line.category, line)
            """
        guard let output = try read("tap", script, "--fail-under", "100") else { return }
        #expect(
            output == """
                1 True False False - opens
                2 False False False - a, b: <fails> & 100% ünicode
                3 False True False - to do
                4 True False True - skipped
                5 False False False - 100 % of the nodes of t.conf are covered
                plan 5

                """)
    }

    @Test func `a parser of JUnit's XML finds suites, counts, reasons and properties`() throws {
        let script = """
            import sys
            import junitparser
            report = junitparser.JUnitXml.fromfile(sys.argv[1])
            print(report.tests, report.failures, report.skipped)
            for suite in report:
                print(suite.name, suite.tests, suite.failures, [p.name for p in suite.properties()])
                for case in suite:
                    print(" ", case.name, [type(r).__name__ + " " + r.message for r in case.result])
            """
        guard let output = try read("junit", script, "--seed", "3") else { return }
        let lines = output.split(separator: "\n").map(String.init)
        #expect(lines[0] == "5 1 2" && lines[1] == "t.cases 4 1 ['seed']", "\(output)")
        #expect(
            lines[2..<6].sorted() == [
                "  a, b: <fails> & 100% ünicode ['Failure expected blocked.*, got ok.wouldPerform: The action would be "
                    + "performed.']", "  opens []", "  skipped ['Skipped skipped: never']",
                "  to do ['Skipped todo: later']",
            ], "\(output)")
        #expect(lines[6] == "coverage of t.conf 1 0 ['nodes', 'covered']", "\(output)")
    }

    @Test func `classes made of SARIF's schema take the report, and refuse it with a member too many`() throws {
        let script = """
            import json, sys
            from pydantic_sarif.model import StaticAnalysisResultsFormatSarifVersion210JsonSchema as Log
            report = json.load(open(sys.argv[1]))
            Log.model_validate(report)
            results = report["runs"][0]["results"]
            print(len(results), results[0]["level"], report["runs"][0]["properties"]["seed"])
            results[0]["levle"] = "error"
            try:
                Log.model_validate(report)
            except ValueError:
                print("refused")
            """
        guard let output = try read("sarif", script, "--seed", "3") else { return }
        #expect(output.hasSuffix(" error 3\nrefused\n"), "\(output)")
    }

    @Test func `a long run counts its cases on a terminal, and leaves nothing of it there`() throws {
        try withFolder { folder in
            try folder.write("t.conf", Self.table)
            let users = (1...1000).map(String.init).joined(separator: "|")
            let cases = (1...30).map { number in
                "case c\(number) {\n    url t://open/1\n    expect ok.*\n    matrix caller uid {\n        \(users)\n    }\n}\n"
            }
            let file = try folder.write("t.cases", "table t.conf\n" + cases.joined())
            let output = try Terminal.output(of: Products.tool, ["test", file, "--color", "never"], columns: 80)
            let numbers = output.matches(of: #/\r(\d+) of 30000 cases/#).compactMap { Int($0.output.1) }
            #expect(!numbers.isEmpty && numbers == numbers.sorted() && numbers.last ?? 0 <= 30_000, "\(output)")
            let last = output.components(separatedBy: " of 30000 cases").last ?? ""
            #expect(last.hasPrefix("\r\u{1B}[K") && last.hasSuffix("30000 passed, 0 failed\n"), "\(output)")
            let piped = try Program.tool("test", file)
            #expect(piped.errors == "" && piped.output.hasSuffix("30000 passed, 0 failed\n"))
        }
    }
}
