internal import Contract

/// The options of a call besides its link or action.
///
/// ```swift
/// try await daemon.open(url, options: CallOptions(deadline: .seconds(5)))
/// ```
public struct CallOptions: Equatable, Sendable {
    /// *Shape*: whose facts count, `uid:1000`, `account:ann` or `machine`; nil for the caller's own.
    public var subject: String?
    /// The caller's own name for this request; the same request with the same key is performed once.
    ///
    /// Takes a daemon with a ledger.
    public var idempotencyKey: String?
    /// How long the request may take; then the action is stopped, and the outcome is `failed.timeout`.
    ///
    /// *Units and range*: a millisecond to a day.
    public var deadline: Duration?
    /// What lets the app that gets the link raise its window: the value of `XDG_ACTIVATION_TOKEN`, for example.
    public var activationToken: String?
    /// How long the request waits if something that can be lifted blocks it, as a missing purchase; it is performed once that
    /// is lifted.
    ///
    /// *Units and range*: a millisecond to ten minutes. Of one user and feature one request waits at a time.
    public var wait: Duration?
    /// The name of this request in a trace, as W3C Trace Context writes it, for the HTTP service that an action calls.
    public var traceparent: String?
    /// The languages that the texts of the table are wanted in, the best first, as tags of BCP 47: `de-AT`, `fr`.
    ///
    /// Nil for those of the person's session; an empty list for the texts without a language.
    public var languages: [String]?

    /// Makes options; nil stands for the default.
    public init(
        subject: String? = nil, idempotencyKey: String? = nil, deadline: Duration? = nil,
        activationToken: String? = nil, wait: Duration? = nil, traceparent: String? = nil,
        languages: [String]? = nil
    ) {
        (self.subject, self.idempotencyKey) = (subject, idempotencyKey)
        (self.deadline, self.activationToken, self.wait) = (deadline, activationToken, wait)
        (self.traceparent, self.languages) = (traceparent, languages)
    }

    /// The call that performs a target.
    func open(_ target: Target) -> Question<Outcome> {
        Question(
            request: OpenLink(target) {
                ($0.subject, $0.idempotencyKey, $0.activationToken) = (subject, idempotencyKey, activationToken)
                $0.traceparent = traceparent
                $0.languages = languages.map { $0.isEmpty ? nil : $0 } ?? LanguageList.ofSession.texts
                ($0.deadlineMs, $0.waitMs) = (deadline?.wholeMilliseconds, wait?.wholeMilliseconds)
            },
            read: Outcome.init(reply:))
    }
}

extension Outcome {
    /// *Throws*: `field` if the reply has no outcome, or one without class, code or message.
    init(reply: Value) throws(FramingError) {
        self = try Outcome(reply["outcome"] ?? .null)
    }
}
