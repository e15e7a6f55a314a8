package import Contract
package import Features
package import Ledger
package import Routing

/// Performs the actions of one kind.
///
/// *Owner/thread*: the loop's thread; held by its service.
package protocol ActionPerformer: AnyObject {
    /// True for the templates of its kind.
    func performs(_ template: any PerformerTemplate) -> Bool

    /// Performs an action, and gives the result once, within the call where it is known at once.
    func perform(
        _ proof: consuming VerifiedActionBinding, _ order: PerformanceOrder,
        then answer: @escaping (Performance) -> Void)

    /// Stops the action of a ticket, if it is one of its own that has not ended; its result says why.
    func stop(_ ticket: Int, because cause: Interruption)

    /// Stops all that have not ended; says when the last is gone, or can only be waited for.
    func stopAll(then onIdle: @escaping () -> Void)
}

/// For whom an action is performed, and what else is known of its link.
package final class PerformanceOrder {
    /// The outcome without its result.
    package let draft: OutcomeDraft
    package let activationToken: String?
    /// The name of the request in a trace, as W3C Trace Context writes it.
    package let traceparent: String?
    /// How often its link was handed on before.
    package var hops = 0
    /// The app that its caller wants to have the link; nil where the table chooses.
    package var app: String?
    /// The id that its outcome will have.
    package let outcomeID: String
    /// That of the request.
    package let key: IdempotencyKey?
    /// True if the result goes anywhere.
    package let isAwaited: Bool
    /// The name under which `stop` finds the action; no two under way have the same.
    package let ticket: Int?
    /// What keeps the outcome where the link outlives the process; its performer sets it before it answers.
    package var keeper: (any OutcomeKeeper)?

    /// Asks whether the proof still holds when the link's turn has come; nil where it does not, and the link goes on by itself
    /// with the place.
    package var onTurn: ((_ proof: consuming VerifiedActionBinding, _ place: LanePlace) -> VerifiedActionBinding?)?
    /// Measures how long the link waits for its turn.
    var stopwatch: LinkStopwatch?
    /// The place that the link has had since its turn came.
    package var place: LanePlace?

    /// For the link of a draft.
    package init(
        _ draft: consuming OutcomeDraft, outcomeID: String, activationToken: String? = nil, traceparent: String? = nil,
        key: IdempotencyKey? = nil, isAwaited: Bool = true, ticket: Int? = nil
    ) {
        (self.draft, self.outcomeID) = (draft, outcomeID)
        (self.activationToken, self.traceparent, self.key) = (activationToken, traceparent, key)
        (self.isAwaited, self.ticket) = (isAwaited, ticket)
    }
}

/// Keeps the outcome of a link that outlives the process.
///
/// *Owner/thread*: the loop's thread.
package protocol OutcomeKeeper: AnyObject {
    /// True once the link is kept.
    var hasLink: Bool { get }

    /// Writes down an outcome, where it is the last word on the link; calls back after the first attempt.
    ///
    /// - Parameter outcome: nil where nothing was done.
    func settle(_ outcome: Outcome?, then: @escaping () -> Void)
}
