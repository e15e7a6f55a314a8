import Contract
import Testing

@testable import Serving

/// Which connections are closed before anything is built for them.
@Suite struct ArrivalQuotaTests {
    private static let second: Int64 = 1_000_000_000
    private static let limits = ServingLimits()
    private let ann: UInt32 = 7
    private let bob: UInt32 = 8

    /// How many of a user's connections are refused that come together.
    private func refused(
        _ count: Int, of uid: UInt32, _ quota: inout ArrivalQuota, held: Int = 0, isBusy: Bool = true, nowNs: Int64 = 0
    ) -> Int {
        (0..<count).count { _ in
            quota.refusal(of: uid, count: held, isBusy: isBusy, limits: Self.limits, nowNs: nowNs) != nil
        }
    }

    @Test func `while others connect a user may connect so often at once, and so often in a second`() {
        var quota = ArrivalQuota()
        #expect(refused(1, of: bob, &quota) == 0)
        #expect(refused(Limits.connectionsAtOnce + 50, of: ann, &quota) == 50)
        #expect(refused(1, of: bob, &quota) == 0, "each user has a rate of its own")
        #expect(refused(500, of: ann, &quota, nowNs: Self.second - 1) == 500 - Limits.connectionsPerSecond + 1)
        #expect(refused(1, of: bob, &quota, nowNs: 10 * Self.second) == 0)
        #expect(refused(Limits.connectionsAtOnce + 1, of: ann, &quota, nowNs: 10 * Self.second) == 1)
    }

    @Test func `a user may connect as fast as it can until another one connects, and again a second later`() {
        var quota = ArrivalQuota()
        #expect(refused(10_000, of: ann, &quota) == 0)
        #expect(refused(1, of: bob, &quota) == 0)
        #expect(refused(1, of: ann, &quota) == 1)
        #expect(refused(300, of: ann, &quota, nowNs: Self.second / 2) == 250)
        #expect(refused(300, of: ann, &quota, nowNs: Self.second) == 0)
    }

    @Test func `while no other connection waits a user may connect as fast as it can`() {
        var quota = ArrivalQuota()
        _ = refused(1, of: bob, &quota)
        #expect(refused(10_000, of: ann, &quota, isBusy: false) == 0)
        #expect(refused(1, of: ann, &quota) == 1)
        #expect(refused(1, of: bob, &quota) == 0)
    }

    @Test func `a user with as many connections as one may have is refused, whether others wait or not`() {
        var quota = ArrivalQuota()
        for isBusy in [false, true] {
            let most = Self.limits.connectionsPerUser
            #expect(refused(1, of: ann, &quota, held: most - 1, isBusy: isBusy) == 0)
            let refusal = quota.refusal(of: ann, count: most, isBusy: isBusy, limits: Self.limits, nowNs: 0)
            #expect(refusal?.limit == "connections-per-user" && refusal?.value == most)
        }
        _ = refused(Limits.connectionsAtOnce, of: bob, &quota)
        _ = refused(1, of: ann, &quota)
        let refusal = quota.refusal(of: bob, count: 0, isBusy: true, limits: Self.limits, nowNs: 0)
        #expect(refusal?.limit == "connections-per-second" && refusal?.value == Limits.connectionsPerSecond)
    }

    @Test func `refused connections of one user are in one line of the log a second, with their number`() {
        var quota = ArrivalQuota()
        #expect(quota.noteRefusal(of: ann, nowNs: 0) == 1)
        for _ in 0..<1000 { #expect(quota.noteRefusal(of: ann, nowNs: Self.second - 1) == nil) }
        #expect(quota.noteRefusal(of: bob, nowNs: Self.second - 1) == 1)
        #expect(quota.noteRefusal(of: ann, nowNs: Self.second) == 1001)
    }

    @Test func `a user whose past says nothing any more is forgotten`() {
        var quota = ArrivalQuota()
        _ = refused(Limits.connectionsAtOnce, of: ann, &quota)
        _ = quota.noteRefusal(of: bob, nowNs: 0)
        quota.forgetUnneeded(nowNs: Self.second - 1)
        #expect(quota.userCount == 2)
        quota.forgetUnneeded(nowNs: Self.second)
        #expect(quota.userCount == 1)
        quota.forgetUnneeded(nowNs: 2 * Self.second)
        #expect(quota.userCount == 0)
    }
}
