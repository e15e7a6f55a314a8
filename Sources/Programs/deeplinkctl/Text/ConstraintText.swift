internal import Conf
internal import Contract
internal import DeepLinkClient
internal import Features

/// Constraints as text for people: each with its mark, then the remedies and who can apply them, then the commands that do.
struct ConstraintText {
    let constraints: [ConstraintReport]
    /// The remedies offered now.
    let remedies: [Contract.Remedy]
    /// Builds the commands for the daemon in question; nil if there is none.
    let next: NextCommand?
    /// The language of a person, whose words are those of a notification, with the names that programs use behind them; nil for
    /// a program, or a person who looks after a table.
    var language: PersonLanguage?
    private var texts: any PersonWords { (language ?? .english).words }

    /// The lines of a report.
    var lines: [Line] {
        let withheld = constraints.flatMap(\.remedies).compactMap { remedy in
            remedy.withheldBecause.map { line(remedy, ", only after \($0)") }
        }
        return TextRow.lines(texts.text(.needs), constraints.map(line))
            + remedies.map { TextRow.line(texts.text(.remedy), line($0)) }
            + withheld.map { TextRow.line(texts.text(.notYet), $0) }
            + TextRow.lines(texts.text(.next), remedies.compactMap { next?.text(for: $0) }.map { Line(whole: $0) })
    }

    /// *Shape*: `✗ permission:camera: denied, inherited from Photos, source settings (stale): a policy's sentence`.
    private func line(_ constraint: ConstraintReport) -> Line {
        let mark =
            switch constraint.status {
            case .satisfied: Line("✓", .good)
            case .unsatisfied: Line("✗", .bad)
            case .undetermined: Line("?", .doubtful)
            case .inactive: Line("–")
            }
        let origin = constraint.inheritedFrom.map { ", inherited from \($0)" } ?? ""
        let evidence = constraint.evidence
        let source = evidence.source == ConstraintReport.Evidence.declaredDefault ? "" : ", source \(evidence.source)"
        let doubts = (evidence.freshness == .stale ? " (stale)" : "") + (evidence.isOverride ? " (override)" : "")
        let fault = evidence.fault.map { ", \($0)" } ?? ""
        let note = evidence.note.map { ": \($0)" } ?? ""
        let details = "\(constraint.id): \(constraint.reason)\(origin)\(source)\(doubts)\(fault)\(note)"
        guard let language else { return mark + Line(" " + details) }
        return mark + Line(" " + ConstraintWords.text(of: constraint, in: language)) + Line(" (\(details))", .aside)
    }

    /// *Shape*: as `describe`; for a person `Switch “Opens recipes” on. (enableToggle Recipes (user))`.
    private func line(_ remedy: Contract.Remedy, _ more: String = "") -> Line {
        let details = Self.describe(remedy) + more
        guard let language else { return Line(details) }
        return Line(RemedyWords(remedy, in: language).sentence) + Line(" (\(details))", .aside)
    }

    /// Arguments that stand in another one's text, or are for people.
    private static let unlistedArguments: Set = ["held", "mode", "question", "title", "titles", "units"]

    /// *Shape*: `purchase any of premium.monthly "Premium", coins 30 "Coins" (user)`.
    private static func describe(_ remedy: Contract.Remedy) -> String {
        var words = [remedy.kind.rawValue]
        let mode = remedy.argument("mode")?.text
        let titles = remedy.argument("titles")?.elements?.map(\.argumentText) ?? []
        for argument in remedy.arguments where !unlistedArguments.contains(argument.name) {
            let elements = argument.value.elements ?? []
            if elements.count > 1, let mode { words.append(mode + " of") }
            var texts = elements.isEmpty ? [argument.value.argumentText] : elements.map(\.argumentText)
            if argument.name == "usage" { texts = texts.map(QuotedText.quoted) }
            if argument.name == "products" {
                let counted = texts.map { id in
                    id + (remedy.argument("units")?[id].map { " " + $0.argumentText } ?? "")
                }
                let names = titles.count == texts.count ? titles : texts
                texts = zip(counted, zip(texts, names)).map { $0 + ($1.0 == $1.1 ? "" : " \"\($1.1)\"") }
            }
            words.append(texts.joined(separator: ", "))
        }
        return words.joined(separator: " ") + " (\(remedy.actor.rawValue))"
    }
}
