import Conf
import Foundation
import Testing

@Suite struct DiagnosticCoverageTests {
    /// Codes that no test prints in full, and why.
    private static let elsewhere: [DiagnosticCode: String] = [
        .fileTooLarge: "a text of 256 MiB has no excerpt worth printing; ConfTests and EndToEndTests refuse it",
        .unknownGroup: "the groups are those of the host; EndToEndTests check and start such tables",
    ]

    /// What a report looks like: position, severity, code and message; the line; the caret below it.
    private static func reports(in text: String) -> [String] {
        let report = #/[\w./-]+:\d+:\d+: (error|warning) (?<code>RT\d{3}): [^\n]+\n +\d+ \| [^\n]*\n +\| +\^/#
        return text.matches(of: report).map { String($0.output.code) }
    }

    @Test func `every code has a report in the tests, with its position, its line and its caret`() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        var printed: Set<String> = []
        for folder in [tests, tests.deletingLastPathComponent().appending(path: "ConfTests")] {
            for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where file.hasSuffix(".swift")
            {
                let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
                printed.formUnion(Self.reports(in: text))
            }
        }
        for code in DiagnosticCode.allCases where Self.elsewhere[code] == nil {
            #expect(printed.contains(code.rawValue), "\(code) \(code.rawValue)")
        }
        for code in Self.elsewhere.keys {
            #expect(!printed.contains(code.rawValue), "\(code) is listed, and has a report")
        }
    }
}
