/// A time of a hybrid logical clock: the wall clock's milliseconds, and a count for changes while the wall clock stands
/// still or is behind.
///
/// It never goes back, even if the wall clock does: of two changes made on one host the later one always has the later
/// time.
///
/// *Source*: Kulkarni and others, Logical Physical Clocks, 2014.
package struct HybridTime: Comparable, Hashable, Sendable {
    /// *Units*: milliseconds since 1970 UTC.
    package let milliseconds: Int64
    /// *Units*: changes within one millisecond, or since the wall clock was set back.
    package let count: UInt16

    /// Milliseconds beyond 47 bits, the year 6429 and later, are clamped to the greatest value, and negative ones to
    /// zero.
    package init(milliseconds: Int64, count: UInt16 = 0) {
        self.milliseconds = min(max(0, milliseconds), Self.latestMilliseconds)
        self.count = count
    }

    /// The time of the next change, when the wall clock is at `nowMs`.
    package func next(nowMs: Int64) -> HybridTime {
        if nowMs > milliseconds { return HybridTime(milliseconds: nowMs) }
        if count < .max { return HybridTime(milliseconds: milliseconds, count: count + 1) }
        return HybridTime(milliseconds: milliseconds + 1)
    }

    package static func < (left: HybridTime, right: HybridTime) -> Bool {
        (left.milliseconds, left.count) < (right.milliseconds, right.count)
    }

    private static let latestMilliseconds: Int64 = (1 << 47) - 1

    /// One number that sorts like the time.
    package var packed: Int64 { milliseconds << 16 | Int64(count) }

    init(packed: Int64) {
        self.init(milliseconds: packed >> 16, count: UInt16(truncatingIfNeeded: packed))
    }
}
