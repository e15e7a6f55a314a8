internal import Contract

/// How patient one is with sources.
///
/// *Units*: milliseconds.
package struct SourceTiming: Equatable, Sendable {
    /// How long calls wait for an answer.
    package var deadlineMs: Int64
    /// How long the last word of a source that does not answer still stands.
    package var graceMs: Int64
    /// After how long a source that failed is tried again; doubled with every failure.
    package var firstRetryMs: Int64
    package var longestRetryMs: Int64

    package init(deadlineMs: Int64, graceMs: Int64, firstRetryMs: Int64, longestRetryMs: Int64) {
        self.deadlineMs = deadlineMs
        self.graceMs = graceMs
        self.firstRetryMs = firstRetryMs
        self.longestRetryMs = longestRetryMs
    }

    /// What the limits say.
    package static let standard = SourceTiming(
        deadlineMs: Limits.sourceDeadline.wholeMilliseconds, graceMs: Limits.sourceGrace.wholeMilliseconds,
        firstRetryMs: Limits.sourceRetry.wholeMilliseconds,
        longestRetryMs: Limits.sourceLongestRetry.wholeMilliseconds)

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
