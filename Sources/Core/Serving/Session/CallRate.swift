/// How fast one user calls or connects: at most so many times in a second, all at once or spread over it.
///
/// It counts like a bucket that holds a second's calls, or another number, and fills up evenly, in one number: the moment
/// at which the bucket is full again.
///
/// *Source*: the generic cell rate algorithm of ITU-T I.371, in its virtual scheduling form.
struct CallRate {
    private static let secondNs: Int64 = 1_000_000_000

    /// *Units*: nanoseconds on the monotonic clock.
    private var fullNs: Int64 = .min

    /// Counts a call; answers in how many nanoseconds there is room for one where there is none now, and counts nothing then.
    ///
    /// - Parameter atOnce: how many there may be at once; nil for those of a second.
    mutating func count(limit perSecond: Int, atOnce: Int? = nil, nowNs: Int64) -> Int64? {
        let intervalNs = Self.secondNs / Int64(perSecond)
        let nextFullNs = max(fullNs, nowNs) + intervalNs
        let waitNs = nextFullNs - nowNs - (atOnce.map { Int64($0) * intervalNs } ?? Self.secondNs)
        guard waitNs <= 0 else { return waitNs }
        fullNs = nextFullNs
        return nil
    }

    /// Whether it says the same as one that has counted nothing.
    func isFull(nowNs: Int64) -> Bool { fullNs <= nowNs }
}
