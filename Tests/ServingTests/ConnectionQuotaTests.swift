import Contract
import Testing

@testable import Serving

@Suite struct ConnectionQuotaTests {
    private static let limits = {
        var limits = ServingLimits()
        (limits.connections, limits.connectionsPerUser) = (40, 12)
        return limits
    }()

    /// A quota with so many connections of each user.
    private func quota(_ counts: [UInt32: Int]) -> ConnectionQuota {
        var quota = ConnectionQuota()
        for (uid, count) in counts { for _ in 0..<count { quota.add(uid) } }
        return quota
    }

    @Test(
        arguments: [
            // There is room.
            ([:], 5, false, .admitted),
            ([1: 11], 1, false, .admitted),
            ([1: 12], 2, false, .admitted),
            ([1: 12, 2: 11], 3, false, .admitted),
            // One user's own limit, which keeps no operator out: programs of others may run under the same user.
            ([1: 12], 1, false, .refused(limit: "connections-per-user", 12)),
            ([1: 12], 1, true, .admitted),
            ([1: 40], 1, true, .refused(limit: "connections", 40)),
            // Sixteen of forty are the operators'.
            ([1: 12, 2: 12], 3, false, .inPlaceOf(user: 1)),
            ([1: 12, 2: 12], 3, true, .admitted),
            ([1: 11, 2: 12, 3: 1], 4, false, .inPlaceOf(user: 2)),
            // A user makes no room for itself, nor for one that has as many.
            ([1: 11, 2: 7, 3: 6], 1, false, .refused(limit: "connections", 40)),
            ([1: 8, 2: 8, 3: 8], 3, false, .refused(limit: "connections", 40)),
            ([1: 9, 2: 8, 3: 7], 3, false, .inPlaceOf(user: 1)),
            ([1: 8, 2: 8, 3: 7, 4: 1], 3, false, .refused(limit: "connections", 40)),
            // All are taken: an operator comes in all the same.
            ([1: 12, 2: 12, 3: 12, 4: 4], 0, true, .inPlaceOf(user: 1)),
            ([1: 12, 2: 12, 3: 12, 0: 4], 0, true, .inPlaceOf(user: 1)),
        ] as [([UInt32: Int], UInt32, Bool, ConnectionQuota.Admission)])
    func `who may connect depends on how many there are of all and of each user`(
        counts: [UInt32: Int], uid: UInt32, isOperator: Bool, admission: ConnectionQuota.Admission
    ) {
        #expect(quota(counts).admission(of: uid, isOperator: isOperator, limits: Self.limits) == admission)
    }

    @Test func `a connection that is gone makes room for another`() {
        var quota = quota([1: 12, 2: 3])
        #expect(quota.count == 15)
        quota.remove(1)
        #expect(quota.count == 14 && quota.count(of: 1) == 11)
        #expect(quota.admission(of: 1, isOperator: false, limits: Self.limits) == .admitted)
    }
}
