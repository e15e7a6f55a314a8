import Conf
import Routing
import TestTables
import Testing
import deeplinkctl

/// The examples of the manual's diagnostic codes, loaded as `check --strict` and `test` load files.
@Suite struct DiagnosticHelpTests {
    private static let examples = DiagnosticCode.allCases.filter { $0.help?.example != nil }

    /// The table that the examples of test cases name: `routes.conf`.
    private static let caseTable = """
        scheme podcast
        feature Player {
            action play {
                respond
            }
            route play /play do play
        }
        """

    @Test(arguments: examples) func `the wrong file is reported with the code alone, the mended one with none`(
        _ code: DiagnosticCode
    ) throws {
        let example = try #require(code.help?.example)
        let wrong = Self.report(example.wrong, of: code, example)
        let codes = Set(wrong.kept.map(\.code))
        #expect(codes == [code], "\(code.rawValue): \(wrong.kept)")
        let right = Self.report(example.right, of: code, example)
        #expect(right.kept.isEmpty, "\(code.rawValue): \(right.kept.map(\.message))\n\(example.right)")
    }

    @Test(arguments: examples) func `only the mistake differs between the two files`(_ code: DiagnosticCode) throws {
        let example = try #require(code.help?.example)
        #expect(example.wrong != example.right)
        #expect(example.wrong.split(separator: "\n").count <= 30, "an example is read at one glance")
        #expect(example.options == (code == .hiddenRoute ? ["--hidden"] : []))
    }

    @Test(arguments: DiagnosticCode.allCases)
    func `every code has a short title, sentences, and an example or a reason`(_ code: DiagnosticCode) throws {
        let help = try #require(code.help, "docs/codes.md has no section `### \(code.rawValue): …`")
        #expect((2...8).contains(help.title.split(separator: " ").count), "\(code.rawValue): \(help.title)")
        #expect(!help.title.hasSuffix("."))
        #expect(help.text.hasSuffix(".") && help.text.count > 60 && help.text.count < 500, "\(help.text)")
        #expect((help.example == nil) != (help.reason == nil), "\(code.rawValue)")
    }

    @Test func `no two codes have one title`() {
        let groups = Dictionary(grouping: DiagnosticCode.allCases) { $0.help?.title }.values.filter { $0.count > 1 }
        #expect(groups.isEmpty, "\(groups)")
    }

    /// What is reported of a file.
    private static func report(
        _ text: String, of code: DiagnosticCode, _ example: DiagnosticHelp.Example
    ) -> Diagnostics {
        guard code.isOfCases else {
            var environment = LoadEnvironment()
            environment.warnsOfHiddenRoutes = example.options == ["--hidden"]
            return RulesetLoader.load(Self.file(text), environment: environment).diagnostics
        }
        var diagnostics = RulesetLoader.load(Self.file(caseTable)).diagnostics
        guard let ruleset = RulesetLoader.load(Self.file(caseTable)).ruleset else { return diagnostics }
        let bytes = Array((text + "\n").utf8)
        let document = ConfParser.parse(bytes, name: "routes.cases", file: 0, diagnostics: &diagnostics)
        let cases = CaseFile(document, ruleset: ruleset, diagnostics: &diagnostics).cases
        for failed in cases.map({ $0.run(in: ruleset) }) where !failed.isPassed { Issue.record("\(failed.failures)") }
        return diagnostics
    }

    private static func file(_ text: String) -> TableFile {
        TableFile(name: "routes.conf", bytes: Array((text + "\n").utf8))
    }
}
