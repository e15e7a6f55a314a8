import Contract

/// How long the answers of an action are kept, `cache for 5m stale 1h size 1m`.
package struct CacheRule: Equatable, Sendable {
    /// How old an answer may be that is given without a new one.
    package var freshFor: Duration
    /// How old an answer may be that is given while a new one is fetched, or cannot be; nil where it may not.
    package var staleFor: Duration?
    /// How much is kept for one user.
    ///
    /// *Units*: bytes.
    package var byteLimit = Limits.cacheBytesPerUser
    /// The words of the action's block, by which another table is seen to say the same.
    package var declaration = ""

    /// Keeps answers for a time.
    package init(freshFor: Duration, staleFor: Duration? = nil) {
        (self.freshFor, self.staleFor) = (freshFor, staleFor)
    }

    /// How old an answer may be that is kept.
    package var keptFor: Duration { max(freshFor, staleFor ?? .zero) }
}
