// The processes that programs left behind: processes that outlived the program that started them and are children of
// this process now (`Loop.adoptOrphans`). What a program leaves in its own group is killed at its end; what is found
// here founded a group or session of its own, or was left by a program that says `detach`.
//
// Whose is it? The kernel says which session a process is in, not who started it. In this order:
//
// 1. the session is that of a program that runs or has just ended: the program's user;
// 2. the session is that of a leftover that is known: the same user;
// 3. it has a session of its own, as daemons have. One of those that could have left it since the last look did: a program
//    that ran since, or a known leftover. If all of them are one user's, it is this user's; if not, it counts for
//    all users together. So it does while a leftover runs of which the same was said: it may be that one's child.
//
// Because there is a look before every start, several users are possible in 3. only where their programs ran at one time,
// and afterwards for as long as what they left then runs.
//
// A look at nothing new costs the same however many programs have just ended: two thousand may in a second. They are kept in
// the order of their ends, and counted by owner.

import Contract
import DequeModule
import EventLoop

/// Whose program left a process behind, and which kind of places it takes.
struct LeftoverOwner: Hashable {
    var uid: UInt32
    var isDetached: Bool
}

/// The processes that programs left behind and that still run.
struct Leftovers {
    private struct Program {
        var owner: LeftoverOwner
        /// *Units*: nanoseconds on the monotonic clock; nil while it runs.
        var endedNs: Int64?
    }

    private struct Leftover {
        var owner: LeftoverOwner?
        var sessionID: Int32
    }

    /// The programs that run or have just ended, by process id, which is the number of their group and session.
    private var programs: [Int32: Program] = [:]
    /// Those that have ended, in the order of their ends; a number may belong to a later program since.
    private var ended: Deque<(processID: Int32, endedNs: Int64)> = []
    /// How many of the programs each owner has.
    private var owners: [LeftoverOwner: Int] = [:]
    private var leftovers: [Int32: Leftover] = [:]

    /// How many there are.
    var count: Int { leftovers.count }
    /// The time of the latest end among the programs that ended a moment ago; nil if there is none.
    ///
    /// *Units*: nanoseconds on the monotonic clock.
    var lastEndNs: Int64? { ended.last?.endedNs }

    /// Notes a program that was started.
    mutating func didStart(_ processID: Int32, _ owner: LeftoverOwner) {
        forget(processID)
        programs[processID] = Program(owner: owner, endedNs: nil)
        owners[owner, default: 0] += 1
    }

    /// Notes that it has ended.
    mutating func didEnd(_ processID: Int32, nowNs: Int64) {
        guard programs[processID] != nil else { return }
        programs[processID]?.endedNs = nowNs
        ended.append((processID, nowNs))
    }

    private mutating func forget(_ processID: Int32) {
        guard let program = programs.removeValue(forKey: processID) else { return }
        let left = owners[program.owner, default: 1] - 1
        owners[program.owner] = left > 0 ? left : nil
    }

    /// Compares with the adopted processes that run now; gives the owners of those that are new and of those that are gone.
    ///
    /// - Parameter starting: whose programs are being started; their numbers are not known, and they may have left something
    ///   already.
    mutating func look(
        at adopted: [AdoptedProcess], starting: [LeftoverOwner] = [], nowNs: Int64
    ) -> (found: [LeftoverOwner?], gone: [LeftoverOwner?]) {
        defer { forgetThoseLongEnded(nowNs) }
        guard !adopted.isEmpty || !leftovers.isEmpty else { return ([], []) }
        let running = Set(adopted.map(\.processID))
        let gone = leftovers.filter { !running.contains($0.key) }
        // Those that are gone may have left the new ones.
        var suspects = Set(leftovers.values.map { $0.owner })
        for owner in Array(owners.keys) + starting { suspects.insert(owner) }
        for processID in gone.keys { leftovers[processID] = nil }
        var found: [LeftoverOwner?] = []
        for process in adopted where leftovers[process.processID] == nil && !isDying(process, nowNs) {
            let owner = owner(of: process, suspects)
            leftovers[process.processID] = Leftover(owner: owner, sessionID: process.sessionID)
            found.append(owner)
        }
        return (found, gone.values.map(\.owner))
    }

    private mutating func forgetThoseLongEnded(_ nowNs: Int64) {
        while let first = ended.first, Self.isOver(first.endedNs, nowNs) {
            ended.removeFirst()
            // A later program with the number runs, or has another end.
            if programs[first.processID]?.endedNs == first.endedNs { forget(first.processID) }
        }
    }

    /// Whether it is in a group that was killed a moment ago.
    private func isDying(_ process: AdoptedProcess, _ nowNs: Int64) -> Bool {
        guard let program = programs[process.groupID], let endedNs = program.endedNs else { return false }
        return !program.owner.isDetached && !Self.isOver(endedNs, nowNs)
    }

    private static func isOver(_ endedNs: Int64, _ nowNs: Int64) -> Bool {
        .nanoseconds(nowNs - endedNs) >= Limits.leftoverTime
    }

    /// - Parameter suspects: whose programs and leftovers could have left it; nil among them is a leftover of any user's.
    private func owner(of process: AdoptedProcess, _ suspects: Set<LeftoverOwner?>) -> LeftoverOwner? {
        if let program = programs[process.sessionID] { return program.owner }
        if let known = leftovers.values.first(where: { $0.sessionID == process.sessionID }) { return known.owner }
        guard let uid = suspects.first??.uid, suspects.allSatisfy({ $0?.uid == uid }) else { return nil }
        // Detached programs may have such children for hours; in doubt theirs are the places that are taken.
        return LeftoverOwner(uid: uid, isDetached: suspects.contains { $0?.isDetached == true })
    }
}
