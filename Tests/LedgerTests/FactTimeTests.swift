import Ledger
import Testing

struct FactTimeTests {
    private static let hour: Int64 = 3_600_000
    private static let now: Int64 = 1_800_000_000_000

    @Test func `the time of facts advances at half speed while the wall clock is behind it`() {
        var time = FactTime(wallMs: Self.now, uptimeMs: 7)
        // Hours that have passed, the wall clock and the time at which facts are judged.
        for (passed, wall, judged) in [
            (1, 1, 1), (1, -1, 1), (2, 0, 1.5), (4, 2, 2.5), (5, 3, 3), (6, 4, 4), (6, 9, 9), (7, 5, 9.5),
        ] as [(Int64, Int64, Double)] {
            _ = time.advance(wallMs: Self.now + wall * Self.hour, uptimeMs: 7 + passed * Self.hour)
            #expect(time.nowMs == Self.now + Int64(judged * Double(Self.hour)), "after \(passed) h")
        }
    }

    @Test func `a fact ends after at most twice its remaining time, however often the clock is set back and read`() {
        var time = FactTime(wallMs: Self.now, uptimeMs: 0)
        for passedMs in 1...Self.hour / 100 {
            let wallMs = Self.now - passedMs * 20
            _ = time.advance(wallMs: wallMs, uptimeMs: passedMs)
            _ = time.advance(wallMs: wallMs, uptimeMs: passedMs)
        }
        #expect(time.nowMs == Self.now + Self.hour / 200)
    }

    @Test func `the time of facts continues from a time that was seen before`() {
        var time = FactTime(wallMs: Self.now, uptimeMs: 0)
        time.reach(Self.now + Self.hour)
        time.reach(Self.now - Self.hour)
        _ = time.advance(wallMs: Self.now + 2, uptimeMs: 2)
        #expect(time.nowMs == Self.now + Self.hour + 1)
    }

    @Test func `a wall clock that is set ahead by an hour is reported once`() {
        var time = FactTime(wallMs: Self.now, uptimeMs: 0)
        var told: [Bool] = []
        for (passed, wall) in [(3, 3), (3, 4), (4, 5), (5, -20), (6, -19), (6, 4), (7, 5)] as [(Int64, Int64)] {
            told.append(time.advance(wallMs: Self.now + wall * Self.hour, uptimeMs: passed * Self.hour))
        }
        #expect(told == [false, true, false, false, false, true, false])
    }
}
