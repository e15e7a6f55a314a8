import Contract

/// The limits of one action.
package struct ActionLimits: Equatable, Sendable {
    package var timeout: Duration = Limits.actionTimeout
    /// *Units*: bytes kept of each output stream.
    package var outputBytes = Limits.actionOutputBytes
    /// Whether more than that is a failure, `failed.limit`, and not cut off.
    package var failsOverOutput = false
    /// The exit statuses that count as performed.
    package var successCodes: Set<Int32> = [0]
    /// The names of the daemon's environment variables that the program gets; all others are cleared.
    package var environment: [String] = []
    /// Whether the program outlives the call.
    package var isDetached = false
    /// Whether performing it changes nothing, so that it may be performed again after any failure.
    package var hasNoEffect = false
    /// Whether performing it twice is as performing it once.
    package var isIdempotent = false
    /// How long its answers are kept; nil where they are not.
    package var cache: CacheRule?
    /// Whether it is written down before it begins and after it has ended.
    package var isJournaled = false
    /// What each link uses up; an action with any is journaled.
    package var charges: [Charge] = []

    /// How many of the action are performed at once, for all users together; nil for as many as its kind allows.
    package var concurrency: Int?
    /// How many more may wait for their turn; nil for none.
    package var queue: Queue?

    package init() {}

    /// The links that wait for their turn.
    package struct Queue: Equatable, Sendable {
        /// *Units and range*: links that wait, 1 or more.
        package let count: Int
        /// How long each waits at most.
        package let longestWait: Duration

        /// Allows some links to wait.
        package init(count: Int, longestWait: Duration) { (self.count, self.longestWait) = (count, longestWait) }

        /// How many of them one user may have: half, so that no user takes all places.
        package var countPerUser: Int { (count + 1) / 2 }
    }

    /// The word of the line because of which it is journaled.
    package var lineAboutLinks: String { charges.isEmpty ? "journal" : "spend" }

    /// Whether an action that was begun, and of which no end is known, may be performed again.
    package var mayBeRepeated: Bool { hasNoEffect || isIdempotent }
}
