import Contract

/// An operator's switch of a feature.
struct RuntimeSwitch: ConstraintRule {
    static let kind = ConstraintReport.Kind.runtime
    static let example = "runtime TurboDownloads off"
    static let form = "runtime FEATURE on|off|unknown"
    static var unknown: FactValue? { .state(.unknown) }

    /// Of the feature that declares it.
    let path: String
    let byDefault: Bool
    /// The file or service that keeps it, if one does.
    let origin: FactPlace?
    var titles = ConstraintTitles()

    var declaration: String {
        guard let origin else { return byDefault ? "runtime on" : "runtime off" }
        return "runtime from \(origin)" + (byDefault ? " = on" : "")
    }
    var subject: String { path }
    /// The subject matter with the description of the feature.
    var label: String { titles.label(ofFeature: path) }
    var keys: [FactKey] { [.runtime(path)] }

    func evaluate(_ facts: SubjectFacts, caller: Caller) -> ConstraintEvaluation {
        let fact = facts.state(of: .runtime(path))
        return switch fact ?? (byDefault ? .on : .off) {
        case .on: .satisfied("on", fromFact: fact != nil)
        case .off: .unsatisfied(.featureDisabled, "off", fromFact: fact != nil)
        case .unknown: .undetermined(20)
        }
    }

    func remedies(for code: OutcomeCode, _ facts: SubjectFacts) -> [Remedy] {
        [
            Self.remedy(.enableRuntime, .administrator, "feature", path, "An operator can switch \(label) on."),
            Self.remedy(
                .hideEntryPoint, .developer, "feature", path,
                "The developer can hide what leads to \(label) while it is off."),
        ]
    }

    func axes(among all: [Constraint]) -> [MatrixAxis] { [MatrixAxis(.runtime(path), SwitchState.allCases)] }

    static func read(_ name: String, _ status: String, into draft: inout FactDraft) throws(FactTextError) {
        let path = try draft.path(of: name, requiring: kind)
        draft.facts[.runtime(path)] = .state(try SwitchState(status: status))
    }
}
