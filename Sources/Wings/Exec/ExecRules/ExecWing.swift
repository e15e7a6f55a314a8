package import Contract
package import Features
package import Routing

/// Programs in tables: the actions that start them, and the features that require that they are installed.
package enum ExecWing: WingRules {
    package static let requirements: [any RequirementReader.Type] = [RequiredProgramReader.self]
    package static let performers: [any PerformerReader.Type] = [ExecReader.self]

    /// A required program has to be one that can be started.
    package static func findings(
        for rule: any ConstraintRule, in ruleset: Ruleset, on host: any HostView
    ) -> [HostFinding] {
        (rule as? ProgramRequirement).map { [HostFinding("program", $0.path, host.program($0.path))] } ?? []
    }

    /// The same for the programs of actions.
    package static func findings(for ruleset: Ruleset, on host: any HostView) -> [HostFinding] {
        ruleset.catalogue.actions.compactMap(\.performer.program).map { HostFinding("program", $0, host.program($0)) }
    }

    /// Adds the lines that say `trusted`.
    package static func add(_ ruleset: Ruleset, to report: inout CheckReport) {
        report.trusted = ruleset.catalogue.actions.filter(\.performer.isTrusted).compactMap { action in
            action.performer.program.map {
                "\(ruleset.catalogue.features[action.feature].path) \(action.name) \($0)"
            }
        }
    }
}
