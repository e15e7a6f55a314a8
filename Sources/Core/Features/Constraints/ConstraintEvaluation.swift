package import Contract

/// The result of one constraint against the facts, without the full report.
package struct ConstraintEvaluation {
    let status: ConstraintReport.Status
    /// One word a program can switch on.
    let reason: String
    /// The code it would give alone; nil unless unsatisfied.
    let code: OutcomeCode?
    /// *Units and range*: 10 to 90; for an undetermined one the best rank of its kind.
    let rank: Int
    /// Whether the answer came from a fact rather than a declared default.
    let isFromFact: Bool

    /// Whether the feature cannot be used because of it.
    var standsInTheWay: Bool { status == .unsatisfied || status == .undetermined }

    /// It holds.
    package static func satisfied(_ reason: String, fromFact: Bool) -> Self {
        Self(status: .satisfied, reason: reason, code: nil, rank: .max, isFromFact: fromFact)
    }

    /// The fact is not known; it withholds at the best rank of its kind.
    package static func undetermined(_ bestRank: Int) -> Self {
        Self(status: .undetermined, reason: "unknown", code: nil, rank: bestRank, isFromFact: true)
    }

    /// It does not hold; the rank is the code's unless another is given.
    package static func unsatisfied(_ code: OutcomeCode, _ reason: String, fromFact: Bool, rank: Int? = nil) -> Self {
        Self(
            status: .unsatisfied, reason: reason, code: code, rank: rank ?? code.rank ?? .max,
            isFromFact: fromFact)
    }

    static let inactive = Self(
        status: .inactive, reason: "otherPlatform", code: nil, rank: .max, isFromFact: true)
}
