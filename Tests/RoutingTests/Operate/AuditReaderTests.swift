import Conf
import Contract
import Features
import OperateRules
import TestTables
import Testing

@testable import Routing

/// `audit`: what is reported, and the feature that it declares.
@Suite struct AuditReaderTests {
    private static let after = "\nscheme s\nfeature F {\n    action a {\n        respond\n    }\n    route r /r do a\n}"

    @Test(arguments: [
        TableRow(
            .file,
            "audit {\n    keep 90d\n}" + after,
            """
            t:2:10: error RT107: rows are kept for 1 to 3660 whole days
               2 |     keep 90d
                 |          ^~~
                 = help: write `keep 90 days`
            """),
        TableRow(
            .file,
            "audit {\n    keep 4000 days\n}" + after,
            """
            t:2:10: error RT107: rows are kept for 1 to 3660 whole days
               2 |     keep 4000 days
                 |          ^~~~
                 = help: write `keep 7 days`
            """),
        TableRow(
            .file,
            "audit {\n}\naudit {\n}" + after,
            """
            t:3:1: error RT103: `audit` is given twice
               3 | audit {
                 | ^~~~~
                 = note: t:1:1: the first is here
               1 | audit {
                 | ^~~~~
                 = help: keep one of them
            """),
    ])
    func `a block that cannot be read is reported`(_ row: TableRow) { row.check() }

    @Test(arguments: [("", Limits.auditDays), ("keep 1 day", 1), ("keep 3660 days", 3660)])
    func `the block is a feature with what it requires, and rows are kept for as long as it says`(
        _ line: String, _ days: Int
    ) throws {
        let loaded = Tables.load("audit {\n    title \"Changes\"\n    require runtime on\n    \(line)\n}" + Self.after)
        let ruleset = try #require(loaded.ruleset, "\(loaded.diagnostics.kept)")
        let feature = ruleset.catalogue.features[try #require(ruleset.audit.feature)]
        #expect(ruleset.audit.days == days && feature.path == "Audit" && feature.constraints.count == 1)
        #expect(feature.title?.plain == "Changes")
    }

    @Test func `a table without the block has no audit`() throws {
        let ruleset = try #require(Tables.load("# None." + Self.after).ruleset)
        #expect(ruleset.audit.feature == nil && ruleset.catalogue.feature(named: "Audit") == nil)
    }
}
