// How the time at which facts are judged advances while the daemon runs. It is the wall clock's time, or a later one
// that was seen before: the wall clock was set back, or was wrong once (FactClock). Such a later time must not stand
// still, because then no fact would end for as long as the wall clock is set back again and again. Nor may it
// stay ahead for good, because then a clock that was once a day ahead would end each later fact a day early. So it
// advances at half speed until the wall clock has caught up:
//
//     time that passes        12:00    13:00, set back to 11:00    14:00    16:00    17:00
//     the wall clock          12:00    11:00                       12:00    14:00    15:00
//     facts are judged at     12:00    13:00                       13:30    14:30    15:00
//
// A fact with an hour left when the clock was set back ends after two hours at the latest.

import Contract

/// The time at which facts are judged.
package struct FactTime: Sendable {
    /// *Units*: milliseconds since 1970 UTC; it never goes back.
    package private(set) var nowMs: Int64
    private var wallMs: Int64
    private var uptimeMs: Int64

    /// Begins at the wall clock's time.
    ///
    /// - Parameters:
    ///   - wallMs: milliseconds since 1970 UTC.
    ///   - uptimeMs: milliseconds since the machine started.
    package init(wallMs: Int64, uptimeMs: Int64) {
        (nowMs, self.wallMs, self.uptimeMs) = (wallMs, wallMs, uptimeMs)
    }

    /// Advances to the two clocks' values, in the units of `init`.
    ///
    /// Returns true if the wall clock was set ahead since the last call, by an hour or more.
    package mutating func advance(wallMs: Int64, uptimeMs: Int64) -> Bool {
        let elapsedMs = max(0, uptimeMs &- self.uptimeMs)
        let isSetAhead = wallMs &- self.wallMs &- elapsedMs >= Self.leapMs
        self.wallMs = wallMs
        if wallMs >= nowMs &+ elapsedMs / 2 {
            (nowMs, self.uptimeMs) = (wallMs, uptimeMs)
        } else {
            // An odd millisecond is left for the next call: calls can come more often than once a millisecond.
            nowMs &+= elapsedMs / 2
            self.uptimeMs &+= elapsedMs - elapsedMs % 2
        }
        return isSetAhead
    }

    /// Advances to a time that was seen before.
    package mutating func reach(_ seenMs: Int64) { nowMs = max(nowMs, seenMs) }

    private static let leapMs = Limits.clockLeap.wholeMilliseconds
}
