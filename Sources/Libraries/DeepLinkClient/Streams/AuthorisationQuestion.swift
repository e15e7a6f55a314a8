import Contract
import PermissionWire

/// One question of an authorisation flow: for a permission, or for a confirmation.
public struct AuthorisationQuestion: Sendable {
    let driver: Driver
    let flow: String
    let report: QuestionReport
    /// How long the answer may take, from the question on; nil for a question that is not asked now.
    public let answerWithin: Duration?

    /// The permission's name; `confirmation` for a confirmation.
    public var permission: String { report.permission }
    /// Who asks the person.
    ///
    /// *Shape*: `client`, this program; `system`, where the desktop shows its own question; `none`, where only a change
    /// elsewhere can answer it.
    public var asker: String { report.by }
    /// Whether this program asks the person.
    public var isYours: Bool { asker == "client" }
    /// What the person is asked, as one sentence.
    ///
    /// It may hold texts of a link: show it as text, and escape what a terminal would act on.
    public var title: String { report.title }

    /// The same in the language of the person's session, if there are sentences in it; see ``PersonLanguage``.
    public var personTitle: String { QuestionWords.text(of: report) }
    /// What the permission is used for, as the table says it to people; nil if it does not, and for a confirmation.
    public var usage: String? { report.usage }
    /// What people call the feature that needs it; nil if this program is not told of it.
    public var feature: String? { report.feature }

    /// Answers it, over another connection than the flow's.
    ///
    /// - Throws: ``DeepLinkError/notAsked`` if another question is asked now, ``DeepLinkError/unknownFlow`` if the flow has
    ///   ended. Either is harmless: the flow's events say how it went on.
    public func answer(_ answer: PermissionAnswer) async throws(DeepLinkError) {
        try await driver.ask(question(answer))
    }

    /// Answers it, and calls back.
    @discardableResult
    public func answer(_ answer: PermissionAnswer, completion: @escaping Completion<Void>) -> DeepLinkCall {
        driver.ask(question(answer), completion)
    }

    private func question(_ answer: PermissionAnswer) -> Question<Void> {
        Question(
            request: AnswerQuestion { ($0.flow, $0.permission, $0.answer) = (flow, permission, answer) }
        ) { _ in }
    }
}
