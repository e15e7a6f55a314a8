package import Contract
package import Features

/// One durable fact about a subject, as it was said: whether it still holds now is decided where facts are read.
package struct LedgerFact: Hashable, Sendable {
    /// The kinds of facts that the ledger keeps, by the words that the log has for them.
    ///
    /// A permission or purchase has two words: one for what the user or a source said, and one for a setting in its place.
    package static let kinds: [String: ConstraintReport.Kind] = [
        "toggle": .toggle, "runtime": .runtime, "consent": .permission, "permission": .permission,
        "purchase": .purchase, "product": .purchase,
    ]

    package let key: FactKey
    /// Which purchase of the product it is about, where there may be several: the store's original transaction, or empty.
    package let transaction: String
    /// nil is the default: for a permission a consent withdrawn, so that the user may be asked again; for a setting one that
    /// was cleared.
    package let value: FactValue?
    /// The source of a purchase, as evidence shows it; empty for all other kinds, and for settings.
    package let source: String
    /// When a purchase's source said so, by its own clock: of two facts with one key the one said last counts, whenever it is
    /// written down.
    ///
    /// *Units*: milliseconds since 1970 UTC; zero for facts that become true by being set.
    package let asOfMs: Int64
    /// Whether an operator or a granting group set a permission or purchase, in the place of what its source says.
    package let isSetting: Bool

    package init(
        _ key: FactKey, _ value: FactValue?, transaction: String = "", source: String = "", asOfMs: Int64 = 0
    ) {
        self.key = key
        self.value = value
        self.transaction = transaction
        self.source = source
        self.asOfMs = asOfMs
        isSetting = false
    }

    /// Sets a permission or a purchase in the place of what its source says; nil clears the setting.
    package init(setting key: FactKey, to value: FactValue?) {
        self.key = key
        self.value = value
        (transaction, source, asOfMs, isSetting) = ("", "", 0, true)
    }

    /// The word that the log has for its kind.
    var kindWord: String {
        switch key.kind {
        case .permission: isSetting ? "permission" : "consent"
        case .purchase: isSetting ? "product" : "purchase"
        case .toggle, .runtime, .platform, .profile, .program, .caller, .confirmation: key.kind.rawValue
        }
    }

    /// The word that the log has for its value; nil for the default.
    ///
    /// *Shape*: a setting's units follow its state: `active 3`.
    var stateWord: String? {
        switch value {
        case .state(let state): state.rawValue
        case .permission(let status) where isSetting: status.rawValue
        case .permission(let status): status == .authorized ? "granted" : "denied"
        case .purchase(let purchase):
            purchase.state.rawValue + (isSetting ? purchase.units.map { " \($0)" } ?? "" : "")
        default: nil
        }
    }

    /// The value of a setting, from the words that the log has for it; nil where this version does not know them.
    static func setting(
        of key: FactKey, to words: String, endsMs: Int64?, graceEndsMs: Int64?
    ) -> FactValue? {
        let parts = words.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard parts.count <= 2 else { return nil }
        if key.kind == .permission {
            return parts.count == 1 ? PermissionStatus(rawValue: words).map(FactValue.permission) : nil
        }
        guard let state = PurchaseState(rawValue: parts[0]) else { return nil }
        guard parts.count == 2 else {
            return .purchase(Purchase(state, endsMs: endsMs, graceEndsMs: graceEndsMs))
        }
        return Int(parts[1]).map {
            .purchase(Purchase(state, units: $0, endsMs: endsMs, graceEndsMs: graceEndsMs))
        }
    }

    /// The purchase that it is about; nil for all other kinds.
    var purchase: Purchase? {
        if case .purchase(let purchase) = value { purchase } else { nil }
    }

    /// Whether the log has words for it.
    var isKeepable: Bool {
        switch value {
        case .state(let state): !isSetting && [.toggle, .runtime].contains(key.kind) && state != .unknown
        case .permission(let status):
            key.kind == .permission && (isSetting ? status != .unknown : [.authorized, .denied].contains(status))
        case .purchase(let purchase): key.kind == .purchase && purchase.state != .unknown
        case nil where isSetting: [.permission, .purchase].contains(key.kind)
        case nil: key.kind != .purchase && Self.kinds.values.contains(key.kind)
        default: false
        }
    }
}
