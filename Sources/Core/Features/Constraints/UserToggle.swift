package import Contract

/// A user's own switch of a feature.
package struct UserToggle: SwitchRule {
    package static let kind = ConstraintReport.Kind.toggle
    package static let example = "toggle SleepTimer on"
    package static let form = "toggle FEATURE on|off|unknown"
    package static let isOfHost = false

    package var path = ""
    let byDefault: Bool
    /// True if the machine's counts until the user moves it.
    let isShared: Bool
    package var label = ""
    /// What people call the feature, or else its description.
    private var title: LocalizedText?

    package init(byDefault: Bool, isShared: Bool = false) { (self.byDefault, self.isShared) = (byDefault, isShared) }

    package var declaration: String { "toggle " + (byDefault ? "on" : "off") + (isShared ? " shared" : "") }

    package func declared(by feature: Feature, in catalogue: FeatureCatalogue) -> Self {
        var rule = self
        (rule.path, rule.label, rule.title) = (feature.path, feature.label, feature.title ?? feature.description)
        return rule
    }

    /// A toggle that the user switched off outranks an upsell; one that is off only by its default comes after it.
    package func evaluate(_ facts: SubjectFacts, caller: Caller) -> ConstraintEvaluation {
        let isOfMachine = isShared && facts[.toggle(path)] == nil
        return switch facts.state(of: .toggle(path), isShared: isShared) {
        case .on: .satisfied(isOfMachine ? "onForMachine" : "on", fromFact: true)
        case .off: .unsatisfied(.toggleOff, isOfMachine ? ConstraintReport.offForMachine : "off", fromFact: true)
        case .unknown: .undetermined(50)
        case nil where byDefault: .satisfied("onByDefault", fromFact: false)
        case nil: .unsatisfied(.toggleOff, ConstraintReport.offByDefault, fromFact: false, rank: 70)
        }
    }

    package func evidence(_ facts: SubjectFacts) -> [ConstraintReport.Evidence] {
        let fact = facts[.toggle(path)] ?? (isShared ? facts.shared(.toggle(path)) : nil)
        return [fact?.evidence].compactMap(\.self)
    }

    package func remedies(for code: OutcomeCode, _ facts: SubjectFacts) -> [Remedy] {
        var remedy = Self.remedy(.enableToggle, .user, "feature", path, "The user can switch \(label) on.")
        if let title { remedy.arguments.append(.init(Self.titleArgument, .string(title.plain))) }
        return [remedy]
    }

    private static let titleArgument = "title"

    package var isTranslated: Bool { title?.isTranslated ?? false }

    package func translate(_ remedy: inout Remedy, for languages: LanguageList, inputs: [Value.Member]?) {
        guard let title, remedy.kind == .enableToggle, remedy.argument("feature")?.text == path else { return }
        remedy.replace(Self.titleArgument, by: .string(title.text(in: languages)))
    }

    package func axes(among all: [any ConstraintRule]) -> [MatrixAxis] {
        // Off by default and switched off are two ranks; on is on.
        [MatrixAxis(.toggle(path), byDefault ? SwitchState.allCases : [.on, .off, nil, .unknown])]
    }
}
