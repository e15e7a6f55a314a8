import Conf
import Contract
import Features
import Formatting
import TestSupport
import TestTables
import Testing

@testable import Matching
@testable import Routing

/// The layout of `fmt` changes no table: the index of its routes is the same, and a second run changes nothing.
@Suite struct LayoutOfTablesTests {
    private static func layout(_ bytes: [UInt8]) throws -> [UInt8] {
        var diagnostics = Diagnostics()
        let formatted = FormattedText(bytes, name: "t", diagnostics: &diagnostics)
        return try #require(formatted, "\(diagnostics.kept) \(String(decoding: bytes, as: UTF8.self))").bytes
    }

    private static func load(_ bytes: [UInt8]) -> RulesetLoader.Result {
        RulesetLoader.load(TableFile(name: "t", bytes: bytes))
    }

    /// What the index is made of, by the numbers of its rules, with the actions; the codes of a table that does not load.
    private static func index(_ result: RulesetLoader.Result) -> [String] {
        guard let ruleset = result.ruleset else { return result.diagnostics.inOrder.map(\.code.rawValue) }
        let routes = ruleset.routes.allRows.map { row in
            let route = ruleset.routes[row: row]
            return "\(route.name) \(route.pattern.text) \(route.form) \(route.rule)"
        }
        return routes + ruleset.denials.map { "\($0)" } + parts(of: ruleset.index)
    }

    /// The arrays of an index; those whose places depend on a hash by their size alone.
    private static func parts(of index: borrowing RouteIndex) -> [String] {
        [
            "\(index.byteCount)", "\(index.nodes)", "\(index.edges)", "\(index.terminals)", "\(index.chains)",
            "\(index.chainAtoms)", "\(index.texts)", "\(index.rules)", "\(index.shapes)", "\(index.conditions)",
            "\(index.absent)", "\(index.exclusions)", "\(index.captures)", "\(index.denials)",
        ]
    }

    /// Whether two indexes have the same parts, as far as parts are compared fast.
    private static func isSame(_ index: borrowing RouteIndex, _ other: borrowing RouteIndex) -> Bool {
        index.byteCount == other.byteCount && index.terminals == other.terminals && index.siblings == other.siblings
            && index.texts == other.texts && index.precedence == other.precedence && index.denials == other.denials
    }

    /// With `DEEPLINKD_LINKS=10000`, ten thousand layouts.
    @Test(.enabled(if: SlowTests.run))
    func `any layout of a random table has the index of the table, and a second run changes nothing`() throws {
        let name = "any layout of a random table"
        let tables = max(1, LinkCount.links(usual: 800) / 20)
        var (generator, layouts) = (PlainGenerator(for: name), RandomLayout(for: name))
        var loaded = 0
        for _ in 0..<tables {
            let table = generator.table(excepts: true)
            let text = Array(table.text.utf8)
            let plain = Self.load(text)
            let links = (0..<4).map { _ in generator.link(for: table).url }
            for number in 0..<20 {
                let formatted = try Self.layout(layouts.disturbed(text))
                let again = try Self.layout(formatted)
                try #require(again == formatted, "\(String(decoding: formatted, as: UTF8.self))")
                let result = Self.load(formatted)
                if number == 0 { #expect(Self.index(result) == Self.index(plain)) }
                guard let ruleset = plain.ruleset, let other = result.ruleset else {
                    try #require(plain.ruleset == nil && result.ruleset == nil)
                    continue
                }
                loaded += 1
                let isSame = Self.isSame(ruleset.index, other.index)
                try #require(isSame, "\(String(decoding: formatted, as: UTF8.self))")
                for link in links { #expect(Tables.result(link, in: other) == Tables.result(link, in: ruleset)) }
            }
        }
        #expect(loaded > tables * 8)
    }

    @Test(arguments: ForeignTable.all)
    func `any layout of a foreign table and of its cases is laid out as they are`(_ table: ForeignTable) throws {
        var layouts = RandomLayout(for: "any layout of a foreign table: \(table.name)")
        let result = try table.load()
        let index = Self.index(result)
        let text = try table.bytes(of: "conf")
        for _ in 0..<3 {
            let formatted = try Self.layout(layouts.disturbed(text))
            #expect(try Self.layout(formatted) == formatted)
            #expect(Self.index(Self.load(formatted)) == index)
        }
        let ruleset = try #require(result.ruleset)
        let formatted = try Self.layout(layouts.disturbed(try table.bytes(of: "cases")))
        #expect(try Self.layout(formatted) == formatted)
        var diagnostics = Diagnostics()
        let document = ConfParser.parse(formatted, name: "t", file: 0, diagnostics: &diagnostics)
        let cases = CaseFile(document, ruleset: ruleset, diagnostics: &diagnostics).cases
        #expect(cases.allSatisfy { $0.run(in: ruleset).failures == [] } && diagnostics.kept.isEmpty)
        #expect(cases.count == (try table.cases(in: ruleset).cases.count))
    }
}
