public import Contract

/// The outcome of a verification, and the link to perform if nothing stands in the way.
public struct LinkVerification: Sendable {
    /// `ok.wouldPerform`, or what stands in the way.
    public let outcome: Outcome
    /// What to perform; nil if something stands in the way.
    public let link: VerifiedLink?

    /// The call that verifies a target.
    static func question(
        _ target: Target, _ subject: String?, _ driver: Driver, _ call: DeepLinkCall
    ) -> Question<LinkVerification> {
        let number = call.number
        let request = VerifyLink(target) { ($0.subject, $0.languages) = (subject, LanguageList.ofSession.texts) }
        return Question(request: request, binding: .binds) {
            (reply) throws(FramingError) in
            let link = reply["binding"]?.text.map { binding in
                VerifiedLink(
                    driver: driver, number: number, binding: binding,
                    lifetime: .milliseconds(reply["expiresAfterMs"]?.int ?? 0))
            }
            return LinkVerification(outcome: try Outcome(reply: reply), link: link)
        }
    }
}

/// A link or action whose feature was verified a moment ago; it is performed once, soon.
///
/// It holds a connection of its own until it is performed or dropped.
public final class VerifiedLink: Sendable {
    /// How long it can be performed, from the verification on.
    public let lifetime: Duration
    private let driver: Driver
    /// The call that keeps the connection, to which the daemon has bound the link.
    private let number: Int
    private let binding: String

    init(driver: Driver, number: Int, binding: String, lifetime: Duration) {
        (self.driver, self.number, self.binding, self.lifetime) = (driver, number, binding, lifetime)
    }

    deinit {
        // ignored: a client that is closed has closed the connection.
        _ = driver.mailbox.post { [number] in $0.call(number)?.end(.cancelled) }
    }

    /// Performs it.
    ///
    /// The outcome is `rejected.binding.stale` if the table or the facts have changed since the verification, and
    /// `rejected.binding.unknown` the second time or too late.
    ///
    /// - Throws: ``DeepLinkError/connectionLost(path:)`` also if it was performed before, or the daemon was restarted.
    public func perform() async throws(DeepLinkError) -> Outcome { try await driver.ask(question) }

    /// Performs it, and calls back.
    @discardableResult
    public func perform(completion: @escaping Completion<Outcome>) -> DeepLinkCall {
        driver.ask(question, completion)
    }

    private var question: Question<Outcome> {
        Question(
            request: PerformBinding { [binding] in
                ($0.binding, $0.languages) = (binding, LanguageList.ofSession.texts)
            }, binding: .bound(number),
            read: Outcome.init(reply:))
    }
}
