package import Contract

/// One condition of a feature.
package enum Constraint: Equatable, Sendable {
    case platform(PlatformRequirement)
    case profile(ProfileRequirement)
    case program(ProgramRequirement)
    /// The operator's switch, with its default, and where it is read if a file or service keeps it.
    case runtime(byDefault: Bool, from: FactPlace? = nil)
    /// The user's own switch, with its default; a shared one stands where the machine's stands until the user moves it.
    case toggle(byDefault: Bool, isShared: Bool = false)
    case purchase(PurchaseRequirement)
    case permission(Permission)
    case caller(CallerRequirement)
    /// A question about each link, with places for its inputs.
    case confirmation(TextTemplate)

    /// The kind that reports name.
    package var kind: ConstraintReport.Kind { type(of: rule(declaredBy: "")).kind }

    /// What the constraint is about, as reports name it.
    package func subject(declaredBy path: String) -> String { rule(declaredBy: path).subject }

    /// *Shape*: as after `require`: `toggle off shared`, `purchase any a b`.
    package func declaration(by path: String) -> String { rule(declaredBy: path).declaration }

    /// The constraint by the rules of its kind.
    func rule(
        declaredBy path: String, consumables: Set<String> = [], titles: ConstraintTitles = ConstraintTitles()
    ) -> any ConstraintRule {
        switch self {
        case .platform(let requirement): requirement
        case .profile(let requirement): requirement
        case .program(let requirement): requirement
        case .runtime(let byDefault, let origin):
            RuntimeSwitch(path: path, byDefault: byDefault, origin: origin, titles: titles)
        case .toggle(let byDefault, let isShared):
            UserToggle(path: path, byDefault: byDefault, isShared: isShared, titles: titles)
        case .purchase(let requirement):
            RequiredPurchase(requirement: requirement, consumables: consumables, titles: titles)
        case .permission(let permission): permission
        case .caller(let requirement): requirement
        case .confirmation(let text): UserConfirmation(path: path, text: text)
        }
    }
}

extension ConstraintReport.Kind {
    /// The rules of the kind.
    package var rule: any ConstraintRule.Type {
        switch self {
        case .platform: PlatformRequirement.self
        case .profile: ProfileRequirement.self
        case .program: ProgramRequirement.self
        case .runtime: RuntimeSwitch.self
        case .toggle: UserToggle.self
        case .purchase: RequiredPurchase.self
        case .permission: Permission.self
        case .caller: CallerRequirement.self
        case .confirmation: UserConfirmation.self
        }
    }
}

/// A constraint as it counts for one feature: its own or an ancestor's.
package struct EffectiveConstraint: Equatable, Sendable {
    package let constraint: Constraint
    /// *Shape*: `kind:subject`.
    package let id: String
    package let subject: String
    /// The number of the feature that declared it.
    package let declaredBy: Int
    /// The path of the feature that declared it.
    package let path: String
    /// *Units*: steps from the outermost ancestor, 0 for that one.
    package let depth: Int
    /// The products of a purchase that are used up, and so cannot be restored.
    var consumables: Set<String> = []
    var titles = ConstraintTitles()

    /// The constraint by the rules of its kind.
    package var rule: any ConstraintRule {
        constraint.rule(declaredBy: path, consumables: consumables, titles: titles)
    }

    /// Evaluates the constraint.
    ///
    /// By case, and not through `rule`: this runs at every cache miss, and a rule as `any` value allocates.
    func evaluate(_ facts: SubjectFacts, caller: Caller) -> ConstraintEvaluation {
        switch constraint {
        case .platform(let requirement): requirement.evaluate(facts, caller: caller)
        case .profile(let requirement): requirement.evaluate(facts, caller: caller)
        case .program(let requirement): requirement.evaluate(facts, caller: caller)
        case .runtime(let byDefault, _):
            RuntimeSwitch(path: path, byDefault: byDefault, origin: nil).evaluate(facts, caller: caller)
        case .toggle(let byDefault, let isShared):
            UserToggle(path: path, byDefault: byDefault, isShared: isShared).evaluate(facts, caller: caller)
        case .purchase(let requirement): requirement.evaluate(facts)
        case .permission(let permission): permission.evaluate(facts, caller: caller)
        case .caller(let requirement): requirement.evaluate(facts, caller: caller)
        case .confirmation(let text): UserConfirmation(path: path, text: text).evaluate(facts, caller: caller)
        }
    }

    /// What the answer rests on: the facts that were read, at their oldest and least fresh.
    func evidence(of evaluation: ConstraintEvaluation, _ facts: SubjectFacts) -> ConstraintReport.Evidence {
        if evaluation.reason == ConstraintReport.noSource { return .init(source: "none") }
        guard evaluation.isFromFact else { return .init(source: ConstraintReport.Evidence.declaredDefault) }
        return Self.weakest(rule.evidence(facts)) ?? facts.unansweredEvidence(constraint.kind)
            ?? .init(source: facts.source)
    }

    private static func weakest(_ given: [ConstraintReport.Evidence]) -> ConstraintReport.Evidence? {
        guard var weakest = given.first else { return nil }
        let order = ConstraintReport.Freshness.allCases
        for other in given.dropFirst() {
            if let asOf = other.asOfMs { weakest.asOfMs = min(asOf, weakest.asOfMs ?? asOf) }
            weakest.freshness = order.last { $0 == weakest.freshness || $0 == other.freshness }
            weakest.isOverride = weakest.isOverride || other.isOverride
            weakest.fault = weakest.fault ?? other.fault
            weakest.note = weakest.note ?? other.note
        }
        return weakest
    }
}
