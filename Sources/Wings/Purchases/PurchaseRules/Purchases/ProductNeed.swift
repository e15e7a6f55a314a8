import Features

/// The units of one product that are still missing.
package struct ProductNeed: Hashable, Sendable {
    package let product: String
    /// *Units and range*: units of the product still to be had, at least 1.
    package let units: Int
}
