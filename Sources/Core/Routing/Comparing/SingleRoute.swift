import Links
import Matching

/// A route with one of its patterns, as if it stood alone in a scope.
///
/// A class, because its index cannot be copied.
final class SingleRoute {
    private let route: Route
    private let index: RouteIndex?

    /// Makes the index of the route alone.
    init(_ route: Route, in scope: DeclaredScope, of ruleset: Ruleset) {
        self.route = route
        var build = ruleset.builder(of: [route.rule], in: scope).build()
        index = build.takeIndex()
    }

    /// True if the route takes the link with its inputs.
    func takes(_ link: Link) -> Bool {
        var match = Match()
        switch index {
        case .some(let index):
            guard case .matched = index.match(link, into: &match) else { return false }
            return route.fragment.flatMap { InputFault(fragmentOf: link, for: $0) } == nil
        case nil: return false
        }
    }
}
