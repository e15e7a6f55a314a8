// An authorisation flow: the daemon says which permission is next, and this program asks the person.
//
//     authorise(.link("notes://share"))
//       began       contacts, photos
//       asking      contacts, by this program: show it, and answer      →   answer(.granted)
//       answered    contacts granted
//       …
//       completed   granted, and the outcome of the link
//
// A flow belongs to its connection: where that is lost, the flow is cancelled and nothing connects again.

public import Contract
import PermissionWire

/// What an authorisation flow is for.
public enum AuthorisationTarget: Equatable, Sendable {
    /// A link, which is performed at the end where nothing else stands in its way.
    case link(String)
    /// An action by its name, performed in the same way.
    case action(String, inputs: [String: Value] = [:])
    /// A feature alone: nothing is performed.
    case feature(String)
}

/// What happens in an authorisation flow.
public enum AuthorisationEvent: Sendable {
    /// The flow has begun, and these are its questions in their order.
    case began([AuthorisationQuestion])
    /// A question is asked now; if ``AuthorisationQuestion/isYours``, by this program.
    case asking(AuthorisationQuestion)
    /// A question has been asked; the result is `granted`, `denied`, `skipped`, or `notDetermined` where the source says
    /// neither yes nor no.
    case answered(AuthorisationQuestion, result: String)
    /// The flow has ended, and nothing follows; the outcome of the link or the action, or nil if it was neither performed
    /// nor rejected.
    case completed(CompletionReport, outcome: Outcome?)
}

/// An authorisation flow, as it goes on.
public typealias Authorisation = Notices<AuthorisationEvent>

extension DeepLinkDaemon {
    /// Asks the person for the permissions that a feature needs, one after the other, and then performs the link or action.
    ///
    /// ```swift
    /// for try await event in daemon.authorise(.link("notes://share")) {
    ///     switch event {
    ///     case .asking(let question) where question.isYours:
    ///         try await question.answer(dialog.says(yesTo: question.title) ? .granted : .denied)
    ///     case .completed(let completion, let outcome): print(outcome?.message ?? completion.message)
    ///     case .began, .asking, .answered: continue
    ///     }
    /// }
    /// ```
    ///
    /// A user has one flow at a time, and a newer one supersedes an older. A cancelled task, a lost connection and the end of
    /// the daemon end the flow; nothing is performed then.
    ///
    /// - Parameters:
    ///   - target: what the permissions are for.
    ///   - pace: how long a question waits for its answer.
    ///   - isInitiated: true if the person has just begun it, by a button for example. Only then is asked for what the person
    ///     denied less than ten minutes ago.
    public func authorise(
        _ target: AuthorisationTarget, pace: QuestionPace = .human, isInitiated: Bool = false
    ) -> Authorisation {
        let plan = StreamingCall.Plan(
            request: { _ in target.request(pace, isInitiated: isInitiated) }, isContinued: false)
        return Notices(
            StreamHandle(driver, plan),
            replies: { [driver] (reply) throws(FramingError) in try AuthorisationEvent(reply, driver) })
    }

    /// Asks the person as ``authorise(_:pace:isInitiated:)`` does, and calls back with everything that happens.
    ///
    /// The last call is the completion or a failure. Keep what is returned: its end cancels the flow, without a call.
    public func authorise(
        _ target: AuthorisationTarget, pace: QuestionPace = .human, isInitiated: Bool = false,
        handler: @escaping Completion<AuthorisationEvent>
    ) -> Authorisation {
        authorise(target, pace: pace, isInitiated: isInitiated).forEach(handler)
    }
}

extension AuthorisationTarget {
    fileprivate func request(_ pace: QuestionPace, isInitiated: Bool) -> any Method {
        Authorise {
            ($0.pace, $0.isInitiated, $0.languages) = (pace, isInitiated, LanguageList.ofSession.texts)
            switch self {
            case .link(let url): $0.target = Target(url: url)
            case .action(let action, let inputs): $0.target = Target(action: action, inputs: inputs)
            case .feature(let feature): $0.feature = feature
            }
        }
    }
}

extension AuthorisationEvent {
    /// *Throws*: `field` if a member is missing or has the wrong type.
    fileprivate init(_ reply: Value, _ driver: Driver) throws(FramingError) {
        let report = try FlowReport(reply: reply, besides: "outcome")
        let flow = report.flow
        func question(_ report: QuestionReport, answerWithin: Duration? = nil) -> AuthorisationQuestion {
            AuthorisationQuestion(driver: driver, flow: flow, report: report, answerWithin: answerWithin)
        }
        switch (report.event, report.question, report.completion) {
        case (.began, _, _): self = .began((report.questions ?? []).map { question($0) })
        case (.asking, let asked?, _): self = .asking(question(asked, answerWithin: report.answerWithin))
        case (.answered, let asked?, _): self = .answered(question(asked), result: report.result ?? "")
        case (.completed, _, let completion?):
            self = .completed(completion, outcome: reply["outcome"] == nil ? nil : try Outcome(reply: reply))
        case (.asking, nil, _), (.answered, nil, _): throw .field(name: "question", expected: "object")
        case (.completed, _, nil): throw .field(name: "completion", expected: "object")
        }
    }
}
