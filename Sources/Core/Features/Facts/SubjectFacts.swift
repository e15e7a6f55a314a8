import Contract

/// The facts that count for one subject: overrides first, then an administrator's policy, then the subject's own and the
/// host's.
package struct SubjectFacts: Sendable {
    private let facts: Facts
    private let own: [FactKey: Fact]
    private let policy: [FactKey: Fact]

    init(_ facts: Facts, _ subject: Subject) {
        self.facts = facts
        own = facts.subjects[subject] ?? facts.everyone
        policy = facts.policies.isEmpty ? [:] : facts.policies[subject] ?? [:]
    }

    /// Whether a platform without a fact is absent.
    var platformsAreComplete: Bool { facts.platformsAreComplete }
    /// Where it is known from which platforms are absent; nil if that is not known, or has no evidence of its own.
    var platformEvidence: ConstraintReport.Evidence? { facts.platformsAreComplete ? facts.platformEvidence : nil }
    /// Where facts without evidence of their own come from.
    var source: String { facts.source }
    /// Where the caller comes from.
    var callerSource: String { facts.callerSource }

    /// What is known of a key; nil where it is at its default.
    package subscript(key: FactKey) -> Fact? {
        if facts.isOverridden, let fact = facts.overrides[key] { return fact }
        if !policy.isEmpty, let fact = policy[key] { return fact }
        return key.isOfHost ? facts.host[key] : own[key]
    }

    /// What the machine has of a key that its users share.
    func shared(_ key: FactKey) -> Fact? { facts.subjects[.machine]?[key] }

    /// The source of a kind of facts that does not answer, and its error; nil where the source answers.
    func unansweredEvidence(_ kind: FactKind) -> ConstraintReport.Evidence? {
        facts.unanswered.isEmpty ? nil : facts.unanswered[kind]
    }

    /// Whether what is missing of a kind of facts is unknown.
    package func isUnanswered(_ kind: FactKind) -> Bool { unansweredEvidence(kind) != nil }

    /// Whether a fact is missing that no source of this host answers.
    ///
    /// While the ledger cannot be read, it is not known whether the fact is missing.
    package func lacksSource(_ key: FactKey) -> Bool {
        !facts.sourceless.isEmpty && facts.sourceless.contains(key) && self[key] == nil
    }

    /// Where a switch stands; nil where it is at its default.
    ///
    /// - Parameter isShared: whether the machine's counts where the subject has none.
    package func state(of key: FactKey, isShared: Bool = false) -> SwitchState? {
        guard case .state(let state) = (self[key] ?? (isShared ? shared(key) : nil))?.value else {
            return isUnanswered(key.kind) ? .unknown : nil
        }
        return state
    }
}
