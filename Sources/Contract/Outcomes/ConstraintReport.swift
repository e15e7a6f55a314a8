/// What the evaluation of one constraint came to, with the evidence it rests on.
package struct ConstraintReport: Equatable, Sendable {
    /// The six kinds of constraint.
    package enum Kind: String, CaseIterable, Sendable {
        case platform
        case runtime
        case caller
        case permission
        case toggle
        case purchase
    }

    /// The four results of an evaluation.
    package enum Status: String, CaseIterable, Sendable {
        case satisfied
        case unsatisfied
        /// A source failed or was late: we do not know.
        case undetermined
        /// The constraint is about another platform and counts for nothing here.
        case inactive
    }

    /// How well a source's answer is known to hold still, the best first.
    package enum Freshness: String, CaseIterable, Sendable {
        /// The source was asked for this call, or says of itself when it changes.
        case live
        /// It was asked a while ago, and what it said is still to be trusted.
        case cached
        /// The source does not answer at the moment; this is the last it said.
        case stale
    }

    /// Where an answer came from and how fresh it is.
    package struct Evidence: Equatable, Sendable {
        /// The source's name.
        ///
        /// *Shape*: `table` for a declared default, `kernel`, `host`, `override`, `file:/run/app/switch`. Kind and place are
        /// parted by a colon: the place is for operators.
        package var source: String
        /// *Units*: milliseconds since 1970 UTC; nil where the answer has no age of its own.
        package var asOfMs: Int64?
        /// nil where the answer has no age of its own.
        package var freshness: Freshness?
        /// Whether somebody put the fact in the place of what its source says.
        package var isOverride: Bool
        /// Why the source has no answer, or none newer than this; nil where it has.
        ///
        /// *Shape*: one sentence for people, without its full stop.
        package var fault: String?

        package init(
            source: String, asOfMs: Int64? = nil, freshness: Freshness? = nil, isOverride: Bool = false,
            fault: String? = nil
        ) {
            self.source = source
            self.asOfMs = asOfMs
            self.freshness = freshness
            self.isOverride = isOverride
            self.fault = fault
        }
    }

    /// *Shape*: `kind:subject`, unique among the constraints of one feature: `permission:location.whenInUse`.
    package var id: String
    package var kind: Kind
    package var subject: String
    /// The path of the ancestor that declared it; nil where the feature itself did.
    package var inheritedFrom: String?
    package var status: Status
    /// Why the status is what it is.
    ///
    /// *Shape*: one word a program can switch on, as `denied`, `off`, `expired` or `undeterminable`.
    package var reason: String
    /// The code this constraint alone would give; nil unless unsatisfied.
    package var code: OutcomeCode?
    package var evidence: Evidence
    package var remedies: [Remedy]

    package init(
        id: String, kind: Kind, subject: String, inheritedFrom: String? = nil, status: Status, reason: String,
        code: OutcomeCode? = nil, evidence: Evidence, remedies: [Remedy] = []
    ) {
        self.id = id
        self.kind = kind
        self.subject = subject
        self.inheritedFrom = inheritedFrom
        self.status = status
        self.reason = reason
        self.code = code
        self.evidence = evidence
        self.remedies = remedies
    }
}
