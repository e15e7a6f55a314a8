import FactSources
import Features

/// Purchases that a program keeps itself; none where it said nothing.
///
/// *Owner/thread*: the loop's thread, for asking and for setting.
final class MemoryPurchases: PurchaseSource {
    let name: String
    let lifetime = AnswerLifetime.announced
    var onChange: ((Subject?) -> Void)?
    private var holdings: [Subject: [String: Holding]] = [:]

    init(name: String = "program") {
        self.name = name
    }

    /// Says what a subject holds; nil takes back what was said.
    func set(_ holding: Holding?, of product: String, for subject: Subject) {
        guard holdings[subject]?[product] != holding else { return }
        holdings[subject, default: [:]][product] = holding
        onChange?(subject)
    }

    func ask(
        _ product: String, of subject: Subject, _ reply: @escaping (SourceReply<Holding>) -> Void
    ) {
        reply(.value(holdings[subject]?[product] ?? Holding(.none)))
    }
}
