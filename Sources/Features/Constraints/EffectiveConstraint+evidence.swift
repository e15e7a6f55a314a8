import Contract

extension EffectiveConstraint {
    /// What the answer rests on: the facts that were looked at, at their oldest and least fresh.
    func evidence(
        of evaluation: ConstraintEvaluation, _ facts: Facts, subject: Facts.OfSubject
    ) -> ConstraintReport.Evidence {
        if constraint.kind == .caller { return .init(source: facts.callerSource) }
        guard evaluation.isFromFact else { return .init(source: "table") }
        return Self.weakest(given(facts, subject)) ?? facts.silences[constraint.kind] ?? .init(source: facts.source)
    }

    private func given(_ facts: Facts, _ subject: Facts.OfSubject) -> [ConstraintReport.Evidence] {
        switch constraint {
        case .platform(let requirement):
            if facts.overrides?.platforms[requirement.platform] != nil { return [FactOverrides.evidence] }
            return [facts.evidence[.platform(requirement.platform)]].compactMap(\.self)
        case .runtime:
            if facts.overrides?.runtime[path] != nil { return [FactOverrides.evidence] }
            return [facts.evidence[.runtime(path)]].compactMap(\.self)
        case .toggle(_, let isShared):
            let holder = subject.toggles[path] == nil && isShared ? facts.subjects[.machine] : subject
            return [holder?.evidence[.toggle(path)]].compactMap(\.self)
        case .purchase(let requirement): return requirement.products.compactMap { subject.evidence[.purchase($0)] }
        case .permission(let permission):
            return [subject.evidence[.permission(permission.answering(in: subject))]].compactMap(\.self)
        case .caller: return []
        }
    }

    private static func weakest(_ given: [ConstraintReport.Evidence]) -> ConstraintReport.Evidence? {
        guard var weakest = given.first else { return nil }
        let order = ConstraintReport.Freshness.allCases
        for other in given.dropFirst() {
            if let asOf = other.asOfMs { weakest.asOfMs = min(asOf, weakest.asOfMs ?? asOf) }
            weakest.freshness = order.last { $0 == weakest.freshness || $0 == other.freshness }
            weakest.isOverride = weakest.isOverride || other.isOverride
            weakest.fault = weakest.fault ?? other.fault
        }
        return weakest
    }
}
