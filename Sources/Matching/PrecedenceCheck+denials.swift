// Routes that no link reaches because a `deny` covers their path wherever they stand. Each is held against single
// denials only: silent when in doubt.

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
            guard let root = denyRoots[place] else { continue }
            if let found = firstPath(containing: path, under: root, where: { _ in true }) { return found - ruleCount }
        }
        return nil
    }
}
