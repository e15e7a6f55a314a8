import Contract
import Testing

@testable import EventLoop
@testable import ExecService

/// Whose the processes are that programs left behind.
@Suite struct LeftoversTests {
    private static let second: Int64 = 1_000_000_000

    private func process(_ id: Int32, group: Int32? = nil, session: Int32? = nil) -> AdoptedProcess {
        AdoptedProcess(processID: id, groupID: group ?? id, sessionID: session ?? id)
    }

    private func owner(_ uid: UInt32, detached: Bool = false) -> LeftoverOwner {
        LeftoverOwner(uid: uid, isDetached: detached)
    }

    @Test func `one in a program's session is its user's, while the program runs and when it has just ended`() {
        var leftovers = Leftovers()
        leftovers.didStart(10, owner(1))
        leftovers.didStart(20, owner(2))
        let first = leftovers.look(at: [process(11, session: 10)], nowNs: 0)
        #expect(first.found == [owner(1)])
        leftovers.didEnd(20, nowNs: 0)
        let second = leftovers.look(at: [process(11, session: 10), process(21, session: 20)], nowNs: 5)
        #expect(second.found == [owner(2)])
        #expect(second.gone.isEmpty)
        #expect(leftovers.count == 2)
    }

    @Test func `one in the session of a known one is the same user's`() {
        var leftovers = Leftovers()
        leftovers.didStart(10, owner(1))
        #expect(leftovers.look(at: [process(11)], nowNs: 0).found == [owner(1)])
        leftovers.didEnd(10, nowNs: 0)
        leftovers.didStart(20, owner(2))
        let found = leftovers.look(at: [process(11), process(12, session: 11)], nowNs: 2 * Self.second).found
        #expect(found == [owner(1)])
    }

    @Test func `one in a session of its own is the only user's that can have left it`() {
        var leftovers = Leftovers()
        leftovers.didStart(10, owner(1))
        leftovers.didEnd(10, nowNs: 0)
        #expect(leftovers.look(at: [process(11)], nowNs: 1).found == [owner(1)])
        // It may have left others since, and went itself.
        let change = leftovers.look(at: [process(12)], nowNs: 5 * Self.second)
        #expect(change.found == [owner(1)])
        #expect(change.gone == [owner(1)])
        #expect(leftovers.count == 1)
    }

    @Test func `a program that is being started may have left it already`() {
        var leftovers = Leftovers()
        #expect(leftovers.look(at: [process(11)], starting: [owner(2)], nowNs: 0).found == [owner(2)])
        leftovers.didStart(10, owner(1))
        #expect(leftovers.look(at: [process(11), process(12)], starting: [owner(2)], nowNs: 0).found == [nil])
        let third = [process(11), process(12), process(13)]
        #expect(leftovers.look(at: third, starting: [owner(1)], nowNs: 0).found == [nil])
    }

    @Test func `one that several users may have left belongs to no user`() {
        var leftovers = Leftovers()
        leftovers.didStart(10, owner(1))
        leftovers.didStart(20, owner(2))
        #expect(leftovers.look(at: [process(11)], nowNs: 0).found == [nil])
        #expect(leftovers.look(at: [], nowNs: 0).gone == [nil])
    }

    @Test func `while one that belongs to no user runs, others in sessions of their own belong to no user either`() {
        var leftovers = Leftovers()
        leftovers.didStart(10, owner(1))
        leftovers.didStart(20, owner(2))
        #expect(leftovers.look(at: [process(11)], nowNs: 0).found == [nil])
        leftovers.didEnd(10, nowNs: 0)
        leftovers.didEnd(20, nowNs: 0)
        // Long after the first user's program only one of the other's runs, and the leftover ends with children of its own.
        #expect(leftovers.look(at: [process(11)], nowNs: 2 * Self.second).found.isEmpty)
        leftovers.didStart(30, owner(2))
        let change = leftovers.look(at: [process(12), process(31, session: 30)], nowNs: 3 * Self.second)
        #expect(change.found == [nil, owner(2)])
        #expect(change.gone == [nil])
        // Once they are gone too, there is one user left that it can be of.
        #expect(leftovers.look(at: [], nowNs: 4 * Self.second).gone.count == 2)
        #expect(leftovers.look(at: [process(32)], nowNs: 5 * Self.second).found == [owner(2)])
    }

    @Test func `where a detached program may have left it, it takes a place of theirs`() {
        var leftovers = Leftovers()
        leftovers.didStart(10, owner(1))
        leftovers.didStart(20, owner(1, detached: true))
        #expect(leftovers.look(at: [process(11)], nowNs: 0).found == [owner(1, detached: true)])
    }

    @Test func `what was killed with its group a moment ago does not count yet`() {
        var leftovers = Leftovers()
        leftovers.didStart(10, owner(1))
        leftovers.didEnd(10, nowNs: 0)
        let dying = process(11, group: 10, session: 10)
        #expect(leftovers.look(at: [dying], nowNs: 1).found.isEmpty)
        // It could not be killed.
        #expect(leftovers.look(at: [dying], nowNs: 2 * Self.second).found == [owner(1)])
        // A detached program's group is not killed.
        leftovers.didStart(20, owner(1, detached: true))
        leftovers.didEnd(20, nowNs: 0)
        let left = process(21, group: 20, session: 20)
        #expect(leftovers.look(at: [dying, left], nowNs: 1).found == [owner(1, detached: true)])
    }

    @Test func `a program that ended long ago has left nothing that is new`() {
        var leftovers = Leftovers()
        leftovers.didStart(10, owner(1))
        leftovers.didEnd(10, nowNs: 0)
        #expect(leftovers.look(at: [], nowNs: 2 * Self.second).found.isEmpty)
        leftovers.didStart(20, owner(2))
        #expect(leftovers.look(at: [process(21)], nowNs: 2 * Self.second).found == [owner(2)])
    }

    @Test func `a later program with the number of one that has ended is not forgotten with it`() {
        var leftovers = Leftovers()
        leftovers.didStart(10, owner(1))
        leftovers.didEnd(10, nowNs: 0)
        leftovers.didStart(10, owner(2))
        #expect(leftovers.look(at: [], nowNs: 2 * Self.second).found.isEmpty)
        // The first user's can have left nothing, and the second's still runs.
        #expect(leftovers.look(at: [process(11)], nowNs: 3 * Self.second).found == [owner(2)])
        leftovers.didEnd(10, nowNs: 4 * Self.second)
        #expect(leftovers.look(at: [process(11)], nowNs: 4 * Self.second).found.isEmpty)
        #expect(
            leftovers.look(at: [process(11), process(12, session: 10)], nowNs: 4 * Self.second).found == [owner(2)])
    }
}
