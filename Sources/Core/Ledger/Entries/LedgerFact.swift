package import Features

/// One durable fact about a subject, as it was said: whether it still holds now is decided where facts are read.
package struct LedgerFact: Hashable, Sendable {
    /// The kinds of facts that the ledger keeps.
    static let rules = ConstraintKinds.standard.all.compactMap { $0.rule as? any KeptRule.Type }
    /// The same, for other targets.
    package static let kinds = Set(rules.map { FactKind($0) })

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

    /// What a user, an operator or a source said; nil is the default.
    package init(
        _ key: FactKey, _ value: FactValue?, transaction: String = "", source: String = "", asOfMs: Int64 = 0
    ) {
        self.init(key, value, transaction, source, asOfMs, isSetting: false)
    }

    /// Sets a permission or a purchase in the place of what its source says; nil clears the setting.
    package init(setting key: FactKey, to value: FactValue?) { self.init(key, value, "", "", 0, isSetting: true) }

    private init(
        _ key: FactKey, _ value: FactValue?, _ transaction: String, _ source: String, _ asOfMs: Int64, isSetting: Bool
    ) {
        (self.key, self.value, self.isSetting) = (key, value, isSetting)
        (self.transaction, self.source, self.asOfMs) = (transaction, source, asOfMs)
    }

    /// How the ledger keeps facts of its kind; nil if it keeps none.
    private var rule: (any KeptRule.Type)? { key.kind.rule as? any KeptRule.Type }

    /// The word that the log has for its kind.
    ///
    /// A permission or purchase has two: one for what the user or a source said, and one for a setting in its place.
    var kindWord: String { (isSetting ? rule?.settingWord : rule?.rowWord) ?? key.kind.word }

    /// The word that the log has for its value; nil for the default.
    var stateWord: String? { value.flatMap { rule?.word(of: $0, isSetting: isSetting) } }

    /// The purchase that it is about; nil for all other kinds.
    var purchase: Purchase? { value?.purchase }

    /// True if the log has words for it.
    var isKeepable: Bool {
        guard let rule, !isSetting || rule.settingWord != nil else { return false }
        return value == nil ? isSetting || rule.isClearable : stateWord != nil
    }
}
