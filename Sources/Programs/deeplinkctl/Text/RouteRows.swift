// The table in force as a caller sees it who is no operator: without conditions, programs, arguments and files.

internal import Contract

/// Routes of a daemon, as `list` shows them.
struct RouteRows {
    private let routes: [RouteReport]

    /// The routes that the options name, by their names.
    ///
    /// *Throws*: misuse where there is no such feature, scope or action.
    init(_ all: [RouteReport], feature: String?, scope: String?, action: String?) throws {
        let path = try feature.map { try FeatureNames(paths: RouteTree(all).paths).path(of: $0) }
        try ListCommand.check(scope, "scope", among: all.flatMap(\.scopes))
        try ListCommand.check(action, "action", among: all.map(\.action))
        routes =
            all.filter { route in
                (path == nil || (route.feature + "/").hasPrefix((path ?? "") + "/"))
                    && (scope == nil || route.scopes.contains { $0 == scope })
                    && (action == nil || route.action == action)
            }
            .sorted { $0.name < $1.name }
    }

    /// Prints a line or an object for each route.
    ///
    /// *Throws*: misuse for an order that only the whole table shows.
    func show(_ order: ListCommand.Order, _ output: FormatOption) throws {
        guard order == .name else {
            throw UsageError(
                "only operators are told the order of precedence", help: "ask an operator, or leave out --order")
        }
        output.show(each: routes.map(\.object)) {
            let rows = routes.flatMap { route in
                [
                    [
                        Line(route.name, .label), Line(route.patterns.first ?? ""),
                        Line(route.scopes.joined(separator: " ")), Line("\(route.feature) · \(route.action)"),
                    ]
                ] + route.patterns.dropFirst().map { ["", Line($0)] }
            }
            Output.lines(Columns.lines(rows))
        }
    }
}

/// Routes of a daemon under their features and actions, as `tree` shows them.
struct RouteTree {
    private var routes: [String: [RouteReport]] = [:]
    private var children: [String: [String]] = [:]

    init(_ all: [RouteReport]) {
        routes = Dictionary(grouping: all, by: \.feature)
        for route in all {
            // The name of a package, as in `shop:cart`, begins the paths of its features, and is no feature.
            add(route.feature, in: route.name.firstIndex(of: ":").map { String(route.name[..<$0]) } ?? "")
        }
        for path in children.keys { children[path]?.sort() }
    }

    /// The paths of all features that own a route, or contain one that does.
    var paths: [String] { Array(Set(children.values.joined())).sorted() }

    /// The paths of the outermost ones.
    var roots: [String] { children["", default: []] }

    private mutating func add(_ path: String, in package: String) {
        let outer = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
        let parent = outer == package ? "" : outer
        guard !children[parent, default: []].contains(path) else { return }
        children[parent, default: []].append(path)
        if !parent.isEmpty { add(parent, in: package) }
    }

    /// *Shape*: as of `FeatureTree`, the names and patterns alone.
    func node(of path: String) -> TreeNode {
        let name = roots.contains(path) ? path : path.split(separator: "/").last.map(String.init) ?? path
        let actions = Dictionary(grouping: routes[path, default: []], by: \.action).sorted { $0.key < $1.key }
        let features = children[path, default: []].map(node(of:))
        let lines = actions.map { action, routes in
            TextTree(
                text: Line("action \(action)"),
                children: routes.map { route in
                    let patterns = Line("  " + route.patterns.joined(separator: " "))
                    return TextTree(text: "route " + Line(route.name, .label) + patterns)
                })
        }
        return TreeNode(
            text: TextTree(text: "feature " + Line(name, .name), children: lines + features.map(\.text)),
            object: [
                "feature": path,
                "actions": actions.map { ["action": $0.key, "routes": $0.value.map(\.object)] as JSONObject },
                "features": features.map(\.object),
            ])
    }
}

extension RouteReport {
    /// The object of `--format json`, with the members of `RouteText.object` that everyone is told.
    fileprivate var object: JSONObject {
        [
            "route": name, "pattern": patterns.first, "patterns": patterns.count > 1 ? patterns : nil,
            "scopes": scopes, "feature": feature, "action": action, "unlisted": unlisted,
        ]
    }
}
