/// How a client handles an outcome: the part of the code before the first dot.
package enum OutcomeClass: String, CaseIterable, Sendable {
    /// Performed, accepted or delivered.
    case ok
    /// The request or the caller is at fault; the same request will never succeed.
    case rejected
    /// A constraint is definitely not met; a remedy may lift it.
    case blocked
    /// It cannot be decided yet, or a flow is running.
    case pending
    /// The action was attempted and did not succeed.
    case failed
    /// The action may or may not have happened.
    case unknown
}
