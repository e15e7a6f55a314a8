import Contract
import Testing

@testable import Serving

/// The bound of observers that are performed at once.
@Suite struct ObserverCountTests {
    @Test func `a user has a bound of observers, and another user's links do not use it up`() {
        var counts = ObserverCounts()
        /// How many of some more are counted.
        func added(of user: UInt32) -> Int {
            var count = 0
            for _ in 0..<2 * Limits.observersPerUser where counts.add(of: user) { count += 1 }
            return count
        }
        let (first, again, other) = (added(of: 1000), added(of: 1000), added(of: 1001))
        #expect(first == Limits.observersPerUser && again == 0 && other == first)
        counts.remove(of: 1000)
        let afterOne = added(of: 1000)
        #expect(afterOne == 1)
        for _ in 0...Limits.observersPerUser { counts.remove(of: 1000) }
        let afterAll = added(of: 1000)
        #expect(afterAll == Limits.observersPerUser, "one too many is taken off, and not counted")
    }
}
