/// The limits of answers that are kept, and of the journal.
extension Limits {
    /// *Units*: bytes of answers that are kept, of all actions and users.
    package static let cacheBytes = 32 << 20
    /// *Units*: bytes of answers that are kept because links of one user fetched them.
    package static let cacheBytesPerUser = 4 << 20
    /// *Units*: bytes of one answer that is kept; a longer one is fetched for each link.
    package static let cacheAnswerBytes = 256 << 10
    /// The longest time that a table can have an answer kept.
    package static let longestCacheTime: Duration = .seconds(30 * 86_400)
    /// How long the daemon waits after a service failed before it asks again behind an answer that is stale.
    package static let refreshPause: Duration = .seconds(1)
    /// *Units*: links of the journal that a crash interrupted, and that operators are shown.
    package static let interruptedLinks = 1_000
    /// How long they are shown where no operator acknowledges them.
    package static let interruptedTime: Duration = .seconds(30 * 86_400)
}
