package import Contract
package import Features

/// One durable fact about a subject, as it was said: whether it still holds now is decided where facts are read.
package struct LedgerFact: Hashable, Sendable {
    /// The kinds of facts that the ledger keeps, by the words that the log has for them.
    package static let kinds: [String: ConstraintReport.Kind] = [
        "toggle": .toggle, "runtime": .runtime, "consent": .permission, "purchase": .purchase,
    ]

    package let key: FactKey
    /// Which purchase of the product it is about, where there may be several: the store's original transaction, or empty.
    package let transaction: String
    /// nil is the default: for a permission a consent withdrawn, so that the user may be asked again.
    package let value: FactValue?
    /// The source of a purchase, as evidence shows it; empty for all other kinds.
    package let source: String
    /// When a purchase's source said so, by its own clock: of two facts with one key the one said last counts, whenever it is
    /// written down.
    ///
    /// *Units*: milliseconds since 1970 UTC; zero for facts that become true by being set.
    package let asOfMs: Int64

    package init(
        _ key: FactKey, _ value: FactValue?, transaction: String = "", source: String = "", asOfMs: Int64 = 0
    ) {
        self.key = key
        self.value = value
        self.transaction = transaction
        self.source = source
        self.asOfMs = asOfMs
    }

    /// The word that the log has for its kind.
    var kindWord: String { key.kind == .permission ? "consent" : key.kind.rawValue }

    /// The word that the log has for its value; nil for the default.
    var stateWord: String? {
        switch value {
        case .state(let state): state.rawValue
        case .permission(let status): status == .authorized ? "granted" : "denied"
        case .purchase(let purchase): purchase.state.rawValue
        default: nil
        }
    }

    /// The purchase that it is about; nil for all other kinds.
    var purchase: Purchase? {
        if case .purchase(let purchase) = value { purchase } else { nil }
    }

    /// Whether the log has words for it.
    var isKeepable: Bool {
        switch value {
        case .state(let state): [.toggle, .runtime].contains(key.kind) && state != .unknown
        case .permission(let status): key.kind == .permission && [.authorized, .denied].contains(status)
        case .purchase(let purchase): key.kind == .purchase && purchase.state != .unknown
        case nil: key.kind != .purchase && Self.kinds.values.contains(key.kind)
        default: false
        }
    }
}
