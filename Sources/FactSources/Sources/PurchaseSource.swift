package import Features

/// Knows what was bought.
package protocol PurchaseSource: FactSource {
    /// Told that purchases may have changed, of one subject or, with nil, of anybody; set by whoever asks.
    var onChange: ((Subject?) -> Void)? { get set }

    /// Asks what a subject holds of one product.
    ///
    /// - Parameter reply: called once, on the loop's thread, maybe before this returns.
    func ask(_ product: String, of subject: Subject, _ reply: @escaping (SourceReply<Holding>) -> Void)
}
