internal import Contract

/// The outcome that a link or an action would have, and the routes that were considered.
public struct LinkExplanation: Equatable, Sendable {
    /// One route that was considered.
    public struct Candidate: Equatable, Sendable {
        /// The route's name.
        public let route: String
        /// The path of the feature that owns it.
        public let feature: String
        /// The action that it leads to.
        public let action: String
        /// Why it does not take the link, in one sentence; nil if it does.
        public let failure: String?
    }

    /// `ok.wouldPerform`, or what stands in the way.
    public let outcome: Outcome
    /// The routes that were considered, the one that takes the link first.
    public let candidates: [Candidate]

    /// *Throws*: `field` if a member is missing or has the wrong type.
    init(reply: Varlink.Value) throws(FramingError) {
        outcome = try Outcome(reply: reply)
        candidates = try Reply.explanation(reply).candidates.map {
            Candidate(route: $0.route, feature: $0.feature, action: $0.action, failure: $0.failure)
        }
    }

    /// The call that explains a target.
    static func question(_ target: Target, _ subject: String?) -> Question<LinkExplanation> {
        Question(request: .explain(target, candidates: true, subject: subject), read: LinkExplanation.init(reply:))
    }
}
