// Routes that no link reaches because a `deny` covers their path wherever they stand.

extension PrecedenceCheck {
    /// Warns of every route that one denial per entry covers.
    func checkDenials() {
        guard !denyRoots.isEmpty else { return }
        for (number, rule) in rules.enumerated() where !rule.entries.isEmpty {
            var denial: Int?
            let isCovered = rule.entries.allSatisfy { entry in
                guard let found = covering(keys[number].path, in: entry) else { return false }
                denial = denial ?? found
                return true
            }
            if isCovered, let denial { problems.append(.unreachable(rule: number, deny: denial)) }
        }
    }

    private func covering(_ path: PathKey, in entry: ScopeEntry) -> Int? {
        for place in [entry, scopes.enclosing(entry)].compactMap({ $0 }) {
            if let root = denyRoots[place], let found = covering(path, at: root, depth: 0) {
                return Int(found) - ruleCount
            }
        }
        return nil
    }

    private func covering(_ path: PathKey, at target: RouteTrie.Target, depth: Int) -> Int32? {
        guard target >= 0 else {
            let denial = trie.paths[Int(~target)]
            return path.relation(to: denial, &table).isInsideOrEqual ? ~target : nil
        }
        let node = trie.nodes[Int(target)]
        if let open = node.tails.first { return open }
        if depth >= path.atoms.count { return path.isOpen ? nil : node.ends.first }
        let atom = path.atoms[depth]
        if table.isLiteral[Int(atom)], let next = trie.target(from: target, atom) {
            if let found = covering(path, at: next, depth: depth + 1) { return found }
        }
        for edge in trie.list(from: node.firstOther) where table.relation(atom, edge.atom).relation.isInsideOrEqual {
            if let found = covering(path, at: edge.target, depth: depth + 1) { return found }
        }
        return nil
    }
}
