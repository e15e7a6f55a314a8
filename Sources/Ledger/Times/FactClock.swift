// Two clocks. The one that stamps changes is the hybrid clock: it runs ahead of the wall clock for as long as it must, since
// the order of changes hangs on it. The one that ends purchases must not go back either: otherwise who sets the wall clock
// back and starts the daemon again has again what has ended. So the latest time seen is written down when the ledger is
// opened, when something ended, with every change, every hour and at the end. But it must not run ahead like the other: a
// machine that thought for one minute that it was 2099 would have ended everything for good.
//
//     the time seen last                 facts are judged at
//     before the wall clock              the wall clock
//     ahead by the skew or less          the time seen, which the wall clock catches up with
//     further ahead                      the wall clock and the skew; the status says so
//
// In the last case one of the two is wrong, and nobody here can know which. What facts are judged at then counts as seen from
// then on, so that a wrong time is over once the wall clock has caught up with that. Two days hold every mistake about time
// zones. Who sets the clock back by up to two days gets nothing again that has ended; further back, what ended later than
// two days after the time it was set to. And a wrong time of the far future takes two days from what ends, not all.

import Contract

/// The moment at which facts that end by themselves are judged when a ledger was read.
package struct FactClock: Equatable, Sendable {
    /// *Units*: milliseconds since 1970 UTC.
    package let nowMs: Int64
    /// How far the time seen is ahead of the wall clock; zero where it is not.
    ///
    /// *Units*: milliseconds.
    package let aheadMs: Int64

    /// Both are milliseconds since 1970 UTC; a wall clock beyond what a `HybridTime` holds is cut to what it does.
    package init(wallMs: Int64, seenMs: Int64) {
        let wall = HybridTime(milliseconds: wallMs)
        aheadMs = max(0, seenMs - wall.milliseconds)
        nowMs = wall.milliseconds + min(aheadMs, Self.skewMs)
    }

    /// Whether one of the clocks was or is wrong by more than is taken over.
    package var isDoubtful: Bool { aheadMs > Self.skewMs }

    /// *Units*: milliseconds.
    static let skewMs = Limits.clockSkew.wholeMilliseconds
}
