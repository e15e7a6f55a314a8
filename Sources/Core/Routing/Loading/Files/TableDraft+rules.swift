// The rules of the index by number: first a rule for each pattern of the routes of the draft, then one for each pattern of
// the routes with an error.

import Conf
import Matching

extension TableDraft {
    /// The number of the first rule of the same route.
    func route(of rule: Int) -> Int {
        guard routes.indices.contains(rule) else { return rule - (faulty(rule)?.position ?? 0) }
        var first = rule
        while first > 0, routes[first - 1].name == routes[rule].name { first -= 1 }
        return first
    }

    /// Where the route's name stands.
    func place(_ rule: Int) -> SourceRange {
        routes.indices.contains(rule)
            ? routePlaces[Int(routes[rule].name)].range
            : faulty(rule)?.place ?? SourceRange(file: 0, offset: 0, length: 1)
    }

    /// The route's name as written.
    func name(_ rule: Int) -> String {
        routes.indices.contains(rule) ? routeNames.string(of: Int(routes[rule].name)) : faulty(rule)?.name ?? "?"
    }

    /// The pattern, whole and without optional parts.
    func pattern(_ rule: Int) -> String {
        String(decoding: routes.indices.contains(rule) ? text(of: rule) : faulty(rule)?.pattern ?? [], as: UTF8.self)
    }

    private func text(of rule: Int) -> ArraySlice<UInt8> {
        patterns[(rule == 0 ? 0 : Int(routes[rule - 1].patternEnd))..<Int(routes[rule].patternEnd)]
    }

    /// Leaves out routes by the numbers of their names, with the texts of their patterns.
    mutating func removeRoutes(_ names: Set<UInt32>) {
        var (kept, texts): ([RouteDraft], [UInt8]) = ([], [])
        for (rule, route) in routes.enumerated() where !names.contains(route.name) {
            texts += text(of: rule)
            kept.append(
                RouteDraft(
                    name: route.name, form: route.form, patternEnd: UInt32(truncatingIfNeeded: texts.count),
                    path: route.path))
        }
        (routes, patterns) = (kept, texts)
    }

    /// What a report is about: the route, or one of its patterns.
    func subject(_ rule: Int) -> String {
        let isOnly = route(of: rule) == rule && (rule + 1 == ruleCount || route(of: rule + 1) == rule + 1)
        return (isOnly ? "" : "the pattern `\(pattern(rule))` of ") + "the route `\(name(rule))`"
    }

    private var ruleCount: Int { routes.count + faultyRoutes.count }

    /// The fragment that the route declares.
    func fragment(of rule: Int) -> Route.Fragment? {
        routes.indices.contains(rule)
            ? forms[Int(routes[rule].form)].fragment : faulty(rule)?.conditions.routeFragment
    }

    /// Whether an `over` can name the route.
    func hasName(_ rule: Int) -> Bool {
        faulty(rule).map { $0.number != nil && Name.isName(String(Name.local($0.name))) } ?? true
    }

    /// Whether an `over` can say which of two routes wins.
    func canOrder(_ rule: Int, _ other: Int) -> Bool {
        hasName(rule) && hasName(other) && package(of: rule) == package(of: other)
            && route(of: rule) != route(of: other)
    }

    /// Whether a route of another package stands in the way of one, as a guest in the scope, or as the later of two.
    func isGuest(_ rule: Int, besides other: Int, in entry: ScopeEntry) -> Bool {
        guard package(of: rule) != package(of: other), let scope = scopes.first(where: { $0.entry == entry }) else {
            return false
        }
        let owner = packagesByFile[scope.owner]?.name
        if [package(of: rule), package(of: other)].contains(owner) { return package(of: rule) != owner }
        return ranks[place(rule).file, default: 0] > ranks[place(other).file, default: 0]
    }

    /// The name of the package whose file has the route; nil for a file without one.
    func package(of rule: Int) -> String? { packagesByFile[place(rule).file]?.name }

    /// The route with an error of that rule; nil for a rule of a route without.
    func faulty(_ rule: Int) -> FaultyRoute? {
        let index = rule - routes.count
        return faultyRoutes.indices.contains(index) ? faultyRoutes[index] : nil
    }

    /// The problems, but of those between the patterns of two routes only the first.
    func onceByRoute(_ problems: [PrecedenceProblem]) -> [PrecedenceProblem] {
        var seen: Set<[Int]> = []
        return problems.filter { problem in
            guard case .conflict(let rule, let other, let relation, _, _) = problem else { return true }
            let pair = [route(of: rule), route(of: other)].sorted()
            return pair[0] == pair[1] || seen.insert(pair + [relation == .equal ? 1 : 0]).inserted
        }
    }
}
