internal import Contract
internal import Features
import PurchaseRules
import PurchaseWire
internal import Routing

/// A product as its buyers read it: what it costs, whether it can be tried, and whose licences can grant it.
struct ProductText {
    let report: ProductReport

    init(_ report: ProductReport) { self.report = report }

    /// The product of an id; nil where the table says nothing of it but its name.
    init?(_ id: String, in ruleset: Ruleset) {
        guard let product = ruleset.catalogue.products.first(where: { $0.id == id }) else { return nil }
        report = ProductReport(product, issuers: ruleset.issuers)
        if terms.isEmpty { return nil }
    }

    /// The products that would lift a refusal, where the table says more of them than their names.
    ///
    /// - Parameter products: all products of the table; they are asked for only where the outcome names one.
    static func offers(
        _ outcome: Outcome?, of products: () throws -> [ProductReport]
    ) rethrows -> [ProductText] {
        let purchase = outcome?.remedies.first { $0.kind == .purchase }
        let ids = purchase?.arguments.first { $0.name == "products" }?.value.elements?.map(\.argumentText) ?? []
        guard !ids.isEmpty else { return [] }
        let known = try products()
        return ids.compactMap { id in known.first { $0.id == id }.map(ProductText.init) }.filter { !$0.terms.isEmpty }
    }

    /// *Shape*: `4,99 € a month`, `trial 14d`, `licences of shop`.
    var terms: [String] { [report.price, report.trialText, report.sellersText].compactMap(\.self) }

    /// *Shape*: `premium.monthly "Premium": 4,99 € a month; trial 14d; licences of shop`.
    var line: String {
        report.id + (report.title == report.id ? "" : " \"\(report.title)\"") + ": " + terms.joined(separator: "; ")
    }
}
