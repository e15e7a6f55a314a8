// One number per route, consistent with inclusion and with every `over`.
//
// Inclusion needs no pairs: a tuple of plain numbers grows strictly with it (`RouteWeight`), so sorting by it is a
// topological order already. Only `over` moves routes: `over` says that a route comes before one that the weights would
// put first, and then everything inside it has to come along. The sort below takes routes in weight order and, before
// each, whatever must precede it; only for a route that is pulled forward are the routes inside it looked up.

extension PrecedenceCheck {
    /// The weight of one rule.
    func weight(of rule: Int) -> RouteWeight { RouteWeight(rules[rule], keys[rule], table) }

    /// The rules, the winning ones first; cycles are reported and cut.
    func precedence() -> [Int] {
        let weights = rules.indices.map(weight(of:))
        let base = rules.indices.sorted { (weights[$0], $0) < (weights[$1], $1) }
        var sort = OverSort(base: base)
        for (number, rule) in rules.enumerated() {
            for other in rule.over
            where rules.indices.contains(other)
                && !oversAgainstInclusion.contains(UInt64(number) << 32 | UInt64(other))
            {
                sort.require(number, before: other)
            }
        }
        guard sort.isNeeded else { return base }
        for rule in base { sort.take(rule, inside: routesInside) }
        problems += sort.cycles.map { .overCycle($0) }
        return sort.order
    }

    /// The rules of a common entry whose links are all links of `rule` and not the other way round.
    private func routesInside(_ rule: Int) -> [Int] {
        var found: Set<Int> = []
        for entry in rules[rule].entries {
            guard let root = ruleRoots[entry] else { continue }
            collect(inside: keys[rule].path, at: root, depth: 0) { found.insert(Int($0)) }
        }
        return found.filter { $0 != rule && keys[$0].relation(to: keys[rule], &table) == .inside }.sorted()
    }

    /// Calls `body` for every path at or below `target` that may be inside `path`.
    private func collect(inside path: PathKey, at target: RouteTrie.Target, depth: Int, _ body: (Int32) -> Void) {
        guard target >= 0 else { return body(~target) }
        if depth == path.atoms.count {
            if path.isOpen { return trie.forEachPath(below: target, body) }
            for end in trie.nodes[Int(target)].ends { body(end) }
            return
        }
        let wanted = path.atoms[depth]
        if table.isLiteral[Int(wanted)] {
            if let next = trie.target(from: target, wanted) { collect(inside: path, at: next, depth: depth + 1, body) }
            return
        }
        let node = trie.nodes[Int(target)]
        for edge in trie.list(from: node.firstLiteral) + trie.list(from: node.firstOther)
        where table.relation(edge.atom, wanted).relation.isInsideOrEqual {
            collect(inside: path, at: edge.target, depth: depth + 1, body)
        }
    }
}
