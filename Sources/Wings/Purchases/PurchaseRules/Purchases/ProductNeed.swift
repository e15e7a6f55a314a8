import Features

/// What is still missing of one product.
package struct ProductNeed: Hashable, Sendable {
    package let product: String
    /// *Units and range*: units of the product still to be had, at least 1.
    package let units: Int
}
