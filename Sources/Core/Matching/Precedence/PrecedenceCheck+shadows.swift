// Finds routes whose links go to a route of an earlier entry.
//
// Inside one entry a narrower route always wins, so only the order of entries can hide a route. Example: `/a/$(x)` for
// any host, and `/**` for the only host of the file. A route is *shadowed* if a single route hides it in each of its
// scopes: no link reaches it. It is *hidden* if that is so in only some scopes. Hidden routes are reported only on
// request, because the broad route may be meant for links that no narrower route accepts.

extension PrecedenceCheck {
    /// The condition on a route that contains the path of `rule`: it contains the links too, and has no `except` lines.
    struct Hiding {
        let rule: Int
        /// True if it must also accept more links.
        let isBroader: Bool
    }

    /// Warns of every route that is hidden in all its scopes and, on request, of those that a broader route hides in
    /// some.
    mutating func checkShadows(reportsHidden: Bool) {
        let earlier = earlierRoots()
        let places = store.entrySets.map { entries in entries.flatMap { earlier[$0] ?? [] } }
        guard places.contains(where: { $0.contains { !$0.isEmpty } }) else { return }
        for number in 0..<ruleCount {
            let own = places[Int(store.routes[number].entries)]
            guard own.contains(where: { !$0.isEmpty }) else { continue }
            let path = store.routes[number].path
            if let first = firstMember(containing: path, underEach: own, Hiding(rule: number, isBroader: false)) {
                problems.append(.shadowed(rule: number, by: first))
            } else if reportsHidden {
                let broader = Hiding(rule: number, isBroader: true)
                let first = firstMember(containing: path, under: own.flatMap(\.self), broader)
                if let first { problems.append(.hidden(rule: number, by: first)) }
            }
        }
    }

    /// For each entry: the roots that are searched before it, once per declared scope whose links look it up.
    private func earlierRoots() -> [ScopeEntry: [[Int32]]] {
        var chains = scopes.schemes.map { scopes.chain(scheme: $0.key, file: $0.value) }
        chains += scopes.hosts.map { scopes.chain(host: $0.key, file: $0.value) }
        var earlier: [ScopeEntry: Set<[Int32]>] = [:]
        for chain in chains {
            var roots: [Int32] = []
            for entry in chain {
                guard let root = self.roots.rules[entry] else { continue }
                earlier[entry, default: []].insert(roots)
                roots.append(root)
            }
        }
        // Sorted, so that a problem has the same route in every run.
        return earlier.mapValues { $0.sorted { $0.lexicographicallyPrecedes($1) } }
    }

    private mutating func fits(_ member: Int, _ wanted: Hiding?) -> Bool {
        guard let wanted else { return true }
        // The result is only a warning, so routes past the budget of the whole check are skipped.
        guard !isOverBudget else { return false }
        comparedBytes += Self.bytesOfPair
        guard store.route(of: member) != store.route(of: wanted.rule), !store.routes[member].hasExcepts else {
            return false
        }
        let relation = store.relation(wanted.rule, member)
        return wanted.isBroader ? relation == .inside : relation.isInsideOrEqual
    }

    /// The first member that contains `path` and satisfies `wanted`; nil if there are no places, or if one has none.
    mutating func firstMember(containing path: RoutePath, underEach places: [[Int32]], _ wanted: Hiding?) -> Int? {
        var first: Int?
        for roots in places {
            guard let found = firstMember(containing: path, under: roots, wanted) else { return nil }
            first = first ?? found
        }
        return first
    }

    /// The first member under the roots that contains `path` and satisfies `wanted`.
    private mutating func firstMember(containing path: RoutePath, under roots: [Int32], _ wanted: Hiding?) -> Int? {
        for root in roots {
            if let found = firstMember(containing: path, at: root, depth: 0, wanted) { return found }
        }
        return nil
    }

    private mutating func firstMember(
        containing path: RoutePath, at target: RouteTrie.Target, depth: Int, _ wanted: Hiding?
    ) -> Int? {
        guard target >= 0 else {
            let isContained = store.relation(path, store.path(~target)).isInsideOrEqual
            return isContained && fits(Int(~target), wanted) ? Int(~target) : nil
        }
        let node = trie.nodes[Int(target)]
        for cell in trie.cells(from: node.firstTail)
        where path.minimumCount >= store.path(cell.member).minimumCount && fits(Int(cell.member), wanted) {
            return Int(cell.member)
        }
        guard depth < path.count else {
            if path.isOpen { return nil }
            for cell in trie.cells(from: node.firstEnd) where fits(Int(cell.member), wanted) { return Int(cell.member) }
            return nil
        }
        let atom = store.atom(depth, of: path)
        if AtomTable.isLiteral(atom), let next = trie.target(from: target, atom),
            let found = firstMember(containing: path, at: next, depth: depth + 1, wanted)
        {
            return found
        }
        for edge in trie.edges(from: node.firstOther) where store.atoms.relation(atom, edge.atom).isInsideOrEqual {
            if let found = firstMember(containing: path, at: edge.target, depth: depth + 1, wanted) { return found }
        }
        return nil
    }
}
