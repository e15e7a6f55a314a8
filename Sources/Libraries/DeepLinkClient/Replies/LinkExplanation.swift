public import Contract

/// The outcome that a link or an action would have, and the routes that were considered.
public struct LinkExplanation: Equatable, Sendable {
    /// `ok.wouldPerform`, or what stands in the way.
    public let outcome: Outcome
    /// The routes that were considered, the one that takes the link first.
    public let candidates: [CandidateReport]

    /// *Throws*: `field` if a member is missing or has the wrong type.
    init(reply: Value) throws(FramingError) {
        outcome = try Outcome(reply: reply)
        candidates = try ExplainLink.Answer(reply: reply, besides: "outcome").candidates ?? []
    }

    /// The call that explains a target.
    static func question(_ target: Target, _ subject: String?) -> Question<LinkExplanation> {
        let request = ExplainLink(target) {
            ($0.wantsCandidates, $0.subject, $0.languages) = (true, subject, LanguageList.ofSession.texts)
        }
        return Question(request: request, read: LinkExplanation.init(reply:))
    }
}
