package import Routing

/// Programs in tables: the actions that start them, and the features that require that they are installed.
package enum ExecWing: WingRules {
    package static let requirements: [any RequirementReader.Type] = [RequiredProgramReader.self]
    package static let performers: [any PerformerReader.Type] = [ExecReader.self]
}
