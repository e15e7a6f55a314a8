/// The times between tries to reach a daemon: 0.1 s, 0.2 s, 0.4 s and so on up to 10 s, each shortened by chance.
///
/// Chance spreads the clients of a daemon that was restarted.
struct BackOff {
    private static let firstNs: Int64 = 100_000_000
    private static let lastNs: Int64 = 10_000_000_000

    private var nextNs = firstNs

    /// *Units*: nanoseconds until the next try: half of the time to all of it.
    mutating func next() -> Int64 {
        let limit = nextNs
        nextNs = min(nextNs * 2, Self.lastNs)
        return Int64.random(in: limit / 2...limit)
    }

    /// Begins anew, after a try that succeeded.
    mutating func reset() { nextNs = Self.firstNs }
}
