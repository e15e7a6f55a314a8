import Links
import TestSupport
import Testing

@testable import Matching

/// The width bounds the cost of a match: no link keeps more nodes alive at one segment.
@Suite struct WidthTests {
    @Test func `no link keeps more nodes alive than the width of its table`() throws {
        var generator = SeededGenerator(for: "no link keeps more nodes alive than the width")
        var widest = 0
        // After 400 rounds the loop ends once a table was wide, nearly always long before the last round.
        for round in 0..<4000 where round < 400 || widest <= 2 {
            guard let table = try AgreementTests.table(&generator) else { continue }
            var build = table.build()
            guard let index = build.takeIndex() else { continue }
            for _ in 0..<40 {
                guard let link = try? Link.parse(AgreementTests.url(&generator)) else { continue }
                let most = index.aliveNodes(link).max() ?? 0
                widest = max(widest, most)
                if most > build.width { Issue.record("\(most) nodes of \(build.width) for \(link.href)") }
            }
        }
        #expect(widest > 2)
    }

    /// Every level is `{a|$(x)}` and each path ends in its own literal, so no two paths intersect: the link has to be
    /// followed everywhere and does not match.
    @Test(arguments: [4, 8, 10])
    func `a link in the worst table keeps as many nodes alive as the width`(_ depth: Int) throws {
        let lines = (0..<(1 << depth)).map { bits in
            "r\(bits) " + (0..<depth).map { bits >> $0 & 1 == 0 ? "/a" : "/$(x\($0))" }.joined() + "/x\(bits)"
        }
        var build = try TableText(lines.joined(separator: "\n")).build(widthLimit: 1 << depth)
        guard let index = build.takeIndex() else {
            Issue.record("\(build.problems)")
            return
        }
        let miss = try Link.parse("app:" + String(repeating: "/a", count: depth) + "/none")
        let alive = index.aliveNodes(miss)
        print("width \(build.width): a link keeps \(alive.map(String.init).joined(separator: ", ")) nodes alive")
        #expect(alive.max() == build.width && build.width == 1 << depth)
        #expect(alive.reduce(0, +) <= build.width * miss.segmentCount)
        var match = Match()
        #expect(index.match(miss, into: &match) == .notFound)
    }

    @Test func `a table that is wider than the limit is refused`() throws {
        let depth = 9
        let lines = (0..<(1 << depth)).map { bits in
            "r\(bits) " + (0..<depth).map { bits >> $0 & 1 == 0 ? "/a" : "/$(x\($0))" }.joined() + "/x\(bits)"
        }
        let table = try TableText(lines.joined(separator: "\n"))
        #expect(table.build(widthLimit: 511).problems == [.wide(width: 512, limit: 511, isError: true)])
        #expect(table.build(widthLimit: 512).problems == [.wide(width: 512, limit: 512, isError: false)])
        #expect(RouteIndexBuilder.widthLimit == 4096)
    }
}

extension RouteIndex {
    /// The nodes and steps of chains that a link keeps alive at each segment, in the entry with the most.
    fileprivate borrowing func aliveNodes(_ link: Link) -> [Int] {
        guard case .steps(let steps) = scopes.owner(of: link, link.bytes.span) else { return [] }
        var most: [Int] = []
        for step in steps where scopes[step].routes != ScopeTable.Step.none {
            var alive = Array(repeating: 0, count: link.segmentCount)
            follow(scopes[step].routes, 0, link, &alive)
            if alive.max() ?? 0 > most.max() ?? 0 { most = alive }
        }
        return most
    }

    private borrowing func follow(_ node: UInt32, _ depth: Int, _ link: Link, _ alive: inout [Int]) {
        guard depth < link.segmentCount else { return }
        alive[depth] += 1
        let segment = link.segment(depth)
        if let found = literals.find(parent: node, link.bytes.span, segment) { take(found, depth + 1, link, &alive) }
        for index in nodes[Int(node)].others.range where accepts(edges[index].atom, link.bytes.span, segment) {
            take(edges[index].branch, depth + 1, link, &alive)
        }
    }

    private borrowing func take(_ branch: Branch, _ depth: Int, _ link: Link, _ alive: inout [Int]) {
        guard branch.target & Self.chainMark != 0 else { return follow(branch.target, depth, link, &alive) }
        var depth = depth
        for index in chains[Int(branch.target & ~Self.chainMark)].atoms.range where depth < link.segmentCount {
            alive[depth] += 1
            guard accepts(chainAtoms[index], link.bytes.span, link.segment(depth)) else { return }
            depth += 1
        }
    }
}
