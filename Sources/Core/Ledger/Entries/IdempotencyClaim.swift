/// The state of the request that a key names.
package enum IdempotencyClaim: Equatable, Sendable {
    /// The key is new: the request may be carried out, and its beginning is on the disk.
    case begun
    /// The same request is being carried out. *Units*: milliseconds since 1970 UTC.
    case running(sinceMs: Int64)
    /// The same request was interrupted by the end of an earlier run of the daemon: its effect stays unknown.
    ///
    /// *Units*: milliseconds since 1970 UTC.
    case interrupted(sinceMs: Int64)
    /// The same request was carried out, with this outcome, as it was passed to `finish`.
    case finished(outcome: String)
    /// The key was used for another request.
    case conflict
}
