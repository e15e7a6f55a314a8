// How the moment at which facts are judged goes on while the daemon runs. It is the wall clock's, or a later one that was seen
// before: the wall clock was set back, or was wrong once (FactClock). Such a later moment must not stand still, because then
// a purchase would not end for as long as the wall clock is set back again and again. Nor may it stay ahead for good, because
// then a clock that was once a day ahead would end each later purchase a day early. So it goes on at half the speed:
//
//     time that passes        12:00    13:00, set back to 11:00    14:00    16:00    17:00
//     the wall clock          12:00    11:00                       12:00    14:00    15:00
//     facts are judged at     12:00    13:00                       13:30    14:30    15:00
//
// What had an hour left when the clock was set back ends after two hours at the latest.

import Contract

/// The moment at which facts are judged.
package struct FactTime: Sendable {
    /// *Units*: milliseconds since 1970 UTC; it never goes back.
    package private(set) var nowMs: Int64
    private var wallMs: Int64
    private var uptimeMs: Int64

    /// Begins at a moment of the wall clock.
    ///
    /// - Parameters:
    ///   - wallMs: milliseconds since 1970 UTC.
    ///   - uptimeMs: milliseconds since the machine was started.
    package init(wallMs: Int64, uptimeMs: Int64) {
        (nowMs, self.wallMs, self.uptimeMs) = (wallMs, wallMs, uptimeMs)
    }

    /// Goes on to what both clocks say, in the units of `init`; answers whether the wall clock was set ahead since the last
    /// time, by an hour or more.
    package mutating func advance(wallMs: Int64, uptimeMs: Int64) -> Bool {
        let elapsedMs = max(0, uptimeMs &- self.uptimeMs)
        let isSetAhead = wallMs &- self.wallMs &- elapsedMs >= Self.leapMs
        self.wallMs = wallMs
        if wallMs >= nowMs &+ elapsedMs / 2 {
            (nowMs, self.uptimeMs) = (wallMs, uptimeMs)
        } else {
            // The odd millisecond counts the next time: calls come more often than one a millisecond.
            nowMs &+= elapsedMs / 2
            self.uptimeMs &+= elapsedMs - elapsedMs % 2
        }
        return isSetAhead
    }

    /// Goes on to a moment that was seen before.
    package mutating func reach(_ seenMs: Int64) { nowMs = max(nowMs, seenMs) }

    private static let leapMs = Limits.clockLeap.wholeMilliseconds
}
