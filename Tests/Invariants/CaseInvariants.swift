import Conf
import Contract
import Routing

/// The rules that hold for every text as a file of test cases; a fuzzer and the tests check them.
package enum CaseInvariants {
    /// Reads cases of a fixed table, runs them, and checks the rules.
    package static func check(_ bytes: [UInt8]) -> Finding {
        let ruleset = FixedTable.ruleset
        var diagnostics = Diagnostics()
        let document = ConfParser.parse(bytes, name: "c", file: 0, diagnostics: &diagnostics)
        // ignored: the name is only read here.
        _ = CaseFile.tableName(in: document)
        let file = CaseFile(document, ruleset: ruleset, diagnostics: &diagnostics)
        if let rule = diagnostics.brokenRule(in: [SourceText(document)]) { return .broken(rule) }
        guard !diagnostics.hasErrors else { return .refused }
        guard !file.cases.isEmpty else { return .broken("a file without errors has a case") }
        guard Set(file.cases.map(\.name)).count == file.cases.count else { return .broken("names of cases are unique") }
        for testCase in file.cases {
            let result = testCase.run(in: ruleset)
            guard result.outcome?.code != .okPerformed else { return .broken("a case performs nothing") }
            guard testCase.run(in: ruleset).failures == result.failures else {
                return .broken("a case has one result")
            }
            guard !result.isPassed || result.outcome.map({ testCase.code.accepts($0.code) }) ?? false else {
                return .broken("a case that passes has the outcome that it expects")
            }
        }
        return .accepted
    }
}
