/// What a key says about the request that came with it.
package enum IdempotencyClaim: Equatable, Sendable {
    /// The key is new: the request may be carried out, and is durably known to have begun.
    case begun
    /// The same request is being carried out. *Units*: milliseconds since 1970 UTC.
    case running(sinceMs: Int64)
    /// The same request had begun when an earlier start of the daemon ended: its effect is unknown, and for good.
    ///
    /// *Units*: milliseconds since 1970 UTC.
    case interrupted(sinceMs: Int64)
    /// The same request was carried out; this is what it came to, as it was given to `finish`.
    case finished(outcome: String)
    /// The key was used for another request.
    case conflict
}
