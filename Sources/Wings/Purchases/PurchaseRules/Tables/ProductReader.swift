import Conf
import Contract
import Features
import Links
import Routing

/// Reads what a table says of a product.
struct ProductReader: BlockReader {
    let table: TableReading

    /// Reads `product ID { … }`.
    func read(_ statement: Int) {
        guard let id = readProductID(1, statement) else { return table.spoil(statement) }
        if let first = purchases.places[id] {
            return reportSecond(
                .duplicateProduct, place(1, statement), "the product `\(id)` is declared twice", first: first)
        }
        var kind = Product.Kind.oneTime
        var origin: FactPlace?
        var (price, trial, shop): (String?, Duration?, String?) = (nil, nil, nil)
        let block = table.check(document.children(of: statement), as: ProductDirective.self)
        let title = readTexts(block.statements(of: .title)) { $0.text }
        for checked in block.checked {
            switch checked.directive {
            case .title: continue
            case .kind: kind = readChoice(1, checked.statement) { "`\($0)` is not a kind of product" } ?? kind
            case .source:
                let words = arguments(checked.statement)
                origin = readPlace(of: .purchase(id), words, checked.statement)
            case .price: price = word(1, checked.statement)
            case .trial: trial = readTrial(checked.statement)
            case .buy: shop = readShop(checked.statement)
            case .shared: continue
            }
        }
        var product = Product(id, name: title?.plain ?? id, kind: kind)
        (product.origin, product.title) = (origin, title)
        (product.price, product.trial, product.shop) = (price, trial, shop)
        if kind == .consumable { purchases.consumables.insert(id) }
        if origin != nil { purchases.sourced.insert(id) }
        purchases.products.append(product)
        purchases.places[id] = place(1, statement)
    }

    /// The id of a product, as the stores have it: `com.acme.premium.1month`; reported where it is not one.
    private func readProductID(_ index: Int, _ statement: Int) -> String? {
        let text = word(index, statement)
        guard !Name.isNumber(text) else {
            return refuseName(
                index, statement, of: "a product",
                "digits alone are a number of units, as in `require purchase coins 30`")
        }
        if Name.isProductID(text) { return text }
        return refuseName(
            index, statement, of: "a product",
            "it has parts with single dots between them; each has letters, digits, `-` and `_`, and begins with no `-`")
    }

    /// *Shape*: `trial 14d`.
    private func readTrial(_ statement: Int) -> Duration? {
        let text = word(1, statement)
        if let time = Quantity.duration(text), time >= .milliseconds(1), time <= Limits.longestTrial { return time }
        let longestDays = Limits.longestTrial.components.seconds / 86_400
        return refuse(
            .badValue, place(1, statement), "`\(text)` is not a valid time for `trial`",
            help: "a time from 1ms to \(longestDays)d, as in `14d`, `48h`")
    }

    /// Reads `buy URL`: a page that a browser opens.
    private func readShop(_ statement: Int) -> String? {
        let text = word(1, statement)
        guard let link = try? Link.parse(text), link.text(link.scheme) == "https" else {
            return refuse(
                .badValue, place(1, statement), "`\(text)` is not a page of a shop",
                help: "an https URL, as in `https://shop.example/premium`")
        }
        purchases.shops.append((link.href, place(1, statement)))
        return link.href
    }

}

extension PlaceReader.Fact {
    /// The purchases of a product, by its id.
    fileprivate static func purchase(_ id: String) -> Self {
        Self(
            name: "a purchase", start: "source", file: "/run/shop/$(uid)/\(id)",
            service: "unix:/run/shop io.example.Shop.Get")
    }
}
