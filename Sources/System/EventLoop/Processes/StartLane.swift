// Starts programs on threads of libuv's pool. A thread that has started one takes the next that waits, without a turn of the
// loop in between:
//
//     the loop      adds a, b, c, d          gets a, b                     gets c, d
//     a thread      starts a                 starts c                      finds none, and goes back to the pool
//     another       starts b                 starts d                      …
//
// Under load this saves two changes of threads for each start: the threads of the pool would sleep until the loop had handled
// the last start, and be woken for the next.

internal import DequeModule
internal import HostSystem
internal import Synchronization

/// The programs of one loop that are to be started, are being started, or have just been started.
///
/// *Owner/thread*: the loop's thread; `StartQueue` is what the threads share.
final class StartLane {
    /// Half of libuv's pool; the other half is for files and the ledger.
    private static let width = 2

    private unowned let loop: Loop
    private let queue = StartQueue()
    private let wakeup: Wakeup
    /// Called with the results, by job.
    private var waiting: [ObjectIdentifier: (consuming Result<StartedProcess, LoopError>) -> Void] = [:]

    /// *Throws*: `failed` when the system has no descriptors left.
    init(loop: Loop) throws(LoopError) {
        self.loop = loop
        wakeup = try Wakeup(loop: loop) {}
        wakeup.setWake { [weak self] in self?.report() }
        wakeup.keepLoopRunning(false)
    }

    /// Starts a program; `then` is called once, on the loop's thread, unless this throws.
    ///
    /// *Throws*: `failed` when libuv refuses the request.
    func start(
        _ start: ProcessStart, then: @escaping (consuming Result<StartedProcess, LoopError>) -> Void
    ) throws(LoopError) {
        let job = StartJob(start)
        waiting[ObjectIdentifier(job)] = then
        guard queue.add(job, width: Self.width) else { return wakeup.keepLoopRunning(true) }
        let (queue, sender) = (queue, wakeup.sender)
        do throws(LoopError) {
            try loop.work {
                while let job = queue.next() {
                    job.run()
                    queue.didEnd(job)
                    sender.send()
                }
            } then: { [weak self] in
                self?.report()
            }
        } catch {
            if queue.takeBack(job) {
                waiting[ObjectIdentifier(job)] = nil
                throw error
            }
        }
        wakeup.keepLoopRunning(true)
    }

    private func report() {
        for job in queue.ended() {
            let then = waiting.removeValue(forKey: ObjectIdentifier(job))
            if let result = job.result.withLock({ $0.take() }) { then?(result) }
        }
        if waiting.isEmpty { wakeup.keepLoopRunning(false) }
    }

    /// Ends the reports.
    func close() {
        wakeup.close()
        waiting = [:]
    }
}

/// A program to start, and the result.
private final class StartJob: Sendable {
    let start: ProcessStart
    let result = Mutex<Result<StartedProcess, LoopError>?>(nil)

    init(_ start: ProcessStart) { self.start = start }

    /// Starts it; until then the loop does not ask for the result.
    func run() {
        result.withLock { result in
            result = .some(Result { () throws(LoopError) in try StartedProcess(start) })
        }
    }
}

/// What the loop and the threads of the pool share.
private final class StartQueue: Sendable {
    private struct State {
        var waiting: Deque<StartJob> = []
        var ended: [StartJob] = []
        /// *Units*: threads that start programs.
        var threads = 0
    }

    private let state = Mutex(State())

    /// Adds a job; true if another thread is needed for it, which counts from now on.
    func add(_ job: StartJob, width: Int) -> Bool {
        state.withLock { state in
            state.waiting.append(job)
            guard state.threads < width else { return false }
            state.threads += 1
            return true
        }
    }

    /// Takes a job back for which no thread could be had; false if another thread has taken it already.
    func takeBack(_ job: StartJob) -> Bool {
        state.withLock { state in
            state.threads -= 1
            guard let index = state.waiting.firstIndex(where: { $0 === job }) else { return false }
            state.waiting.remove(at: index)
            return true
        }
    }

    /// The next job of a thread; nil if none waits: the thread counts no longer.
    func next() -> StartJob? {
        state.withLock { state in
            if let job = state.waiting.popFirst() { return job }
            state.threads -= 1
            return nil
        }
    }

    /// Notes a job that has a result.
    func didEnd(_ job: StartJob) { state.withLock { $0.ended.append(job) } }

    /// The jobs that have ended since the last call.
    func ended() -> [StartJob] {
        state.withLock { state in
            let ended = state.ended
            state.ended = []
            return ended
        }
    }
}
