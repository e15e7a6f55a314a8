package import Contract

/// The profile that a feature is for: with `require profile development` it is available only while the profile in
/// force is `development`.
package struct ProfileRequirement: Equatable, Sendable {
    package let profile: Profile
    /// The profile of the table that has the requirement.
    package let inForce: Profile
    /// Whether a program declares it, and not a table.
    let isHosted: Bool

    package init(_ profile: Profile, inForce: Profile, isHosted: Bool = false) {
        self.profile = profile
        self.inForce = inForce
        self.isHosted = isHosted
    }
}

extension ProfileRequirement: ConstraintRule {
    package static let kind = ConstraintReport.Kind.profile
    package static let example = "profile development"
    package static let form = "profile development|production"
    package static var unknown: FactValue? { nil }

    package var subject: String { profile.rawValue }
    /// A feature is for one profile.
    package var identity: String { Self.kind.rawValue }
    package var keys: [FactKey] { [.profile] }

    package func evaluate(_ facts: SubjectFacts, caller: Caller) -> ConstraintEvaluation {
        var (actual, isFromFact) = (inForce, false)
        if case .profile(let given) = facts[.profile]?.value { (actual, isFromFact) = (given, true) }
        return actual == profile
            ? .satisfied("sameProfile", fromFact: isFromFact)
            : .unsatisfied(.profileNotAllowed, "otherProfile", fromFact: isFromFact)
    }

    package func remedies(for code: OutcomeCode, _ facts: SubjectFacts) -> [Remedy] {
        guard !isHosted else {
            let message = "The developer can hide what leads to a feature that is for the profile \(subject) alone."
            return [Self.remedy(.hideEntryPoint, .developer, "profile", subject, message)]
        }
        let message = "The administrator can install a table with the line `profile \(subject)`."
        return [Self.remedy(.contactAdministrator, .administrator, "profile", subject, message)]
    }

    package func axes(among all: [any ConstraintRule]) -> [MatrixAxis] {
        [MatrixAxis(.profile, values: Profile.allCases.map { ($0.rawValue, .profile($0)) })]
    }

    package static func read(_ name: String, _ status: String, into draft: inout FactDraft) throws(FactTextError) {
        draft.facts[.profile] = .profile(try Profile(status: status))
    }
}
