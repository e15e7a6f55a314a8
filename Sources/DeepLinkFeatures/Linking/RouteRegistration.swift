// Declared routes → the table reader → a ruleset, and what the reader found → declaration errors. A name that a route was
// not given is made of its action's, so that outcomes and overlaps have something to call it by.

import Conf
import Features
import Routing

/// Reads the routes of all features of a dispatcher.
struct RouteRegistration {
    /// nil where there is an error.
    private(set) var plan: RoutePlan?
    private(set) var errors: [RoutingError] = []
    private var routes: [DeclaredRoute] = []
    /// The number of the action of each route.
    private var actions: [Int] = []
    /// The path of the feature of each route.
    private var paths: [String] = []

    init(_ drafts: [FeatureDraft], in roster: Roster, answering scopes: [LinkScope]) {
        for draft in drafts {
            for route in draft.routes {
                guard let action = roster.number(of: route.action, in: route.feature) else { continue }
                routes.append(route)
                actions.append(action)
                paths.append(draft.path)
            }
            if scopes.isEmpty, !draft.routes.isEmpty { errors.append(.noScope(feature: draft.path)) }
        }
        guard errors.isEmpty else { return }
        let (ruleset, faults) = RulesetLoader.load(declarations(in: roster, scopes))
        errors = faults.map(error)
        guard let ruleset else { return }
        let plan = RoutePlan(ruleset, routes)
        errors += plan.inputFaults.map { number, fault in
            .badInput(
                feature: paths[number], route: routes[number].pattern, input: fault.input, problem: fault.problem)
        }
        self.plan = plan
    }

    // MARK: What the reader is given

    private func declarations(in roster: Roster, _ scopes: [LinkScope]) -> RouteDeclarations {
        var schemes: [String] = []
        var hosts: [String] = []
        for scope in scopes {
            switch scope {
            case .scheme(let name): schemes.append(name)
            case .host(let name): hosts.append(name)
            }
        }
        let names = names
        let declared = routes.indices.map { number in
            RouteDeclarations.Declaration(
                names[number], routes[number].pattern, action: actions[number], lines: routes[number].lines)
        }
        return RouteDeclarations(declared, in: roster.catalogue, schemes: schemes, hosts: hosts)
    }

    /// The routes' names: those that they were given, and for the others the action's, with the feature's and a number
    /// where that is needed to tell them apart.
    private var names: [String] {
        var taken = Set(routes.compactMap(\.name))
        // What comes next for a name, so that a thousand routes to one action are not counted from the start each time.
        var numbers: [String: Int] = [:]
        return zip(routes, paths).map { route, path in
            if let name = route.name { return name }
            let action = Self.name(route.action.name)
            let longer = Self.name(path) + "-" + action
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

    private func error(_ fault: RouteDeclarations.Fault) -> RoutingError {
        let diagnostic = fault.diagnostic
        let problem = diagnostic.message + (diagnostic.help.map { "; " + $0 } ?? "")
        guard let number = fault.route, routes.indices.contains(number) else { return .badScope(problem: problem) }
        let (feature, route) = (paths[number], routes[number].pattern)
        switch diagnostic.code {
        case .overlap, .equalRoutes:
            return .overlap(
                feature: feature, route: route, other: fault.other.map { routes[$0].pattern } ?? "",
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
