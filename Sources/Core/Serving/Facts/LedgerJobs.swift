// The ledger's jobs besides changes: keys that are claimed and finished, copies, upkeep. Each user has a line, and the
// users take turns. Changes do not wait in lines, because all that wait go to the disk together. So that neither holds
// up the other, one job of each user that waits is due after each write of changes:
//
//     waiting                                      done
//     changes; jobs ann 1, ann 2, bob 1            changes, ann 1, bob 1, changes that came meanwhile, ann 2
//
// A user's job therefore waits for one write of changes and for one job of each other user, however many of either another
// user sends.

import EventLoop
import Ledger

/// Jobs that wait for the ledger, by user.
struct LedgerJobs {
    /// Begins a job; called with nil where the ledger cannot be used any more.
    typealias Start = (Ledger?) -> Void

    private var queue = TurnQueueByUser<UInt32?, Start>()
    /// *Units*: jobs that go before the next write of changes.
    private var dueCount = 0

    /// Whether a job goes before changes that wait.
    var isDue: Bool { dueCount > 0 && !queue.isEmpty }

    /// Puts a job at the end of its user's line; nil is the daemon's own.
    mutating func add(_ start: @escaping Start, of user: UInt32?) { queue.add(start, of: user) }

    /// Takes note that changes were written: one job of each user that waits is due.
    mutating func didWrite() { dueCount = queue.userCount }

    /// Takes out the job whose turn it is; nil where none waits.
    mutating func next() -> Start? {
        guard let start = queue.next() else { return nil }
        dueCount = max(0, dueCount - 1)
        return start
    }

    /// Takes out all jobs, in the order of their turns.
    mutating func removeAll() -> [Start] {
        dueCount = 0
        return queue.removeAll()
    }
}
