import Conf
import Features
import Routing

/// What an action spends, and where a table says so.
struct SpendLine: Sendable {
    /// The number of the feature.
    let feature: Int
    let product: String
    let units: Int
    let place: SourceRange
}

/// Reads `spend PRODUCT UNITS`.
struct SpendReader: ChargeReader {
    let table: TableReading

    /// The charge of a line; nil where it was reported.
    func charge(_ statement: Int, feature: Int) -> Charge? {
        let product: PlacedWord = (word(1, statement), place(1, statement))
        guard table.mayName(product: product.text) else {
            reportUnknownProduct(product)
            return nil
        }
        guard purchases.consumables.contains(product.text) else {
            return refuse(
                .badValue, product.place, "`\(product.text)` is bought once, so it is not used up",
                help: "the product needs the line `kind consumable`, or name another one")
        }
        guard !purchases.sourced.contains(product.text) else {
            return refuse(
                .badValue, product.place,
                "the units of `\(product.text)` are counted by its `source`, and would be counted a second time here",
                help: "remove `source` from the product, and have an `issuer` grant it by licences")
        }
        guard let units = units(word(2, statement), place(2, statement), of: product.text) else { return nil }
        purchases.spendings.append(
            SpendLine(feature: feature, product: product.text, units: units, place: document.place(of: statement)))
        return Charge(.purchase(product.text), units)
    }
}
