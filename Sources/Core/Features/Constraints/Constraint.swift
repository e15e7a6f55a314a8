import Contract

/// One condition of a feature: the rule of its kind, made when the table is loaded.
///
/// A kind that is not one of the core's adds its own way to make one, beside its rules.
package struct Constraint: Equatable, Sendable {
    package let rule: any ConstraintRule

    package init(_ rule: some ConstraintRule) { self.rule = rule }

    /// The kind of its facts.
    package var kind: FactKind { FactKind(type(of: rule)) }

    package static func == (left: Self, right: Self) -> Bool { left.rule.isEqual(to: right.rule) }

    /// The machine must be of a platform.
    package static func platform(_ requirement: PlatformRequirement) -> Self { Self(requirement) }
    /// The table must be for a profile.
    package static func profile(_ requirement: ProfileRequirement) -> Self { Self(requirement) }
    /// The operator's switch must be on, with its default, and where it is read if a file or service keeps it.
    package static func runtime(byDefault: Bool, from origin: FactPlace? = nil) -> Self {
        Self(RuntimeSwitch(byDefault: byDefault, origin: origin))
    }
    /// The user's own switch must be on, with its default; of a shared one the machine's counts until the user moves it.
    package static func toggle(byDefault: Bool, isShared: Bool = false) -> Self {
        Self(UserToggle(byDefault: byDefault, isShared: isShared))
    }
    /// The caller must be one of some.
    package static func caller(_ requirement: CallerRequirement) -> Self { Self(requirement) }
    /// The person must confirm each link; the question has places for its inputs.
    package static func confirmation(_ text: TextTemplate) -> Self { Self(UserConfirmation(text)) }
}

/// A constraint as it counts for one feature: its own or an ancestor's.
package struct EffectiveConstraint: Equatable, Sendable {
    /// As the feature at `path` declares it.
    package let rule: any ConstraintRule
    /// *Shape*: `kind:subject`.
    package let id: String
    package let subject: String
    /// The number of the feature that declared it.
    package let declaredBy: Int
    /// The path of the feature that declared it.
    package let path: String
    /// *Units*: steps from the outermost ancestor, 0 for that one.
    package let depth: Int

    /// The kind of its facts.
    package var kind: FactKind { FactKind(type(of: rule)) }

    package static func == (left: Self, right: Self) -> Bool {
        left.declaredBy == right.declaredBy && left.depth == right.depth && left.rule.isEqual(to: right.rule)
    }

    /// What the answer rests on: the facts that were read, at their oldest and least fresh.
    func evidence(of evaluation: ConstraintEvaluation, _ facts: SubjectFacts) -> ConstraintReport.Evidence {
        if evaluation.reason == ConstraintReport.noSource { return .init(source: "none") }
        guard evaluation.isFromFact else { return .init(source: ConstraintReport.Evidence.declaredDefault) }
        return Self.weakest(rule.evidence(facts)) ?? facts.unansweredEvidence(kind) ?? .init(source: facts.source)
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
