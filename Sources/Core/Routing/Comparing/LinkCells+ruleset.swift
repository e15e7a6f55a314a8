import Features
import Matching

extension LinkCells.Table {
    /// What tells links apart in a table.
    init(_ ruleset: Ruleset) {
        self.init()
        let routes = ruleset.routes
        for scope in ruleset.scopes { declare(scope.entry, file: scope.file, separator: scope.separator) }
        var forms: [ObjectIdentifier: String] = [:]
        for row in routes.allRows {
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
