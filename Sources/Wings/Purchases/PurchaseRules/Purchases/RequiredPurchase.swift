package import Contract
package import Features

/// The purchases that a feature requires, with what the table calls their products.
package struct RequiredPurchase: ConstraintRule {
    package static let kind = ConstraintReport.Kind.purchase
    package static let example = "purchase premium.monthly expired"
    package static let form = "purchase PRODUCT STATE [UNITS]"
    package static var unknown: FactValue? { .purchase(Purchase(.unknown)) }
    package static let needsSource = true
    package static var claimBook: (any ClaimBook.Type)? { PurchaseClaimBook.self }
    package static let isOfHost = false

    package let requirement: PurchaseRequirement
    /// Products that are used up, and so cannot be restored.
    private var consumables: Set<String> = []
    /// What people call the products, by id; without those that have no other name.
    private var titles: [String: String] = [:]
    /// The same in other languages, for those that have them.
    private var translated: [String: LocalizedText] = [:]

    package init(_ requirement: PurchaseRequirement) { self.requirement = requirement }

    package var subject: String { requirement.description }
    /// The subject matter with the titles of its products.
    package var label: String {
        titles.isEmpty ? subject : requirement.text { id in titles[id].map { "\(id) \"\($0)\"" } ?? id }
    }
    package var keys: [FactKey] { requirement.products.map(FactKey.purchase) }

    package func declared(by feature: Feature, in catalogue: FeatureCatalogue) -> Self {
        var rule = self
        for product in requirement.products.compactMap(catalogue.product) {
            if product.kind == .consumable { rule.consumables.insert(product.id) }
            if product.name != product.id, !product.name.isEmpty { rule.titles[product.id] = product.name }
            if let title = product.title, title.isTranslated { rule.translated[product.id] = title }
        }
        return rule
    }

    package func origin(of key: FactKey, in catalogue: FeatureCatalogue) -> (any FactOrigin)? {
        catalogue.origin(ofProduct: key.name)
    }

    package func evaluate(_ facts: SubjectFacts, caller: Caller) -> ConstraintEvaluation { requirement.evaluate(facts) }

    package func remedies(for code: OutcomeCode, _ facts: SubjectFacts) -> [Remedy] {
        requirement.remedies(for: facts, consumables: consumables, titles: titles)
    }

    package var isTranslated: Bool { !translated.isEmpty }

    package func translate(_ remedy: inout Remedy, for languages: LanguageList, inputs: [Value.Member]?) {
        let products = remedy.argument("products")?.elements?.compactMap(\.text) ?? []
        guard remedy.argument("titles") != nil, products.allSatisfy(requirement.products.contains) else { return }
        let names = products.map { translated[$0]?.text(in: languages) ?? titles[$0] ?? $0 }
        remedy.replace("titles", by: .array(names.map(Value.string)))
    }

    /// One granting state stands for all of them: a gate cannot tell them apart.
    package func axes(among all: [any ConstraintRule]) -> [MatrixAxis] {
        var amounts: [String: Set<Int>] = [:]
        for case let other as Self in all { other.requirement.collect(into: &amounts) }
        let refusing = PurchaseState.allCases.filter { $0.entitles != true }
            .map { ($0.rawValue, FactValue.purchase(Purchase($0))) }
        return requirement.products.map { product in
            let granting = (amounts[product] ?? [1]).sorted(by: >).map { units in
                (units == 1 ? "active" : "active \(units)", FactValue.purchase(Purchase(.active, units: units)))
            }
            return MatrixAxis(.purchase(product), values: granting + refusing)
        }
    }

    package static func read(_ name: String, _ status: String, into draft: inout FactDraft) throws(FactTextError) {
        guard draft.catalogue.products.contains(where: { $0.id == name }) else {
            throw .badName(
                "there is no product `\(name)`",
                draft.catalogue.products.isEmpty
                    ? .sentence("the table declares no products")
                    : .nameSuggestion(for: name, among: draft.catalogue.products.map(\.id)))
        }
        draft.facts[.purchase(name)] = .purchase(try Purchase(status: status))
    }
}

extension RequiredPurchase: SourcedRule {
    package static var words: [String] { PurchaseState.allCases.filter { $0 != .unknown }.map(\.rawValue) }

    package static func value(ofWord word: String) -> FactValue? {
        words.contains(word) ? PurchaseState(rawValue: word).map { .purchase(Purchase($0)) } : nil
    }

    package static func parameters(of name: String, for subject: Subject) -> [Value.Member] {
        [.init("product", .string(name)), .init("subject", .string(subject.description))]
    }

    package static func read(_ answer: Value, for key: FactKey) -> SourceReply {
        read(answer, "state", of: "a purchase", unknown: PurchaseState.unknown) { state in
            var numbers: [String: Int64] = [:]
            for name in ["units", "endsMs", "graceEndsMs"] {
                switch answer[name] {
                case nil, .null: continue
                case .integer(let number) where number >= 0: numbers[name] = number
                default: return .failed(reason: "its `\(name)` is no whole number from 0 on")
                }
            }
            let purchase = Purchase(
                state, units: numbers["units"].flatMap(Int.init(exactly:)), endsMs: numbers["endsMs"],
                graceEndsMs: numbers["graceEndsMs"])
            return .facts([key: .purchase(purchase)])
        }
    }
}

extension RequiredPurchase: KeptRule {
    package static let rowWord: String? = nil
    package static let settingWord: String? = "product"
    package static let unkept: String? = "a purchase in an unknown state is not stored"

    package static func dates(of value: FactValue) -> RowDates? { value.purchase.map { ($0.endsMs, $0.graceEndsMs) } }

    /// *Shape*: the units follow the state: `active 3`.
    package static func word(of value: FactValue, isSetting: Bool) -> String? {
        guard let purchase = value.purchase, purchase.state != .unknown else { return nil }
        return purchase.state.rawValue + (purchase.units.map { " \($0)" } ?? "")
    }

    package static func value(ofRow word: String, isSetting: Bool, dates: RowDates) -> FactValue? {
        let parts = word.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let units = parts.count == 2 ? Int(parts[1]) : nil
        guard let state = PurchaseState(rawValue: parts[0]), parts.count == 1 || units != nil else { return nil }
        return .purchase(Purchase(state, units: units, endsMs: dates.endsMs, graceEndsMs: dates.graceEndsMs))
    }
}

extension Purchase {
    /// Reads a state, and the units behind it: `active 30`.
    fileprivate init(status: String) throws(FactTextError) {
        let words = status.split(separator: " ", maxSplits: 1).map(String.init)
        self.init(try PurchaseState(status: words.first ?? status))
        guard words.count > 1 else { return }
        guard words[1].utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }), let count = Int(words[1]),
            count <= Limits.unitsPerLicence
        else {
            throw .badStatus(
                "`\(words[1])` is not a number of units", .sentence("a whole number from 0 on, as in `active 30`"))
        }
        units = count
    }
}

extension Purchase: FactContent {
    /// The dates on which it will change do not count yet.
    package func hasSameEffect(as other: Purchase) -> Bool { state == other.state && units == other.units }
}

extension FactKind {
    /// Purchases.
    package static var purchase: Self { Self(RequiredPurchase.self) }
}

extension FactKey {
    /// What a subject has of a product.
    package static func purchase(_ product: String) -> Self { Self(.purchase, product) }
}

extension FactValue {
    /// What is held of a product.
    package static func purchase(_ purchase: Purchase) -> Self { .content(purchase) }

    /// What is held of a product; nil for other facts.
    package var purchase: Purchase? { content(as: Purchase.self) }
}

extension SubjectFacts {
    /// What is known of a purchase; nil where no source has said anything.
    package func purchase(of product: String) -> Purchase? {
        self[.purchase(product)]?.value.purchase
    }

    /// How many units of a product the subject holds; nil where that is not known.
    ///
    /// A granted product of which no units are counted is one; a state that grants nothing outweighs any count, since
    /// sources that contradict each other grant nothing.
    package func units(of product: String) -> Int? {
        guard let purchase = purchase(of: product) else { return isUnanswered(.purchase) ? nil : 0 }
        return purchase.state.entitles.map { $0 ? max(0, purchase.units ?? 1) : 0 }
    }
}

extension Constraint {
    /// Products must have been bought.
    package static func purchase(_ requirement: PurchaseRequirement) -> Self { Self(RequiredPurchase(requirement)) }
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
