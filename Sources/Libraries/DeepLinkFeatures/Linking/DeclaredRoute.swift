import Routing

/// A route as its feature declared it, and the way to perform it: the one place where its types are known.
struct DeclaredRoute: Sendable {
    /// What happens to a link that took it.
    enum Performance: Sendable {
        case immediate(@Sendable (LinkPassage) throws -> LinkOutcome)
        /// It may suspend.
        case suspending(Suspending)
    }

    /// It runs where its caller runs.
    typealias Suspending = nonisolated(nonsending) @Sendable (LinkPassage) async throws -> LinkOutcome

    let feature: any FeatureDefinition.Type
    let action: any ActionDefinition.Type
    let pattern: String
    /// nil where the action's name is to make one.
    let name: String?
    /// What its block would say in a table, word by word.
    let lines: [[TableWord]]
    /// The names of the values that are secret.
    let secrets: Set<String>
    let performance: Performance
    /// Makes an input of made-up values.
    let probe: @Sendable (RouteInputs) throws -> Void
}
