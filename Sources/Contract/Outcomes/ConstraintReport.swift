package import Varlink

/// The result of the evaluation of one constraint, with the evidence it rests on.
package struct ConstraintReport: Equatable, Sendable {
    /// The six kinds of constraint.
    package enum Kind: String, CaseIterable, Sendable, WireWord {
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
        case undetermined
        case inactive
    }

    /// How well a source's answer is known to hold still, the best first.
    package enum Freshness: String, CaseIterable, Sendable, WireWord {
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
        /// True if an operator's override replaces the source's answer.
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

extension ConstraintReport.Status: WireEnumeration {
    package static var typeName: String { "ConstraintStatus" }
    package static var typeComment: String { "How the evaluation of one constraint ended." }

    package var comment: String {
        switch self {
        case .satisfied: "It is met."
        case .unsatisfied: "It is definitely not met; the request is blocked."
        case .undetermined: "A source failed or did not answer in time; ask again later."
        case .inactive: "It is about another platform and counts for nothing here."
        }
    }
}

extension ConstraintReport.Evidence: WireObject {
    package static var typeName: String { "Evidence" }
    package static var typeComment: String { "What an answer about a constraint rests on." }
    package static var blank: Self { Self(source: "") }

    package mutating func members(_ list: inout some MemberList) {
        list.member(
            "source", &source,
            """
            Where it came from: table for a declared default, kernel, host, ledger, memory, override or another
            source's name, as file:/run/app/switch. Anyone but operators is told the source's kind: file or varlink.
            """)
        list.member(
            "asOfMs", &asOfMs,
            """
            When it was true, in milliseconds since 1970 UTC; absent where the answer has no age of its own. Of a
            platform and of a switch that a file or a service keeps, only operators are told.
            """)
        list.member(
            "freshness", &freshness,
            "live, cached, or stale where the source does not answer at the moment; absent as above.")
        list.member(
            "override", &isOverride, .unlessBlank,
            "true where an operator put the fact in the place of what its source says.")
        list.member(
            "fault", &fault,
            """
            Why the source has no answer, or none newer than this, in words for people; absent where it has. Anyone
            but operators is told no more than that it did not answer.
            """)
    }
}

extension ConstraintReport: WireObject {
    package static var typeName: String { "ConstraintReport" }
    package static var typeComment: String { "The result of the evaluation of one constraint." }
    package static var blank: Self {
        Self(id: "", kind: .caller, subject: "", status: .undetermined, reason: "", evidence: .blank)
    }

    package mutating func members(_ list: inout some MemberList) {
        list.member(
            "id", &id,
            "Kind and subject, unique among the constraints of one feature: permission:location.whenInUse.")
        list.member("kind", &kind, "platform, runtime, caller, permission, toggle or purchase.")
        list.member(
            "subject", &subject,
            "What the constraint is about: a platform, a feature, a caller rule, a permission, a product.")
        list.member(
            "inheritedFrom", &inheritedFrom,
            "The path of the feature above that declared it; absent where the feature itself did.")
        list.member("status", &status, "How the evaluation ended.")
        list.member("reason", &reason, "One word to switch on: denied, off, expired, undeterminable and others.")
        list.member(
            "code", &code,
            "The code that this constraint alone would give the request; only with status unsatisfied.")
        list.member("evidence", &evidence, "What the answer rests on.")
        list.member("remedies", &remedies, .unlessBlank, "What would lift it, best first; none where nothing would.")
    }
}
