public import Contract

/// One answer of `Authorise`: what happens in the flow.
package struct FlowReport: ReplyReport {
    /// What an answer of `Authorise` tells.
    package enum Event: String, WireEnumeration {
        case began
        case asking
        case answered
        case completed

        package static let typeName = "FlowEvent"
        package static let typeComment = "What happened in a flow."

        package var comment: String {
            switch self {
            case .began: "The flow has begun, and questions lists what it will ask for."
            case .asking: "question is asked now: by you, if its by says client."
            case .answered: "question has been asked, and result says how that ended."
            case .completed: "The flow has ended; no other answer follows."
            }
        }
    }

    package var event = Event.began
    package var flow = ""
    package var feature: String?
    package var questions: [QuestionReport]?
    package var question: QuestionReport?
    package var answerWithin: Duration?
    package var result: String?
    package var completion: CompletionReport?
    package var outcome: Outcome?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("event", &event, "What happened.")
        list.member(
            "flow", &flow,
            "The flow's name, for Answer until it is completed; empty where the link or the action has no feature to ask for."
        )
        list.member("feature", &feature, "The path of the feature; only with began, and only if it is not hidden.")
        list.member("questions", &questions, "All questions, in their order; only with began.")
        list.member("question", &question, "The question; only with asking and answered.")
        list.member(
            "answerWithinMs", &answerWithin, "In how many milliseconds it has to be answered; only with asking.")
        list.member("result", &result, Self.resultComment)
        list.member("completion", &completion, "How the flow ended; only with completed.")
        list.member("outcome", &outcome, Self.outcomeComment)
    }

    /// Without what only operators may see of the outcome.
    package var forAnyone: FlowReport { with { $0.outcome = outcome?.forAnyone } }

    /// With less of the outcome.
    package var shortened: FlowReport? { outcome?.shortened.map { outcome in with { $0.outcome = outcome } } }

    private static let resultComment = """
        granted, denied, skipped, or notDetermined where the source says neither yes nor no; only with answered. More may
        come.
        """
    private static let outcomeComment = """
        The outcome of the link or the action; only with completed, and only where it was performed or rejected.
        """
}

/// One question of a flow.
package struct QuestionReport: WireObject, Equatable {
    package static let typeComment = "One question of a flow: for a permission, or for a confirmation."

    package var permission = ""
    package var by = ""
    package var title = ""
    package var usage: String?
    package var feature: String?
    package var action: String?
    package var inputs: [Value.Member] = []

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("permission", &permission, "The permission's name, for Answer; confirmation for a confirmation.")
        list.member("by", &by, Self.byComment)
        list.member("title", &title, "What the person is asked, as one sentence. It may hold texts of a link.")
        list.member(
            "usage", &usage, "What the permission is used for, as the table says it to people; absent if it does not.")
        list.member("feature", &feature, Self.featureComment)
        list.member("action", &action, "The name of the action that a yes performs; only with asking a confirmation.")
        list.member("inputs", &inputs, Self.inputsComment)
    }

    private static let featureComment = """
        What people call the feature that needs it; absent if you are not told of it. With usage and permission you can
        word the question yourself, in the language of the person.
        """

    private static let inputsComment = """
        The inputs that it gets, with their values; secret ones read ***. Only with asking a confirmation. Show them with
        their types: a text in quotes, which its own quotes do not end.
        """

    private static let byComment = """
        Who asks the person: client, which is you; system, where the desktop shows its own question; none, where only a
        change elsewhere can answer it.
        """
}

/// How an authorisation flow ended; each question is in one of its three lists.
public struct CompletionReport: WireObject, Equatable, Sendable {
    package static let typeComment = "How a flow ended. Each question is in one of the three lists."

    /// *Shape*: one word that programs can switch on, as `granted`, `partial`, `denied`, `cancelled`, `superseded`,
    /// `expired`, `blocked`, `limited`; more may come.
    public package(set) var end = ""
    /// The permissions that are granted.
    public package(set) var granted: [String] = []
    /// The permissions that were skipped, and are outstanding.
    public package(set) var skipped: [String] = []
    /// The permissions that are outstanding, and were not skipped.
    public package(set) var outstanding: [String] = []
    /// The code of the obstacle that no question lifts; only with the end `blocked`.
    public package(set) var code: String?
    /// How it ended, as one sentence for people.
    public package(set) var message = ""
    /// After which time another flow may ask; with the ends `denied` and `limited`.
    public package(set) var retryAfter: Duration?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("end", &end, Self.endComment)
        list.member("granted", &granted, "What is granted.")
        list.member("skipped", &skipped, "What was skipped, and is outstanding.")
        list.member("outstanding", &outstanding, "What is outstanding, and was not skipped.")
        list.member("code", &code, "What stands in the way that no question lifts; only with blocked.")
        list.member("message", &message, "What happened, as one sentence.")
        list.member(
            "retryAfterMs", &retryAfter, "After how many milliseconds another flow may ask; denied and limited.")
    }

    private static let endComment = """
        granted, where nothing is outstanding; partial, where something is; denied, where the person said no; cancelled;
        superseded, by a newer flow of the same user; expired, where a question had no answer in time; blocked, by something
        that no question lifts; rejected, where the link is; changed or removed, by a new table; limited,
        after too many questions in one minute; noAgent, where no program shows the system's questions in the person's
        session; failed, where a source, the system or the disk did; shutdown. More may come.
        """
}

/// What a user said of one permission.
public struct ConsentReport: WireObject, Equatable, Sendable {
    package static let typeComment = "What you have said of one permission whose source is consent."

    /// The permission's name, as `camera`.
    public package(set) var permission = ""
    /// Whether the person said yes.
    public package(set) var isGranted = false
    /// *Units*: milliseconds since 1970 UTC, when the person said it.
    public package(set) var asOfMs: Int64 = 0

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("permission", &permission, "The permission's name, for Withdraw.")
        list.member("granted", &isGranted, "Whether you said yes.")
        list.member("asOfMs", &asOfMs, "When, in milliseconds since 1970 UTC.")
    }
}
