import Conf
import Testing

@testable import Routing

/// What others say of their links, said in this language.
///
/// Three public schemes, association files, intent filters, an interface, a content management system, a web
/// application, link vendors and a desktop's handlers; the head of each table says what it taught.
@Suite struct ForeignTableTests {
    @Test(arguments: ForeignTable.all)
    func `a foreign table loads without a word, keeps its promises and has a case for every route`(
        _ table: ForeignTable
    ) throws {
        let result = try table.load()
        #expect(Tables.printed(result) == "")
        let ruleset = try #require(result.ruleset)
        let (cases, name, diagnostics) = try table.cases(in: ruleset)
        #expect(diagnostics.kept.isEmpty, "\(diagnostics.kept)")
        #expect(name == "\(table.name).conf")
        let results = cases.results(in: ruleset)
        for result in results { #expect(result.failures == [], "\(result.testCase.name)") }
        #expect(Set(results.compactMap(\.route)).count == ruleset.routes.count)
        #expect(cases.count > ruleset.routes.count, "no case looks past the routes")
    }

    @Test(arguments: ForeignTable.all)
    func `a foreign table's head says what it translates, what it taught and how many overlaps it declares`(
        _ table: ForeignTable
    ) throws {
        let head = try table.head()
        for word in ["Translates: ", "Taught: ", "Cannot say: "] {
            #expect(head.contains { $0.hasPrefix(word) }, "\(word)")
        }
        let counts = try table.statements()
        #expect(head.last == "over: \(counts.overs) of \(counts.routes) routes")
    }

    @Test func `of a hundred routes at most one declares an overlap`() throws {
        let tables = try ForeignTable.all.map { ($0.name, try $0.statements()) }
        #expect(tables.count >= 14)
        let routes = tables.map(\.1.routes).reduce(0, +)
        let overs = tables.map(\.1.overs).reduce(0, +)
        for (name, counts) in tables {
            print("\(name): \(counts.overs) over of \(counts.routes) routes, \(counts.twins) second spellings")
        }
        let (names, twins) = (tables.map(\.1.overNames).reduce(0, +), tables.map(\.1.twins).reduce(0, +))
        print("all: \(overs) over of \(routes) routes, \(Self.share(overs, routes)), naming \(names) routes")
        print("second spellings of one thing: \(twins)")
        #expect(overs * 100 <= routes)
        // The interface of one system has half of all routes, and one of its tables must not outweigh all others.
        let others = tables.filter { $0.0 != "rest-interface" }.map(\.1)
        let (otherOvers, otherRoutes) = (others.map(\.overs).reduce(0, +), others.map(\.routes).reduce(0, +))
        print("without the largest: \(otherOvers) of \(otherRoutes), \(Self.share(otherOvers, otherRoutes))")
        #expect(otherOvers * 100 <= otherRoutes)
    }

    private static func share(_ part: Int, _ whole: Int) -> String {
        let tenths = whole == 0 ? 0 : part * 1000 / whole
        return "\(tenths / 10).\(tenths % 10) %"
    }
}
