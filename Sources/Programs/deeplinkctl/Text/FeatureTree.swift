import ChannelRules
internal import Contract
internal import Features
internal import Matching
import PurchaseRules
internal import Routing

/// A feature with everything below it: as lines of a tree, and as one JSON object.
struct TreeNode {
    let text: TextTree
    let object: JSONObject
}

/// The features of a table with everything below them.
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
    func node(of number: Int) -> TreeNode {
        let feature = catalogue.features[number]
        let about = feature.description.map { "  “\($0.plain)”" } ?? ""
        let products = feature.constraints.flatMap(offers).map(\.report)
        let actions = actions[number, default: []].map(node(ofAction:))
        let features = children[number, default: []].map(node(of:))
        let conditions = feature.constraints.map { constraint in
            TextTree(
                text: Line("require " + constraint.rule.declaration),
                children: offers(constraint).map { TextTree(text: Line("product " + $0.line)) })
        }
        return TreeNode(
            text: TextTree(
                text: "feature " + Line(feature.parent == nil ? feature.path : feature.name, .name) + Line(about),
                children: (isFirstHidden(number) ? [TextTree(text: "visible no")] : []) + conditions
                    + (actions + features).map(\.text)),
            object: [
                "feature": feature.path, "description": feature.description?.plain,
                "hidden": feature.isHidden ? true : nil,
                "require": feature.constraints.map { $0.rule.declaration },
                "products": products.isEmpty ? nil : products, "actions": actions.map(\.object),
                "features": features.map(\.object),
            ])
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

    private func node(ofAction number: Int) -> TreeNode {
        let action = catalogue.actions[number]
        let inputs = action.inputs.map(Self.words(of:))
        let text = inputs.isEmpty ? "" : " (\(inputs.joined(separator: ", ")))"
        let routes = routes[number, default: []].map { RouteText(ruleset: ruleset, number: $0) }
        return TreeNode(
            text: TextTree(
                text: Line("action \(action.name)" + text + (action.performer.channel.map { " → " + $0 } ?? "")),
                children: routes.map { route in
                    let conditions = route.conditions.isEmpty ? "" : "  " + route.conditions.joined(separator: ", ")
                    let patterns = route.patterns.joined(separator: " ")
                    return TextTree(text: "route " + Line(route.name, .label) + Line("  \(patterns)\(conditions)"))
                }),
            object: [
                "action": action.name, "inputs": inputs, "channel": action.performer.channel,
                "routes": routes.map { $0.object() },
            ])
    }

    /// *Shape*: as after `input`: `page uint = 1`, `note string?`, `token string secret`.
    static func words(of input: ActionInput) -> String {
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
}
