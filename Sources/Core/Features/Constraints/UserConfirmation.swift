// `require confirmation "Delete the list “$(list)”?"`: the person is asked about each link, with the inputs that it has.
//
// No source answers for it, and no operator can put an answer in its place: a yes counts for one link, once. It comes from
// an authorisation flow, which adds the fact `confirmation FEATURE` to those that its link is verified against, and to no
// others. Its rank is the last: the person is asked to confirm what is otherwise ready to be performed.

internal import Conf
package import Contract

/// The person's confirmation of one link.
package struct UserConfirmation: Sendable {
    /// The path of the feature that declares it; empty until one does.
    package private(set) var path = ""
    /// The question for all who read none of the other languages.
    package let text: TextTemplate
    /// The same in other languages, as the table writes them.
    private let translations: [LocalizedText.Translation]

    /// - Parameter translations: templates too, of the same inputs.
    package init(_ text: TextTemplate, translations: [LocalizedText.Translation] = []) {
        (self.text, self.translations) = (text, translations)
    }

    /// The question in all languages.
    package var texts: [TextTemplate] { [text] + translations.compactMap { try? TextTemplate($0.text) } }

    /// The question as a person reads it best.
    package func text(in languages: LanguageList?) -> TextTemplate {
        guard let languages, !translations.isEmpty else { return text }
        let texts = LocalizedText(text.description, translations: translations)
        return (try? TextTemplate(texts.text(in: languages))) ?? text
    }
}

extension UserConfirmation: ConstraintRule {
    package static let kind = ConstraintReport.Kind.confirmation
    package static let example = "confirmation Trash given"
    package static let form = "confirmation FEATURE given|missing"
    package static var unknown: FactValue? { nil }
    package static let hindranceToOverride: String? =
        "A confirmation is given for one link and cannot be overridden; to try it"

    package var subject: String { path }
    package var condition: String { "confirmation " + text.description.asWord }
    package var declaration: String {
        condition
            + translations.map { " \($0.language) \($0.text.asWord)" }.joined()
    }
    package var keys: [FactKey] { [.confirmation(path)] }

    package func declared(by feature: Feature, in catalogue: FeatureCatalogue) -> Self {
        var rule = self
        rule.path = feature.path
        return rule
    }

    package func evaluate(_ facts: SubjectFacts, caller: Caller) -> ConstraintEvaluation {
        facts[.confirmation(path)]?.value == .on
            ? .satisfied("confirmed", fromFact: true)
            : .unsatisfied(.confirmationRequired, "notConfirmed", fromFact: false)
    }

    package func remedies(for code: OutcomeCode, _ facts: SubjectFacts) -> [Remedy] {
        let message = "The program can ask the person to confirm this link."
        var remedy = Self.remedy(.confirm, .client, "feature", path, message)
        remedy.arguments.append(.init(Self.questionArgument, .string(text.description)))
        return [remedy]
    }

    package var isTranslated: Bool { !translations.isEmpty }

    package func translate(_ remedy: inout Remedy, for languages: LanguageList, inputs: [Value.Member]?) {
        guard remedy.kind == .confirm, remedy.argument("feature")?.text == path else { return }
        let text = text(in: languages)
        let question = inputs.map { text.question(about: $0) } ?? text.description
        remedy.replace(Self.questionArgument, by: .string(question))
    }

    package func axes(among all: [any ConstraintRule]) -> [MatrixAxis] {
        [MatrixAxis(.confirmation(path), values: [("given", .on), ("missing", nil)])]
    }

    package static func read(_ name: String, _ status: String, into draft: inout FactDraft) throws(FactTextError) {
        let path = try draft.path(of: name, requiring: FactKind(self))
        switch status {
        case "given": draft.facts[.confirmation(path)] = .on
        case "missing": draft.facts[.confirmation(path)] = nil
        default: throw .badStatus("a confirmation cannot be `\(status)`", .sentence("write `given` or `missing`"))
        }
    }
}

extension UserConfirmation {
    /// The argument of the remedy that has the question: as the table writes it, and in the outcome of a link with the values.
    private static let questionArgument = "question"

    /// Puts the values of a link into the questions of its outcome's remedies.
    package static func fillQuestions(of outcome: inout Outcome) {
        // As a person may see them: secrets are masked.
        let inputs = outcome.parameters
        fillQuestions(of: &outcome.remedies, with: inputs)
        for place in outcome.constraints.indices {
            fillQuestions(of: &outcome.constraints[place].remedies, with: inputs)
        }
    }

    private static func fillQuestions(of remedies: inout [Remedy], with inputs: [Value.Member]) {
        for number in remedies.indices where remedies[number].kind == .confirm {
            guard let place = remedies[number].arguments.firstIndex(where: { $0.name == questionArgument }),
                let text = remedies[number].arguments[place].value.text, let template = try? TextTemplate(text)
            else { continue }
            let question = Value.string(template.question(about: inputs))
            remedies[number].arguments[place] = .init(questionArgument, question)
        }
    }
}

extension TextTemplate {
    /// The question of a confirmation, with the values of a link as a person can read them.
    ///
    /// A link chooses its values. So the end of a long one is left out, and one cannot hide a word by invisible characters.
    package func question(about inputs: [Value.Member]) -> String {
        filled(with: inputs, written: Self.readable)
    }

    private static func readable(_ value: String) -> String {
        var (text, count) = ("", 0)
        for scalar in value.unicodeScalars {
            let shown = Escaping.printable(String(scalar))
            count += shown.unicodeScalars.count
            guard count <= Limits.confirmationValueCharacters else { return text + "…" }
            text += shown
        }
        return text
    }
}
