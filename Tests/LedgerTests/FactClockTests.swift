import Ledger
import Testing

struct FactClockTests {
    private static let hour: Int64 = 3_600_000
    private static let now: Int64 = 1_800_000_000_000
    /// 2099.
    private static let far: Int64 = 4_070_908_800_000

    @Test(arguments: [
        // wall clock, the ledger's time, the moment that counts, in doubt
        (now, 0, now, false),
        (now, now - hour, now, false),
        (now, now, now, false),
        (now, now + 1, now + 1, false),
        (now, now + 26 * hour, now + 26 * hour, false),
        (now, now + 48 * hour, now + 48 * hour, false),
        (now, now + 48 * hour + 1, now + 48 * hour, true),
        (now, far, now + 48 * hour, true),
        (0, now, 48 * hour, true),
        (far, now, far, false),
        (.min, 5, 5, false),
        (.max, .max, (1 << 47) - 1, false),
    ])
    func `the clock that ends things never goes back, and runs ahead of the wall clock by two days at most`(
        wallMs: Int64, highWaterMs: Int64, nowMs: Int64, isDoubtful: Bool
    ) {
        let clock = FactClock(wallMs: wallMs, highWater: HybridTime(milliseconds: highWaterMs))
        #expect(clock.nowMs == nowMs)
        #expect(clock.isDoubtful == isDoubtful)
    }

    @Test func `opening a ledger, tending it and a change each write down what time it is`() throws {
        let directory = try StateDirectory()
        var times: [Int64] = []
        func read(at nowMs: Int64, _ body: (Ledger) throws -> Void = { _ in }) throws {
            let ledger = try directory.open(nowMs: nowMs)
            defer { ledger.close() }
            try body(ledger)
            times.append(try ledger.snapshotAll().highWater.milliseconds)
        }
        try read(at: 1000)
        try read(at: 10)
        try read(at: 2000) { try $0.tend() }
        try read(at: 3000) { _ = try $0.apply(toggle("A", true)) }
        try read(at: 20) { try $0.tend() }
        #expect(times == [1000, 1000, 2000, 3000, 3000])
    }

    @Test func `time that is written down again and again takes no sequence number and no count`() throws {
        let ledger = try StateDirectory().open(nowMs: 1000)
        defer { ledger.close() }
        for _ in 0..<3 { try ledger.tend() }
        let receipt = try ledger.apply(toggle("A", true))
        #expect(receipt.stamp.sequence == 1)
        #expect(receipt.stamp.time == HybridTime(milliseconds: 1000, count: 1))
    }

    @Test func `a ledger that was tended in a far future stamps on from there`() throws {
        let directory = try StateDirectory()
        try directory.open(nowMs: Self.far).close()
        let ledger = try directory.open(nowMs: Self.now)
        defer { ledger.close() }
        #expect(try ledger.apply(toggle("A", true)).stamp.time > HybridTime(milliseconds: Self.far))
    }
}
