import Links
import TestSupport
import Testing

@testable import Matching

/// `query !KEY`: the relation of queries, compared with every list of values that two keys can have, and the links that
/// the index gives to each route.
@Suite struct AbsentKeyTests {
    /// A query of a route in the form of `TableText`, without and with `strict`.
    private static let shapes: [String] = {
        let first = ["", "p", "p:uint", "p:a|b", "p?", "p:uint?", "!p", "p:flag"]
        let second = ["", "q", "q:a|1", "q?", "q:hex?", "!q", "r", "q:flag?"]
        return first.flatMap { p in
            second.flatMap { q in
                let query = [p, q].filter { !$0.isEmpty }.joined(separator: "&")
                let text = query.isEmpty ? "/x" : "/x?" + query
                return [text, text + " strict"]
            }
        }
    }()

    /// Every link whose keys have no value, one, or two; the values tell the types apart.
    private static let links: [Link] = {
        let values = ["a", "b", "1", "2", "-"]
        func lists(_ key: String, _ values: [String]) -> [[String]] {
            [[], ["\(key)=a", "\(key)=a"], ["\(key)="]] + values.map { ["\(key)=\($0)"] }
        }
        return lists("p", values).flatMap { p in
            lists("q", values).flatMap { q in
                lists("r", ["a"]).flatMap { r in
                    [[], ["z=1"]].compactMap { z in
                        let items = p + q + r + z
                        return try? Link.parse("app:/x" + (items.isEmpty ? "" : "?" + items.joined(separator: "&")))
                    }
                }
            }
        }
    }()

    private struct Tried {
        let text: String
        let rule: RouteRule
        let accepted: [Bool]
    }

    private static func tried() throws -> [Tried] {
        try shapes.enumerated().map { number, shape in
            let table = try TableText("r\(number) \(shape)")
            let reference = ReferenceMatcher(table: table)
            let accepted = links.map { reference.failures($0)["r\(number)"] == "" }
            return Tried(text: shape, rule: table.rules[0], accepted: accepted)
        }
    }

    @Test func `the relation of two queries is that of the links that they accept, for every pair of 128 shapes`()
        throws
    {
        let tried = try Self.tried()
        #expect(tried.count == 128 && Self.links.count > 500)
        var counts: [Relation: Int] = [:]
        for a in tried {
            for b in tried {
                let (both, onlyA, onlyB) = zip(a.accepted, b.accepted).reduce((false, false, false)) { seen, pair in
                    (seen.0 || pair.0 && pair.1, seen.1 || pair.0 && !pair.1, seen.2 || !pair.0 && pair.1)
                }
                let expected = both ? Relation(inside: !onlyA, contains: !onlyB) : .disjoint
                let found = a.rule.relation(to: b.rule)
                if found != expected { Issue.record("\(a.text) against \(b.text): \(found), links \(expected)") }
                counts[found, default: 0] += 1
            }
        }
        print("pairs of queries: \(counts)")
        #expect(counts.values.reduce(0, +) == 16_384 && counts.values.allSatisfy { $0 > 100 })
    }

    @Test
    func `the weight of a query grows with inclusion, and equal queries have equal weights but for optional keys`()
        throws
    {
        var store = RouteStore()
        let tried = try Self.tried()
        for route in tried { _ = store.add(route.rule) }
        store.weigh()
        for a in tried.indices {
            for b in tried.indices where store.relation(a, b) == .inside {
                let isBefore = RouteWeight(store.routes[a], store) < RouteWeight(store.routes[b], store)
                if !isBefore { Issue.record("\(tried[a].text) inside \(tried[b].text)") }
            }
        }
    }

    @Test(.enabled(if: SlowTests.run))
    func `index and reference agree for every set of three queries without a conflict`() throws {
        var generator = SeededGenerator(for: "index and reference agree for every set of three queries")
        var (tables, accepted) = (0, 0)
        for _ in 0..<600 {
            let chosen = (0..<3).map { _ in Self.shapes.randomElement(using: &generator) ?? "/x" }
            let table = try TableText(chosen.enumerated().map { "r\($0) \($1)" }.joined(separator: "\n"))
            var build = table.build()
            guard let index = build.takeIndex() else { continue }
            tables += 1
            var match = Match()
            let reference = ReferenceMatcher(table: table)
            for link in Self.links {
                let expected = reference.match(link)
                let result = index.match(link, into: &match)
                switch result {
                case .matched:
                    accepted += 1
                    if table.name(match.rule) != expected.text { Issue.record("\(link.href) \(chosen)") }
                // The route that wins may still refuse the value of an optional key.
                case .query(let rule, let condition, _, _)
                where condition.map({ !table.rules[rule].query[$0].isRequired }) ?? false:
                    if table.name(rule) != expected.text { Issue.record("\(link.href) \(chosen)") }
                default: if expected.text != "none" { Issue.record("\(link.href) \(chosen): \(result)") }
                }
            }
        }
        print("absent keys: \(tables) tables, \(accepted) accepted links")
        #expect(tables > 100 && accepted > 10_000)
    }

    @Test func `a conflict has a witness without the absent keys of either route`() throws {
        let table = try TableText("a /x?p&!q\nb /x?r&!s")
        #expect(table.problems() == ["overlapping a b app://x?p=x&r=x"])
        #expect(try TableText("a /x?p&!q\nb /x?q&!p").problems().isEmpty)
        #expect(try TableText("a /x?!p\nb /x?!q").problems() == ["overlapping a b app://x"])
    }

    @Test(arguments: [
        ("app:/x?start=1", "start"), ("app:/x?start=1&game=2", "start"), ("app:/x?game=2", "game"), ("app:/x", "none"),
        ("app:/x?other=1", "none"), ("app:/y?a=", "unexpected lone a"), ("app:/y?b&a=1", "unexpected lone a"),
        ("app:/y?b=1", "lone"),
    ])
    func `the route whose key is there wins, and a key that must be absent is named`(
        _ url: String, _ result: String
    ) throws {
        let table = try TableText("start /x?start\ngame /x?game&!start\nnone /x?!start&!game\nlone /y?!a")
        #expect(table.problems().isEmpty)
        #expect(try table.lookUp(url) == result)
    }

    @Test func `the failure of a candidate names the key that must be absent`() throws {
        var build = try TableText("a /x?!p\nb /x?p&q").build()
        guard let index = build.takeIndex() else {
            Issue.record("the table is refused")
            return
        }
        let trace = index.trace(try Link.parse("app:/x?p=1"))
        #expect(trace.map(\.failure).contains(.query(condition: nil, item: 0, .unexpected)))
    }
}
