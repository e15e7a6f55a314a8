internal import Contract
internal import Features

/// Constraints the way a person wants to read them: each with its mark, then who can do what about it, then the commands
/// that do it.
struct ConstraintText {
    let constraints: [ConstraintReport]
    /// What is offered now.
    let remedies: [Remedy]
    /// Which daemon the commands are for; nil where there is none.
    let next: NextCommand?

    /// The lines, none ended.
    var lines: [String] {
        var lines = TextRow.lines("needs", constraints.map(Self.line))
        lines += remedies.map { TextRow.line("remedy", Self.describe($0)) }
        for remedy in constraints.flatMap(\.remedies) {
            guard let because = remedy.withheldBecause else { continue }
            lines.append(TextRow.line("not yet", Self.describe(remedy) + ", first \(because)"))
        }
        return lines + TextRow.lines("next", remedies.compactMap { next?.text(for: $0) })
    }

    /// *Shape*: `✗ permission:camera: denied, from Photos, says settings (stale)`.
    private static func line(_ constraint: ConstraintReport) -> String {
        let mark =
            switch constraint.status {
            case .satisfied: "✓"
            case .unsatisfied: "✗"
            case .undetermined: "?"
            case .inactive: "–"
            }
        let origin = constraint.inheritedFrom.map { ", from \($0)" } ?? ""
        let evidence = constraint.evidence
        let source = evidence.source == "table" ? "" : ", says \(evidence.source)"
        let doubts = (evidence.freshness == .stale ? " (stale)" : "") + (evidence.isOverride ? " (override)" : "")
        let fault = evidence.fault.map { ", \($0)" } ?? ""
        return "\(mark) \(constraint.id): \(constraint.reason)\(origin)\(source)\(doubts)\(fault)"
    }

    /// *Shape*: `purchase any of premium.monthly, founder.once (user)`.
    private static func describe(_ remedy: Remedy) -> String {
        var words = [remedy.kind.rawValue]
        let mode = remedy.arguments.first { $0.name == "mode" }?.value.text
        for argument in remedy.arguments where argument.name != "mode" {
            let elements = argument.value.elements ?? []
            if elements.count > 1, let mode { words.append(mode + " of") }
            words.append(
                elements.isEmpty ? argument.value.argumentText : elements.map(\.argumentText).joined(separator: ", "))
        }
        return words.joined(separator: " ") + " (\(remedy.actor.rawValue))"
    }
}
