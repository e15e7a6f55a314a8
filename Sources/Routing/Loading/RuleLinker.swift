import Conf
import Matching

/// Makes rules of the routes that were read and finds what their `over` names.
enum RuleLinker {
    /// The routes whose every `over` names another, with their rules in the same order.
    static func link(
        _ draft: TableDraft, diagnostics: inout Diagnostics
    ) -> (routes: [RouteDraft], rules: [RouteRule]) {
        let sound = draft.routes.filter { route in
            route.overs.reduce(true) { isKnown($1, from: route, draft, &diagnostics) && $0 }
        }
        let numbers = Dictionary(
            uniqueKeysWithValues: sound.enumerated().map { ($1.route.name, $0) })
        let rules = sound.map { route in
            let rule = route.route.rule
            return RouteRule(
                name: rule.name, pattern: rule.pattern, query: rule.query, isStrict: rule.isStrict,
                excepts: rule.excepts, over: route.overs.compactMap { numbers[$0.name] }, entries: rule.entries)
        }
        return (zip(sound, rules).map { $0.knowing($1) }, rules)
    }

    private static func isKnown(
        _ over: (name: String, place: SourceRange), from route: RouteDraft, _ draft: TableDraft,
        _ diagnostics: inout Diagnostics
    ) -> Bool {
        guard over.name != route.route.name else {
            diagnostics.report(
                .unknownRoute, at: over.place, "a route does not go before itself", help: "name the other route")
            return false
        }
        guard draft.routePlaces[over.name] == nil, !draft.isSpoiled(over.name) else { return true }
        diagnostics.report(
            .unknownRoute, at: over.place, "there is no route `\(over.name)`",
            help: Suggestion.nearest(to: over.name, among: draft.routePlaces.keys.sorted(limit: 1000)).map {
                "did you mean `\($0)`?"
            } ?? "`over` takes the name that follows `route`")
        return false
    }
}

extension RouteDraft {
    /// The draft with what its `over` names, for whoever asks the ruleset why a route goes before another.
    fileprivate func knowing(_ rule: RouteRule) -> RouteDraft {
        guard !rule.over.isEmpty else { return self }
        var draft = self
        draft.route = Route(
            name: route.name, binding: route.binding, rule: rule, sources: route.sources, defaults: route.defaults,
            fragment: route.fragment, place: route.place)
        return draft
    }
}

extension Dictionary<String, SourceRange>.Keys {
    /// The names by their bytes; none where they are more than anybody looks through.
    fileprivate func sorted(limit: Int) -> [String] { count <= limit ? sorted() : [] }
}
