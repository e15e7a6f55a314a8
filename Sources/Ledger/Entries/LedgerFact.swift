package import Features

/// One durable fact about a subject.
package enum LedgerFact: Hashable, Sendable {
    /// The user's own switch, by the feature's path; nil is back to the default.
    case toggle(feature: String, isOn: Bool?)
    /// The operator's switch, by the feature's path; nil is back to the default. A fact of the machine alone.
    case runtime(feature: String, isOn: Bool?)
    /// What the user answered when asked for a permission; nil is a consent withdrawn: the user may be asked again.
    case consent(Permission, isGranted: Bool?)
    case purchase(PurchaseFact)

    /// What a fact is about: of all facts with one topic, one is current per subject.
    package struct Topic: Hashable, Sendable {
        let kind: String
        let name: String
        /// Tells purchases of one product apart; empty for all other kinds.
        let item: String
    }

    /// What it is about, without what it says.
    package var topic: Topic {
        switch self {
        case .toggle(let feature, _): Topic(kind: "toggle", name: feature, item: "")
        case .runtime(let feature, _): Topic(kind: "runtime", name: feature, item: "")
        case .consent(let permission, _): Topic(kind: "consent", name: permission.description, item: "")
        case .purchase(let fact): Topic(kind: "purchase", name: fact.product, item: fact.transaction)
        }
    }

    /// The fact's own moment, where it has one: what was true later counts, whenever it is told.
    ///
    /// *Units*: milliseconds since 1970 UTC; zero for facts that become true by being told.
    var asOfMs: Int64 {
        if case .purchase(let fact) = self { fact.asOfMs } else { 0 }
    }
}
