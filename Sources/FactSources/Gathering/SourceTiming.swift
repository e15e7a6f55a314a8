internal import Contract

/// How long sources are waited for, and when they are asked again.
///
/// *Units*: milliseconds.
package struct SourceTiming: Equatable, Sendable {
    /// How long calls wait for an answer.
    var deadlineMs = Limits.sourceDeadline.wholeMilliseconds
    /// How long the last word of a source that does not answer still stands.
    var graceMs = Limits.sourceGrace.wholeMilliseconds
    /// After how long a source that failed is tried again; doubled with every failure.
    var firstRetryMs = Limits.sourceRetry.wholeMilliseconds
    /// The longest time between two attempts.
    var longestRetryMs = Limits.sourceLongestRetry.wholeMilliseconds

    /// What the limits say.
    package static let standard = SourceTiming()

    /// How long to wait after so many failures in a row.
    ///
    /// Nothing random is added: a source has this one daemon to answer, and no crowd that comes back at once.
    func retryMs(afterFailures count: Int) -> Int64 {
        guard firstRetryMs > 0 else { return 0 }
        var delay = min(firstRetryMs, longestRetryMs)
        for _ in 1..<max(1, count) where delay < longestRetryMs {
            delay = delay > longestRetryMs / 2 ? longestRetryMs : delay * 2
        }
        return delay
    }
}
