import Conf
import Features
import OperateRules
import TestTables
import Testing

@testable import Routing

/// `metrics`: what is reported, the feature that it declares, and who reads.
@Suite struct MetricsReaderTests {
    private static let after = "\nscheme s\nfeature F {\n    action a {\n        respond\n    }\n    route r /r do a\n}"

    @Test(arguments: [
        TableRow(
            .file,
            "metrics {\n    read unit prometheus.service\n}" + after,
            """
            t:2:10: error RT107: who reads the numbers is named by user or group, not by `unit`
               2 |     read unit prometheus.service
                 |          ^~~~
                 = help: as in `read group monitoring`, `read user prometheus`
            """),
        TableRow(
            .file,
            "metrics {\n    read group \"\"\n}" + after,
            """
            t:2:16: error RT107: a group has a name
               2 |     read group ""
                 |                ^~
                 = help: write the name
            """),
        TableRow(
            .file,
            "metrics {\n    read group\n}" + after,
            """
            t:2:5: error RT104: `read` has too few words
               2 |     read group
                 |     ^~~~~~~~~~
                 = help: it is written `read group|user NAME`
            """),
    ])
    func `a block that cannot be read is reported`(_ row: TableRow) { row.check() }

    @Test func `the block is a feature with its readers`() throws {
        let block = "metrics {\n    require runtime on\n    read group audio\n    read user ann\n}"
        let loaded = Tables.load(block + Self.after)
        let ruleset = try #require(loaded.ruleset, "\(loaded.diagnostics.kept)")
        let feature = ruleset.catalogue.features[try #require(ruleset.metrics.feature)]
        #expect(feature.path == "Metrics" && feature.constraints.count == 1)
        #expect(ruleset.metrics.readers.map(\.description) == ["group audio", "user ann"])
    }

    @Test func `a table without the block has no numbers`() throws {
        let ruleset = try #require(Tables.load("# None." + Self.after).ruleset)
        #expect(ruleset.metrics.feature == nil && ruleset.metrics.readers.isEmpty)
    }
}
