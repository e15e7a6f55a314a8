package import Conf
package import Contract
import Features
import PurchaseWire
package import Routing

/// Purchases in tables: products, who may sign licences of them, and the features that require them.
package enum PurchaseWing: WingRules {
    package static let requirements: [any RequirementReader.Type] = [PurchaseReader.self]
    package static let interfaces = [Interface.purchases]
    package static let directives = [
        WingDirective(
            "product", DirectiveForm("product ID { … }", 1...1, block: .optional, names: [.declares(.product)]),
            order: 21
        ) {
            ProductReader(table: $0).read($1)
        },
        WingDirective(
            "issuer", DirectiveForm("issuer NAME { … }", 1...1, block: .required, names: [.declares(.issuer)]),
            order: 22, .uses
        ) {
            IssuerReader(table: $0).read($1)
        },
    ]
    package static let blocks: [any Directive.Type] = [ProductDirective.self, IssuerDirective.self]
    package static let grants: [any GrantedKind.Type] = [GrantedProduct.self]
    package static let charges: [any ChargeReader.Type] = [SpendReader.self]

    /// Keeps products.
    package static func keepDeclared(_ table: TableReading) {
        table.draft.catalogue.parts[ProductList.self] = ProductList(table.part(PurchaseDraft.self).products)
    }

    /// Keeps issuers and shops.
    package static func keep(_ table: TableReading) {
        let draft = table.part(PurchaseDraft.self)
        table.draft.catalogue.parts[PurchaseTerms.self] = PurchaseTerms(
            issuers: draft.issuers, shops: draft.shops, spendings: draft.spendings)
    }

    /// Warns of products that no feature requires.
    package static func warn(_ table: TableReading) {
        let draft = table.part(PurchaseDraft.self)
        for (id, place) in draft.places where !draft.used.contains(id) {
            table.diagnostics.report(
                .unusedProduct, at: place, "no feature requires the product `\(id)`", help: "remove it")
        }
    }

    /// Reports shops whose pages a route of the table would take, and what is spent and not required.
    package static func check(_ ruleset: Ruleset, _ diagnostics: inout Diagnostics) {
        for line in ruleset.catalogue.parts[PurchaseTerms.self].spendings { check(line, ruleset, &diagnostics) }
        for shop in ruleset.catalogue.parts[PurchaseTerms.self].shops {
            guard let link = try? ruleset.parse(shop.text), case .routed(let routed) = ruleset.decide(link) else {
                continue
            }
            diagnostics.report(
                .badValue, at: shop.place,
                "the route `\(ruleset.routes[row: routed.row].name)` takes this link, so it opens no page of a shop",
                help: "name a page that no route of the table takes")
        }
    }

    /// The gate alone decides: what an action spends is what its feature requires.
    private static func check(_ line: SpendLine, _ ruleset: Ruleset, _ diagnostics: inout Diagnostics) {
        let required = ruleset.catalogue.constraints[line.feature].compactMap { $0.rule as? RequiredPurchase }
        guard !required.contains(where: { $0.requirement.entails(line.units, of: line.product) }) else { return }
        let need = "purchase \(line.product)" + (line.units == 1 ? "" : " \(line.units)")
        diagnostics.report(
            .badConstraint, at: line.place,
            "the feature `\(ruleset.catalogue.features[line.feature].path)` does not require what the action spends",
            help: "the feature needs the line `require \(need)`")
    }
}

/// What a table says of purchases beside its products.
private struct PurchaseTerms: WingPart {
    let issuers: [Issuer]
    /// The shops of products, and where each is named.
    let shops: [PlacedWord]
    /// What actions spend, and where each line is.
    let spendings: [SpendLine]

    init() { self.init(issuers: [], shops: [], spendings: []) }

    init(issuers: [Issuer], shops: [PlacedWord], spendings: [SpendLine]) {
        (self.issuers, self.shops, self.spendings) = (issuers, shops, spendings)
    }
}

extension Ruleset {
    /// Who may sign licences, with the keys as they were when the table was loaded.
    package var issuers: [Issuer] { catalogue.parts[PurchaseTerms.self].issuers }
}

extension NameKind {
    /// Products.
    static let product = NameKind("product", isOfPackage: false)
    /// Who signs licences.
    static let issuer = NameKind("issuer", isOfPackage: false)
}
