import Contract

/// A user's own switch of a feature.
struct UserToggle: ConstraintRule {
    static let kind = ConstraintReport.Kind.toggle
    static let example = "toggle SleepTimer on"
    static let form = "toggle FEATURE on|off|unknown"
    static var unknown: FactValue? { .state(.unknown) }

    /// Of the feature that declares it.
    let path: String
    let byDefault: Bool
    /// Whether the machine's counts until the user moves it.
    let isShared: Bool
    var titles = ConstraintTitles()

    var declaration: String { "toggle " + (byDefault ? "on" : "off") + (isShared ? " shared" : "") }
    var subject: String { path }
    /// The subject matter with the description of the feature.
    var label: String { titles.label(ofFeature: path) }
    var keys: [FactKey] { [.toggle(path)] }

    /// A toggle that the user switched off outranks an upsell; one that is off only by its default comes after it.
    func evaluate(_ facts: SubjectFacts, caller: Caller) -> ConstraintEvaluation {
        let isOfMachine = isShared && facts[.toggle(path)] == nil
        return switch facts.state(of: .toggle(path), isShared: isShared) {
        case .on: .satisfied(isOfMachine ? "onForMachine" : "on", fromFact: true)
        case .off: .unsatisfied(.toggleOff, isOfMachine ? ConstraintReport.offForMachine : "off", fromFact: true)
        case .unknown: .undetermined(50)
        case nil where byDefault: .satisfied("onByDefault", fromFact: false)
        case nil: .unsatisfied(.toggleOff, ConstraintReport.offByDefault, fromFact: false, rank: 70)
        }
    }

    func evidence(_ facts: SubjectFacts) -> [ConstraintReport.Evidence] {
        let fact = facts[.toggle(path)] ?? (isShared ? facts.shared(.toggle(path)) : nil)
        return [fact?.evidence].compactMap(\.self)
    }

    func remedies(for code: OutcomeCode, _ facts: SubjectFacts) -> [Remedy] {
        var remedy = Self.remedy(.enableToggle, .user, "feature", path, "The user can switch \(label) on.")
        if let title = titles.title { remedy.arguments.append(.init("title", .string(title))) }
        return [remedy]
    }

    func axes(among all: [Constraint]) -> [MatrixAxis] {
        // Off by default and switched off are two ranks; on is on.
        [MatrixAxis(.toggle(path), byDefault ? SwitchState.allCases : [.on, .off, nil, .unknown])]
    }

    static func read(_ name: String, _ status: String, into draft: inout FactDraft) throws(FactTextError) {
        let path = try draft.path(of: name, requiring: kind)
        draft.facts[.toggle(path)] = .state(try SwitchState(status: status))
    }
}
