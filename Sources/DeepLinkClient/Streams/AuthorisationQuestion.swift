internal import Contract

/// What came of one question of an authorisation flow.
public enum AuthorisationAnswer: Equatable, Sendable {
    /// The person was asked elsewhere, in the settings for example: the source is asked again.
    case asked
    /// The person says yes.
    ///
    /// It is kept where the permission's source is `consent`; any other source is asked again instead.
    case granted
    /// The person says no; kept as a yes is.
    case denied
    /// The person is not to be asked for this one now; the flow goes on with the next one.
    case skip
    /// The flow ends, and what is not granted stays as it is.
    case cancel
}

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

    /// Answers it, over another connection than the flow's.
    ///
    /// - Throws: ``DeepLinkError/notAsked`` if another question is asked now, ``DeepLinkError/unknownFlow`` if the flow has
    ///   ended. Either is harmless: the flow's events say how it went on.
    public func answer(_ answer: AuthorisationAnswer) async throws(DeepLinkError) {
        try await driver.ask(question(answer))
    }

    /// Answers it, and calls back.
    @discardableResult
    public func answer(
        _ answer: AuthorisationAnswer, completion: @escaping @Sendable (Result<Void, DeepLinkError>) -> Void
    ) -> DeepLinkCall {
        driver.ask(question(answer), completion)
    }

    private func question(_ answer: AuthorisationAnswer) -> Question<Void> {
        Question(request: .answer(flow: flow, permission: permission, answer: answer.onWire)) { _ in }
    }
}

extension AuthorisationAnswer {
    fileprivate var onWire: PermissionAnswer {
        switch self {
        case .asked: .asked
        case .granted: .granted
        case .denied: .denied
        case .skip: .skip
        case .cancel: .cancel
        }
    }
}
