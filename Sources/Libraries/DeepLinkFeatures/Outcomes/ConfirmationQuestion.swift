// `requirements.confirmation("Delete the list $(list)?")`: the person is asked about each use of an action.
//
//     open("notes://delete/old")                  refused, blocked.confirmation.required: "Delete the list old?"
//     the program asks the person, who says yes
//     open("notes://delete/old", confirmed: yes)  performed
//
// A yes counts once, and only for what was shown: the same action with the same values. Everything else is verified again,
// since a person takes time to answer.

import Contract
import Features

/// What the person is asked before one use of an action; a ``Refusal`` has it if nothing else stands in the way.
public struct ConfirmationQuestion: Hashable, Sendable {
    /// The path of the feature that owns the action.
    public let feature: String
    /// The action's name.
    public let action: String
    /// The questions of the feature's ancestors and its own, with the inputs put in: at most 64 characters of each value.
    public let texts: [String]
    /// The same with whole values: links whose values differ behind what is shown have different questions.
    let wholeTexts: [String]
    /// The paths of the features that ask them.
    let paths: [String]

    /// All questions as one text.
    public var text: String { texts.joined(separator: " ") }

    /// Collects the questions of a feature.
    ///
    /// - Parameters:
    ///   - inputs: the values that it shows.
    ///   - secrets: the names of those that it shows as `***`.
    init(
        _ binding: Features.ActionBinding, in catalogue: FeatureCatalogue, showing inputs: [Value.Member],
        hiding secrets: Set<String>
    ) {
        feature = catalogue.features[binding.feature].path
        action = catalogue.actions[binding.action].name
        let questions = catalogue.constraints[binding.feature].compactMap { $0.rule as? UserConfirmation }
        paths = questions.map(\.path)
        let shown = inputs.map { secrets.contains($0.name) ? Value.Member($0.name, .string("***")) : $0 }
        texts = questions.map { $0.text.question(about: shown) }
        wholeTexts = questions.map { $0.text.filled(with: inputs) }
    }

    /// The person's yes, for one use.
    public func confirmed() -> GivenConfirmation { GivenConfirmation(of: self) }
}

/// The person's yes to one question.
///
/// It counts once: for the action and the words that were shown, on the dispatcher's thread or actor.
public final class GivenConfirmation {
    private let question: ConfirmationQuestion
    private var isUsed = false

    init(of question: ConfirmationQuestion) { self.question = question }

    /// Uses it up for a question; false if it is about another one, or was used before.
    func use(for question: ConfirmationQuestion) -> Bool {
        guard !isUsed, question == self.question else { return false }
        isUsed = true
        return true
    }
}
