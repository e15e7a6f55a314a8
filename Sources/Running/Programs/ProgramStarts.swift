import EventLoop
import HostSystem

/// Starts programs on another thread, one at a time; users take turns.
///
/// To check a program and to start it takes a millisecond or two, and many times that beside busy programs. One at a time
/// leaves the pool's other threads to the ledger, the tables and the sources of facts.
///
/// *Owner/thread*: the loop's thread.
final class ProgramStarts {
    /// Called once: with the program, with the reason why it was not started, or with nil if the start was cancelled.
    typealias Then = (Result<ChildProcess, LoopError>?) -> Void

    private struct Job {
        let start: ProcessStart
        let owner: LeftoverOwner
        let then: Then
    }

    private let loop: Loop
    private var waiting = TurnQueueByUser<UInt32, Job>()
    /// *Units*: programs that wait or are being started.
    private(set) var count = 0
    /// Whose program is being started now: it may already run.
    private(set) var current: LeftoverOwner?

    init(loop: Loop) { self.loop = loop }

    /// Starts a program when its user's turn has come.
    func add(_ start: ProcessStart, of owner: LeftoverOwner, then: @escaping Then) {
        count += 1
        waiting.add(Job(start: start, owner: owner, then: then), of: owner.uid)
        startNext()
    }

    /// Starts none of those that wait.
    func cancelWaiting() {
        for job in waiting.removeAll() {
            count -= 1
            job.then(nil)
        }
    }

    private func startNext() {
        guard current == nil, let job = waiting.next() else { return }
        current = job.owner
        ChildProcess.start(loop: loop, job.start) { [self] result in
            current = nil
            count -= 1
            job.then(result)
            startNext()
        }
    }
}
