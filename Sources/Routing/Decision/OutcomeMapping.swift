// The one place where what happened to a link before it is performed becomes an outcome. Every enum is switched over
// exhaustively: a new error cannot be forgotten here. What performing came to is mapped by whoever performs.

package import Contract
package import Features
package import Links

extension Outcome {
    /// The outcome of a text that is no link.
    package init(_ error: LinkError) {
        var rejection = Rejection()
        switch error {
        case .invalid(let rule, let offset):
            self.init(.urlInvalid, message: rule.sentence)
            rejection.rule = rule.rawValue
            rejection.offset = offset
        case .tooLong(let length, let limit):
            self.init(.urlTooLong, message: "The URL has \(length) bytes; at most \(limit) are taken.")
            (rejection.amount, rejection.limit) = (length, limit)
        case .tooManySegments(let count, let limit):
            self.init(.urlTooManySegments, message: "The URL has \(count) segments; at most \(limit) are taken.")
            (rejection.amount, rejection.limit) = (count, limit)
        case .tooManyItems(let count, let limit):
            self.init(.urlTooManyItems, message: "The URL has \(count) query items; at most \(limit) are taken.")
            (rejection.amount, rejection.limit) = (count, limit)
        case .forbidden(let component, let rule, let offset):
            self.init(
                rule == .trailingDot ? .urlHostNotAllowed : .urlForbiddenComponent, message: rule.sentence)
            (rejection.component, rejection.rule, rejection.offset) = (component.rawValue, rule.rawValue, offset)
        }
        self.rejection = rejection
    }

    /// The outcome of a link that no route takes.
    package init(_ rejected: DecisionRejection, link: Link, in ruleset: Ruleset) {
        self.init(rejected.code, message: rejected.message)
        url = rejected.maskedAs.map { ruleset.routes[$0].maskedURL(of: link, in: ruleset) } ?? link.href
        if rejected.rejection != Rejection() { rejection = rejected.rejection }
        guard let number = rejected.route else { return }
        let route = ruleset.routes[number]
        self.route = route.name
        feature = ruleset.featurePath(of: route)
        action = ruleset.action(of: route).name
        url = route.maskedURL(of: link, in: ruleset)
    }

    /// An outcome for a link that a route took.
    package init(_ code: OutcomeCode, _ routed: RoutedLink, link: Link, in ruleset: Ruleset) {
        let route = ruleset.routes[routed.route]
        let action = ruleset.action(of: route)
        // All at once: to fill it in afterwards copies the whole of it.
        self.init(
            code, url: route.maskedURL(of: link, in: ruleset), route: route.name,
            feature: ruleset.featurePath(of: route), action: action.name, parameters: action.masked(routed.inputs))
    }

    /// The outcome of a URL that the intake does not let in.
    package init(_ refusal: Refusal) {
        self.init(refusal.code)
        feature = DeepLinkingFeature.name
        action = DeepLinkingFeature.action
        refuse(refusal)
        message += " An operator switches it on with `\(DeepLinkingFeature.commandToSwitchOn)`."
    }

    /// Says what stands in the way.
    package mutating func refuse(_ refusal: Refusal) {
        code = refusal.code
        message = refusal.sentence
        primary = refusal.primary
        constraints = refusal.constraints
        remedies = refusal.remedies
    }
}
