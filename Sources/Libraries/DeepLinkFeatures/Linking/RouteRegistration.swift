// Declared routes → the table reader → a ruleset, and what the reader found → declaration errors. A name that a route was
// not given is made of its action's, so that outcomes and overlaps have something to call it by.

import Conf
import Routing

/// Reads the routes of all features of a dispatcher.
struct RouteRegistration {
    /// nil where there is an error.
    private(set) var plan: RoutePlan?
    private(set) var errors: [DeclarationError] = []
    /// Each route with the number of its action and the path of its feature.
    private var routes: [(declared: DeclaredRoute, action: Int, path: String)] = []
    private let rewrites: [LinkRewrite]

    init(
        _ drafts: [FeatureDraft], rewriting rewrites: [LinkRewrite], for profile: Profile, in roster: Roster,
        answering scopes: [LinkScope]
    ) {
        self.rewrites = rewrites
        for draft in drafts {
            for route in draft.routes {
                guard let action = roster.number(of: route.action, in: route.feature) else { continue }
                routes.append((route, action, draft.path))
            }
            if scopes.isEmpty, !draft.routes.isEmpty { errors.append(.routing(.noScope(feature: draft.path))) }
        }
        guard errors.isEmpty else { return }
        let (ruleset, faults) = RulesetLoader.load(declarations(in: roster, scopes, profile))
        errors = faults.map(error)
        guard let ruleset else { return }
        let bindings = routes.map { roster.catalogue.binding(of: $0.action) }
        let plan = RoutePlan(ruleset, routes.map(\.declared), bindings, rewrites)
        errors += plan.inputFaults.map { number, fault in
            .routing(
                .badInput(
                    feature: routes[number].path, route: routes[number].declared.pattern, input: fault.input,
                    problem: fault.problem))
        }
        self.plan = plan
    }

    // MARK: What the reader is given

    private func declarations(in roster: Roster, _ scopes: [LinkScope], _ profile: Profile) -> RouteDeclarations {
        let declarations = zip(names, routes).map { name, route in
            RouteDeclarations.Declaration(
                name, route.declared.pattern, action: route.action, lines: route.declared.lines,
                secrets: route.declared.secrets)
        }
        return RouteDeclarations(
            declarations,
            rewrites: rewrites.map { .init($0.name, from: $0.from, to: $0.to, profile: $0.profile) },
            in: roster.catalogue,
            schemes: scopes.compactMap { if case .scheme(let name) = $0 { name } else { nil } },
            hosts: scopes.compactMap { if case .host(let name) = $0 { name } else { nil } }, profile: profile)
    }

    /// The routes' names: those that they were given, and for the others the action's, with the feature's and a number
    /// where that is needed to tell them apart.
    private var names: [String] {
        var taken = Set(routes.compactMap(\.declared.name))
        // What comes next for a name, so that a thousand routes to one action are not counted from the start each time.
        var numbers: [String: Int] = [:]
        return routes.map { route in
            if let name = route.declared.name { return name }
            let action = Self.name(route.declared.action.name)
            let longer = Self.name(route.path) + "-" + action
            var name = taken.contains(action) ? longer : action
            while !taken.insert(name).inserted {
                numbers[longer, default: 1] += 1
                name = "\(longer)-\(numbers[longer, default: 1])"
            }
            return name
        }
    }

    /// A text as a table's name.
    private static func name(_ text: String) -> String {
        let name = String(
            text.unicodeScalars.map { scalar in
                switch scalar {
                case "a"..."z", "A"..."Z", "0"..."9", "-", "_": Character(scalar)
                default: "-"
                }
            })
        return ("0"..."9").contains(name.prefix(1)) || name.hasPrefix("-") ? "_" + name : name
    }

    // MARK: What it found

    private func error(_ fault: RouteDeclarations.Fault) -> DeclarationError {
        let problem = fault.diagnostic.message + (fault.diagnostic.help.map { "; " + $0 } ?? "")
        if let number = fault.rewrite, rewrites.indices.contains(number) {
            return .intercepting(.badRewrite(rewrite: rewrites[number].name, problem: problem))
        }
        return .routing(error(fault, problem))
    }

    private func error(_ fault: RouteDeclarations.Fault, _ problem: String) -> RoutingError {
        let diagnostic = fault.diagnostic
        guard let number = fault.route, routes.indices.contains(number) else { return .badScope(problem: problem) }
        let (feature, route) = (routes[number].path, routes[number].declared.pattern)
        switch diagnostic.code {
        case .overlap, .equalRoutes:
            return .overlap(
                feature: feature, route: route, other: fault.other.map { routes[$0].declared.pattern } ?? "",
                link: diagnostic.witness, problem: problem)
        case .unknownScope:
            // The reader speaks of the file that would declare it.
            return .badRoute(
                feature: feature, route: route,
                problem: "it names a scheme or host, or all of them, that the dispatcher does not answer; "
                    + "name it in `answering:` too")
        default:
            return .badRoute(feature: feature, route: route, problem: problem)
        }
    }
}
