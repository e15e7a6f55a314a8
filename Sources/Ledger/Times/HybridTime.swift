/// A moment of a hybrid logical clock: the wall clock's milliseconds, and a count where the wall clock does not move on.
///
/// It never goes back, whatever is done to the wall clock, so that of two changes made on one host the later one always
/// has the later time.
///
/// *Source*: Kulkarni and others, Logical Physical Clocks, 2014.
package struct HybridTime: Comparable, Hashable, Sendable {
    /// *Units*: milliseconds since 1970 UTC.
    package let milliseconds: Int64
    /// *Units*: changes within one millisecond, or since the wall clock was set back.
    package let count: UInt16

    /// Milliseconds that do not fit 47 bits, the year 6429 and later, are cut to what fits; so are negative ones.
    package init(milliseconds: Int64, count: UInt16 = 0) {
        self.milliseconds = min(max(0, milliseconds), Self.latestMilliseconds)
        self.count = count
    }

    /// The time of the next change, when the wall clock says `nowMs`.
    package func next(nowMs: Int64) -> HybridTime {
        if nowMs > milliseconds { return HybridTime(milliseconds: nowMs) }
        if count < .max { return HybridTime(milliseconds: milliseconds, count: count + 1) }
        return HybridTime(milliseconds: milliseconds + 1)
    }

    package static func < (left: HybridTime, right: HybridTime) -> Bool {
        (left.milliseconds, left.count) < (right.milliseconds, right.count)
    }

    private static let latestMilliseconds: Int64 = (1 << 47) - 1

    /// As one number that sorts like the time.
    var packed: Int64 { milliseconds << 16 | Int64(count) }

    init(packed: Int64) {
        self.init(milliseconds: packed >> 16, count: UInt16(truncatingIfNeeded: packed))
    }
}
