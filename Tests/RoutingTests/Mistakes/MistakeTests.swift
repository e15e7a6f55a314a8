import Conf
import TestTables
import Testing

@testable import Routing

extension Mistake: CustomTestStringConvertible {
    /// What was typed.
    public var testDescription: String { text }
}

/// What authors of tables and of test cases do wrong, most of all those who come from other programs.
@Suite struct MistakeTests {
    @Test func `of every 69 mistakes at least 62 have a report that says what to write`() {
        let all = Mistake.tables + Mistake.cases
        #expect(all.count >= 69)
        #expect(all.count(where: \.isClear) * 69 >= all.count * 62)
    }

    @Test func `the files have no error but for the mistake`() throws {
        let ruleset = try Tables.ruleset(Mistake.table)
        #expect(Tables.codes(Mistake.table).isEmpty)
        #expect(Self.cases(Mistake.caseFile, ruleset).kept.isEmpty)
    }

    @Test(arguments: Mistake.tables)
    func `one mistake in a table is one report, and the table that its help leads to has no such error`(
        _ mistake: Mistake
    ) {
        let text = mistake.file(in: Mistake.table)
        let result = Tables.load(text)
        #expect(Self.summary(result.diagnostics, text) == mistake.report)
        #expect(!mistake.isClear || result.diagnostics.kept.allSatisfy(Self.saysWhatToWrite))
        FollowedAdvice.check(result, text, LoadEnvironment())
    }

    @Test(arguments: Mistake.cases)
    func `one mistake in a file of cases is one report, and the file that its help leads to has no such error`(
        _ mistake: Mistake
    ) throws {
        let ruleset = try Tables.ruleset(Mistake.table)
        let text = mistake.file(in: Mistake.caseFile)
        let diagnostics = Self.cases(text, ruleset)
        #expect(Self.summary(diagnostics, text) == mistake.report)
        #expect(!mistake.isClear || diagnostics.kept.allSatisfy(Self.saysWhatToWrite))
        for diagnostic in diagnostics.kept {
            for change in FollowedAdvice(diagnostic, in: text).changes {
                let after = Self.cases(change.table, ruleset).kept
                #expect(!after.contains { $0.code == diagnostic.code && $0.message == diagnostic.message }, "\(after)")
            }
        }
    }

    @Test func `most help is a text that can replace the mistake as it is`() {
        let followed = Mistake.tables.filter { mistake in
            let text = mistake.file(in: Mistake.table)
            return Tables.load(text).diagnostics.kept.contains { !FollowedAdvice($0, in: text).changes.isEmpty }
        }
        #expect(followed.count * 3 >= Mistake.tables.count * 2, "\(followed.count) of \(Mistake.tables.count)")
    }

    private static func cases(_ text: String, _ ruleset: Ruleset) -> Diagnostics {
        var diagnostics = Diagnostics()
        let document = ConfParser.parse(Array(text.utf8), name: "t", file: 0, diagnostics: &diagnostics)
        _ = CaseFile(document, ruleset: ruleset, diagnostics: &diagnostics)
        return diagnostics
    }

    private static func saysWhatToWrite(_ diagnostic: Diagnostic) -> Bool {
        let verbs = ["write", "add", "remove", "keep", "declare", "give", "put", "use", "choose", "capture", "save"]
        guard let help = diagnostic.help else { return false }
        return help.contains("`") || verbs.contains { " \(help)".contains(" \($0) ") }
    }

    private static func summary(_ diagnostics: Diagnostics, _ text: String) -> String {
        let source = SourceText(name: "t", bytes: Array(text.utf8))
        return diagnostics.inOrder.map { diagnostic in
            let (line, column) = source.position(of: diagnostic.place.offset)
            return "\(line):\(column) \(diagnostic.code.rawValue) \(diagnostic.message)\nhelp: \(diagnostic.help ?? "")"
        }.joined(separator: "\n")
    }
}
