/// Which products unlock a feature.
package struct PurchaseRequirement: Equatable, Sendable, CustomStringConvertible {
    /// Whether one product is enough.
    package enum Mode: String, Sendable {
        case any
        case all
    }

    package let mode: Mode
    /// At least one, distinct, in the order of the table.
    package let products: [String]

    package init(mode: Mode, products: [String]) {
        self.mode = mode
        self.products = products
    }

    package var description: String {
        products.count == 1 ? products[0] : mode.rawValue + " " + products.joined(separator: " ")
    }
}
