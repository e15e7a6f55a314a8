import Contract
import Testing

@testable import Running

@Suite struct ProgramQuotaTests {
    @Test(arguments: [
        (false, Limits.runningProgramsPerUser), (true, Limits.detachedProgramsPerUser),
    ])
    func `one user's programs are counted up to the limit of their kind`(isDetached: Bool, limit: Int) {
        var quota = ProgramQuota()
        for _ in 0..<limit {
            #expect(quota.limitReached(by: 1, isDetached: isDetached) == nil)
            quota.take(1, isDetached: isDetached)
        }
        #expect(quota.limitReached(by: 1, isDetached: isDetached) == limit)
        #expect(quota.limitReached(by: 1, isDetached: !isDetached) == nil)
        #expect(quota.limitReached(by: 2, isDetached: isDetached) == nil)
        quota.give(1, isDetached: isDetached)
        #expect(quota.limitReached(by: 1, isDetached: isDetached) == nil)
    }

    @Test func `followed programs of all users together have a limit, and detached ones do not count in it`() {
        var quota = ProgramQuota()
        for uid in 0..<UInt32(Limits.runningPrograms) {
            quota.take(uid, isDetached: true)
            #expect(quota.limitReached(by: 9999, isDetached: false) == nil)
            quota.take(uid, isDetached: false)
        }
        #expect(quota.limitReached(by: 9999, isDetached: false) == Limits.runningPrograms)
        #expect(quota.limitReached(by: 9999, isDetached: true) == nil)
    }
}
