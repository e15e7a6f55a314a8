import Links
import TestSupport
import Testing

@testable import Matching

/// Links that stand for all others: what two tables decide differently is among them.
@Suite struct LinkCellsTests {
    // MARK: Texts

    private static func cells(_ atoms: String..., count: Int = 1) throws -> [String] {
        let shapes = try atoms.map { try TableText.pattern("/" + $0).atoms[0].shape }
        let cells = TextCells(of: shapes, textCount: count)
        #expect(cells.isComplete)
        return cells.cells.map { cell in
            cell.texts.map { ByteText.string($0) }.joined(separator: " ")
                + " | " + cell.members.map { atoms[$0] }.joined(separator: " ")
        }
    }

    @Test func `texts are divided by the atoms that accept them`() throws {
        #expect(try Self.cells("new") == [" | ", "new | new", "x | "])
        let cells = try Self.cells("new", "$(i:uint)", "$(n:slug)")
        #expect(cells.contains("new | new $(n:slug)") && cells.contains("1 | $(i:uint) $(n:slug)"), "\(cells)")
        #expect(cells.contains("x | $(n:slug)") && cells.count == 5, "\(cells)")
        #expect(
            try Self.cells("a$(x)", "$(y)b").map { String($0.drop { $0 != "|" }) }.sorted() == [
                "| ", "| ", "| $(y)b", "| a$(x)", "| a$(x) $(y)b",
            ])
        // A listed text is no text of another cell, and the others of that cell are found behind it.
        #expect(try Self.cells("x", "$(y)", count: 2).contains { $0.hasSuffix(" | $(y)") && !$0.hasPrefix("x |") })
        // What is listed as a whole leaves nothing.
        #expect(
            try Self.cells("$(d:digits(1))", "0|1|2|3|4|5|6|7|8|9".split(separator: "|").map(String.init)[0]).count == 4
        )
    }

    @Test func `every text of a small alphabet is in a cell with one that the same atoms accept`() throws {
        var generator = SeededGenerator(for: "every text of a small alphabet")
        let letters = Array("a1b-xF0".utf8)
        var texts: [[UInt8]] = [[]]
        for _ in 0..<4 { texts += texts.flatMap { text in letters.map { text + [$0] } } }
        let all = Set(texts)
        for _ in 0..<60 {
            let shapes = try (0..<Int.random(in: 1...5, using: &generator)).map { _ in
                let atom = SmallAlphabetTests.atoms.randomElement(using: &generator) ?? "a"
                return try TableText.pattern("/" + atom.replacing("N", with: "n")).atoms[0].shape
            }
            let cells = TextCells(of: shapes, textCount: 3)
            #expect(cells.isComplete)
            let known = Set(cells.cells.map(\.members))
            for cell in cells.cells {
                for text in cell.texts {
                    #expect(shapes.indices.filter { shapes[$0].accepts(text.span) } == cell.members, "\(shapes)")
                }
            }
            for text in all {
                let members = shapes.indices.filter { shapes[$0].accepts(text.span) }
                if !known.contains(members) { Issue.record("\(ByteText.string(text)) of \(shapes)") }
            }
        }
    }

    // MARK: Tables

    /// A table, ready to decide.
    private struct Decider: ~Copyable {
        let text: TableText
        let index: RouteIndex
        let labels: [String]

        init?(_ text: TableText) {
            var build = text.build()
            guard let index = build.takeIndex() else { return nil }
            self.text = text
            self.index = index
            labels = text.rules.indices.map { text.label($0) }
        }

        /// What becomes of a link, but for its own words.
        borrowing func verdict(_ link: Link) -> Verdict {
            var match = Match()
            return switch index.match(link, into: &match) {
            case .matched: Verdict(route: labels[match.rule], kind: .taken)
            case .query(let rule, let condition, _, let fault):
                Verdict(route: labels[rule], kind: .fault(condition, fault))
            case .excluded(let rule, _): Verdict(route: labels[rule], kind: .excluded)
            case .denied: Verdict(route: nil, kind: .denied)
            case .notFound: Verdict(route: nil, kind: .notFound)
            case .schemeNotAllowed: Verdict(route: nil, kind: .schemeNotAllowed)
            case .hostNotAllowed: Verdict(route: nil, kind: .hostNotAllowed)
            }
        }

        var cells: LinkCells.Table {
            var table = LinkCells.Table()
            for (scheme, file) in text.schemes { table.declare(.scheme(scheme), file: file, separator: nil) }
            for (host, file) in text.hosts { table.declare(.host(host), file: file, separator: nil) }
            for (number, rule) in text.rules.enumerated() {
                let over = rule.over.map { labels[$0] }.sorted()
                table.add(
                    rule, fragment: nil,
                    meaning: "\(labels[number]) \(rule.pattern.text) \(rule.query) \(rule.absent) \(rule.isStrict) "
                        + "\(rule.excepts.map(\.text)) \(over)")
            }
            for (pattern, entries) in text.denials { table.add(denial: pattern, entries: entries) }
            return table
        }
    }

    private struct Verdict: Hashable {
        enum Kind: Hashable {
            case taken, excluded, denied, notFound, schemeNotAllowed, hostNotAllowed
            case fault(Int?, QueryFault)
        }
        let route: String?
        let kind: Kind
    }

    /// Two verdicts about one link.
    private struct Way: Hashable {
        let old, new: Verdict
    }

    /// The ways in which two tables decide links differently, each with a link.
    private static func differences(
        _ old: borrowing Decider, _ new: borrowing Decider, _ links: [Link]
    ) -> [Way: String] {
        var ways: [Way: String] = [:]
        for link in links {
            let way = Way(old: old.verdict(link), new: new.verdict(link))
            if way.old != way.new, ways[way] == nil { ways[way] = link.href }
        }
        return ways
    }

    private static func cells(_ old: borrowing Decider, _ new: borrowing Decider) -> [Link] {
        var cells = LinkCells(old.cells, new.cells)
        var urls: [String] = []
        cells.forEach { urls.append($0) }
        #expect(cells.isComplete)
        let links = urls.compactMap { try? Link.parse($0) }
        #expect(links.count == urls.count)
        return links
    }

    /// A smaller alphabet than that of the other tests, because each link is decided a thousand times.
    private static let links: [Link] = {
        let words = ["a", "ab", "1", "10", "-1"]
        var paths = ["/"] + words.flatMap { ["/\($0)", "/\($0)/"] }
        for first in words { paths += words.flatMap { ["/\(first)/\($0)", "/\(first)/\($0)/"] } }
        paths += ["/a/ab/a", "/1/1/1", "/ab/10/", "/10/a/b/c"]
        let queries = ["", "?p", "?q=1", "?q=a", "?q=1&q=1", "?p=1&q=1", "?p=a&q", "?q=10&z", "?p=1&p=1"]
        return paths.flatMap { path in queries.compactMap { try? Link.parse("app:\(path)\($0)") } }
    }()

    @Test func `what two tables decide differently on a small alphabet is among the links of the cells`() throws {
        var generator = SeededGenerator(for: "two tables on a small alphabet")
        var (pairs, ways, links, equal) = (0, 0, 0, 0)
        while pairs < 500 {
            let lines = SmallAlphabetTests.lines(&generator)
            var others = SmallAlphabetTests.lines(&generator)
            if pairs % 2 == 0 {
                // Most lines stay as they are.
                let place = Int.random(in: lines.indices, using: &generator)
                let change = others[0].replacing(/^r0/, with: "r\(place)")
                others = lines
                if Bool.random(using: &generator) { others[place] = change } else { others.remove(at: place) }
            }
            guard let old = try AgreementTests.settled(["scheme app"], lines, &generator),
                let new = try AgreementTests.settled(["scheme app"], others, &generator),
                let first = Decider(old), let second = Decider(new)
            else { continue }
            let cells = Self.cells(first, second)
            let found = Self.differences(first, second, cells)
            for (way, link) in Self.differences(first, second, Self.links) where found[way] == nil {
                Issue.record("\(link): \(way)")
            }
            if found.isEmpty { equal += 1 }
            (pairs, ways, links) = (pairs + 1, ways + found.count, links + cells.count)
        }
        print("cells: \(pairs) pairs of tables, \(equal) alike, \(links) links, \(ways) ways in which they differ")
        #expect(ways > pairs)
    }

    @Test(arguments: [
        ("scheme app\nr /a", "scheme app\nscheme pod\nr /a", "pod:"),
        ("host h.example\nr /a", "host *.h.example\nr /a", "https://h.example"),
        ("scheme app\nr /a", "scheme app\ns /b\nr /a?p&q", "app://a?p=x&q="),
        ("scheme app\nr /a", "scheme app\nr /a\ndeny /a in app", "app://a"),
        ("scheme app\nr /a", "scheme app\nr /a?q?", "app://a?q"),
        ("scheme app\nr /a", "scheme app\nr /a strict", "app://a?x"),
        ("scheme app\nr /a/**", "scheme app\nr /a/** except /a/b", "app://a/b"),
    ])
    func `each kind of change has a link`(_ old: String, _ new: String, _ beginning: String) throws {
        guard let first = Decider(try TableText(old)), let second = Decider(try TableText(new)) else {
            Issue.record("a table has errors")
            return
        }
        let found = Self.cells(first, second).map(\.href)
        #expect(found.contains { $0.hasPrefix(beginning) }, "\(found)")
        #expect(Self.cells(first, first).isEmpty)
    }
}
