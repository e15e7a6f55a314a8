// Gives each route a number that is consistent with inclusion and with every `over`.
//
// Inclusion needs no comparison of pairs: a tuple of numbers grows strictly with it (`RouteWeight`), so sorting by the
// tuple gives a topological order. Only `over` changes that order. It moves a route before one that the weights put
// first, and every route inside the moved one has to move with it. The sort below takes routes in weight order and,
// before each, the routes that must precede it. The routes inside a route are looked up only if it is moved.

extension PrecedenceCheck {
    /// The rules in order of precedence, the winner first; cycles are reported and cut.
    mutating func precedence() -> [UInt32] {
        let base = store.orderByWeight()
        guard !store.overs.isEmpty else { return base }
        var sort = OverSort(base: base)
        for (number, others) in store.overs.sorted(by: { $0.key < $1.key }) {
            for other in others
            where store.routes.indices.contains(other)
                && !idleOvers.contains(UInt64(number) << 32 | UInt64(other))
            {
                sort.require(number, before: other)
            }
        }
        guard sort.isNeeded else { return base }
        for rule in base { sort.take(Int(rule)) { routesInside($0) } }
        problems += sort.cycles.map { .overCycle($0) }
        return sort.order
    }

    /// The rules of a common entry whose links are a proper subset of the links of `rule`.
    private mutating func routesInside(_ rule: Int) -> [Int] {
        var candidates: Set<Int32> = []
        for root in Set(store.entries(rule).compactMap { roots.rules[$0] }) {
            trie.collect(inside: store.routes[rule].path, at: root, depth: 0, &store, &candidates)
        }
        return candidates.map { Int($0) }.filter { $0 != rule && store.relation($0, rule) == .inside }.sorted()
    }
}

extension RouteTrie {
    /// Adds every member at or below `target` that may be inside `path`.
    fileprivate func collect(
        inside path: RoutePath, at target: Target, depth: Int, _ store: inout RouteStore, _ found: inout Set<Int32>
    ) {
        guard target >= 0 else {
            found.insert(~target)
            return
        }
        guard depth < path.count else {
            if path.isOpen { return forEachMember(below: target) { found.insert($0) } }
            return found.formUnion(cells(from: nodes[Int(target)].firstEnd).lazy.map(\.member))
        }
        let wanted = store.atom(depth, of: path)
        if AtomTable.isLiteral(wanted) {
            if let next = self.target(from: target, wanted) {
                collect(inside: path, at: next, depth: depth + 1, &store, &found)
            }
            return
        }
        for first in [nodes[Int(target)].firstLiteral, nodes[Int(target)].firstOther] {
            for edge in edges(from: first) where store.atoms.relation(edge.atom, wanted).isInsideOrEqual {
                collect(inside: path, at: edge.target, depth: depth + 1, &store, &found)
            }
        }
    }
}
