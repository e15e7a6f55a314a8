package import Contract
import Matching

/// All features and actions of one table, fixed when it was loaded; `DeepLinkingFeature` is number 0.
package struct FeatureCatalogue: Sendable {
    package private(set) var features: [Feature] = []
    package private(set) var actions: [Action] = []
    package let products: [Product]
    /// The places in `products`, in the order of their ids: a dictionary takes 63 bytes of memory for each product.
    private let productOrder: [UInt32]
    /// What answers for permissions, where the table says so.
    package let permissionOrigins: [Permission: PermissionOrigin]
    /// The file of the administrator's policy on permissions; nil if there is none.
    package let permissionPolicy: String?
    /// Per feature, what its availability depends on: the outermost ancestor's constraints first.
    package private(set) var constraints: [[EffectiveConstraint]] = []
    /// Whether there is a feature that only operators are told of.
    package private(set) var hasHidden = false
    /// Per feature, how many ancestors it has.
    private var depths: [Int] = []

    /// Makes a catalogue that holds the intake and nothing else.
    package init(
        products: [Product] = [], permissionOrigins: [Permission: PermissionOrigin] = [:],
        permissionPolicy: String? = nil
    ) {
        self.products = products
        productOrder = products.indices.map(UInt32.init).sorted {
            (products[Int($0)].id, $0) < (products[Int($1)].id, $1)
        }
        self.permissionOrigins = permissionOrigins
        self.permissionPolicy = permissionPolicy
        _ = add(DeepLinkingFeature.feature)
        _ = add(
            Action(
                name: DeepLinkingFeature.action, feature: 0, inputs: [ActionInput(name: "url", type: .value(.string))],
                performer: .hosted, limits: ActionLimits()))
    }

    /// What answers for the purchases of a product; nil if the table names nothing.
    package func origin(ofProduct id: String) -> FactPlace? { product(id)?.origin }

    /// How many features the table declares: all but the intake, which no table declares.
    package var declaredCount: Int { features.count - 1 }

    /// Adds a feature after its parent and gives its number.
    package mutating func add(_ feature: Feature) -> Int {
        let number = features.count
        features.append(feature)
        if feature.isHidden { hasHidden = true }
        var effective = feature.parent.map { constraints[$0] } ?? []
        let depth = feature.parent.map { depths[$0] + 1 } ?? 0
        depths.append(depth)
        for constraint in feature.constraints {
            let rule = constraint.rule.declared(by: feature, in: self)
            let subject = rule.subject
            let id = constraint.kind.word + ":" + subject
            // The outermost declaration stands for all: a repeated one can only be met by the same fact.
            guard !effective.contains(where: { $0.id == id }) else { continue }
            effective.append(
                EffectiveConstraint(
                    rule: rule, id: id, subject: subject, declaredBy: number, path: feature.path, depth: depth))
        }
        constraints.append(effective)
        return number
    }

    /// Adds an action and gives its number.
    package mutating func add(_ action: Action) -> Int {
        actions.append(action)
        return actions.count - 1
    }

    /// An action with the feature that owns it.
    ///
    /// - Parameter action: a number that `add` gave.
    package func binding(of action: Int) -> ActionBinding {
        ActionBinding(feature: actions[action].feature, action: action)
    }

    /// Whether an audience is told of a feature.
    package func isShown(_ feature: Int, to audience: Audience) -> Bool {
        audience == .operator || !features[feature].isHidden
    }

    /// The products that an audience is told of: all but those that only hidden features require.
    package func products(for audience: Audience) -> [Product] {
        guard audience == .anyone, hasHidden else { return products }
        func required(_ isHidden: Bool) -> Set<String> {
            let numbers = features.indices.filter { features[$0].isHidden == isHidden }
            let purchases = numbers.flatMap { constraints[$0] }.compactMap { $0.rule as? RequiredPurchase }
            return Set(purchases.flatMap(\.requirement.products))
        }
        let hidden = required(true).subtracting(required(false))
        return products.filter { !hidden.contains($0.id) }
    }

    /// The number of a feature by its path, or by its last name where that is unique among those that are shown.
    package func feature(named name: String, for audience: Audience = .operator) -> Int? {
        let shown = features.indices.lazy.filter { self.isShown($0, to: audience) }
        if let exact = shown.first(where: { features[$0].path == name }) { return exact }
        let byName = Array(shown.filter { features[$0].name == name })
        return byName.count == 1 ? byName[0] : nil
    }

    /// A product that the table declares, by its id.
    func product(_ id: String) -> Product? {
        let place = productOrder.firstPlace { products[Int($0)].id < id }
        guard place < productOrder.endIndex else { return nil }
        let product = products[Int(productOrder[place])]
        return product.id == id ? product : nil
    }
}
