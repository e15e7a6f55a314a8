// Routes that no link reaches because a route of an earlier entry takes all their links.
//
// Inside one entry a narrower route always wins, so only the order of entries can hide one: `/a/$(x)` for any host, and
// `/**` for the only host the file owns. A route is reported only if single routes hide it wherever it stands.

extension PrecedenceCheck {
    /// Warns of every route that is hidden in all of its places.
    func checkShadows() {
        let earlier = earlierRoots()
        guard earlier.values.contains(where: { places in places.contains { !$0.isEmpty } }) else { return }
        for number in rules.indices {
            let places = rules[number].entries.flatMap { earlier[$0] ?? [] }
            guard !places.isEmpty else { continue }
            var first: Int?
            let isHidden = places.allSatisfy { roots in
                guard let found = roots.lazy.compactMap({ self.hiding(number, under: $0) }).first else { return false }
                first = first ?? found
                return true
            }
            if isHidden, let first { problems.append(.shadowed(rule: number, by: first)) }
        }
    }

    /// For each entry, once per declared scope whose links look it up, the roots that are searched before it.
    private func earlierRoots() -> [ScopeEntry: [[Int32]]] {
        var chains = scopes.schemes.map { scopes.chain(scheme: $0.key, file: $0.value) }
        chains += scopes.hosts.map { scopes.chain(host: $0.key, file: $0.value) }
        var earlier: [ScopeEntry: [[Int32]]] = [:]
        for chain in chains {
            var roots: [Int32] = []
            for entry in chain {
                guard let root = ruleRoots[entry] else { continue }
                earlier[entry, default: []].append(roots)
                roots.append(root)
            }
        }
        return earlier
    }

    private func hiding(_ rule: Int, under root: Int32) -> Int? {
        firstPath(containing: keys[rule].path, under: root) { other in
            other != rule && rules[other].excepts.isEmpty
                && keys[rule].relation(to: keys[other], &table).isInsideOrEqual
        }
    }

    /// The first path under `root` that contains `path` and fits.
    func firstPath(containing path: PathKey, under root: Int32, where fits: (Int) -> Bool) -> Int? {
        firstPath(containing: path, at: root, depth: 0, where: fits)
    }

    private func firstPath(
        containing path: PathKey, at target: RouteTrie.Target, depth: Int, where fits: (Int) -> Bool
    ) -> Int? {
        guard target >= 0 else {
            let number = Int(~target)
            return path.relation(to: trie.paths[number], &table).isInsideOrEqual && fits(number) ? number : nil
        }
        let node = trie.nodes[Int(target)]
        for tail in node.tails where path.minimumCount >= trie.paths[Int(tail)].minimumCount && fits(Int(tail)) {
            return Int(tail)
        }
        guard depth < path.atoms.count else {
            return path.isOpen ? nil : node.ends.first { fits(Int($0)) }.map { Int($0) }
        }
        let atom = path.atoms[depth]
        if table.isLiteral[Int(atom)], let next = trie.target(from: target, atom),
            let found = firstPath(containing: path, at: next, depth: depth + 1, where: fits)
        {
            return found
        }
        for edge in trie.list(from: node.firstOther) where table.relation(atom, edge.atom).relation.isInsideOrEqual {
            if let found = firstPath(containing: path, at: edge.target, depth: depth + 1, where: fits) { return found }
        }
        return nil
    }
}
