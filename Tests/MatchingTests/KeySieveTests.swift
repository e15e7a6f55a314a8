import Links
import TestSupport
import Testing

@testable import Matching

/// Many routes of one path that differ by the keys that a link has, more than the index has bits for: compared with the
/// definition.
@Suite struct KeySieveTests {
    /// Keys of one to thirteen bytes; the longer ones begin alike.
    private static let keys = (0..<90).map {
        $0 % 3 == 0 ? "campaign-\($0 % 7)-\($0)" : $0 % 3 == 1 ? "k\($0)" : "key\($0)x"
    }
    private static let types = ["", ":uint", ":a|b", ":flag", ":switch", ":text(1..2)"]
    private static let values = ["a", "b", "1", "", "1", "abc", "%FF"]

    /// The queries of disjoint routes: at each fork one half requires a key, and the other half must not have it.
    private static func queries(_ depth: Int, _ keys: [String], _ generator: inout SeededGenerator) -> [[String]] {
        guard depth > 0, let key = keys.randomElement(using: &generator) else { return [[]] }
        let rest = keys.filter { $0 != key }
        let (with, without) = (queries(depth - 1, rest, &generator), queries(depth - 1, rest, &generator))
        return with.map { [key + Self.one(of: types, &generator)] + $0 } + without.map { ["!" + key] + $0 }
    }

    private static func one<Element>(of elements: [Element], _ generator: inout SeededGenerator) -> Element {
        elements[Int.random(in: elements.indices, using: &generator)]
    }

    /// A table with up to 128 such routes, some with optional keys, exclusions or narrower routes.
    private static func table(_ generator: inout SeededGenerator) throws -> TableText {
        let depth = Int.random(in: 3...7, using: &generator)
        var lines = queries(depth, keys, &generator).enumerated().map { number, query in
            let named = Set(query.map { String($0.drop { $0 == "!" }.prefix { $0 != ":" }) })
            let free = keys.filter { !named.contains($0) }.shuffled(using: &generator)
            var line = "r\(number) /s/$(x)?" + query.shuffled(using: &generator).joined(separator: "&")
            if Bool.random(using: &generator) { line += "&\(free[0]):uint?" }
            if number % 5 == 0 { line += " except /s/a" }
            if number % 7 == 0 { line += "\nn\(number) /s/$(x)?" + (query + [free[1]]).joined(separator: "&") }
            return line
        }
        if Bool.random(using: &generator) { lines.append("all /s/$(x)") }
        return try TableText(lines.joined(separator: "\n"))
    }

    private static func url(_ table: TableText, _ generator: inout SeededGenerator) -> String {
        // The keys of one route, so that some links match, with some left out and others added.
        let route = Self.one(of: table.rules, &generator)
        var items = route.query.filter(\.isRequired).map(\.key).filter { _ in
            Int.random(in: 0..<9, using: &generator) > 0
        }
        items += (0..<Self.one(of: [0, 0, 1, 2, 18], &generator)).map { _ in
            Self.one(of: keys, &generator)
        }
        let query = items.shuffled(using: &generator).map { key in
            let value = Int.random(in: 0..<3, using: &generator) > 0 ? "a" : Self.one(of: values, &generator)
            return value.isEmpty ? key : key + "=" + value
        }
        return "app://s/" + Self.one(of: ["a", "b"], &generator) + "?" + query.joined(separator: "&")
    }

    @Test(.enabled(if: SlowTests.run))
    func `the routes of a long list are those of the definition, and so is the first whose query fails`() throws {
        var generator = SeededGenerator(for: "the routes of a long list")
        var counts = (matched: 0, failed: 0, excluded: 0)
        for _ in 0..<20 {
            let table = try Self.table(&generator)
            var build = table.build()
            guard let index = build.takeIndex() else {
                Issue.record("\(build.problems)")
                continue
            }
            let reference = ReferenceMatcher(table: table)
            var match = Match()
            for _ in 0..<60 {
                let url = Self.url(table, &generator)
                let link = try Link.parse(url)
                let (result, failures) = (index.match(link, into: &match), reference.failures(link))
                let expected = reference.match(link).text
                let first = { (failure: String) in index.precedence.first { failures[table.name($0)] == failure } }
                switch result {
                case .matched:
                    counts.matched += 1
                    #expect(expected == table.name(match.rule), "\(url)")
                case .excluded(let rule, _):
                    counts.excluded += 1
                    #expect(expected == "none" && rule == first("except"), "\(url)")
                case .query(let rule, let condition?, _, _) where !table.rules[rule].query[condition].isRequired:
                    // An optional key with a text that the policy refuses: the route is found, and the link is refused.
                    #expect(expected == table.name(rule), "\(url)")
                case .query(let rule, _, _, _):
                    counts.failed += 1
                    #expect(expected == "none" && first("except") == nil && rule == first("query"), "\(url)")
                default: Issue.record("\(url): \(result)")
                }
            }
        }
        print("long lists: \(counts)")
        #expect(counts.matched > 200 && counts.failed > 200 && counts.excluded > 0)
    }

    @Test func `keys with one word and different texts are told apart`() throws {
        // Keys of eight bytes and more that share the first eight and their length have one word.
        let lines = (0..<40).map {
            "r\($0) /s?campaign-\(10 + $0)&" + (0..<$0).map { "!campaign-\(10 + $0)" }.joined(separator: "&")
        }
        let table = try TableText(lines.joined(separator: "\n"))
        for number in 0..<40 {
            #expect(try table.lookUp("app:/s?campaign-\(10 + number)=x") == "r\(number)")
            #expect(
                try table.lookUp("app:/s?z=1&campaign-\(10 + number)=x&campaign-49=y") == "r\(number)" || number == 39)
        }
        let failure = try table.lookUp("app:/s?campaign-9=x")
        #expect(failure == "missing r39 campaign-49")
    }
}
