/// The result of the evaluation of one constraint, with the evidence it rests on.
///
/// Programs that use the library get it as a `ConstraintStatus`.
public struct ConstraintReport: WireObject, Equatable {
    /// The kinds of constraint.
    public enum Kind: String, CaseIterable, Sendable, WireWord {
        case platform
        case profile
        case program
        case runtime
        case caller
        case permission
        case toggle
        case purchase
        case confirmation

        /// Whether facts of the kind are the host's, and not one subject's.
        package var isOfHost: Bool {
            switch self {
            case .platform, .profile, .program, .runtime, .caller, .confirmation: true
            case .permission, .toggle, .purchase: false
            }
        }
    }

    /// The four results of an evaluation.
    public enum Status: String, WireEnumeration {
        case satisfied
        case unsatisfied
        /// A source failed or was late.
        case undetermined
        /// It is about another platform.
        case inactive

        package static let typeName = "ConstraintStatus"
        package static let typeComment = "How the evaluation of one constraint ended."

        package var comment: String {
            switch self {
            case .satisfied: "It is met."
            case .unsatisfied: "It is definitely not met; the request is blocked."
            case .undetermined: "A source failed or did not answer in time; ask again later."
            case .inactive: "It is about another platform and counts for nothing here."
            }
        }
    }

    package static let typeName = "ConstraintReport"
    package static let typeComment = "The result of the evaluation of one constraint."

    package var id = ""
    package var kind = Kind.caller
    package var subject = ""
    package var inheritedFrom: String?
    package var status = Status.undetermined
    package var reason = ""
    package var code: OutcomeCode?
    package var evidence = Evidence()
    package var remedies: [Remedy] = []

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("id", &id, "Kind and subject, unique among a feature's constraints: permission:location.whenInUse.")
        list.member(
            "kind", &kind, "platform, profile, program, runtime, caller, permission, toggle, purchase or confirmation.")
        list.member(
            "subject", &subject,
            "A platform, a profile, a program's path, a feature, a caller rule, a permission or a product, by kind.")
        list.member("inheritedFrom", &inheritedFrom, "The path of the ancestor that declared it; absent for its own.")
        list.member("status", &status, "How the evaluation ended.")
        list.member("reason", &reason, "One word to switch on: denied, off, expired, noSource and others.")
        list.member("code", &code, "The code that this constraint alone gives a request; only if unsatisfied.")
        list.member("evidence", &evidence, "What the answer rests on.")
        list.member("remedies", &remedies, .unlessBlank, "What would lift it, best first; none where nothing would.")
    }
}

extension ConstraintReport {
    /// The reason of a toggle that is off only because no user has switched it on.
    package static let offByDefault = "offByDefault"
    /// The reason of a permission or purchase that no source of this host answers.
    package static let noSource = "noSource"
    /// The reason of a toggle that is off because the machine's is, which its users share.
    package static let offForMachine = "offForMachine"

    /// The reason of a program that nothing has the name of.
    package static let absentProgram = "absent"

    /// The sentence of the code that this constraint gives; nil if it gives none.
    package var sentence: String? {
        switch (code, reason) {
        case (.toggleOff, Self.offByDefault): "The feature is off by default, and the user has not switched it on."
        case (.toggleOff, Self.offForMachine):
            "The feature is switched off for all users, and the user has not switched it on."
        case (.permissionUnsupported, Self.noSource): "This host has no source for a permission that the feature needs."
        case (.featureDisabled, _): disabled
        default: code?.sentence
        }
    }

    /// By what an operator's switch is off.
    private var disabled: String {
        if evidence.source == Evidence.declaredDefault {
            return "The feature is off by default, and no operator has switched it on."
        }
        return switch evidence.source.prefix(while: { $0 != ":" }) {
        case "file": "The feature is switched off by the file that keeps its switch."
        case "varlink": "The feature is switched off by the service that keeps its switch."
        default: OutcomeCode.featureDisabled.sentence
        }
    }
}

extension ConstraintReport {
    /// How well a source's answer is known to hold still, the best first.
    package enum Freshness: String, CaseIterable, Sendable, WireWord {
        /// The source was asked for this call, or reports its changes itself.
        case live
        /// The source was asked a while ago, and its answer is still valid.
        case cached
        /// The source does not answer at the moment; this is its last answer.
        case stale
    }

    /// Where an answer came from and how fresh it is.
    package struct Evidence: WireObject, Equatable {
        package static let typeComment = "What an answer about a constraint rests on."

        /// The source of a default that the table declares.
        package static let declaredDefault = "table"

        /// *Shape*: kind and place, separated by a colon; the place is for operators.
        package var source = ""
        package var asOfMs: Int64?
        package var freshness: Freshness?
        package var isOverride = false
        package var fault: String?
        package var note: String?

        package init() {}

        /// Makes the evidence of a source's answer.
        package init(
            source: String, asOfMs: Int64? = nil, freshness: Freshness? = nil, isOverride: Bool = false,
            fault: String? = nil, note: String? = nil
        ) {
            (self.source, self.asOfMs, self.freshness) = (source, asOfMs, freshness)
            (self.isOverride, self.fault, self.note) = (isOverride, fault, note)
        }

        package mutating func members(_ list: inout some MemberList) {
            list.member(
                "source", &source,
                """
                Where it came from: table for a declared default, kernel, host, ledger, stamp for the file that keeps an
                off of the intake, memory, override or another source's name, as file:/run/app/switch; none where no source
                of this host answers. Anyone but operators is told the source's kind: file or varlink.
                """)
            list.member(
                "asOfMs", &asOfMs,
                """
                When it was true, in milliseconds since 1970 UTC; absent where the answer has no age of its own. Of a
                platform and of a switch that a file or a service keeps, only operators are told.
                """)
            list.member(
                "freshness", &freshness, "live, cached, or stale if the source does not answer now; absent as above.")
            list.member("override", &isOverride, .unlessBlank, "true if an operator has overridden the answer.")
            list.member(
                "fault", &fault,
                """
                Why the source has no answer, or none newer than this, in words for people; absent where it has. Anyone
                but operators is told no more than that it did not answer, and which command tells an operator why.
                """)
            list.member(
                "note", &note,
                """
                What the source says to the user about its answer, such as the sentence of an administrator's policy; at
                most 1024 bytes; absent where it says nothing.
                """)
        }
    }
}
