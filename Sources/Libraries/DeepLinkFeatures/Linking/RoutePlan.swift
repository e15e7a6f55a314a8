import Features
import Routing

/// The routes of one dispatcher: the ruleset that decides on links, and what the program declared for each route.
struct RoutePlan: Sendable {
    /// One route; a class, because each of its links takes it along.
    final class Route: Sendable {
        /// What the program declared for it.
        let declared: DeclaredRoute
        let binding: Features.ActionBinding
        let action: RoutedAction

        init(_ declared: DeclaredRoute, _ binding: Features.ActionBinding, _ action: RoutedAction) {
            (self.declared, self.binding, self.action) = (declared, binding, action)
        }
    }

    private let ruleset: Ruleset
    /// By the number of the ruleset's routes, as below.
    private let routes: [DeclaredRoute]
    private let planned: [Route]
    /// nil if no rewrite is in force.
    let rewriter: LinkRewriter?

    /// - Parameter bindings: the numbers of the routes' actions for the dispatcher; the ruleset may have others.
    init(
        _ ruleset: Ruleset, _ routes: [DeclaredRoute], _ bindings: [Features.ActionBinding], _ rewrites: [LinkRewrite]
    ) {
        self.ruleset = ruleset
        rewriter = LinkRewriter(ruleset.rewrites, rewrites)
        self.routes = routes
        planned = zip(ruleset.routes, zip(routes, bindings)).map { route, declaration in
            let action = RoutedAction(
                feature: ruleset.featurePath(of: route), action: ruleset.action(of: route).name, route: route.name)
            return Route(declaration.0, declaration.1, action)
        }
    }

    /// Where a link leads.
    struct Destination {
        let route: Route
        let inputs: RouteInputs
        /// The link in canonical form, without its secrets; nil where it was not asked for.
        let url: String?
    }

    /// Where a URL leads, whatever feature is available.
    ///
    /// - Parameters:
    ///   - proof: that the intake is on.
    ///   - isShown: whether interceptors are to see the link.
    func destination(
        of url: String, admittedBy proof: borrowing Features.VerifiedActionBinding, isShown: Bool
    ) throws(LinkRejection) -> Destination {
        switch ruleset.destination(of: url, admittedBy: IntakeProof(proof)) {
        case .rejected(let outcome): throw LinkRejection(outcome)
        case .routed(let routed, let link):
            Destination(
                route: planned[routed.route], inputs: RouteInputs(values: routed.inputs),
                url: isShown ? OutcomeDraft(routed, link, in: ruleset).url : nil)
        }
    }

    /// The names of the secret values of the routes to an action.
    func secrets(of action: any ActionDefinition.Type, in feature: any FeatureDefinition.Type) -> Set<String> {
        routes.reduce(into: []) { secrets, route in
            if route.action == action, route.feature == feature { secrets.formUnion(route.secrets) }
        }
    }

    /// A link of the first route to the action that can carry the values.
    ///
    /// - Throws: why the first route to it has no such link.
    func link(
        to action: any ActionDefinition.Type, of feature: any FeatureDefinition.Type, _ values: LinkValues,
        in scope: LinkScope?
    ) throws(LinkNotBuilt) -> String {
        var failure: LinkNotBuilt?
        for (number, route) in routes.enumerated() where route.action == action && route.feature == feature {
            do throws(LinkBuildError) {
                return try ruleset.link(to: number, values.members, scope: scope?.word).url
            } catch {
                failure = failure ?? LinkNotBuilt(error)
            }
        }
        throw failure ?? LinkNotBuilt(unrouted: action.name)
    }

    /// What is wrong with how the actions read what their routes give.
    var inputFaults: [(route: Int, fault: RouteProbe.Fault)] {
        routes.indices.flatMap { number in
            let probe = RouteProbe(inputs(of: number))
            for optional in [true, false] {
                // Made-up values may break the action's own rules, which is not an error.
                _ = try? routes[number].probe(RouteInputs(values: probe.samples(optional: optional), probe: probe))
            }
            let faults = probe.faults + neverGiven(probe.absent, like: routes[number]) + unknownSecrets(of: number)
            return faults.map { (number, $0) }
        }
    }

    /// Optional inputs that the action reads and that no route to it gives.
    private func neverGiven(_ names: Set<String>, like route: DeclaredRoute) -> [RouteProbe.Fault] {
        guard !names.isEmpty else { return [] }
        return names.subtracting(inputsOfAll(like: route)).sorted().map { name in
            RouteProbe.Fault(input: name, problem: "no route to the action gives such a value")
        }
    }

    /// Values that are declared secret and are none of the route.
    private func unknownSecrets(of route: Int) -> [RouteProbe.Fault] {
        routes[route].secrets.subtracting(inputs(of: route).map(\.name)).sorted().map { name in
            RouteProbe.Fault(input: name, problem: "the route gives no such value that could be secret")
        }
    }

    private func inputs(of route: Int) -> [ActionInput] { ruleset.action(of: ruleset.routes[route]).inputs }

    /// The names of what any route to the same action gives.
    private func inputsOfAll(like route: DeclaredRoute) -> [String] {
        routes.indices.filter { routes[$0].action == route.action && routes[$0].feature == route.feature }
            .flatMap { inputs(of: $0).map(\.name) }
    }
}
