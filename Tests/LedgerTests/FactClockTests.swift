import Features
import Ledger
import Testing

struct FactClockTests {
    private static let hour: Int64 = 3_600_000
    private static let now: Int64 = 1_800_000_000_000
    /// 2099.
    private static let far: Int64 = 4_070_908_800_000

    @Test(arguments: [
        // wall clock, time seen, time at which facts are judged, in doubt
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
        (.max, 5, (1 << 47) - 1, false),
        (0, .max, 48 * hour, true),
    ])
    func `the clock that ends purchases never goes back, and is at most two days ahead of the wall clock`(
        wallMs: Int64, seenMs: Int64, nowMs: Int64, isDoubtful: Bool
    ) {
        let clock = FactClock(wallMs: wallMs, seenMs: seenMs)
        #expect(clock.nowMs == nowMs)
        #expect(clock.isDoubtful == isDoubtful)
    }

    @Test func `opening a ledger, tending it and applying a change each store the current time`() throws {
        let directory = try StateDirectory()
        var times: [Int64] = []
        func read(at nowMs: Int64, _ body: (Ledger) throws -> Void = { _ in }) throws {
            let ledger = try directory.open(nowMs: nowMs)
            defer { ledger.close() }
            try body(ledger)
            times.append(try ledger.snapshotAll().seenMs)
        }
        try read(at: 1000)
        try read(at: 10)
        try read(at: 2000) { try $0.checkpointClock() }
        try read(at: 3000) { _ = try $0.apply(toggle("A", true)) }
        try read(at: 20) { try $0.checkpointClock() }
        #expect(times == [1000, 1000, 2000, 3000, 3000])
    }

    @Test func `storing the time repeatedly uses no sequence number and no count`() throws {
        let ledger = try StateDirectory().open(nowMs: 1000)
        defer { ledger.close() }
        for _ in 0..<3 { try ledger.checkpointClock() }
        let receipt = try ledger.apply(toggle("A", true))
        #expect(receipt.stamp.sequence == 1)
        #expect(receipt.stamp.time == HybridTime(milliseconds: 1000))
    }

    @Test func `after a change in the far future stamps continue from there, and the time of facts recovers`() throws {
        let directory = try StateDirectory()
        let wrong = try directory.open(nowMs: Self.far)
        _ = try wrong.apply(toggle("A", true))
        wrong.close()
        func open(at nowMs: Int64, _ aheadMs: Int64, _ seenMs: Int64) throws {
            let ledger = try directory.open(nowMs: nowMs)
            defer { ledger.close() }
            let snapshot = try ledger.snapshotAll()
            #expect(snapshot.clock.aheadMs == aheadMs && snapshot.seenMs == seenMs)
            let isOn = !(snapshot.subjects[.uid(1000)]?[.toggle("A")]?.fact.value == .on)
            #expect(try ledger.apply(toggle("A", isOn)).stamp.time > HybridTime(milliseconds: Self.far))
            try ledger.checkpointClock()
            #expect(try ledger.snapshotAll().seenMs == seenMs)
        }
        try open(at: Self.now, Self.far - Self.now, Self.now + 48 * Self.hour)
        try open(at: Self.now + Self.hour, 47 * Self.hour, Self.now + 48 * Self.hour)
        try open(at: Self.now + 49 * Self.hour, 0, Self.now + 49 * Self.hour)
    }
}
