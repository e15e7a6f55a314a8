package import Contract

/// The result of a verification.
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
    /// The code's sentence, with what the primary constraint is about and where it comes from.
    ///
    /// Put together once: a refusal is remembered, and its text was two fifths of what a blocked link cost.
    package let sentence: String

    init(code: OutcomeCode, primary: String, constraints: [ConstraintReport], remedies: [Remedy]) {
        self.code = code
        self.primary = primary
        self.constraints = constraints
        self.remedies = remedies
        let sentence = code.sentence
        guard let report = constraints.first(where: { $0.id == primary }) else {
            self.sentence = sentence
            return
        }
        let origin = report.inheritedFrom.map { ", required by \($0)" } ?? ""
        self.sentence = sentence.dropLast() + " (\(report.subject)\(origin))."
    }
}
