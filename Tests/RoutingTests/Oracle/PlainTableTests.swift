import Contract
import Features
import TestSupport
import Testing

@testable import Routing

/// Random small tables, from their text to the outcome of links, against a second reading of the rules.
///
/// The reading in `PlainTable` shares no code with the package: it has its own types, patterns, queries and relations.
@Suite struct PlainTableTests {
    /// The pairs of routes that a load reports as overlapping or equal; names sorted.
    private static func reportedPairs(_ printed: String) -> Set<[String]> {
        let line = #/error RT50[12]: the routes `(\w+)` and `(\w+)` /#
        let own = #/error RT50[12]: the patterns .* of the route `(\w+)` /#
        return Set(printed.matches(of: line).map { [String($0.output.1), String($0.output.2)].sorted() })
            .union(printed.matches(of: own).map { [String($0.output.1), String($0.output.1)] })
    }

    @Test(.enabled(if: SlowTests.run))
    func `every link has the route and the parameters of the written rules`() {
        var generator = PlainGenerator(for: "every link has the route and the parameters of the written rules")
        let wanted = LinkCount.links(usual: 4_000)
        var (tables, links, matched) = (0, 0, 0)
        for number in 0..<(wanted / 10) where links < wanted {
            let table = generator.table(excepts: number.isMultiple(of: 2))
            guard let ruleset = Tables.load(table.text).ruleset else { continue }
            tables += 1
            for _ in 0..<40 {
                let link = generator.link(for: table)
                let expected = table.results(link)
                let actual = Tables.result(link.url, in: ruleset)
                links += 1
                if !actual.hasPrefix("rejected.") { matched += 1 }
                if !expected.contains(actual) {
                    Issue.record("\(link.url): \(actual), expected \(expected.sorted())\n\(table.text)")
                    return
                }
            }
        }
        print("plain tables: \(tables), links: \(links), matched: \(matched)")
        #expect(links >= wanted && matched > links / 8)
    }

    @Test func `a table is refused for exactly the pairs of routes that overlap or are equal without over`() {
        var generator = PlainGenerator(for: "a table is refused for exactly the pairs of routes that overlap")
        var (pairs, cycles, loaded) = (0, 0, 0)
        for number in 0..<150 {
            let table = generator.table(excepts: false, decides: !number.isMultiple(of: 3))
            let result = Tables.load(table.text)
            let printed = Tables.printed(result)
            let reported = Self.reportedPairs(printed)
            pairs += reported.count
            if reported != table.undecided {
                Issue.record("reported \(reported), expected \(table.undecided)\n\(printed)\n\(table.text)")
                return
            }
            let isOfOneEntry = Set(table.routes.map(\.entries)).count == 1
            if table.hasCycle {
                cycles += 1
                // A circle through several entries may be none in each of them.
                if isOfOneEntry { #expect(result.ruleset == nil, "\(table.text)") }
            } else {
                if reported.isEmpty { loaded += 1 }
                #expect((result.ruleset != nil) == reported.isEmpty, "\(printed)\n\(table.text)")
            }
        }
        print("pairs reported: \(pairs), circles: \(cycles), tables loaded: \(loaded)")
        #expect(pairs > 10 && loaded > 40)
    }

    @Test func `the order of the routes in the text decides nothing`() {
        var generator = PlainGenerator(for: "the order of the routes in the text decides nothing")
        for _ in 0..<60 {
            let table = generator.table(excepts: true)
            var turned = table
            turned.routes.reverse()
            guard let ruleset = Tables.load(table.text).ruleset, let other = Tables.load(turned.text).ruleset else {
                #expect((Tables.load(table.text).ruleset == nil) == (Tables.load(turned.text).ruleset == nil))
                continue
            }
            for _ in 0..<20 {
                let url = generator.link(for: table).url
                #expect(Tables.result(url, in: ruleset) == Tables.result(url, in: other), "\(url)\n\(table.text)")
            }
        }
    }

    // MARK: Links that are built

    @Test func `a link that is built from the parameters of a link leads to the same route and parameters`() throws {
        var generator = PlainGenerator(for: "a link that is built from the parameters of a link")
        var built = 0
        for _ in 0..<120 {
            let table = generator.table(excepts: true)
            guard let ruleset = Tables.load(table.text).ruleset else { continue }
            for _ in 0..<20 {
                let link = generator.link(for: table)
                let outcome = Tables.explain(link.url, in: ruleset)
                // A value of `*` is no parameter, and neither is a key that the route does not declare or leaves out.
                guard outcome.code == .okWouldPerform, let name = outcome.route,
                    let route = table.routes.first(where: { $0.name == name }),
                    !route.rules.flatMap(\.atoms).contains(where: { $0.text.contains("*") || $0.text.contains("$(_") }),
                    link.items.allSatisfy({ item in
                        route.keys.contains { $0.name == item.key && $0.input != nil && $0.fault([item.value]) == nil }
                    }), outcome.ignored.isEmpty,
                    // No link is built for a value with the separator of its scheme.
                    link.origin != "two" || !link.path.contains(where: { $0.contains(table.separator ?? "/") })
                else { continue }
                let again = try ruleset.link(to: name, outcome.parameters, scope: link.origin)
                #expect(
                    Tables.result(again.url, in: ruleset) == Tables.result(link.url, in: ruleset),
                    "\(link.url) \(again.url)\n\(table.text)")
                built += 1
            }
        }
        print("links built: \(built)")
        #expect(built > 100)
    }

    // MARK: The oracle itself

    @Test(arguments: [
        ("0", "int uint hex slug string"), ("-0", "string"), ("-1", "int string"), ("007", "hex slug string"),
        ("9223372036854775807", "int uint hex slug string"), ("9223372036854775808", "hex slug string"),
        ("-9223372036854775808", "int string"), ("-9223372036854775809", "string"), ("true", "bool slug string"),
        ("True", "slug string"), ("2024-02-29", "date slug string"), ("1900-02-29", "slug string"),
        ("2000-02-29", "date slug string"), ("0000-01-01", "slug string"), ("2024-13-01", "slug string"),
        ("123e4567-e89b-12d3-A456-426614174000", "uuid slug string"),
        ("123e4567e89b12d3a456426614174000", "hex slug string"),
        ("-a", "string"), ("_a", "slug string"), ("é", "string"), ("+1", "string"), ("１", "string"), ("", ""),
    ])
    func `a text has the types of the definition, to the package and to the oracle`(_ text: String, _ types: String)
        throws
    {
        let expected = Set(types.split(separator: " ").map(String.init))
        #expect(Set(PlainType.names.filter { PlainType.accepts(text, $0) }) == expected)
        for type in PlainType.names where !text.isEmpty {
            let ruleset = try Tables.ruleset(
                "scheme s\nfeature F {\naction a {\nrespond\n}\nroute r /r do a {\nquery q:\(type)\n}\n}")
            let result = Tables.result("s:r?q=" + text.replacing("+", with: "%2B"), in: ruleset)
            #expect(result == (expected.contains(type) ? "r" : "rejected.input.invalid"), "\(type)")
        }
    }
}
