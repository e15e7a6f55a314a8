// Which questions a feature's constraints and those of its ancestors come to, worked out once per table. A kind of fact
// that the table never mentions has no question, so its source is never touched.

internal import Contract
internal import Features

/// What one table needs to know, by feature.
struct FactNeeds {
    /// What one feature needs to know.
    struct OfFeature {
        /// What counts for everybody.
        var common: [Question] = []
        var permissions: [Permission] = []
        var products: [String] = []

        /// Everything, for one subject.
        func questions(for subject: Subject) -> [Question] {
            guard !permissions.isEmpty || !products.isEmpty else { return common }
            return common + permissions.map { .permission($0, subject) } + products.map { .purchase($0, subject) }
        }
    }

    /// By the feature's number.
    private(set) var features: [OfFeature] = []
    /// What counts for everybody, with where the table says that it is to be had.
    private(set) var common: [Question: SwitchOrigin?] = [:]

    /// What is asked about subjects, of all features together.
    var subjectQuestions: OfFeature {
        OfFeature(permissions: features.flatMap(\.permissions), products: features.flatMap(\.products))
    }

    /// Needs nothing.
    init() {}

    /// - Parameter isKnown: whether there is a source for a kind of question that the table names no source for.
    init(of catalogue: FeatureCatalogue, isKnown: (Question) -> Bool) {
        features = catalogue.constraints.map { constraints in
            var needs = OfFeature()
            for constraint in constraints {
                add(constraint, to: &needs, isKnown)
            }
            return needs
        }
    }

    private mutating func add(
        _ constraint: EffectiveConstraint, to needs: inout OfFeature, _ isKnown: (Question) -> Bool
    ) {
        switch constraint.constraint {
        case .platform: addCommon(.platforms, nil, to: &needs, isKnown)
        case .runtime(_, let origin): addCommon(.runtime(constraint.path), origin, to: &needs, isKnown)
        case .permission(let permission):
            // A wider grant answers for this one, so that has to be known too.
            for permission in [permission, permission.includedIn].compactMap(\.self)
            where !needs.permissions.contains(permission) && isKnown(.permission(permission, .machine)) {
                needs.permissions.append(permission)
            }
        case .purchase(let requirement):
            for product in requirement.products
            where !needs.products.contains(product) && isKnown(.purchase(product, .machine)) {
                needs.products.append(product)
            }
        case .toggle, .caller: break
        }
    }

    private mutating func addCommon(
        _ question: Question, _ origin: SwitchOrigin?, to needs: inout OfFeature, _ isKnown: (Question) -> Bool
    ) {
        guard origin != nil || isKnown(question), !needs.common.contains(question) else { return }
        needs.common.append(question)
        common[question] = .some(origin)
    }
}
