package import Contract

/// What a verification came to.
package enum Verification: ~Copyable {
    case verified(VerifiedActionBinding)
    case refused(Refusal)
}

/// Why a feature is not available, and what would make it so.
package struct Refusal: Equatable, Sendable {
    /// `blocked.…` or `pending.undetermined`.
    package let code: OutcomeCode
    /// The constraint that decides the code.
    package let primary: String
    /// Every constraint of the feature and its ancestors, in the order of the table, outermost first.
    package let constraints: [ConstraintReport]
    /// What can be done now: the primary constraint's remedies, unless doubt withholds them.
    package let remedies: [Remedy]
}
