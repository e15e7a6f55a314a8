// Finds routes that no link reaches, because a `deny` covers their path in each of their entries. Each route is
// compared with single denials only, so a route that several denials cover together is not reported.

extension PrecedenceCheck {
    /// Warns of every route that has a covering denial in each of its entries.
    mutating func checkDenials() {
        guard !roots.denials.isEmpty else { return }
        let places = store.entrySets.map { entries in
            entries.map { entry in [entry, scopes.enclosing(entry)].compactMap { $0.flatMap { roots.denials[$0] } } }
        }
        for number in 0..<ruleCount {
            let own = places[Int(store.routes[number].entries)]
            var denial: Int?
            var isCovered = !own.isEmpty
            for roots in own where isCovered {
                let found = covering(store.routes[number].path, under: roots)
                isCovered = found != nil
                denial = denial ?? found
            }
            if isCovered, let denial { problems.append(.unreachable(rule: number, deny: denial)) }
        }
    }

    private mutating func covering(_ path: RoutePath, under roots: [Int32]) -> Int? {
        for root in roots {
            if let found = firstMember(containing: path, under: root, .any) { return found - ruleCount }
        }
        return nil
    }
}
