internal import Contract
package import PermissionWire

/// The words for one question of an authorisation flow.
package enum QuestionWords {
    /// What the person is asked: about a link the question of the table, about a permission a sentence of the catalogue.
    package static func text(of question: QuestionReport, in language: PersonLanguage = .ofSession) -> String {
        // In English the daemon's own sentence is the same, also that of an older daemon.
        guard language != .english, question.permission != "confirmation" else { return question.title }
        return language.words.question(question.permission, of: question.feature, usage: question.usage)
    }
}
