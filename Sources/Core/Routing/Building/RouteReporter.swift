package import Contract
import Features
import Matching

/// Reports routes to callers.
package struct RouteReporter {
    private let ruleset: Ruleset
    /// The names of scopes by the entries of routes: most routes of a table have the same.
    private var scopes: [[ScopeEntry]: [String]] = [:]

    package init(_ ruleset: Ruleset) { self.ruleset = ruleset }

    /// The report on the route of a number.
    package mutating func report(on number: Int) -> RouteReport {
        let route = ruleset.routes[number]
        let names = scopes[route.entries] ?? ruleset.scopes(of: route).map(\.name)
        scopes[route.entries] = names
        return RouteReport {
            ($0.name, $0.patterns, $0.scopes) = (route.name, route.alternatives.map(\.pattern.text), names)
            ($0.feature, $0.action) = (ruleset.featurePath(of: route), ruleset.action(of: route).name)
        }
    }
}
