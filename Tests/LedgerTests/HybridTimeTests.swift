import TestSupport
import Testing

@testable import Ledger

struct HybridTimeTests {
    private static let steps: [(HybridTime, Int64, HybridTime)] = [
        (HybridTime(milliseconds: 5), 6, HybridTime(milliseconds: 6)),
        (HybridTime(milliseconds: 5), 5, HybridTime(milliseconds: 5, count: 1)),
        (HybridTime(milliseconds: 5, count: 7), 1, HybridTime(milliseconds: 5, count: 8)),
        (HybridTime(milliseconds: 5, count: .max), 1, HybridTime(milliseconds: 6)),
        (HybridTime(milliseconds: 5), .min, HybridTime(milliseconds: 5, count: 1)),
    ]

    @Test(arguments: steps)
    func `the next time follows the wall clock forwards and never backwards`(
        last: HybridTime, nowMs: Int64, next: HybridTime
    ) {
        #expect(last.next(nowMs: nowMs) == next)
        #expect(last < next)
    }

    @Test func `a packed time keeps its value and order, and no clock value traps`() {
        var random = SeededGenerator(for: "times")
        var times = (0..<1000).map { _ in
            HybridTime(
                milliseconds: Int64.random(in: .min ... .max, using: &random)
                    >> Int64.random(in: 0...63, using: &random),
                count: UInt16.random(in: 0 ... .max, using: &random))
        }
        times += [HybridTime(milliseconds: .max, count: .max), HybridTime(milliseconds: .min)]
        for time in times {
            #expect(HybridTime(packed: time.packed) == time)
            _ = time.next(nowMs: .max)
        }
        #expect(times.sorted() == times.sorted { $0.packed < $1.packed })
    }

    @Test(arguments: ["", "0", String(repeating: "g", count: 32), "+" + String(repeating: "0", count: 31)])
    func `a host name has 32 digits`(text: String) {
        #expect(HostID(text) == nil)
        #expect(HostID(HostID(bits: 255).description) == HostID(bits: 255))
        #expect(HostID(HostID(bits: .max).description) == HostID(bits: .max))
    }
}
