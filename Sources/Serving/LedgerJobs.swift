// What waits for the ledger besides changes: keys that are claimed and finished, copies, upkeep. Each user has a line, and
// the users take turns. Changes do not wait in lines, because all that wait go to the disk together. So that neither holds
// up the other, one job of each user that waits is due after each write of changes:
//
//     waiting                                      done
//     changes; jobs ann 1, ann 2, bob 1            changes, ann 1, bob 1, changes that came meanwhile, ann 2
//
// A user's job therefore waits for one write of changes and for one job of each other user, however many of either another
// user sends.

import Ledger

/// Jobs that wait for the ledger, by user.
struct LedgerJobs {
    /// Begins a job; called with nil where the ledger cannot be used any more.
    typealias Start = (Ledger?) -> Void

    private struct Job {
        let user: UInt32?
        let start: Start
    }

    private var queue = TurnQueue<Job>()
    private var lines: [UInt32?: TurnQueue<Job>.Line] = [:]
    /// *Units*: jobs that go before the next write of changes.
    private var dueCount = 0

    /// Whether a job goes before changes that wait.
    var isDue: Bool { dueCount > 0 && !queue.isEmpty }

    /// Puts a job at the end of its user's line; nil is the daemon's own.
    mutating func add(_ start: @escaping Start, of user: UInt32?) {
        let line = lines[user] ?? .init()
        lines[user] = line
        queue.add(Job(user: user, start: start), to: line)
    }

    /// Takes note that changes were written: one job of each user that waits is due.
    mutating func didWrite() { dueCount = queue.lineCount }

    /// Takes out the job whose turn it is; nil where none waits.
    mutating func next() -> Start? {
        guard let job = queue.next() else { return nil }
        dueCount = max(0, dueCount - 1)
        if lines[job.user]?.isEmpty == true { lines[job.user] = nil }
        return job.start
    }

    /// Takes out all jobs, in the order of their turns.
    mutating func removeAll() -> [Start] {
        var all: [Start] = []
        while let start = next() { all.append(start) }
        return all
    }
}
