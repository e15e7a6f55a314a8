/// Measures the stages of one call, where its caller asked for timings.
struct StageClock {
    /// *Units*: nanoseconds on a monotonic clock.
    private let now: (() -> Int64)?
    private var lastNs: Int64

    /// Whether it measures.
    var isRunning: Bool { now != nil }

    /// - Parameter now: nil where nothing is measured.
    init(_ now: (() -> Int64)?) {
        self.now = now
        lastNs = now?() ?? 0
    }

    /// The time since the last lap; 0 where nothing is measured.
    ///
    /// *Units*: nanoseconds.
    mutating func lap() -> Int64 {
        guard let now else { return 0 }
        let nowNs = now()
        defer { lastNs = nowNs }
        return nowNs - lastNs
    }
}
