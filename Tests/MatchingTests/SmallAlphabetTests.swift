import Links
import TestSupport
import Testing

@testable import Matching

/// Compares three readings of generated tables on every link of a small alphabet.
///
/// The readings are the index, the reference matcher, and sets that are counted: which links of the alphabet each route
/// accepts. The reference matcher compares two routes by their relation, and the counted sets know no relation.
/// `DEEPLINKD_LINKS=2000000` asks for that many links.
@Suite struct SmallAlphabetTests {
    /// Every path of one to three of these words, with and without a slash at the end, and every query of two keys.
    static let links: [Link] = {
        let words = ["a", "ab", "1", "10", "-1"]
        var paths: [String] = ["/"]
        var longest = [""]
        for _ in 0..<3 {
            longest = longest.flatMap { path in words.map { path + "/" + $0 } }
            paths += longest + longest.map { $0 + "/" }
        }
        func ways(_ key: String) -> [String] { ["", key, "\(key)=1", "\(key)=a", "\(key)=1&\(key)=1"] }
        let queries = ways("p").flatMap { p in
            ways("q").map { q in [p, q].filter { !$0.isEmpty }.joined(separator: "&") }
        }
        return paths.flatMap { path in
            (queries + ["z"]).compactMap { query in try? Link.parse("app:" + path + (query.isEmpty ? "" : "?" + query))
            }
        }
    }()

    static let atoms = [
        "a", "ab", "1", "$(N)", "$(N)", "$(N:uint)", "$(N:int)", "a$(N)", "$(N)b", "$(N:a|1)", "$(N:digits(2))", "*",
        "1$(N:uint)", "$(N:text(1..2))", "$(N:uint(1..10))", "$(N:hex)", "$(N:base62(2))", "$(N:slug)",
        "$(N:int(-1..1))",
    ]
    private static let queries = [
        "", "", "", "?q", "?q:uint", "?q:a|1", "?p", "?p&q", "?p&q:uint?", "?!q", "?!p", "?p&!q", "?q&!p", "?!p&!q",
        "?q:flag", "?p:flag&!q", "?q?", "?q:digits(1)", "?q:switch",
    ]

    /// Routes of one or two segments, which overlap often, without errors.
    static func table(_ generator: inout SeededGenerator) throws -> TableText? {
        try AgreementTests.settled(["scheme app"], lines(&generator), &generator)
    }

    /// The lines of such routes.
    static func lines(_ generator: inout SeededGenerator) -> [String] {
        (0..<Int.random(in: 3...8, using: &generator)).map { number in
            var path = path(&generator)
            if Int.random(in: 0..<6, using: &generator) == 0 { path += "," + Self.path(&generator) }
            let query = queries.randomElement(using: &generator) ?? ""
            let except =
                ["", "", "", "", " except /a/**", " except /1", " except /*/ab"].randomElement(using: &generator) ?? ""
            return "r\(number) \(path)\(query)" + (Int.random(in: 0..<7, using: &generator) == 0 ? " strict" : "")
                + except
        }
    }

    /// A path of one or two segments, sometimes with an optional slash at the end.
    private static func path(_ generator: inout SeededGenerator) -> String {
        var path = ""
        for position in 0..<Int.random(in: 1...2, using: &generator) {
            path += "/" + (atoms.randomElement(using: &generator) ?? "a").replacing("N", with: "n\(position)")
        }
        return path + (["", "", "", "", "/", "[/]", "/**"].randomElement(using: &generator) ?? "")
    }

    @Test func `index, reference and counted sets agree on every link of a small alphabet`() throws {
        var generator = SeededGenerator(for: "every link of a small alphabet")
        let wanted = LinkCount.links(usual: 40_000)
        var (tables, links, matched, several) = (0, 0, 0, 0)
        // Goes on until overlaps were decided too; few tables may have none.
        while links < wanted || several < 100, tables < 1000 + wanted / 1000 {
            guard let table = try Self.table(&generator) else { continue }
            var build = table.build()
            guard let index = build.takeIndex() else {
                Issue.record("a table without errors has no index")
                return
            }
            tables += 1
            links += Self.links.count
            let reference = ReferenceMatcher(table: table)
            let reasons = Self.links.map(reference.reasons)
            let sets = Sets(reasons, count: table.rules.count)
            var match = Match()
            for (link, reasons) in zip(Self.links, reasons) {
                let result = index.match(link, into: &match)
                let expected = reference.match(link)
                if expected.winners != 1 { Issue.record("\(expected.winners) winners for \(link.href)") }
                guard case .matched = result else {
                    let isRefused =
                        ["none", "notAllowed"].contains(expected.text) || expected.text.hasPrefix("denied ")
                    // A route that takes the link may still refuse an optional key.
                    if !isRefused, case .query(let rule, _, _, _) = result, expected.text == table.label(rule) {
                        continue
                    }
                    if !isRefused { Issue.record("\(link.href): \(result), expected \(expected.text)") }
                    continue
                }
                matched += 1
                let winner = match.rule
                if expected.text != table.label(winner) {
                    Issue.record("\(link.href): \(table.label(winner)), expected \(expected.text)")
                }
                guard reasons[winner].isEmpty else {
                    Issue.record("\(link.href): \(table.label(winner)) does not accept it")
                    continue
                }
                for other in reasons.indices where other != winner && reasons[other].isEmpty {
                    several += 1
                    // Its set lies inside that of the other, or it says that it goes before.
                    if !sets.isInside(winner, other), !table.rules[winner].over.contains(other) {
                        Issue.record("\(link.href): \(table.label(winner)) wins over \(table.label(other))")
                    }
                }
            }
        }
        print("small alphabet: \(tables) tables, \(links) links, \(matched) matched, \(several) overlaps decided")
        #expect(matched > several && several >= 100)
    }

    /// How many links each two rules both accept, their `except` lines left out: those never change precedence.
    private struct Sets {
        private var common: [[Int]]

        init(_ reasons: [[String]], count: Int) {
            common = Array(repeating: Array(repeating: 0, count: count), count: count)
            for row in reasons {
                let rules = row.indices.filter { row[$0].isEmpty || row[$0] == "except" }
                for a in rules { for b in rules { common[a][b] += 1 } }
            }
        }

        func isInside(_ a: Int, _ b: Int) -> Bool { common[a][b] == common[a][a] }
    }
}
