package import Features

/// Purchases that a program keeps itself; none where it said nothing.
///
/// *Owner/thread*: the loop's thread, for asking and for setting.
package final class MemoryPurchases: PurchaseSource {
    package let name: String
    package let lifetime = AnswerLifetime.announced
    package var onChange: ((Subject?) -> Void)?
    private var holdings: [Subject: [String: Holding]] = [:]

    package init(name: String = "program") {
        self.name = name
    }

    /// Says what a subject holds; nil takes back what was said.
    package func set(_ holding: Holding?, of product: String, for subject: Subject) {
        guard holdings[subject]?[product] != holding else { return }
        holdings[subject, default: [:]][product] = holding
        onChange?(subject)
    }

    package func ask(
        _ product: String, of subject: Subject, _ reply: @escaping (SourceReply<Holding>) -> Void
    ) {
        reply(.value(holdings[subject]?[product] ?? Holding(.none)))
    }
}
