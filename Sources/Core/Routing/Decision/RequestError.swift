package import Features

/// The reason why a request ends before its link is looked at, or without one.
package enum RequestError: Error, Equatable, Sendable {
    case shuttingDown
    /// No route table is in force: the one that the daemon read at its start has errors.
    case noTable
    /// The caller may not name another subject.
    case notDelegated
    /// The same request is being carried out.
    case keyInProgress
    /// The daemon ended while the same request was carried out.
    case keyInterrupted
    /// The idempotency key is another request's.
    case keyConflict
    /// The caller has as many keys as one may have. *Shape*: the reason is a sentence.
    case noRoomForKey(reason: String)
    /// The ledger cannot be used. *Shape*: the reason is a clause.
    case keyNotWritten(reason: String)
    /// The action says `journal`, and its beginning cannot be written down. *Shape*: the reason is a clause.
    case beginningNotWritten(reason: String)
    /// The stored outcome of the same request cannot be decoded.
    case unreadableOutcome
    /// It was given up before its link was decided.
    case interrupted(Interruption)
    /// The system gave no random bits to name a binding with.
    case noRandomBits
    /// Links led to each other too often.
    case tooManyHops
    /// A guard or a rewrite of the table refused the link, or did not answer. *Shape*: the reason is a sentence.
    case intercepted(by: String?, reason: String)
    /// As many calls of the user are under way as may be.
    case tooManyCalls(limit: Int)
    /// *Units*: the limit in calls per second.
    case tooFast(limit: Int, retryAfterMs: Int64)
}
