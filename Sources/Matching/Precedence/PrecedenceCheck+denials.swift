// Finds routes that no link reaches, because a `deny` covers their path in each of their entries, or because their own
// `except` lines do. Each route is compared with single denials only, so a route that several denials cover together is
// not reported.

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
    /// Warns of every route whose own `except` lines cover its path.
    mutating func checkExcepts() {
        let denied = Set(problems.compactMap { if case .unreachable(let rule, _) = $0 { rule } else { nil } })
        for number in 0..<ruleCount where store.routes[number].hasExcepts && !denied.contains(number) {
            // The result is only a warning, so routes past the budget of the whole check are skipped.
            guard !isOverBudget else { return }
            comparedBytes += Self.bytesOfWitness
            guard let entry = store.entries(number).first,
                case .disjoint = store.witness(number, number, entry: entry, scopes)
            else { continue }
            problems.append(.excepted(rule: number))
        }
    }
}
