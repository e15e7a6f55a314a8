import Conf
import Features

/// Reads `require profile NAME`.
struct ProfileReader: RequirementReader {
    static let order = 20
    static let choices = ["development", "production"]
    let table: TableReading

    /// A table has one profile, so a feature for the one inside a feature for the other can never be available.
    func check(
        _ rule: any ConstraintRule, at place: SourceRange, _ earlier: [PlacedConstraint],
        inherited: [EffectiveConstraint]
    ) {
        for outer in inherited {
            guard let other = outer.rule as? ProfileRequirement, other.subject != rule.subject else { continue }
            return report(
                .badConstraint, place,
                "`\(outer.path)` is for the profile \(other.subject), so this can never be met",
                help: "keep one of them, or put the feature outside `\(outer.path)`")
        }
    }

    func requirement(_ statement: Int) -> ProfileRequirement? {
        let help = "it is written `require profile development|production`"
        let words = arguments(statement, from: 2)
        guard let word = words.first, words.count == 1 else {
            return refuse(
                .badConstraint, words.dropFirst().first?.place ?? document.place(of: statement),
                "a feature is for one profile", help: help)
        }
        guard let profile = Profile(rawValue: word.text) else {
            return refuse(.badConstraint, word.place, "there is no profile `\(word.text)`", help: help)
        }
        return ProfileRequirement(profile, inForce: table.draft.profile?.profile ?? .production)
    }
}
