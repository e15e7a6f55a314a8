import ChannelRules
internal import Contract
internal import Features
internal import Matching
internal import Routing

/// A feature with everything below it, as lines of a tree or as one JSON object.
struct FeatureTree {
    private let ruleset: Ruleset
    private let children: [Int: [Int]]
    private let actions: [Int: [Int]]
    private let routes: [Int: [Int]]

    /// Groups features, actions and routes by owner, once.
    init(ruleset: Ruleset) {
        self.ruleset = ruleset
        let features = ruleset.catalogue.features
        children = Dictionary(grouping: features.indices) { features[$0].parent ?? -1 }
        actions = Dictionary(grouping: ruleset.catalogue.actions.indices) { ruleset.catalogue.actions[$0].feature }
        routes = Dictionary(grouping: ruleset.routesByName) { ruleset.routes[$0].binding.action }
    }

    private var catalogue: FeatureCatalogue { ruleset.catalogue }

    /// *Shape*: the feature's line, then one per constraint, action, route and nested feature.
    func lines(of feature: Int) -> [Line] { node(of: feature).lines }

    private func node(of number: Int) -> TextTree {
        let feature = catalogue.features[number]
        let about = feature.description.map { "  “\($0)”" } ?? ""
        return TextTree(
            text: "feature " + Line(feature.parent == nil ? feature.path : feature.name, .name) + Line(about),
            children: (isFirstHidden(number) ? [TextTree(text: "visible no", children: [])] : [])
                + feature.constraints.map { constraint in
                    TextTree(
                        text: Line("require " + constraint.rule.declaration),
                        children: offers(constraint).map { TextTree(text: Line("product " + $0.line)) })
                }
                + actions[number, default: []].map(node(ofAction:)) + children[number, default: []].map(node(of:)))
    }

    /// The products that a constraint requires, and that the table says more of than their names.
    private func offers(_ constraint: Constraint) -> [ProductText] {
        (constraint.rule as? RequiredPurchase)?.requirement.products.compactMap { ProductText($0, in: ruleset) } ?? []
    }

    /// Whether the feature is hidden, and not one around it.
    private func isFirstHidden(_ number: Int) -> Bool {
        let feature = catalogue.features[number]
        return feature.isHidden && !(feature.parent.map { catalogue.features[$0].isHidden } ?? false)
    }

    private func node(ofAction number: Int) -> TextTree {
        let action = catalogue.actions[number]
        let inputs = action.inputs.map(Self.words(of:)).joined(separator: ", ")
        return TextTree(
            text: Line(
                "action \(action.name)" + (inputs.isEmpty ? "" : " (\(inputs))")
                    + (action.performer.channel.map { " → " + $0 } ?? "")),
            children: routes[number, default: []].map { route in
                let text = RouteText(ruleset: ruleset, number: route)
                let conditions = text.conditions.isEmpty ? "" : "  " + text.conditions.joined(separator: ", ")
                return TextTree(
                    text: "route " + Line(text.name, .label)
                        + Line("  \(text.patterns.joined(separator: " "))\(conditions)"))
            })
    }

    /// *Shape*: as after `input`: `page uint = 1`, `note string?`, `token string secret`.
    private static func words(of input: ActionInput) -> String {
        var words = input.name + " " + typeName(of: input)
        if input.isOptional { words += "?" }
        if input.isSecret { words += " secret" }
        if let value = input.defaultValue {
            words += " = " + (input.isSecret ? "***" : RouteText.word(value.argumentText))
        }
        return words
    }

    private static func typeName(of input: ActionInput) -> String {
        if case .value(let language) = input.type { return language.name }
        return "**"
    }

    // MARK: JSON

    /// The feature with its constraints, actions with their routes, and nested features.
    func object(of number: Int) -> JSONObject {
        let feature = catalogue.features[number]
        let products = feature.constraints.flatMap(offers).map(\.report)
        return [
            "feature": feature.path, "description": feature.description, "hidden": feature.isHidden ? true : nil,
            "require": feature.constraints.map { $0.rule.declaration },
            "products": products.isEmpty ? nil : products,
            "actions": actions[number, default: []].map(object(ofAction:)),
            "features": children[number, default: []].map(object(of:)),
        ]
    }

    private func object(ofAction number: Int) -> JSONObject {
        let action = catalogue.actions[number]
        return [
            "action": action.name, "inputs": action.inputs.map(Self.words(of:)), "channel": action.performer.channel,
            "routes": routes[number, default: []].map { RouteText(ruleset: ruleset, number: $0).object() },
        ]
    }
}
