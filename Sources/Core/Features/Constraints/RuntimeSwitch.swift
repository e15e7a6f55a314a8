package import Contract

/// An operator's switch of a feature.
package struct RuntimeSwitch: SwitchRule {
    package static let kind = ConstraintReport.Kind.runtime
    package static let example = "runtime TurboDownloads off"
    package static let form = "runtime FEATURE on|off|unknown"

    package var path = ""
    let byDefault: Bool
    /// The file or service that keeps it, if one does.
    package let origin: FactPlace?
    package var label = ""

    package init(byDefault: Bool, origin: FactPlace? = nil) { (self.byDefault, self.origin) = (byDefault, origin) }

    package var declaration: String {
        guard let origin else { return byDefault ? "runtime on" : "runtime off" }
        return "runtime from \(origin)" + (byDefault ? " = on" : "")
    }

    package func origin(of key: FactKey, in catalogue: FeatureCatalogue) -> (any FactOrigin)? { origin }

    package func evaluate(_ facts: SubjectFacts, caller: Caller) -> ConstraintEvaluation {
        let fact = facts.state(of: .runtime(path))
        return switch fact ?? (byDefault ? .on : .off) {
        case .on: .satisfied("on", fromFact: fact != nil)
        case .off: .unsatisfied(.featureDisabled, "off", fromFact: fact != nil)
        case .unknown: .undetermined(20)
        }
    }

    package func remedies(for code: OutcomeCode, _ facts: SubjectFacts) -> [Remedy] {
        [
            Self.remedy(.enableRuntime, .administrator, "feature", path, "An operator can switch \(label) on."),
            Self.remedy(
                .hideEntryPoint, .developer, "feature", path,
                "The developer can hide what leads to \(label) while it is off."),
        ]
    }

    package func axes(among all: [any ConstraintRule]) -> [MatrixAxis] {
        [MatrixAxis(.runtime(path), SwitchState.allCases)]
    }
}

extension RuntimeSwitch: SourcedRule {
    package static let words = ["on", "off"]

    package static func value(ofWord word: String) -> FactValue? {
        switch word {
        case "on", "1", "true": .on
        case "off", "0", "false": .off
        default: nil
        }
    }

    package static func parameters(of name: String, for subject: Subject) -> [Value.Member] {
        [.init("feature", .string(name))]
    }

    package static func read(_ answer: Value, for key: FactKey) -> SourceReply {
        switch answer["on"] {
        case nil, .null: .facts([:])
        case .bool(let isOn): .facts([key: isOn ? .on : .off])
        default: .failed(reason: "its `on` is neither true nor false")
        }
    }
}
