// Finds the pairs of routes whose paths intersect, in one walk over pairs of nodes of the trie.
//
// It starts with (root, root) and carries the relation of the two prefixes. Two literals intersect only if they are one
// edge, so two literals of one node are never compared. A literal is compared only with the few siblings that are not
// literals. A tail without query conditions contains everything below it, which decides all of those pairs at once:
// `/**` beside a million routes costs one step. If a node has many alternatives, `MeetingPairs` finds those that may
// intersect. The remaining cost is proportional to the pairs that do intersect.

extension PrecedenceCheck {
    /// Calls `met` for every pair of routes under `root` whose paths intersect, except pairs known to be ordered.
    mutating func searchConflicts(under root: Int32, entry: ScopeEntry) {
        walkWithin(root, depth: 0, entry)
        if isOverBudget && !reportedBudget {
            reportedBudget = true
            problems.append(.tooManyComparisons(byteLimit: byteLimit, rule: widestRule()))
        }
    }

    /// *Units*: pairs of alternatives; up to this number all are compared, because sorting would take longer.
    private static let fewPairs = 256

    /// Walks the pairs at or below one node.
    private mutating func walkWithin(_ target: RouteTrie.Target, depth: Int, _ entry: ScopeEntry) {
        guard target >= 0, !isOverBudget else { return }
        let node = trie.nodes[Int(target)]
        let place = WalkPlace(target, depth: depth, trie, store)
        meetAll(place.members(from: node.firstEnd, trie), entry)
        meetAll(place.members(from: node.firstTail, trie), entry)
        meetTails(of: place, below: place, path: .contains, entry)
        if Int(node.otherCount) * (Int(node.otherCount) + Int(node.literalCount)) > Self.fewPairs, node.otherCount > 4 {
            let literals = place.edges(from: node.firstLiteral, trie)
            crossMeeting(place.edges(from: node.firstOther, trie), literals, depth: depth, entry)
        } else {
            crossAll(from: node.firstOther, literals: node.firstLiteral, depth: depth, entry)
        }
        for edge in trie.edges(from: node.firstOther) { walkWithin(edge.target, depth: depth + 1, entry) }
        for edge in trie.edges(from: node.firstLiteral) { walkWithin(edge.target, depth: depth + 1, entry) }
    }

    /// Walks the pairs below siblings, each with each except two literals.
    private mutating func crossAll(from first: Int32, literals: Int32, depth: Int, _ entry: ScopeEntry) {
        for edge in trie.edges(from: first) {
            for first in [edge.next, literals] {
                for sibling in trie.edges(from: first) {
                    if isOverBudget { return }
                    cross(edge, sibling, known: .equal, depth: depth, entry)
                }
            }
        }
    }

    /// Does the same for many siblings.
    private mutating func crossMeeting(
        _ others: [RouteTrie.Edge], _ literals: [RouteTrie.Edge], depth: Int, _ entry: ScopeEntry
    ) {
        let all = others + literals
        var pairs = MeetingPairs(within: side(others, literals, depth: depth, settles: true), store.atoms)
        comparedBytes += all.count * Self.bytesOfPair
        while !isOverBudget, let pair = pairs.next(store.atoms) {
            cross(all[pair.left], all[pair.right], known: .equal, depth: depth, entry)
        }
    }

    /// - Parameter settles: true if a route that ends here and accepts all texts of another here accepts all its links.
    private func side(
        _ others: [RouteTrie.Edge], _ literals: [RouteTrie.Edge], depth: Int, settles: Bool
    ) -> MeetingPairs.Side {
        let plainEnds = others.map { edge in
            guard settles, edge.target < 0 else { return false }
            let route = store.routes[Int(~edge.target)]
            return route.path.count == depth + 1 && store.query(Int(~edge.target)).acceptsEverything
        }
        return MeetingPairs.Side(items: others.map(\.atom), literals: literals.map(\.atom), endsPlainly: plainEnds)
    }

    private mutating func cross(
        _ left: RouteTrie.Edge, _ right: RouteTrie.Edge, known: Relation, depth: Int, _ entry: ScopeEntry
    ) {
        comparedBytes += Self.bytesOfPair
        let relation = known.combined(with: store.atoms.relation(left.atom, right.atom))
        if relation != .disjoint { walkAcross(left.target, right.target, relation, depth: depth + 1, entry) }
    }

    /// Walks the pairs of a path at or below `left` and one at or below `right`; `known` is the relation of their
    /// prefixes.
    private mutating func walkAcross(
        _ left: RouteTrie.Target, _ right: RouteTrie.Target, _ known: Relation, depth: Int, _ entry: ScopeEntry
    ) {
        guard !isOverBudget else { return }
        if left < 0 && right < 0 {
            let path = store.relation(store.path(~left), store.path(~right), from: depth, known: known)
            if path != .disjoint { met(~left, ~right, path: path, entry: entry) }
            return
        }
        let a = WalkPlace(left, depth: depth, trie, store)
        let b = WalkPlace(right, depth: depth, trie, store)
        meetBoth(a.members(from: a.lists.firstEnd, trie), b.members(from: b.lists.firstEnd, trie), known, entry)
        meetBoth(a.members(from: a.lists.firstTail, trie), b.members(from: b.lists.firstTail, trie), known, entry)
        meetTails(of: a, below: b, path: known.containsOrEqual ? .contains : .overlapping, entry)
        meetTails(of: b, below: a, path: known.isInsideOrEqual ? .contains : .overlapping, entry)
        crossOthers(a, b, known, depth: depth, entry)
        followLiterals(a, b, known, depth: depth, entry)
    }

    /// Walks the pairs in which one side continues with an atom that is not a literal.
    private mutating func crossOthers(
        _ a: WalkPlace, _ b: WalkPlace, _ known: Relation, depth: Int, _ entry: ScopeEntry
    ) {
        let (others, theirs) = (Int(a.lists.otherCount), Int(b.lists.otherCount))
        guard others + theirs > 0 else { return }
        let pairCount = others * (theirs + Int(b.lists.literalCount)) + theirs * Int(a.lists.literalCount)
        if pairCount > Self.fewPairs, others + theirs > 4 {
            return crossMeeting(a, b, known, depth: depth, entry)
        }
        for (left, right) in [
            (a.lists.firstOther, b.lists.firstOther), (a.lists.firstOther, b.lists.firstLiteral),
            (a.lists.firstLiteral, b.lists.firstOther),
        ] {
            var x = left
            while x != WalkPlace.end {
                let mine = a.edge(x, trie)
                var y = right
                while y != WalkPlace.end && !isOverBudget {
                    let its = b.edge(y, trie)
                    cross(mine, its, known: known, depth: depth, entry)
                    y = its.next
                }
                x = mine.next
            }
        }
    }

    /// Does the same for many edges.
    private mutating func crossMeeting(
        _ a: WalkPlace, _ b: WalkPlace, _ known: Relation, depth: Int, _ entry: ScopeEntry
    ) {
        let (lefts, leftLiterals) = (
            a.edges(from: a.lists.firstOther, trie), a.edges(from: a.lists.firstLiteral, trie)
        )
        let (rights, rightLiterals) = (
            b.edges(from: b.lists.firstOther, trie), b.edges(from: b.lists.firstLiteral, trie)
        )
        let (left, right) = (lefts + leftLiterals, rights + rightLiterals)
        var pairs = MeetingPairs(
            side(lefts, leftLiterals, depth: depth, settles: known == .contains),
            side(rights, rightLiterals, depth: depth, settles: known == .inside), store.atoms)
        comparedBytes += (left.count + right.count) * Self.bytesOfPair
        while !isOverBudget, let pair = pairs.next(store.atoms) {
            cross(left[pair.left], right[pair.right], known: known, depth: depth, entry)
        }
    }

    /// Walks the pairs in which both sides continue with the same literal.
    private mutating func followLiterals(
        _ a: WalkPlace, _ b: WalkPlace, _ known: Relation, depth: Int, _ entry: ScopeEntry
    ) {
        let isSwapped = b.lists.literalCount < a.lists.literalCount
        let (fewer, more) = isSwapped ? (b, a) : (a, b)
        var cursor = fewer.lists.firstLiteral
        while cursor != WalkPlace.end && !isOverBudget {
            let edge = fewer.edge(cursor, trie)
            cursor = edge.next
            comparedBytes += Self.bytesOfPair
            guard let target = more.target(of: edge.atom, trie) else { continue }
            let (left, right) = isSwapped ? (target, edge.target) : (edge.target, target)
            walkAcross(left, right, known, depth: depth + 1, entry)
        }
    }

    /// A route below the node with the most alternatives.
    private func widestRule() -> Int {
        var most: Int32 = -1
        var widest = RouteTrie.Node()
        for node in trie.nodes where node.otherCount > most { (most, widest) = (node.otherCount, node) }
        var rule = 0
        for edge in trie.edges(from: widest.firstOther).prefix(1) {
            trie.forEachMember(below: edge.target) { rule = Int($0) }
        }
        return rule
    }
}
