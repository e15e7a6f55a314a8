import Conf
import Contract
import Features
import OperateRules
import TestTables
import Testing

@testable import Routing

/// `timeline`: what is reported, and the feature that it declares.
@Suite struct TimelineReaderTests {
    private static let after = "\nscheme s\nfeature F {\n    action a {\n        respond\n    }\n    route r /r do a\n}"

    @Test(arguments: [
        TableRow(
            .file,
            "timeline {\n    keep 7d\n}" + after,
            """
            t:2:10: error RT107: entries are kept for 1 to 366 whole days
               2 |     keep 7d
                 |          ^~
                 = help: write `keep 7 days`
            """),
        TableRow(
            .file,
            "timeline {\n    keep 0 days\n}" + after,
            """
            t:2:10: error RT107: entries are kept for 1 to 366 whole days
               2 |     keep 0 days
                 |          ^
                 = help: write `keep 7 days`
            """),
        TableRow(
            .file,
            "timeline {\n    keep 2 weeks\n}" + after,
            """
            t:2:10: error RT107: entries are kept for 1 to 366 whole days
               2 |     keep 2 weeks
                 |          ^
                 = help: write `keep 2 days`
            """),
        TableRow(
            .file,
            "timeline {\n    hold 7 days\n}" + after,
            """
            t:2:5: error RT102: `hold` does not belong in `timeline`
               2 |     hold 7 days
                 |     ^~~~
                 = help: it belongs in `channel`
            """),
        TableRow(
            .file,
            "timeline {\n}\nfeature Timeline {\n}" + after,
            """
            t:3:9: error RT201: the feature `Timeline` is declared twice
               3 | feature Timeline {
                 |         ^~~~~~~~
                 = note: t:1:1: the first is here
               1 | timeline {
                 | ^~~~~~~~
                 = help: put everything into one of them
            """),
    ])
    func `a block that cannot be read is reported`(_ row: TableRow) { row.check() }

    @Test func `the block counts for the whole table`() {
        let kept = Tables.load("package p\ntimeline {\n}" + Self.after).diagnostics.kept
        #expect(kept.first?.message.hasPrefix("`timeline` counts for the whole table") == true, "\(kept)")
    }

    @Test(arguments: [("", nil), ("keep 1 day", 1), ("keep 366 days", 366)] as [(String, Int?)])
    func `the block is a feature with what it requires`(_ line: String, _ days: Int?) throws {
        let lines = "title \"Opened links\"\n    description \"For support\"\n    require toggle on\n    \(line)"
        let loaded = Tables.load("timeline {\n    \(lines)\n}" + Self.after)
        let ruleset = try #require(loaded.ruleset, "\(loaded.diagnostics.kept)")
        let terms = ruleset.timeline
        let feature = ruleset.catalogue.features[try #require(terms.feature)]
        #expect(terms.days == days && feature.path == "Timeline" && feature.constraints.count == 1)
        #expect(feature.title?.plain == "Opened links" && feature.description?.plain == "For support")
    }

    @Test func `a table without the block has no timeline`() throws {
        let ruleset = try #require(Tables.load("# None." + Self.after).ruleset)
        #expect(ruleset.timeline.feature == nil && ruleset.timeline.days == nil)
        #expect(ruleset.catalogue.feature(named: "Timeline") == nil)
    }
}
