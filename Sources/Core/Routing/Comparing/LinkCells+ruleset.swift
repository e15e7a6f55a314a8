import Features
import Matching

extension LinkCells.Table {
    /// What tells links apart in a table.
    ///
    /// - Parameter known: another table and what was made of it: what is the same in both is taken from there.
    init(_ ruleset: Ruleset, like known: (ruleset: Ruleset, cells: Self)? = nil) {
        self.init()
        let routes = ruleset.routes
        for scope in ruleset.scopes { declare(scope.entry, file: scope.file, separator: scope.separator) }
        var forms: [ObjectIdentifier: String] = [:]
        var likeness = known.flatMap { RouteLikeness(ruleset, $0.ruleset) }
        for row in routes.allRows {
            if let known, likeness?.isAlike(row) ?? false {
                add(row, of: known.cells)
                continue
            }
            let route = routes[row: row]
            let (rule, form) = (route.rule, ObjectIdentifier(route.form))
            let meaning = forms[form] ?? Self.meaning(of: route, in: ruleset)
            forms[form] = meaning
            let over = rule.over.map { routes.name(of: $0) }.sorted()
            add(
                rule, fragment: route.fragment?.language,
                meaning: "\(rule.name) \(rule.position) \(rule.pattern.text) \(over) \(meaning)")
        }
        for denial in ruleset.denials { add(denial: denial.pattern, entries: denial.entries) }
    }

    /// Everything that two routes of one form have in common.
    private static func meaning(of route: Route, in ruleset: Ruleset) -> String {
        let action = ruleset.action(of: route)
        let inputs = action.inputs.map { "\($0)" }
        let conditions = ruleset.catalogue.conditions(of: route.binding.feature)
        return "\(ruleset.featurePath(of: route)).\(action.name) \(inputs) \(conditions) \(route.query) \(route.absent)"
            + " \(route.isStrict) \(route.excepts.map(\.text)) \(String(describing: route.fragment))"
            + " \(route.sources) \(route.defaults)"
    }
}

/// Finds the rows of a table that another one has, too.
private struct RouteLikeness {
    /// Forms of both tables.
    private struct Pair: Hashable {
        let form: ObjectIdentifier
        let other: ObjectIdentifier
    }

    private let ruleset: Ruleset
    private let other: Ruleset
    private var forms: [Pair: Bool] = [:]

    /// Takes two tables; nil where patterns do not mean the same in both.
    init?(_ ruleset: Ruleset, _ other: Ruleset) {
        guard ruleset.routes.hasSets(of: other.routes) else { return nil }
        (self.ruleset, self.other) = (ruleset, other)
    }

    /// Whether the other table has the same in a row: the same route and pattern, of which the same becomes.
    mutating func isAlike(_ row: Int) -> Bool {
        guard ruleset.routes.isAlike(row, in: other.routes) else { return false }
        let (route, known) = (ruleset.routes[row: row], other.routes[row: row])
        let pair = Pair(form: ObjectIdentifier(route.form), other: ObjectIdentifier(known.form))
        if let isAlike = forms[pair] { return isAlike }
        let isAlike = areAlike(route, known)
        forms[pair] = isAlike
        return isAlike
    }

    private func areAlike(_ route: Route, _ known: Route) -> Bool {
        let (action, knownAction) = (ruleset.action(of: route), other.action(of: known))
        let (feature, knownFeature) = (route.binding.feature, known.binding.feature)
        return route.query == known.query && route.absent == known.absent && route.isStrict == known.isStrict
            && route.excepts == known.excepts && route.fragment == known.fragment && route.entries == known.entries
            && route.sources == known.sources && route.defaults == known.defaults
            && action.name == knownAction.name && action.inputs == knownAction.inputs
            && ruleset.featurePath(of: route) == other.featurePath(of: known)
            && ruleset.catalogue.conditions(of: feature) == other.catalogue.conditions(of: knownFeature)
    }
}
