import Contract
import Testing

@testable import ExecService

@Suite struct ProgramQuotaTests {
    @Test(arguments: [
        (false, Limits.runningProgramsPerUser), (true, Limits.detachedProgramsPerUser),
    ])
    func `one user's programs are counted up to the limit of their kind`(isDetached: Bool, limit: Int) {
        var quota = ProgramQuota()
        for _ in 0..<limit {
            #expect(quota.limitReached(by: .init(uid: 1, isDetached: isDetached)) == nil)
            quota.take(.init(uid: 1, isDetached: isDetached))
        }
        #expect(quota.limitReached(by: .init(uid: 1, isDetached: isDetached)) == limit)
        #expect(quota.limitReached(by: .init(uid: 1, isDetached: !isDetached)) == nil)
        #expect(quota.limitReached(by: .init(uid: 2, isDetached: isDetached)) == nil)
        quota.give(.init(uid: 1, isDetached: isDetached))
        #expect(quota.limitReached(by: .init(uid: 1, isDetached: isDetached)) == nil)
    }

    @Test func `a leftover takes a place of its user, or one of all users together`() {
        var quota = ProgramQuota()
        for isDetached in [false, true] {
            let owner = LeftoverOwner(uid: 1, isDetached: isDetached)
            let limit = isDetached ? Limits.detachedProgramsPerUser : Limits.runningProgramsPerUser
            for _ in 0..<limit { quota.take(owner) }
            #expect(quota.limitReached(by: .init(uid: 1, isDetached: isDetached)) == limit)
            #expect(quota.limitReached(by: .init(uid: 2, isDetached: isDetached)) == nil)
            for _ in 0..<limit { quota.give(owner) }
            #expect(quota.limitReached(by: .init(uid: 1, isDetached: isDetached)) == nil)
        }
    }

    @Test func `leftovers of no known user take half of the places at most`() {
        var quota = ProgramQuota()
        let (most, places) = (Limits.unattributedLeftovers, Limits.runningPrograms)
        for _ in 0..<most { quota.take(nil) }
        for uid in 0..<UInt32(places - most) {
            #expect(quota.limitReached(by: .init(uid: uid, isDetached: false)) == nil)
            quota.take(.init(uid: uid, isDetached: false))
        }
        #expect(quota.limitReached(by: .init(uid: 9999, isDetached: false)) == places)
        #expect(quota.limitReached(by: .init(uid: 9999, isDetached: true)) == nil)
        quota.give(nil)
        #expect(quota.limitReached(by: .init(uid: 9999, isDetached: false)) == nil)
        for _ in 0..<places { quota.take(nil) }
        quota.give(.init(uid: 0, isDetached: false))
        #expect(quota.limitReached(by: .init(uid: 9999, isDetached: false)) == nil)
    }

    @Test func `followed programs of all users together have a limit, and detached ones do not count in it`() {
        var quota = ProgramQuota()
        for uid in 0..<UInt32(Limits.runningPrograms) {
            quota.take(.init(uid: uid, isDetached: true))
            #expect(quota.limitReached(by: .init(uid: 9999, isDetached: false)) == nil)
            quota.take(.init(uid: uid, isDetached: false))
        }
        #expect(quota.limitReached(by: .init(uid: 9999, isDetached: false)) == Limits.runningPrograms)
        #expect(quota.limitReached(by: .init(uid: 9999, isDetached: true)) == nil)
    }
}
