package import Features

/// One durable fact about a subject, as it was said: whether it still holds now is decided where facts are read.
package struct LedgerFact: Hashable, Sendable {
    package let key: FactKey
    /// nil is the default: what the user said is taken back, or the setting is cleared.
    package let value: FactValue?
    /// Whether an operator or a granting group set the fact, in the place of what its source says.
    package let isSetting: Bool

    /// What a user or an operator said; nil is the default.
    package init(_ key: FactKey, _ value: FactValue?) { (self.key, self.value, isSetting) = (key, value, false) }

    /// Sets a fact in the place of what its source says; nil clears the setting.
    package init(setting key: FactKey, to value: FactValue?) { (self.key, self.value, isSetting) = (key, value, true) }

    /// How the ledger keeps facts of its kind; nil if it keeps none.
    var rule: (any KeptRule.Type)? { key.kind.rule as? any KeptRule.Type }

    /// The word that the log has for its kind; nil if it has none.
    ///
    /// A kind can have two: one for what the user said, and one for a setting in its place.
    var kindWord: String? { isSetting ? rule?.settingWord : rule?.rowWord }

    /// The word that the log has for its value; nil for the default.
    var stateWord: String? { value.flatMap { rule?.word(of: $0, isSetting: isSetting) } }

    /// True if the log has words for it.
    var isKeepable: Bool { kindWord != nil && (value == nil || stateWord != nil) }
}
