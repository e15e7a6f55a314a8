internal import Contract

/// How long an answer can be used before its source is asked again, and if the source then does not answer.
package struct AnswerLifetime: Equatable, Sendable {
    /// Whether the source announces changes.
    package let isAnnounced: Bool
    /// After this long a call asks again; zero for every call, nil for never.
    package let asksAgainAfter: Duration?
    /// How long the last answer counts, from its own moment on, while the source fails or is late; zero if it does not.
    package var grace: Duration

    /// A lifetime without a grace, unless one is given.
    package init(isAnnounced: Bool, asksAgainAfter: Duration?, grace: Duration = .zero) {
        (self.isAnnounced, self.asksAgainAfter, self.grace) = (isAnnounced, asksAgainAfter, grace)
    }

    /// How fresh such an answer is, for as long as its source answers.
    var freshness: ConstraintReport.Freshness {
        isAnnounced || asksAgainAfter == .zero ? .live : .cached
    }
}
