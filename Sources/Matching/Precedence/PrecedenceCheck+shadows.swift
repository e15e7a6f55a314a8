// Finds routes whose links go to a route of an earlier entry.
//
// Inside one entry a narrower route always wins, so only the order of entries can hide a route. Example: `/a/$(x)` for
// any host, and `/**` for the only host of the file. A route is *shadowed* if a single route hides it in each of its
// scopes: no link reaches it. It is *hidden* if that is so in only some scopes. Hidden routes are reported only on
// request, because the broad route may be meant for links that no narrower route accepts.

extension PrecedenceCheck {
    /// The condition on a route that contains another's path.
    enum Wanted {
        case any
        /// Contains the links of the rule, and has no `except` lines.
        case hiding(Int)
        /// The same, and accepts more links.
        case broader(Int)
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
            if let first = shadow(of: number, own) {
                problems.append(.shadowed(rule: number, by: first))
            } else if reportsHidden, let first = broader(than: number, own) {
                problems.append(.hidden(rule: number, by: first))
            }
        }
    }

    /// The first of the routes that hide a route in all its scopes; nil if a scope has none.
    private mutating func shadow(of rule: Int, _ places: [[Int32]]) -> Int? {
        var first: Int?
        for roots in places {
            guard let found = self.first(under: roots, .hiding(rule), rule) else { return nil }
            first = first ?? found
        }
        return first
    }

    private mutating func broader(than rule: Int, _ places: [[Int32]]) -> Int? {
        for roots in places {
            if let found = first(under: roots, .broader(rule), rule) { return found }
        }
        return nil
    }

    private mutating func first(under roots: [Int32], _ wanted: Wanted, _ rule: Int) -> Int? {
        for root in roots {
            if let found = firstMember(containing: store.routes[rule].path, under: root, wanted) { return found }
        }
        return nil
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

    private mutating func fits(_ member: Int, _ wanted: Wanted) -> Bool {
        if case .any = wanted { return true }
        // The result is only a warning, so routes past the budget of the whole check are skipped.
        guard !isOverBudget else { return false }
        comparedBytes += Self.bytesOfPair
        return switch wanted {
        case .any: true
        case .hiding(let rule):
            member != rule && !store.routes[member].hasExcepts && store.relation(rule, member).isInsideOrEqual
        case .broader(let rule):
            member != rule && !store.routes[member].hasExcepts && store.relation(rule, member) == .inside
        }
    }

    /// The first member under `root` that contains `path` and satisfies `wanted`.
    mutating func firstMember(containing path: RoutePath, under root: Int32, _ wanted: Wanted) -> Int? {
        firstMember(containing: path, at: root, depth: 0, wanted)
    }

    private mutating func firstMember(
        containing path: RoutePath, at target: RouteTrie.Target, depth: Int, _ wanted: Wanted
    ) -> Int? {
        guard target >= 0 else {
            let isContained = store.relation(path, store.path(~target)).isInsideOrEqual
            return isContained && fits(Int(~target), wanted) ? Int(~target) : nil
        }
        let node = trie.nodes[Int(target)]
        var cell = node.firstTail
        while cell >= 0 {
            let member = trie.cells[Int(cell)].member
            if path.minimumCount >= store.path(member).minimumCount && fits(Int(member), wanted) { return Int(member) }
            cell = trie.cells[Int(cell)].next
        }
        guard depth < path.count else { return path.isOpen ? nil : firstEnd(node, wanted) }
        let atom = store.pathAtoms[Int(path.start) + depth]
        if AtomTable.isLiteral(atom), let next = trie.target(from: target, atom),
            let found = firstMember(containing: path, at: next, depth: depth + 1, wanted)
        {
            return found
        }
        var number = node.firstOther
        while number >= 0 {
            let edge = trie.edges[Int(number)]
            number = edge.next
            guard store.atoms.relation(atom, edge.atom).isInsideOrEqual else { continue }
            if let found = firstMember(containing: path, at: edge.target, depth: depth + 1, wanted) { return found }
        }
        return nil
    }

    private mutating func firstEnd(_ node: RouteTrie.Node, _ wanted: Wanted) -> Int? {
        var cell = node.firstEnd
        while cell >= 0 {
            let member = Int(trie.cells[Int(cell)].member)
            if fits(member, wanted) { return member }
            cell = trie.cells[Int(cell)].next
        }
        return nil
    }
}
