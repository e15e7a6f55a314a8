import Conf
import Features
import Routing

/// Reads `require purchase [any|all] PRODUCT…`.
struct PurchaseReader: RequirementReader {
    static let order = 80
    static let names: [NameWord] = [.names(.product, .from(2))]
    static let choices = ["any", "all"]
    let table: TableReading

    /// The product with that id.
    static func isName(_ name: String, in table: TableReading) -> Bool {
        table.part(PurchaseDraft.self).places[name] != nil
    }

    func requirement(_ statement: Int) -> RequiredPurchase? {
        var words = arguments(statement, from: 2)
        let mode = words.first.flatMap {
            document.isQuoted($0.place) ? nil : PurchaseRequirement.Mode(rawValue: $0.text)
        }
        if mode != nil { words.removeFirst() }
        guard !words.isEmpty, mode != nil || words.count == 1 else {
            return refuse(
                .badConstraint, document.place(of: statement),
                words.isEmpty ? "a purchase names a product" : "say whether any or all of the products are needed",
                help: "as in `require purchase any premium.monthly founder.once`")
        }
        var products: [String] = []
        var named: Set<String> = []
        for (product, place) in words {
            if !table.mayName(product: product) {
                reportUnknownProduct((product, place))
            } else if !named.insert(product).inserted {
                report(.repeatedConstraint, place, "the product `\(product)` is named twice", help: "remove it")
            } else {
                products.append(product)
                purchases.used.insert(product)
            }
        }
        guard products.count == words.count else { return nil }
        return RequiredPurchase(PurchaseRequirement(mode: mode ?? .all, products: products))
    }
}
