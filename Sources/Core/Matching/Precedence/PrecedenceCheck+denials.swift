// Finds routes that no link reaches, because a `deny` covers their path in each of their entries, or because their own
// `except` lines do, alone or together with denials. A route without `except` lines is compared with single denials only,
// so one that several denials cover together is not reported.

extension PrecedenceCheck {
    /// Warns of every route that has a covering denial in each of its entries.
    mutating func checkDenials() {
        guard !roots.denials.isEmpty else { return }
        let places = store.entrySets.map { entries in
            entries.map { entry in [entry, scopes.enclosing(entry)].compactMap { $0.flatMap { roots.denials[$0] } } }
        }
        for number in 0..<ruleCount {
            let own = places[Int(store.routes[number].entries)]
            if let denial = firstMember(containing: store.routes[number].path, underEach: own, nil) {
                problems.append(.unreachable(rule: number, deny: denial - ruleCount))
            }
        }
    }

    /// Warns of every route whose own `except` lines cover its path, alone or together with denials.
    mutating func checkExcepts() {
        let denied = Set(problems.compactMap { if case .unreachable(let rule, _) = $0 { rule } else { nil } })
        for number in 0..<ruleCount where store.routes[number].hasExcepts && !denied.contains(number) {
            // The result is only a warning, so routes past the budget of the whole check are skipped.
            guard !isOverBudget else { return }
            if let denials = covering(number) { problems.append(.excepted(rule: number, denials: denials)) }
        }
    }

    /// The denials that in each entry cover what a route's `except` lines leave; nil if an entry has a link.
    private mutating func covering(_ number: Int) -> [Int]? {
        var denials: Set<Int> = []
        for entry in store.entries(number) {
            guard !isCovered(number, entry, []) else { continue }
            let others = denialsMeeting(number, entry)
            guard !others.isEmpty, isCovered(number, entry, others) else { return nil }
            denials.formUnion(others)
        }
        return store.entries(number).isEmpty ? nil : denials.sorted()
    }

    private mutating func isCovered(_ number: Int, _ entry: ScopeEntry, _ denials: [Int]) -> Bool {
        comparedBytes += Self.bytesOfWitness
        let paths = denials.map { store.denials[$0].path }
        return store.witness(number, number, entry: entry, scopes, besides: paths) == .disjoint
    }

    /// The denials that hold in all of an entry and have a path of the route.
    private mutating func denialsMeeting(_ number: Int, _ entry: ScopeEntry) -> [Int] {
        let entries = [entry, scopes.enclosing(entry)]
        return store.denials.indices.filter { denial in
            comparedBytes += Self.bytesOfPair
            return entries.contains { $0.map(store.denials[denial].entries.contains) ?? false }
                && store.relation(store.routes[number].path, store.denials[denial].path) != .disjoint
        }
    }
}
