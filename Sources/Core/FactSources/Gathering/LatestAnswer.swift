internal import Contract
internal import Features

/// The last answer to a question, and how far it can be relied on at one moment.
struct LatestAnswer: Equatable {
    let state: SourceReport.State
    /// One that is missing is at its default; nil where nothing is known.
    let facts: [FactKey: FactValue]?
    /// When the source answered.
    ///
    /// *Units*: milliseconds since 1970 UTC.
    let asOfMs: Int64?
    /// Why the source has no answer, or none newer than this.
    let fault: String?
    /// What the source adds for the user whose fact it is.
    var note: String?
    /// Whether the source could not do its work, or is late; not where it found no answer.
    var hasFailed = false
    /// The policy that answered in the source's place, if one did.
    var ruledBy: String?

    /// The fact to put into the store; nil for its default.
    func fact(for key: FactKey, from source: (any FactSource)?) -> Fact? {
        let value = facts.map { $0[key] } ?? key.kind.rule.unknown
        return value.map { Fact($0, evidence(from: source)) }
    }

    /// Where it comes from, and how fresh it is.
    func evidence(from source: (any FactSource)?) -> ConstraintReport.Evidence {
        let freshness: ConstraintReport.Freshness? =
            switch state {
            case .current: source?.lifetime.freshness
            case .stale: .stale
            case .undetermined: nil
            }
        return .init(
            source: ruledBy ?? source.nameInEvidence, asOfMs: asOfMs, freshness: freshness, fault: fault,
            note: note?.cut(toBytes: Limits.noteBytes))
    }
}

extension (any FactSource)? {
    /// The name of the source, or `nobody` for a fact without one.
    var nameInEvidence: String { self?.name ?? "nobody" }
}
