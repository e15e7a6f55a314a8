package import Features

/// What a source has said about one purchase of a product.
///
/// It is kept as it was said: whether it still holds now is decided where facts are read.
package struct PurchaseFact: Hashable, Sendable {
    package let product: String
    /// Which purchase of the product it is about, where there may be several: the store's original transaction, or empty.
    package let transaction: String
    /// Never `unknown`: what a source could not say is no fact.
    package let state: PurchaseState
    /// When the source said so, by its own clock; of two facts about one purchase the one said last counts.
    ///
    /// *Units*: milliseconds since 1970 UTC.
    package let asOfMs: Int64
    /// When the state ends by itself; nil where it does not.
    ///
    /// *Units*: milliseconds since 1970 UTC.
    package let endsMs: Int64?
    /// Until when the product stays granted after the end while payment is due.
    ///
    /// *Units*: milliseconds since 1970 UTC.
    package let graceEndsMs: Int64?
    /// *Shape*: the source's name, as evidence shows it.
    package let source: String

    package init(
        product: String, transaction: String = "", state: PurchaseState, asOfMs: Int64, endsMs: Int64? = nil,
        graceEndsMs: Int64? = nil, source: String
    ) {
        self.product = product
        self.transaction = transaction
        self.state = state
        self.asOfMs = asOfMs
        self.endsMs = endsMs
        self.graceEndsMs = graceEndsMs
        self.source = source
    }
}
