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

    package init() {}
}
