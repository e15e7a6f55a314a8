import Testing

@testable import Serving

@Suite struct CallRateTests {
    private static let second: Int64 = 1_000_000_000

    @Test(arguments: [1, 4, 10, 1000])
    func `a second's calls may come at once, and then one for each part of a second`(limit: Int) {
        var rate = CallRate()
        let part = Self.second / Int64(limit)
        for _ in 0..<limit { #expect(rate.count(limit: limit, nowNs: 5) == nil) }
        #expect(rate.count(limit: limit, nowNs: 5) == part, "in how long it may be tried again")
        #expect(rate.count(limit: limit, nowNs: 5 + part - 1) == 1, "a call that is refused counts nothing")
        #expect(rate.count(limit: limit, nowNs: 5 + part) == nil)
        #expect(rate.count(limit: limit, nowNs: 5 + part) == part)
    }

    @Test func `over many seconds no more calls get through than the limit says`() {
        var (rate, taken) = (CallRate(), 0)
        for nowNs in stride(from: Int64(0), to: 10 * Self.second, by: 1_000_000)
        where rate.count(limit: 50, nowNs: nowNs) == nil { taken += 1 }
        #expect(taken == 50 + 50 * 10 - 1, "a second's worth at once, and fifty for each second")
    }

    @Test func `it says nothing any more once a second has passed without a call`() {
        var rate = CallRate()
        #expect(rate.isFull(nowNs: 0))
        for _ in 0..<4 { _ = rate.count(limit: 4, nowNs: 0) }
        #expect(!rate.isFull(nowNs: Self.second - 1) && rate.isFull(nowNs: Self.second))
    }
}
