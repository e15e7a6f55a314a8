// The two clocks of the ledger. The hybrid clock stamps changes. It runs ahead of the wall clock for as long as it
// must, since the order of changes depends on it. The fact clock ends facts that have an end. It must not go back
// either: otherwise setting the wall clock back and restarting the daemon would restore one that has ended. So the
// latest time seen is stored when the ledger is opened, when something ended, with every change, every hour and at the
// end. But the fact clock must not run ahead without limit like the hybrid clock: a machine whose clock was at 2099 for
// one minute would have ended everything for good.
//
//     the time seen last                 facts are judged at
//     before the wall clock              the wall clock
//     ahead by the skew or less          the time seen, until the wall clock catches up with it
//     further ahead                      the wall clock plus the skew; the status reports it
//
// In the last case one of the two times is wrong, and the daemon cannot find out which. The time at which facts are
// judged then becomes the time seen, so that a wrong time is over once the wall clock has caught up with that. The skew
// is two days, which covers every mistake about time zones. Setting the clock back by up to two days restores nothing
// that has ended; setting it back further restores facts that ended later than two days after the new time. And a
// wrong time in the far future shortens facts by two days, not more.

import Contract

/// The time at which facts that end by themselves are judged, when a ledger is opened.
package struct FactClock: Equatable, Sendable {
    /// *Units*: milliseconds since 1970 UTC.
    package let nowMs: Int64
    /// How far the time seen is ahead of the wall clock; zero if it is not.
    ///
    /// *Units*: milliseconds.
    package let aheadMs: Int64

    /// Both are milliseconds since 1970 UTC; a wall clock outside the range of a `HybridTime` is clamped to it.
    package init(wallMs: Int64, seenMs: Int64) {
        let wall = HybridTime(milliseconds: wallMs)
        aheadMs = max(0, seenMs - wall.milliseconds)
        nowMs = wall.milliseconds + min(aheadMs, Self.skewMs)
    }

    /// True if the time seen is ahead by more than the skew, so that one of the two times is wrong.
    package var isDoubtful: Bool { aheadMs > Self.skewMs }

    /// *Units*: milliseconds.
    static let skewMs = Limits.clockSkew.wholeMilliseconds
}
