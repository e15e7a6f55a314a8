import Conf
import Matching

/// Makes rules of the routes that were read: checks that their names are unique and finds what `over` names.
enum RuleLinker {
    /// The rules, in the order of the routes.
    static func link(_ routes: [RouteDraft], diagnostics: inout Diagnostics) -> [RouteRule] {
        var numbers: [String: Int] = [:]
        for (number, route) in routes.enumerated() {
            if let first = numbers[route.route.name] {
                diagnostics.report(
                    .duplicateRoute, at: route.place, "the route `\(route.route.name)` is declared twice",
                    help: "route names are unique in a table: choose another",
                    related: [.init(place: routes[first].place, note: "the first is here")])
            } else {
                numbers[route.route.name] = number
            }
        }
        return routes.map { route in
            var overs: [Int] = []
            for over in route.overs {
                if let number = numbers[over.name], over.name != route.route.name {
                    overs.append(number)
                } else {
                    diagnostics.report(
                        .unknownRoute, at: over.place, "there is no other route `\(over.name)`",
                        help: Suggestion.help(for: over.name, among: nearby(over.name, numbers)))
                }
            }
            let rule = route.route.rule
            return RouteRule(
                name: rule.name, pattern: rule.pattern, query: rule.query, isStrict: rule.isStrict,
                excepts: rule.excepts, over: overs, entries: rule.entries)
        }
    }

    /// A choice that a person can read: the nearest name, else a few.
    private static func nearby(_ name: String, _ numbers: [String: Int]) -> [String] {
        let names = numbers.keys.sorted()
        return Suggestion.nearest(to: name, among: names).map { [$0] } ?? Array(names.prefix(8))
    }
}
