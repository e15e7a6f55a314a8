package import Contract
package import Features
package import Links

/// The outcome of a link without its result: the link reached its feature's gate, and whether the action is performed
/// is not known yet.
///
/// It has no code that could be read. `OutcomeMapping.swift` makes an outcome of it once the result is known.
package struct OutcomeDraft: Equatable, Sendable {
    /// The action, and the feature whose facts decide.
    package let binding: ActionBinding
    /// Whether the action has a secret input, so that its answer may contain a secret.
    package let hasSecrets: Bool
    /// The members that are known; code and message stand for a result that was never set.
    ///
    /// An outcome and not its members one by one: the finished outcome is moved out of it, and copying a dozen members
    /// took a fifth of the time up to the proof.
    var known: Outcome

    /// The URL in canonical form, secrets masked.
    package var url: String { known.url ?? "" }
    /// The route's name.
    package var route: String { known.route ?? "" }

    /// Where the link came from, for what performs it.
    package func origin(activationToken: String?) -> LinkOrigin {
        LinkOrigin(
            route: known.route, feature: known.feature ?? "", url: known.url, activationToken: activationToken)
    }

    /// Describes an action that was named, with its inputs.
    init(_ binding: ActionBinding, _ inputs: [Value.Member], in ruleset: Ruleset) {
        let action = ruleset.catalogue.actions[binding.action]
        let feature = ruleset.catalogue.features[binding.feature]
        self.binding = binding
        hasSecrets = action.hasSecrets
        known = Outcome(
            .failedInternal, feature: feature.path, title: feature.title?.plain, action: action.name,
            parameters: action.masked(inputs))
    }

    /// Describes a link that an earlier run of the daemon accepted, as its table read it; it has no secret input.
    package init(url: String?, route: String?, feature: String, action: String, inputs: [Value.Member]) {
        // The numbers of that table mean nothing in this one, and the feature was verified.
        binding = DeepLinkingFeature.performIncomingURL
        hasSecrets = false
        known = Outcome(
            .failedInternal, url: url, route: route, feature: feature, action: action, parameters: inputs)
    }

    /// Describes a link that a route took.
    package init(_ routed: RoutedLink, _ link: Link, in ruleset: Ruleset) {
        self.init(ruleset.routes[row: routed.row], routed.inputs, ignored: routed.ignored, link.canonical, in: ruleset)
    }

    /// Describes a link that a route took, with the inputs that it brings.
    init(_ route: Route, _ inputs: [Value.Member], ignored: [IgnoredKey], _ url: Link.Canonical, in ruleset: Ruleset) {
        let action = ruleset.action(of: route)
        binding = route.binding
        hasSecrets = action.hasSecrets
        // All at once: to fill it in afterwards copies the whole of it.
        known = Outcome(
            .failedInternal, url: route.maskedURL(of: url, in: ruleset), route: route.name,
            feature: ruleset.featurePath(of: route), title: ruleset.title(of: route), action: action.name,
            parameters: action.masked(inputs))
        if !ignored.isEmpty { known.ignored = ignored }
    }
}
