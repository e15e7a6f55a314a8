// The search for pairs of routes whose paths meet: one walk over pairs of nodes of the trie.
//
// It starts with (root, root) and carries how the two prefixes lie to each other. A literal meets another literal only
// where they are one edge, so two literals of one node are never compared; a literal meets the few siblings that are
// none. A tail with no query conditions contains everything below it, which decides all of those pairs at once: `/**`
// beside a million routes costs one step. What remains is proportional to the pairs that do meet.

extension PrecedenceCheck {
    /// Calls `met` for every pair of routes under `root` whose paths meet, but for pairs known to be ordered.
    func searchConflicts(under root: Int32, entry: ScopeEntry) {
        walkWithin(root, depth: 0, entry)
        if isOverBudget && !reportedBudget {
            reportedBudget = true
            problems.append(.tooManyComparisons(limit: stepLimit, rule: widestRule()))
        }
    }

    private var isOverBudget: Bool { steps > stepLimit }

    /// Pairs that both stand at or below one node.
    private func walkWithin(_ target: RouteTrie.Target, depth: Int, _ entry: ScopeEntry) {
        guard target >= 0, !isOverBudget else { return }
        let node = trie.nodes[Int(target)]
        meetAll(node.ends, entry)
        meetAll(node.tails, entry)
        let others = trie.list(from: node.firstOther)
        let literals = trie.list(from: node.firstLiteral)
        for tail in node.tails where !keys[Int(tail)].query.acceptsEverything {
            for edge in others { meet(tail, everythingBelow: edge.target, path: .contains, entry) }
            for edge in literals { meet(tail, everythingBelow: edge.target, path: .contains, entry) }
        }
        for (index, left) in others.enumerated() {
            for right in others[(index + 1)...] { cross(left, right, known: .equal, depth: depth, entry) }
            for right in literals { cross(left, right, known: .equal, depth: depth, entry) }
        }
        for edge in others { walkWithin(edge.target, depth: depth + 1, entry) }
        for edge in literals { walkWithin(edge.target, depth: depth + 1, entry) }
    }

    private func cross(
        _ left: RouteTrie.Edge, _ right: RouteTrie.Edge, known: Relation, depth: Int, _ entry: ScopeEntry
    ) {
        steps += 1
        guard !isOverBudget else { return }
        let relation = known.combined(with: table.relation(left.atom, right.atom).relation)
        if relation != .disjoint { walkAcross(left.target, right.target, relation, depth: depth + 1, entry) }
    }

    /// Pairs of one path at or below `left` and one at or below `right`, whose prefixes lie as `known`.
    private func walkAcross(
        _ left: RouteTrie.Target, _ right: RouteTrie.Target, _ known: Relation, depth: Int, _ entry: ScopeEntry
    ) {
        steps += 1
        guard !isOverBudget else { return }
        if left < 0 && right < 0 {
            let path = trie.paths[Int(~left)].relation(
                to: trie.paths[Int(~right)], from: depth, known: known, &table)
            if path != .disjoint { met(~left, ~right, path: path, entry: entry) }
            return
        }
        let a = node(at: left, depth: depth)
        let b = node(at: right, depth: depth)
        for x in a.ends { for y in b.ends { met(x, y, path: known, entry: entry) } }
        for x in a.tails { for y in b.tails { met(x, y, path: known, entry: entry) } }
        meet(a.tails, below: b, path: known.containsOrEqual ? .contains : .overlapping, entry)
        meet(b.tails, below: a, path: known.isInsideOrEqual ? .contains : .overlapping, entry)
        for x in a.others {
            for y in b.others { cross(x, y, known: known, depth: depth, entry) }
            b.forEachLiteral(in: trie) { cross(x, $0, known: known, depth: depth, entry) }
        }
        for y in b.others { a.forEachLiteral(in: trie) { cross($0, y, known: known, depth: depth, entry) } }
        let (fewer, more) = a.literalCount <= b.literalCount ? (a, b) : (b, a)
        let relation = a.literalCount <= b.literalCount ? known : known.mirrored
        fewer.forEachLiteral(in: trie) { edge in
            guard let target = more.target(of: edge.atom, in: trie) else { return }
            walkAcross(edge.target, target, relation, depth: depth + 1, entry)
        }
    }

    private func meetAll(_ paths: [Int32], _ entry: ScopeEntry) {
        for (index, left) in paths.enumerated() {
            for right in paths[(index + 1)...] { met(left, right, path: .equal, entry: entry) }
        }
    }

    private func meet(_ tails: [Int32], below node: WalkNode, path: Relation, _ entry: ScopeEntry) {
        for tail in tails where path != .contains || !keys[Int(tail)].query.acceptsEverything {
            for edge in node.others { meet(tail, everythingBelow: edge.target, path: path, entry) }
            node.forEachLiteral(in: trie) { meet(tail, everythingBelow: $0.target, path: path, entry) }
        }
    }

    private func meet(_ tail: Int32, everythingBelow target: RouteTrie.Target, path: Relation, _ entry: ScopeEntry) {
        trie.forEachPath(below: target) { other in
            steps += 1
            if !isOverBudget { met(tail, other, path: path, entry: entry) }
        }
    }

    private func node(at target: RouteTrie.Target, depth: Int) -> WalkNode {
        target >= 0
            ? WalkNode(trie.nodes[Int(target)], trie, number: target)
            : WalkNode(leaf: ~target, depth: depth, trie, isLiteral: table.isLiteral)
    }

    /// A route below the node where most alternatives meet.
    private func widestRule() -> Int {
        let widest = trie.nodes.max { left, right in
            trie.list(from: left.firstOther).count < trie.list(from: right.firstOther).count
        }
        var rule = 0
        if let widest, let edge = trie.list(from: widest.firstOther).first {
            trie.forEachPath(below: edge.target) { rule = Int($0) }
        }
        return rule
    }
}
