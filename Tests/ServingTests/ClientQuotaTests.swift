import Contract
import Testing

@testable import Serving

@Suite struct ClientQuotaTests {
    @Test func `one user's connections are limited, and the others' are not affected`() {
        var quota = ClientQuota()
        for _ in 0..<Limits.connectionsPerUser { #expect(quota.open(1) == nil) }
        #expect(quota.open(1) == .connectionsOfUser(limit: Limits.connectionsPerUser))
        #expect(quota.open(2) == nil)
        #expect(quota.connectionCount == Limits.connectionsPerUser + 1)
    }

    @Test func `a connection that is gone makes room for another`() {
        var quota = ClientQuota()
        for _ in 0..<Limits.connectionsPerUser { _ = quota.open(1) }
        quota.close(1)
        #expect(quota.open(1) == nil)
        #expect(quota.open(1) != nil)
    }

    @Test func `all connections together are limited`() {
        var quota = ClientQuota()
        for number in 0..<Limits.connections { #expect(quota.open(UInt32(number)) == nil) }
        #expect(quota.open(.max) == .connections(limit: Limits.connections))
        #expect(quota.connectionCount == Limits.connections)
    }
}
