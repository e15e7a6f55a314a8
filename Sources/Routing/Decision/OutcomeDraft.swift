package import Contract
package import Features
package import Links

/// What the outcome of a link will contain besides its result: the link came to its feature's gate, and whether the action
/// is performed is not known yet.
///
/// It has no code. `OutcomeMapping.swift` makes an outcome of it once the result is known.
package struct OutcomeDraft: Equatable, Sendable {
    /// The action, and the feature whose facts decide.
    package let binding: ActionBinding
    /// The URL in canonical form, secrets masked.
    package let url: String
    package let route: String
    /// The feature's path.
    package let feature: String
    package let action: String
    /// The action's inputs, secrets masked.
    package let parameters: [Outcome.Parameter]
    /// Whether the action has a secret input, so that its answer may contain a secret.
    package let hasSecrets: Bool
    package let tableRevision: String
    /// nil where no facts were looked at.
    package let stateRevision: String?
    /// Every constraint that the link depends on; empty unless facts are overridden.
    package let constraints: [ConstraintReport]
    package let timings: Outcome.Timings?

    /// Describes a link that a route took.
    package init(
        _ routed: RoutedLink, _ link: Link, in ruleset: Ruleset, stateRevision: String? = nil,
        constraints: [ConstraintReport] = [], timings: Outcome.Timings? = nil
    ) {
        let route = ruleset.routes[routed.route]
        let action = ruleset.action(of: route)
        binding = route.binding
        url = route.maskedURL(of: link, in: ruleset)
        self.route = route.name
        feature = ruleset.featurePath(of: route)
        self.action = action.name
        parameters = action.masked(routed.inputs)
        hasSecrets = action.hasSecrets
        tableRevision = ruleset.revision
        self.stateRevision = stateRevision
        self.constraints = constraints
        self.timings = timings
    }
}
