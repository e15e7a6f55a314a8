// The search for pairs of routes whose paths meet: one walk over pairs of nodes of the trie.
//
// It starts with (root, root) and carries how the two prefixes lie to each other. A literal meets another literal only
// where they are one edge, so two literals of one node are never compared; a literal meets the few siblings that are
// none. A tail with no query conditions contains everything below it, which decides all of those pairs at once: `/**`
// beside a million routes costs one step. What remains is proportional to the pairs that do meet.

extension PrecedenceCheck {
    /// Calls `met` for every pair of routes under `root` whose paths meet, but for pairs known to be ordered.
    mutating func searchConflicts(under root: Int32, entry: ScopeEntry) {
        walkWithin(root, depth: 0, entry)
        if isOverBudget && !reportedBudget {
            reportedBudget = true
            problems.append(.tooManyComparisons(limit: stepLimit, rule: widestRule()))
        }
    }

    private var isOverBudget: Bool { steps > stepLimit }

    /// Pairs that both stand at or below one node.
    private mutating func walkWithin(_ target: RouteTrie.Target, depth: Int, _ entry: ScopeEntry) {
        guard target >= 0, !isOverBudget else { return }
        let node = trie.nodes[Int(target)]
        meetAll(node.firstEnd, entry)
        meetAll(node.firstTail, entry)
        if node.firstTail >= 0 {
            let place = WalkPlace(target, depth: depth, trie, store)
            meetTails(of: place, below: place, path: .contains, entry)
        }
        var left = node.firstOther
        while left >= 0 {
            let edge = trie.edges[Int(left)]
            crossAll(edge, from: edge.next, depth: depth, entry)
            crossAll(edge, from: node.firstLiteral, depth: depth, entry)
            left = edge.next
        }
        for first in [node.firstOther, node.firstLiteral] {
            var number = first
            while number >= 0 {
                let edge = trie.edges[Int(number)]
                walkWithin(edge.target, depth: depth + 1, entry)
                number = edge.next
            }
        }
    }

    /// Pairs below `edge` and one of its siblings in the list that begins at `first`.
    private mutating func crossAll(_ edge: RouteTrie.Edge, from first: Int32, depth: Int, _ entry: ScopeEntry) {
        var right = first
        while right >= 0 && !isOverBudget {
            let sibling = trie.edges[Int(right)]
            cross(edge, sibling, known: .equal, depth: depth, entry)
            right = sibling.next
        }
    }

    private mutating func cross(
        _ left: RouteTrie.Edge, _ right: RouteTrie.Edge, known: Relation, depth: Int, _ entry: ScopeEntry
    ) {
        steps += 1
        let relation = known.combined(with: store.atoms.relation(left.atom, right.atom))
        if relation != .disjoint { walkAcross(left.target, right.target, relation, depth: depth + 1, entry) }
    }

    /// Pairs of one path at or below `left` and one at or below `right`, whose prefixes lie as `known`.
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
        meetBoth(a, a.firstEnd, b, b.firstEnd, known, entry)
        meetBoth(a, a.firstTail, b, b.firstTail, known, entry)
        meetTails(of: a, below: b, path: known.containsOrEqual ? .contains : .overlapping, entry)
        meetTails(of: b, below: a, path: known.isInsideOrEqual ? .contains : .overlapping, entry)
        crossOthers(a, b, known, depth: depth, entry)
        followLiterals(a, b, known, depth: depth, entry)
    }

    /// Pairs where one side goes on with anything but a single text.
    private mutating func crossOthers(
        _ a: WalkPlace, _ b: WalkPlace, _ known: Relation, depth: Int, _ entry: ScopeEntry
    ) {
        var x = a.firstOther
        while x != WalkPlace.end {
            let edge = a.edge(x, trie)
            for first in [b.firstOther, b.firstLiteral] {
                var y = first
                while y != WalkPlace.end && !isOverBudget {
                    let other = b.edge(y, trie)
                    cross(edge, other, known: known, depth: depth, entry)
                    y = other.next
                }
            }
            x = edge.next
        }
        var y = b.firstOther
        while y != WalkPlace.end {
            let other = b.edge(y, trie)
            var x = a.firstLiteral
            while x != WalkPlace.end && !isOverBudget {
                let edge = a.edge(x, trie)
                cross(edge, other, known: known, depth: depth, entry)
                x = edge.next
            }
            y = other.next
        }
    }

    /// Pairs where both sides go on with the same single text.
    private mutating func followLiterals(
        _ a: WalkPlace, _ b: WalkPlace, _ known: Relation, depth: Int, _ entry: ScopeEntry
    ) {
        let isSwapped = b.literalCount < a.literalCount
        let (fewer, more) = isSwapped ? (b, a) : (a, b)
        var cursor = fewer.firstLiteral
        while cursor != WalkPlace.end && !isOverBudget {
            let edge = fewer.edge(cursor, trie)
            cursor = edge.next
            steps += 1
            guard let target = more.target(of: edge.atom, trie) else { continue }
            let (left, right) = isSwapped ? (target, edge.target) : (edge.target, target)
            walkAcross(left, right, known, depth: depth + 1, entry)
        }
    }

    // MARK: Ends and tails

    private mutating func meetAll(_ first: Int32, _ entry: ScopeEntry) {
        var left = first
        while left >= 0 {
            let cell = trie.cells[Int(left)]
            var right = cell.next
            while right >= 0 && !isOverBudget {
                steps += 1
                met(cell.member, trie.cells[Int(right)].member, path: .equal, entry: entry)
                right = trie.cells[Int(right)].next
            }
            left = cell.next
        }
    }

    private mutating func meetBoth(
        _ a: WalkPlace, _ firstLeft: Int32, _ b: WalkPlace, _ firstRight: Int32, _ path: Relation, _ entry: ScopeEntry
    ) {
        var left = firstLeft
        while left != WalkPlace.end && firstRight != WalkPlace.end {
            let cell = a.member(left, trie)
            var right = firstRight
            while right != WalkPlace.end && !isOverBudget {
                let other = b.member(right, trie)
                steps += 1
                met(cell.member, other.member, path: path, entry: entry)
                right = other.next
            }
            left = cell.next
        }
    }

    /// Pairs of a tail that begins at one place and a path that goes on from another.
    private mutating func meetTails(of a: WalkPlace, below b: WalkPlace, path: Relation, _ entry: ScopeEntry) {
        var tail = a.firstTail
        while tail != WalkPlace.end {
            let cell = a.member(tail, trie)
            tail = cell.next
            if path == .contains && store.query(Int(cell.member)).acceptsEverything { continue }
            for first in [b.firstOther, b.firstLiteral] {
                var edge = first
                while edge != WalkPlace.end {
                    meet(cell.member, everythingBelow: b.edge(edge, trie).target, path: path, entry)
                    edge = b.edge(edge, trie).next
                }
            }
        }
    }

    private mutating func meet(
        _ tail: Int32, everythingBelow target: RouteTrie.Target, path: Relation, _ entry: ScopeEntry
    ) {
        guard !isOverBudget else { return }
        guard target >= 0 else {
            steps += 1
            return met(tail, ~target, path: path, entry: entry)
        }
        let node = trie.nodes[Int(target)]
        for first in [node.firstEnd, node.firstTail] {
            var cell = first
            while cell >= 0 {
                steps += 1
                met(tail, trie.cells[Int(cell)].member, path: path, entry: entry)
                cell = trie.cells[Int(cell)].next
            }
        }
        for first in [node.firstOther, node.firstLiteral] {
            var edge = first
            while edge >= 0 {
                meet(tail, everythingBelow: trie.edges[Int(edge)].target, path: path, entry)
                edge = trie.edges[Int(edge)].next
            }
        }
    }

    /// A route below the node where most alternatives meet.
    private func widestRule() -> Int {
        var widest = 0
        for index in trie.nodes.indices where trie.nodes[index].otherCount > trie.nodes[widest].otherCount {
            widest = index
        }
        var rule = 0
        if trie.nodes.indices.contains(widest), trie.nodes[widest].firstOther >= 0 {
            let edge = trie.edges[Int(trie.nodes[widest].firstOther)]
            trie.forEachMember(below: edge.target) { rule = Int($0) }
        }
        return rule
    }
}
