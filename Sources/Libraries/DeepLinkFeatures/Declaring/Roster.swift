import Contract
import Features
import PurchaseRules

/// The features of one dispatcher: their records, and the ways from a type to its record.
struct Roster: Sendable {
    /// An action as a feature's own: the same action type may serve several features.
    struct ActionKey: Hashable, Sendable {
        let feature: ObjectIdentifier
        let action: ObjectIdentifier

        init(_ feature: any FeatureDefinition.Type, _ action: any ActionDefinition.Type) {
            (self.feature, self.action) = (ObjectIdentifier(feature), ObjectIdentifier(action))
        }
    }

    private(set) var catalogue: FeatureCatalogue
    /// The same behind one reference, for what every call verifies with.
    private(set) var sharedCatalogue: Shared<FeatureCatalogue>
    private(set) var published: [PublishedAction] = []
    /// By the number of the feature, those with a switch of their own.
    private var switches: [Int: any ConditionalFeature.Type] = [:]
    /// By the number of the feature.
    private(set) var questions: [FeatureQuestions] = []
    /// The features with conditions of their own, in the order of declaration.
    private(set) var conditional: [(number: Int, type: any ConditionalFeature.Type)] = []
    /// All products, by their ids.
    let products: [String: Product]
    private var numbers: [ObjectIdentifier: Int] = [:]
    private var actions: [ActionKey: Int] = [:]

    /// Makes the records of features that were found to be right.
    init(_ registration: Registration) {
        catalogue = FeatureCatalogue(products: registration.products)
        sharedCatalogue = Shared(catalogue)
        products = Dictionary(registration.products.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        addIntake()
        var added: [Int] = []
        for draft in registration.drafts {
            let number = catalogue.add(
                Features.Feature(
                    path: draft.path, name: draft.name, parent: draft.parent.map { added[$0] },
                    description: LocalizedText(draft.type.description), constraints: draft.constraints))
            added.append(number)
            numbers[ObjectIdentifier(draft.type)] = number
            if let type = draft.type as? any ConditionalFeature.Type { add(type, number) }
            for declaration in draft.actions { add(declaration, of: draft, number) }
        }
        sharedCatalogue = Shared(catalogue)
        questions = catalogue.constraints.map { FeatureQuestions($0, switches, products) }
    }

    /// Takes the records of a table.
    ///
    /// - Parameters:
    ///   - conditional: the types that stand for features, with the numbers of these.
    ///   - actions: the numbers of the actions that types stand for.
    init(
        _ catalogue: FeatureCatalogue, _ shared: Shared<FeatureCatalogue>,
        conditional: [(number: Int, type: any ConditionalFeature.Type)], actions: [ActionKey: Int]
    ) {
        (self.catalogue, sharedCatalogue, self.actions) = (catalogue, shared, actions)
        let known = catalogue.parts[ProductList.self].products
        products = Dictionary(known.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        addIntake()
        self.conditional += conditional
        for (number, type) in conditional { numbers[ObjectIdentifier(type)] = number }
        questions = catalogue.constraints.map { FeatureQuestions($0, switches, products) }
        let intake = Features.DeepLinkingFeature.performIncomingURL.feature
        published = catalogue.actions.filter { $0.feature != intake }.compactMap { action in
            let feature = catalogue.features[action.feature]
            return feature.isHidden ? nil : PublishedAction(feature: feature.path, name: action.name)
        }
    }

    /// The feature that is in every catalogue.
    private mutating func addIntake() {
        let binding = Features.DeepLinkingFeature.performIncomingURL
        numbers[ObjectIdentifier(DeepLinkingFeature.self)] = binding.feature
        conditional.append((binding.feature, DeepLinkingFeature.self))
        actions[ActionKey(DeepLinkingFeature.self, PerformIncomingURLAction.self)] = binding.action
    }

    private mutating func add(_ feature: any ConditionalFeature.Type, _ number: Int) {
        switches[number] = feature
        conditional.append((number, feature))
    }

    private mutating func add(_ declaration: FeatureActionsBuilder.Declaration, of draft: FeatureDraft, _ number: Int) {
        actions[ActionKey(draft.type, declaration.action)] = catalogue.add(
            Features.Action(
                name: declaration.action.name, feature: number, inputs: [], performer: .hosted, limits: ActionLimits()))
        if declaration.isPublished { published.append(PublishedAction(feature: draft.path, declaration.action)) }
    }

    /// The number of a feature; nil where the dispatcher was not made with it.
    func number(of feature: any FeatureDefinition.Type) -> Int? { numbers[ObjectIdentifier(feature)] }

    /// The number of a declared action; nil where its feature does not declare it.
    func number(of action: any ActionDefinition.Type, in feature: any FeatureDefinition.Type) -> Int? {
        actions[ActionKey(feature, action)]
    }

    /// The record of a binding; nil where its feature or its action is not declared.
    func binding<Binding: ActionBinding>(_ binding: Binding.Type) -> Features.ActionBinding? {
        number(of: Binding.ActionType.self, in: Binding.FeatureType.self).map { catalogue.binding(of: $0) }
    }
}
