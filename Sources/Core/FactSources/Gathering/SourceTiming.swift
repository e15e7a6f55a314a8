internal import Contract

/// How long sources are waited for, and when they are asked again.
///
/// *Units*: milliseconds.
package struct SourceTiming: Equatable, Sendable {
    /// How long calls wait for an answer.
    var deadlineMs = Limits.sourceDeadline.wholeMilliseconds
    /// After how long a call asks a source that failed again; without a call doubled with every failure.
    var firstRetryMs = Limits.sourceRetry.wholeMilliseconds
    /// The longest time between two attempts without a call.
    var longestRetryMs = Limits.sourceLongestRetry.wholeMilliseconds

    /// What the limits say.
    package static let standard = SourceTiming()

    /// How long to wait for the next attempt without a call, after so many failures in a row.
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
