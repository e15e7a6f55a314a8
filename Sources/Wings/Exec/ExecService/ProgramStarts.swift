import EventLoop
import Features
import HostSystem

/// Starts programs on other threads; users take turns.
///
/// To check a program and to start it takes half a millisecond, and many times that beside busy programs. The loop starts two
/// at a time. Two more are handed over to it, so that no thread has to wait for a turn of the loop.
///
/// *Owner/thread*: the loop's thread.
final class ProgramStarts {
    /// What became of a start.
    enum Result {
        /// It runs; and what interrupted it while it was being started.
        case started(ChildProcess, Interruption?)
        case failed(LoopError)
        /// It was not started.
        case givenUp(Interruption)
    }

    private final class Job {
        let start: ProcessStart
        let owner: LeftoverOwner
        let ticket: Int?
        let then: (Result) -> Void
        var interruption: Interruption?

        init(_ start: ProcessStart, _ owner: LeftoverOwner, _ ticket: Int?, then: @escaping (Result) -> Void) {
            (self.start, self.owner, self.ticket, self.then) = (start, owner, ticket, then)
        }
    }

    /// *Units*: programs that are being started, or are next.
    private static let mostAtOnce = 4

    private let loop: Loop
    private var waiting = TurnQueueByUser<UInt32, Job>()
    /// Those that wait, by their tickets.
    private var tickets: [Int: Job] = [:]
    private var starting: [Job] = []
    /// *Units*: programs that wait or are being started.
    private(set) var count = 0
    /// Whose programs are being started now: they may already run.
    var owners: [LeftoverOwner] { starting.map { $0.owner } }

    init(loop: Loop) { self.loop = loop }

    /// Starts a program when its user's turn has come; `then` is called once.
    func add(_ start: ProcessStart, of owner: LeftoverOwner, ticket: Int?, then: @escaping (Result) -> Void) {
        count += 1
        let job = Job(start, owner, ticket, then: then)
        if let ticket { tickets[ticket] = job }
        waiting.add(job, of: owner.uid)
        startNext()
    }

    /// Gives up the start of a ticket; one that is under way is reported with the interruption.
    func stop(_ ticket: Int, because cause: Interruption) {
        for job in starting where job.ticket == ticket && job.interruption == nil { job.interruption = cause }
        guard let job = tickets[ticket], !(job.owner.isDetached && cause == .hangUp) else { return }
        tickets[ticket] = nil
        waiting.remove(of: job.owner.uid) { $0 === job }
        giveUp(job, cause)
    }

    /// Starts none of those that wait.
    func stopWaiting(because cause: Interruption) {
        tickets = [:]
        for job in waiting.removeAll() { giveUp(job, cause) }
    }

    /// Reports the end of a job that is no longer in the queue.
    private func giveUp(_ job: Job, _ cause: Interruption) {
        count -= 1
        job.then(.givenUp(cause))
    }

    private func startNext() {
        guard starting.count < Self.mostAtOnce, let job = waiting.next() else { return }
        if let ticket = job.ticket { tickets[ticket] = nil }
        starting.append(job)
        ChildProcess.start(loop: loop, job.start) { [self] result in
            starting.removeAll { $0 === job }
            count -= 1
            switch result {
            case .success(let child): job.then(.started(child, job.interruption))
            case .failure(let error): job.then(.failed(error))
            }
            startNext()
        }
    }
}
