import Features

extension PurchaseRequirement {
    /// The result of a requirement.
    enum Judgement: Equatable {
        case granted
        case unknown
        case missing(PurchaseObstacle)
    }

    /// Evaluates the requirement by Kleene's logic: any-of is met by one, all-of broken by one, whatever the others are.
    ///
    /// A refusal is named where one is enough by what is nearest to being granted, where all are needed by what takes
    /// the most.
    func judge(_ facts: SubjectFacts) -> Judgement {
        switch content {
        case .product(let id, let needed):
            guard let held = facts.units(of: id) else { return .unknown }
            if held >= needed { return .granted }
            if held > 0 { return .missing(.insufficient) }
            if facts.lacksSource(.purchase(id)) { return .missing(.noSource) }
            return .missing(PurchaseObstacle(facts.purchase(of: id)?.state ?? .none))
        case .group(let mode, let members):
            return Self.combine(mode, members.lazy.map { $0.judge(facts) })
        }
    }

    private static func combine(_ mode: Mode, _ judgements: some Sequence<Judgement>) -> Judgement {
        var obstacle: PurchaseObstacle?
        var isUnknown = false
        var isGranted = false
        for judgement in judgements {
            switch judgement {
            case .granted: isGranted = true
            case .unknown: isUnknown = true
            case .missing(let other):
                obstacle = obstacle.map { mode == .any ? min($0, other) : max($0, other) } ?? other
            }
        }
        if mode == .any, isGranted { return .granted }
        if mode == .any, isUnknown { return .unknown }
        if let obstacle { return .missing(obstacle) }
        return isUnknown ? .unknown : .granted
    }

    /// Whether anything is known of one of its products.
    private func isAbout(_ facts: SubjectFacts) -> Bool {
        switch content {
        case .product(let id, _): facts.purchase(of: id) != nil
        case .group(_, let members): members.contains { $0.isAbout(facts) }
        }
    }

    /// Whether it cannot be met for want of a source, or may turn out so once the ledger can be read.
    private func mayLackSource(_ facts: SubjectFacts) -> Bool {
        switch content {
        case .product(let id, _): facts.lacksSource(.purchase(id))
        case .group(.any, let members): members.allSatisfy { $0.mayLackSource(facts) }
        case .group(.all, let members): members.contains { $0.mayLackSource(facts) }
        }
    }

    /// Evaluates the requirement as a constraint.
    func evaluate(_ facts: SubjectFacts) -> ConstraintEvaluation {
        let isFromFact = isAbout(facts)
        switch judge(facts) {
        case .granted: return .satisfied("entitled", fromFact: isFromFact)
        case .unknown: return .undetermined(mayLackSource(facts) ? 30 : 60)
        case .missing(let obstacle): return .unsatisfied(obstacle.code, obstacle.reason, fromFact: isFromFact)
        }
    }
}
