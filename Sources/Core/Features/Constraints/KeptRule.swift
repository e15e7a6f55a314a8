import Contract

/// A kind whose facts the ledger keeps, as words in the rows of its log.
///
/// *Shape*: a user's switch is `toggle Player/Notes on`. A setting in the place of what a source says has a word of its own.
package protocol KeptRule: ConstraintRule {
    /// The word of rows about what a user said; nil if users say nothing.
    static var rowWord: String? { get }
    /// The word of rows about settings in the place of that; nil if there are none.
    static var settingWord: String? { get }
    /// The name of the source that answers with what users said, where a table names it; nil if what they said is the fact.
    static var answerBook: String? { get }
    /// Why a value that has no word is not kept; nil for the sentence of all kinds.
    static var unkept: String? { get }
    /// The dates on which a value changes by itself, in milliseconds since 1970 UTC; nil for a kind without dates.
    static func dates(of value: FactValue) -> RowDates?
    /// The key of a row with that name; nil if this version does not know such a name.
    static func key(ofRow name: String) -> FactKey?
    /// The word of a value; nil for a value that is not kept.
    static func word(of value: FactValue, isSetting: Bool) -> String?
    /// The value of a word; nil if this version does not know it.
    ///
    /// - Parameter dates: on which the fact changes by itself, in milliseconds since 1970 UTC.
    static func value(ofRow word: String, isSetting: Bool, dates: RowDates) -> FactValue?
}

/// The dates of a row; nil for one that does not come.
package typealias RowDates = (endsMs: Int64?, graceEndsMs: Int64?)

extension KeptRule {
    /// The word of the kind.
    package static var rowWord: String? { kind.rawValue }

    /// There are no settings.
    package static var settingWord: String? { nil }

    /// What users said is the fact.
    package static var answerBook: String? { nil }

    /// The sentence of all kinds.
    package static var unkept: String? { nil }

    /// It does not change by itself.
    package static func dates(of value: FactValue) -> RowDates? { nil }

    /// Any name will do.
    package static func key(ofRow name: String) -> FactKey? { FactKey(Self.self, name) }
}

/// A switch of a feature, which is on or off.
protocol SwitchRule: KeptRule {
    /// The path of the feature that declares it; empty until one does.
    var path: String { get set }
    /// The path with the description of the feature.
    var label: String { get set }
}

extension SwitchRule {
    package static var unknown: FactValue? { .state(.unknown) }

    package var subject: String { path }
    package var keys: [FactKey] { [FactKey(Self.self, path)] }

    package func declared(by feature: Feature, in catalogue: FeatureCatalogue) -> Self {
        var rule = self
        (rule.path, rule.label) = (feature.path, feature.label)
        return rule
    }

    package static func read(_ name: String, _ status: String, into draft: inout FactDraft) throws(FactTextError) {
        let path = try draft.path(of: name, requiring: FactKind(self))
        draft.facts[FactKey(self, path)] = .state(try SwitchState(status: status))
    }

    /// Every feature has a switch of its own.
    package func isImplied(by inherited: any ConstraintRule) -> Bool { false }

    package static func word(of value: FactValue, isSetting: Bool) -> String? {
        if case .state(let state) = value, state != .unknown { state.rawValue } else { nil }
    }

    package static func value(ofRow word: String, isSetting: Bool, dates: RowDates) -> FactValue? {
        SwitchState(rawValue: word).flatMap { $0 == .unknown ? nil : .state($0) }
    }
}

extension ConstraintKinds {
    /// The kinds whose facts the ledger keeps.
    package var kept: [any KeptRule.Type] { all.compactMap { $0.rule as? any KeptRule.Type } }
}
