// Steps of durable links that wait for the ledger. They go to the disk many at a time: a write of one step takes as long as
// one of hundreds, since it waits for the disk to be synced. Users take turns, so that one who sends many links does not
// keep those of others waiting:
//
//     waiting                          written together, at most three at a time
//     ann 1, ann 2, ann 3, bob 1       ann 1, bob 1, ann 2; then ann 3

import Contract
import EventLoop
package import Ledger

/// Steps that wait, by the user whose links they are about.
package struct LinkSteps {
    /// Called with nil once the step is on the disk, or with why it is not.
    package typealias Done = (LedgerError?) -> Void

    private var queue = TurnQueueByUser<UInt32, (step: LinkStep, done: Done)>()

    /// Whether no step waits.
    var isEmpty: Bool { queue.isEmpty }

    /// Puts a step at the end of its user's line.
    mutating func add(_ step: LinkStep, of user: UInt32, then done: @escaping Done) {
        queue.add((step, done), of: user)
    }

    /// Takes out the steps that are written next.
    mutating func nextBatch() -> [(step: LinkStep, done: Done)] {
        var batch: [(step: LinkStep, done: Done)] = []
        while batch.count < Limits.linkStepsPerWrite, let next = queue.next() { batch.append(next) }
        return batch
    }

    /// Takes out all steps, in the order of their turns.
    mutating func removeAll() -> [(step: LinkStep, done: Done)] { queue.removeAll() }
}
