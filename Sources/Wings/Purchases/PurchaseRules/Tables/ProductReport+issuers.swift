import Conf
package import Contract
import Features
import PurchaseWire

extension ProductReport {
    /// What a table says of a product to its buyers: title, price, trial, shop, and whose licences can grant it.
    ///
    /// - Parameters:
    ///   - issuers: those of the table.
    ///   - languages: those of the caller; nil where it does not say.
    package init(_ product: Product, issuers: [Issuer], for languages: LanguageList? = nil) {
        self.init {
            ($0.id, $0.title, $0.kind) = (product.id, product.name(in: languages), product.kind.rawValue)
            ($0.price, $0.trial, $0.shop) = (product.price, product.trial, product.shop)
            $0.issuers = issuers.filter { $0.products.contains(product.id) }.map(\.name)
        }
    }

    /// *Shape*: `trial 14d`; nil where none is offered.
    package var trialText: String? { trial.map { "trial " + TimeText.text(ofMilliseconds: $0.wholeMilliseconds) } }

    /// *Shape*: `licences of shop, store`; nil where no issuer grants it.
    package var sellersText: String? { issuers.isEmpty ? nil : "licences of " + issuers.joined(separator: ", ") }
}
