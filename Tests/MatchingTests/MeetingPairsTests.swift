import TestSupport
import Testing

@testable import Matching

/// Compares the pairs that are found with all pairs: every pair with a common text is found once, or is settled.
@Suite struct MeetingPairsTests {
    private static let segments = [
        "a", "b", "ab", "aab", "1", "10", "*", "$(x:uint)", "$(x:int)", "$(x:slug)", "$(x:hex)", "a*", "*b", "a*b",
        "ab*", "aa*", "aab*", "*ab", "*bb", "$(x:a|b|1)", "$(x:a|ab)", "$(x:b|aab|x)", "$(x:bool)", "1$(x:uint)",
        "a$(x:slug)", "a$(x:a|b)", "ab$(x:uint)", "$(x:slug)b", "p1-*", "p2-*", "p1-$(x:uint)", "*-s", "q*r", "q*rr",
        "p1-1", "true", "qr", "qxr", "2026-01-01", "$(x:date)",
    ]

    @Test(.enabled(if: SlowTests.run))
    func `every pair within one list with a common text is found once or is settled`() throws {
        var random = SeededGenerator(for: "the pairs within one list")
        for _ in 0..<80 {
            var check = try MeetingCheck(Self.pick(&random))
            let plain = check.items.map { _ in Bool.random(using: &random) }
            check.checkWithin(endsPlainly: plain)
        }
    }

    @Test(.enabled(if: SlowTests.run))
    func `every pair of two lists with a common text is found once or is settled`() throws {
        var random = SeededGenerator(for: "the pairs of two lists")
        for _ in 0..<80 {
            var check = try MeetingCheck(Self.pick(&random))
            var other = try MeetingCheck(Self.pick(&random), in: check.takeStore())
            let plain = other.items.map { _ in Bool.random(using: &random) }
            other.checkBetween(check.items, check.literals, endsPlainly: plain)
        }
    }

    @Test(.enabled(if: SlowTests.run))
    func `literals that are items are found like other items`() throws {
        var random = SeededGenerator(for: "texts that are items")
        for _ in 0..<60 {
            var check = try MeetingCheck(Self.pick(&random), literalsAreItems: true)
            check.checkWithin(endsPlainly: [])
            var other = try MeetingCheck(Self.pick(&random), literalsAreItems: true, in: check.takeStore())
            other.checkBetween(check.items, [], endsPlainly: [])
        }
    }

    private static func pick(_ random: inout SeededGenerator) -> ArraySlice<String> {
        segments.shuffled(using: &random).prefix(Int.random(in: 0...segments.count, using: &random))
    }
}

/// One list of atoms, with checks of its pairs.
private struct MeetingCheck: ~Copyable {
    struct Pair: Hashable {
        let left: Int
        let right: Int
    }

    var items: [AtomTable.ID] = []
    var literals: [AtomTable.ID] = []
    private var store: RouteStore

    init(_ segments: ArraySlice<String>, literalsAreItems: Bool = false, in store: consuming RouteStore = RouteStore())
        throws
    {
        for segment in segments {
            let path = store.path(of: try TableText.pattern("/" + segment))
            let atom = store.pathAtoms[Int(path.start)]
            if AtomTable.isLiteral(atom) && !literalsAreItems { literals.append(atom) } else { items.append(atom) }
        }
        self.store = store
    }

    mutating func takeStore() -> RouteStore {
        var taken = RouteStore()
        swap(&taken, &store)
        return taken
    }

    mutating func checkWithin(endsPlainly: [Bool]) {
        let all = items + literals
        var pairs = MeetingPairs(
            within: MeetingPairs.Side(items: items, literals: literals, endsPlainly: endsPlainly), store.atoms)
        var found: Set<Pair> = []
        while let (left, right) = pairs.next(store.atoms) {
            #expect(left != right && right < items.count)
            if !found.insert(Pair(left: max(left, right), right: min(left, right))).inserted {
                Issue.record("\(store.atoms[all[left]]) and \(store.atoms[all[right]]) are found twice")
            }
        }
        for left in all.indices {
            for right in 0..<left where right < items.count {
                let relation = store.atoms.relation(all[left], all[right])
                guard relation != .disjoint, !found.contains(Pair(left: left, right: right)) else { continue }
                let isDecided =
                    relation == .inside && endsPlainly.indices.contains(right) && endsPlainly[right]
                    || relation == .contains && endsPlainly.indices.contains(left) && endsPlainly[left]
                if !isDecided { Issue.record("\(store.atoms[all[left]]) meets \(store.atoms[all[right]])") }
            }
        }
    }

    /// Compares the pairs found between another list of the same store and this one with all pairs.
    mutating func checkBetween(
        _ otherItems: [AtomTable.ID], _ otherLiterals: [AtomTable.ID], endsPlainly: [Bool]
    ) {
        let (lefts, rights) = (otherItems + otherLiterals, items + literals)
        var pairs = MeetingPairs(
            MeetingPairs.Side(items: otherItems, literals: otherLiterals),
            MeetingPairs.Side(items: items, literals: literals, endsPlainly: endsPlainly), store.atoms)
        var found: Set<Pair> = []
        while let (left, right) = pairs.next(store.atoms) {
            if !found.insert(Pair(left: left, right: right)).inserted {
                Issue.record("\(store.atoms[lefts[left]]) and \(store.atoms[rights[right]]) are found twice")
            }
        }
        for left in lefts.indices {
            for right in rights.indices where left < otherItems.count || right < items.count {
                let relation = store.atoms.relation(lefts[left], rights[right])
                guard relation != .disjoint, !found.contains(Pair(left: left, right: right)) else { continue }
                let isDecided = relation == .inside && endsPlainly.indices.contains(right) && endsPlainly[right]
                if !isDecided { Issue.record("\(store.atoms[lefts[left]]) meets \(store.atoms[rights[right]])") }
            }
        }
    }
}
