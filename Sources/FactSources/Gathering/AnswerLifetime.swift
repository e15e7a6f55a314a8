internal import Contract

/// How long an answer can be used before its source is asked again.
package struct AnswerLifetime: Equatable, Sendable {
    /// Whether the source announces changes.
    package let isAnnounced: Bool
    /// After this long a call asks again; zero for every call, nil for never.
    package let asksAgainAfter: Duration?

    /// How fresh such an answer is, for as long as its source answers.
    var freshness: ConstraintReport.Freshness {
        isAnnounced || asksAgainAfter == .zero ? .live : .cached
    }
}
