import ChannelRules
import ExecRules
internal import Features
internal import Matching
internal import Pictures
internal import Routing

/// A table as a picture: which schemes and hosts lead to which routes, and these to actions and features.
struct TablePicture {
    private let ruleset: Ruleset
    /// The features whose actions are shown.
    private let features: [Int]
    private let actions: [Int: [Int]]
    private let routes: [Int: [Int]]

    /// Takes a table.
    ///
    /// - Parameter feature: the feature that is shown with those inside it; nil for all.
    init(_ ruleset: Ruleset, feature: Int? = nil) {
        self.ruleset = ruleset
        actions = Dictionary(grouping: ruleset.catalogue.actions.indices) { ruleset.catalogue.actions[$0].feature }
        routes = Dictionary(grouping: ruleset.routes.indices) { ruleset.routes[$0].binding.action }
        features = ruleset.catalogue.features.indices.dropFirst().filter { number in
            var next: Int? = number
            while let current = next, let wanted = feature, current != wanted {
                next = ruleset.catalogue.features[current].parent
            }
            return feature == nil || next != nil
        }
    }

    /// The picture.
    ///
    /// - Parameter title: what stands above it.
    func picture(title: String) -> Picture {
        // A feature without actions only hands conditions down, which each feature inside it has in its own box.
        let shown = features.filter { actions[$0] != nil }
        let shownActions = shown.flatMap { actions[$0, default: []] }
        let shownRoutes = shownActions.flatMap { routes[$0, default: []] }
        let groups = ScopeGroups(shownRoutes, in: ruleset)
        return Picture(
            title: title,
            boxes: groups.boxes + shownRoutes.map(box(ofRoute:)) + shownActions.map(box(ofAction:))
                + shown.map(box(ofFeature:)),
            scopeEdges: groups.edges)
    }

    private func box(ofRoute number: Int) -> Picture.Box {
        let text = RouteText(ruleset: ruleset, number: number)
        return Picture.Box(
            id: "route-\(number)", column: .routes, title: text.name, lines: text.patterns + text.conditions,
            parent: "action-\(ruleset.routes[number].binding.action)")
    }

    private func box(ofAction number: Int) -> Picture.Box {
        let action = ruleset.catalogue.actions[number]
        return Picture.Box(
            id: "action-\(number)", column: .actions, title: action.name,
            lines: action.inputs.map { "input " + FeatureTree.words(of: $0) } + performing(action),
            parent: "feature-\(action.feature)")
    }

    /// How the action is performed, in the table's words: `respond`, `exec printf`.
    private func performing(_ action: Action) -> [String] {
        if let channel = action.performer.channel { return ["channel \(channel)"] }
        if let program = action.performer.program {
            return ["exec " + (program.split(separator: "/").last.map { String($0) } ?? program)]
        }
        switch action.performer {
        case .respond: return ["respond"]
        case .redirect: return ["redirect"]
        case .hosted, .other: return []
        }
    }

    private func box(ofFeature number: Int) -> Picture.Box {
        let feature = ruleset.catalogue.features[number]
        return Picture.Box(
            id: "feature-\(number)", column: .features, title: feature.path,
            lines: (feature.isHidden ? ["visible no"] : []) + ruleset.catalogue.conditions(of: number))
    }
}

/// The schemes and hosts of routes, those together that the same routes of a feature have.
private struct ScopeGroups {
    let boxes: [Picture.Box]
    let edges: [Picture.Edge]

    init(_ routes: [Int], in ruleset: Ruleset) {
        var (names, numbers, edges): ([[String]], [[String]: Int], [Picture.Edge]) = ([], [:], [])
        var feature: Int?
        for number in routes {
            let route = ruleset.routes[number]
            if route.binding.feature != feature { numbers = [:] }
            feature = route.binding.feature
            let scopes = ruleset.scopes(of: route).map(\.name)
            let group = numbers[scopes] ?? names.count
            if group == names.count { names.append(scopes) }
            numbers[scopes] = group
            edges.append(Picture.Edge(from: "scope-\(group)", to: "route-\(number)"))
        }
        self.edges = edges
        boxes = names.enumerated().map { number, names in
            // Every link of a scope is looked up among its denials first.
            let denials = ruleset.denials.filter { denial in
                ruleset.scopes.contains { names.contains($0.name) && $0.isCovered(by: denial) }
            }
            return Picture.Box(
                id: "scope-\(number)", column: .scopes, title: names.first ?? "no scheme or host",
                lines: names.dropFirst() + denials.map { "deny " + $0.text })
        }
    }
}

extension DeclaredScope {
    /// True if links of the scope are looked up among the paths of a denial.
    fileprivate func isCovered(by denial: Denial) -> Bool {
        denial.entries.contains { denied in
            switch (denied, entry) {
            case (.anyScheme(let owner), .scheme), (.anyHost(let owner), .host): owner == file
            case (.host(let wider), .host(let host)): wider == host || wider.covers(host)
            default: denied == entry
            }
        }
    }
}
