import Contract
import Features
import Matching

/// Builds a link of a route that has several patterns.
///
/// The first pattern is taken that has a place for all given values, and whose link leads back to the route.
package struct RoutePatterns {
    private let ruleset: Ruleset
    private let patterns: [Route]

    /// The patterns of the route with that number.
    package init(of number: Int, in ruleset: Ruleset) {
        self.ruleset = ruleset
        patterns = ruleset.routes[number].alternatives
    }

    /// Everything that links of the route can be given by any of its patterns; what is fixed comes last.
    package var parameters: [RouteParameter] {
        var found: [RouteParameter] = []
        let all = patterns.flatMap(ruleset.parameters(of:))
        for parameter in all.filter({ $0.part != .fixed }) + all.filter({ $0.part == .fixed })
        where !found.contains(where: { $0.name == parameter.name }) {
            found.append(parameter)
        }
        return found
    }

    /// Builds the link of the route.
    func link(_ values: [Value.Member], scope: String?, scopeLimit: Int) throws(LinkBuildError) -> BuiltLink {
        // All patterns share the limit, but each is tried in one scope at least.
        var left = scopeLimit
        guard patterns.count > 1 else { return try ruleset.link(by: patterns[0], values, scope: scope, left: &left) }
        let known = parameters
        if let unknown = values.first(where: { value in !known.contains { $0.name == value.name } }) {
            throw .unknownParameter(unknown.name, known: known.filter { $0.part != .fixed }.map(\.name))
        }
        var failure: LinkBuildError?
        for pattern in patterns {
            do {
                return try ruleset.link(by: pattern, values, scope: scope, left: &left)
            } catch {
                guard takes(values, pattern), error.distance < failure?.distance ?? .max else { continue }
                failure = error
            }
        }
        throw failure ?? .noPattern(values.map(\.name))
    }

    /// True if a pattern has a place for each of the values; one that it has anyway needs none.
    private func takes(_ values: [Value.Member], _ pattern: Route) -> Bool {
        let parameters = ruleset.parameters(of: pattern)
        return values.allSatisfy { value in
            parameters.contains { parameter in
                parameter.name == value.name
                    && (parameter.part != .fixed || parameter.defaultValue?.argumentText == value.value.argumentText)
            }
        }
    }
}
