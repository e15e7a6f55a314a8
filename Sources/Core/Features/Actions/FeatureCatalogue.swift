package import Contract
import Matching

/// All features and actions of one table, fixed when it was loaded; `DeepLinkingFeature` is number 0.
package struct FeatureCatalogue: Sendable {
    package private(set) var features: [Feature] = []
    package private(set) var actions: [Action] = []
    /// The kinds of constraints and facts that the program knows.
    package let kinds: ConstraintKinds
    /// What wings keep of the table.
    package var parts = WingParts()
    /// Per feature, what its availability depends on: the outermost ancestor's constraints first.
    package private(set) var constraints: [[EffectiveConstraint]] = []
    /// Whether there is a feature that only operators are told of.
    package private(set) var hasHidden = false
    /// Whether there is a text for people in several languages.
    package private(set) var isTranslated = false
    /// The actions that stand around the links of other features.
    package var interceptors = Interceptors()
    /// Per feature, what else is performed where it is blocked: its own lines, in their order.
    private var insteads: [Int: [InsteadRule]] = [:]
    /// Per feature, how many ancestors it has.
    private var depths: [Int] = []

    /// Makes a catalogue that holds the intake and nothing else.
    package init(kinds: ConstraintKinds = ConstraintKinds([])) {
        self.kinds = kinds
        _ = add(DeepLinkingFeature.feature)
        _ = add(
            Action(
                name: DeepLinkingFeature.action, feature: 0, inputs: [ActionInput(name: "url", type: .value(.string))],
                performer: .hosted, limits: ActionLimits()))
    }

    /// How many features the table declares: all but the intake, which no table declares.
    package var declaredCount: Int { features.count - 1 }

    /// Adds a feature after its parent and gives its number.
    package mutating func add(_ feature: Feature) -> Int {
        let number = features.count
        features.append(feature)
        if feature.isHidden { hasHidden = true }
        var effective = feature.parent.map { constraints[$0] } ?? []
        let depth = feature.parent.map { depths[$0] + 1 } ?? 0
        depths.append(depth)
        for constraint in feature.constraints {
            let rule = constraint.rule.declared(by: feature, in: self)
            let subject = rule.subject
            let id = constraint.kind.word + ":" + subject
            // The outermost declaration stands for all: a repeated one can only be met by the same fact.
            guard !effective.contains(where: { $0.id == id }) else { continue }
            effective.append(
                EffectiveConstraint(
                    rule: rule, id: id, subject: subject, declaredBy: number, path: feature.path, depth: depth))
        }
        isTranslated = isTranslated || feature.isTranslated || effective.contains { $0.rule.isTranslated }
        constraints.append(effective)
        return number
    }

    /// Adds an action and gives its number.
    package mutating func add(_ action: Action) -> Int {
        actions.append(action)
        return actions.count - 1
    }

    /// An action with the feature that owns it.
    ///
    /// - Parameter action: a number that `add` gave.
    package func binding(of action: Int) -> ActionBinding {
        ActionBinding(feature: actions[action].feature, action: action)
    }

    /// Adds a line about a feature and those inside it.
    package mutating func add(_ rule: InsteadRule, to feature: Int) { insteads[feature, default: []].append(rule) }

    /// Whether a line says of any feature what else is performed where it is blocked.
    package var hasInsteads: Bool { !insteads.isEmpty }

    /// The own lines of a feature.
    package func insteads(of feature: Int) -> [InsteadRule] { insteads[feature] ?? [] }

    /// What else is performed where a feature is refused with a code: the first line that is about it, the feature's own before
    /// those around it.
    package func instead(of feature: Int, refusedWith code: OutcomeCode) -> InsteadRule? {
        var next: Int? = insteads.isEmpty ? nil : feature
        while let number = next {
            let rule = insteads[number]?.first { $0.binding.feature != feature && $0.applies(to: code) }
            if let rule { return rule }
            next = features[number].parent
        }
        return nil
    }

    /// Whether an audience is told of a feature.
    package func isShown(_ feature: Int, to audience: Audience) -> Bool {
        audience == .operator || !features[feature].isHidden
    }

    /// The number of a feature by its path, or by its last name where that is unique among those that are shown.
    package func feature(named name: String, for audience: Audience = .operator) -> Int? {
        let shown = features.indices.lazy.filter { self.isShown($0, to: audience) }
        if let exact = shown.first(where: { features[$0].path == name }) { return exact }
        let byName = Array(shown.filter { features[$0].name == name })
        return byName.count == 1 ? byName[0] : nil
    }
}
