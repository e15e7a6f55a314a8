// Decides which of many connections is closed first.

extension Session {
    /// The moment on the monotonic clock since which it has been silent; nil where a call is under way.
    ///
    /// *Units*: nanoseconds.
    var idleSinceNs: Int64? { isAnswering ? nil : lastActivityNs }

    /// How readily it gives way to another user's connection; of several the lowest goes first.
    ///
    /// First those without a call under way, then streams with nothing to answer, the longest silent first; then the others,
    /// the oldest first.
    var tenacity: (Int, Int64) {
        if let idleSinceNs { return (0, idleSinceNs) }
        let isQuietStream = isStreaming && !isQueued && !isStalled && unsentBytes == 0
        return isQuietStream ? (1, lastActivityNs) : (2, Int64(number))
    }
}
