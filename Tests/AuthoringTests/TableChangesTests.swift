import Routing
import TestTables
import Testing

/// Links that two tables decide differently.
@Suite struct TableChangesTests {
    private static func table(_ line: String, default value: String) -> String {
        """
        scheme t
        feature F {
            action a {
                input n uint = \(value)
                respond
            }
            route q /q do a {
                \(line)
            }
        }
        """
    }

    @Test(arguments: ["query n:uint?", "query n:uint? exact", "query n:uint?\nstrict", "fragment n:uint?"])
    func `another default is found by a link that leaves its key out`(_ line: String) throws {
        let tables = try ["7", "8"].map { value in
            let text = Self.table(line, default: value)
            return try #require(RulesetLoader.load(TableFile(name: "t", bytes: Array(text.utf8))).ruleset)
        }
        let changes = TableChanges(from: tables[0], to: tables[1])
        #expect(changes.changes.map(\.kind) == [.inputs] && changes.isComplete)
        #expect(changes.changes.map(\.link) == ["t://q"] && changes.changes.map(\.inputs) == [["n"]])
    }
}
