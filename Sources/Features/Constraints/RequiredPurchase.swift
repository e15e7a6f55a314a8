import Contract

/// The purchases that a feature requires, with what is known of their products.
struct RequiredPurchase: ConstraintRule {
    static let kind = ConstraintReport.Kind.purchase
    static let example = "purchase premium.monthly expired"
    static let form = "purchase PRODUCT STATE"
    static var unknown: FactValue? { .purchase(Purchase(.unknown)) }
    static let needsSource = true

    let requirement: PurchaseRequirement
    /// Products that are used up.
    let consumables: Set<String>
    var titles = ConstraintTitles()

    var subject: String { requirement.description }
    /// The subject matter with the titles of its products.
    var label: String { titles.products.isEmpty ? subject : requirement.text(naming: titles.label(ofProduct:)) }
    var keys: [FactKey] { requirement.products.map(FactKey.purchase) }

    func evaluate(_ facts: SubjectFacts, caller: Caller) -> ConstraintEvaluation { requirement.evaluate(facts) }

    func remedies(for code: OutcomeCode, _ facts: SubjectFacts) -> [Remedy] {
        requirement.remedies(for: facts, consumables: consumables, titles: titles)
    }

    /// One granting state stands for all of them: a gate cannot tell them apart.
    func axes(among all: [Constraint]) -> [MatrixAxis] {
        var amounts: [String: Set<Int>] = [:]
        for case .purchase(let other) in all { other.collect(into: &amounts) }
        let refusing = PurchaseState.allCases.filter { $0.entitles != true }
            .map { ($0.rawValue, FactValue.purchase(Purchase($0))) }
        return requirement.products.map { product in
            let granting = (amounts[product] ?? [1]).sorted(by: >).map { units in
                (units == 1 ? "active" : "active \(units)", FactValue.purchase(Purchase(.active, units: units)))
            }
            return MatrixAxis(.purchase(product), values: granting + refusing)
        }
    }

    static func read(_ name: String, _ status: String, into draft: inout FactDraft) throws(FactTextError) {
        guard draft.catalogue.products.contains(where: { $0.id == name }) else {
            throw .badName(
                "there is no product `\(name)`",
                draft.catalogue.products.isEmpty
                    ? .sentence("the table declares no products")
                    : .nameSuggestion(for: name, among: draft.catalogue.products.map(\.id)))
        }
        draft.facts[.purchase(name)] = .purchase(Purchase(try PurchaseState(status: status)))
    }
}

extension PurchaseRequirement {
    /// Adds the amounts that are asked for, by product.
    fileprivate func collect(into amounts: inout [String: Set<Int>]) {
        switch content {
        // One unit too: with it a consumable is there, and too little of it.
        case .product(let id, let units): amounts[id, default: [1]].insert(units)
        case .group(_, let members): for member in members { member.collect(into: &amounts) }
        }
    }
}
