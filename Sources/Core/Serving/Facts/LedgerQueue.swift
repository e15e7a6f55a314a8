// Runs the ledger's jobs on the thread pool, one at a time, because the ledger blocks on the disk. Changes that arrive while
// a job runs wait here; the next job writes all of them to the disk at once. A call is answered when the disk has its
// change. So do steps (`LedgerStep`), which take turns with changes, and whose users take turns. Other jobs wait in LedgerJobs, which
// chooses the next one.
//
// A job may fail because of the ledger and not because of its request. Then the ledger is closed and opened again after
// the pause of LedgerAvailability; until then every job is refused with that reason. Opening reads all facts again. The
// failure is noted before the callers get it, so that their next request does not begin on the ledger that failed. An
// operator who mends something and asks for an opening while one is under way gets another attempt if that one fails.
//
// A ledger that is read but not written (LedgerAccess) stays open: what it does not take is refused with the reason. After
// the pause the queue checks whether it can be written again, and opens it anew only then.

import Contract
import EventLoop
package import Features
import HostSystem
package import Ledger

/// One ledger, opened, read and written off the loop.
///
/// *Owner/thread*: the loop's thread. While a job runs the loop goes on turning.
package final class LedgerQueue {
    /// What became of a change.
    typealias Applied = (Result<LedgerReceipt, LedgerError>) -> Void
    /// Called with nil once a step is on the disk, or with why it is not.
    package typealias Written = (LedgerError?) -> Void

    /// How far it can be used, and when that is tried again.
    var availability = LedgerAvailability()
    /// Called whenever the ledger was opened, with all facts in it, what was written down first, and what the owners of other
    /// tables take over.
    var onOpen: ((LedgerSnapshot, _ written: [LedgerChange], _ kept: WingParts) -> Void)?
    /// Called after `onOpen`.
    package var onKept: ((WingParts) -> Void)?
    /// Told whenever it cannot be used any more, or not yet; after `onOpen` where it can only be read.
    var onFailure: ((LedgerError) -> Void)?
    /// The moment at which facts were judged last, which is written down with the wall clock's.
    var factMs: () -> Int64 = { 0 }
    /// What is to be written down first when the ledger is opened again.
    var backlog: () -> [LedgerChange] = { [] }
    private let loop: Loop
    let directory: String
    let schema: LedgerSchema
    /// Opens the ledger of a directory, off the loop.
    let opening: @Sendable (String, LedgerSchema, LedgerRun?) throws(LedgerError) -> Ledger
    /// Nil while it cannot be used, or not yet.
    var ledger: Ledger?
    /// Which run the ledger goes on with when it is opened again.
    var ledgerRun: LedgerRun?
    /// One that failed: it is closed on the thread pool, before the next attempt, since that may wait for the disk.
    var failed: Ledger?
    /// Whether a job is under way.
    var isBusy = false
    /// Whether an opening was requested while it could not begin.
    var isOpeningAwaited = false
    /// Whether it is closed for good.
    private(set) var isClosed = false
    /// Changes that wait.
    var changes: [(LedgerChange, Applied)] = []
    /// Changes of which one cannot be kept: each goes alone, so that the others can.
    var single: [(LedgerChange, Applied)] = []
    /// Steps that wait, by the user whom they are about.
    var steps = TurnQueueByUser<UInt32, (step: any LedgerStep, done: Written)>()
    /// Whether steps go before changes that wait.
    private var areStepsNext = false
    /// Other jobs that wait.
    var jobs = LedgerJobs()
    /// What must be done before anything else when the ledger is opened again.
    var owed: [() -> Void] = []
    /// Opens it again.
    private(set) lazy var retry = try? Timer(loop: loop) { [weak self] in self?.open() }
    // ignored: without the timer it is tended less often.
    /// Tends it while it is open.
    private(set) lazy var upkeep = try? Timer(loop: loop) { [weak self] in self?.checkpointClock() }
    private var isTendingAwaited = false

    /// - Parameters:
    ///   - schema: the kinds of facts and the tables of the program.
    ///   - opening: opens the ledger of a directory; called on the thread pool.
    init(
        loop: Loop, directory: String, schema: LedgerSchema,
        opening: @escaping @Sendable (String, LedgerSchema, LedgerRun?) throws(LedgerError) -> Ledger = {
            (directory, schema, run) throws(LedgerError) in
            try LedgerOpening.asFarAsPossible(directory: directory, schema: schema, continuing: run)
        }
    ) {
        (self.loop, self.directory, self.schema, self.opening) = (loop, directory, schema, opening)
    }

    /// The error that keeps changes from being written; nil where there is none.
    package var error: LedgerError? {
        switch availability.state {
        case .opening, .available: nil
        case .limited(let error), .unavailable(let error): error
        }
    }

    /// Whether it is open, so that a job that only reads is done if it is asked for now.
    package var isOpen: Bool { ledger != nil }

    /// Why a change is refused; nil where it is taken, or waits for the ledger to be opened.
    private func refusal(isEssential: Bool) -> LedgerError? {
        ledger.map { $0.access.refusal(isEssential: isEssential) } ?? error
    }

    /// Lets go of the ledger for good, and writes down when; waits for the job under way.
    func close() {
        isClosed = true
        for timer in [retry, upkeep] { timer?.close() }
        // ignored: an end that cannot be written down is followed by a start that tells what is wrong.
        try? ledger?.checkpointClock(factMs: factMs())
        for ledger in [ledger, failed] { ledger?.close() }
        (ledger, failed) = (nil, nil)
    }

    // MARK: Upkeep

    /// Has the ledger write down what time it is, when its turn comes; asked for again before that, it is done once.
    func checkpointClock() {
        guard ledger != nil, !isTendingAwaited else { return }
        isTendingAwaited = true
        enqueue(of: nil) { [unowned self] in
            // What ends from here on is not in what this job writes.
            isTendingAwaited = false
            let factMs = factMs()
            return { (ledger) throws(LedgerError) in try ledger.checkpointClock(factMs: factMs) }
        } then: { _ in
        }
    }

    // MARK: Working

    /// Makes a change durable, together with others that wait.
    func apply(_ change: LedgerChange, then done: @escaping Applied) {
        if let error = refusal(isEssential: change.isEssential) { return done(.failure(error)) }
        changes.append((change, done))
        next()
    }

    /// Makes a step of a user durable, together with others that wait.
    package func write(_ step: any LedgerStep, of user: UInt32, then done: @escaping Written) {
        if let error = refusal(isEssential: step.isEssential) { return done(error) }
        steps.add((step, done), of: user)
        next()
    }

    /// Makes a step durable that must not be left undone, as `performSurely` performs a job.
    package func writeSurely(_ step: any LedgerStep, of user: UInt32, then done: @escaping Written) {
        write(step, of: user) { [weak self] error in
            if let error, !error.isAboutRequest, let self {
                owed.append { [unowned self] in writeSurely(step, of: user, then: done) }
            }
            done(error)
        }
    }

    /// Does anything else with the ledger, when its turn comes.
    ///
    /// - Parameters:
    ///   - user: whose turn it takes; nil for the daemon's own.
    ///   - isReading: whether it changes nothing, so that a ledger that cannot be written does it too.
    package func perform<Value: Sendable>(
        of user: UInt32?, isReading: Bool = false,
        _ job: @escaping @Sendable (Ledger) throws(LedgerError) -> Value,
        then done: @escaping (Result<Value, LedgerError>) -> Void
    ) {
        enqueue(of: user, isReading: isReading, { job }, then: done)
    }

    /// - Parameter makeJob: called when it is the job's turn.
    private func enqueue<Value: Sendable>(
        of user: UInt32?, isReading: Bool = false,
        _ makeJob: @escaping () -> @Sendable (Ledger) throws(LedgerError) -> Value,
        then done: @escaping (Result<Value, LedgerError>) -> Void
    ) {
        if let error, !(isReading && isOpen) { return done(.failure(error)) }
        let start: LedgerJobs.Start = { [weak self] ledger in
            guard let self else { return }
            let job = makeJob()
            guard let ledger else { return done(.failure(self.error ?? .failed(path: directory, detail: "closed"))) }
            run {
                Result { () throws(LedgerError) -> Value in try job(ledger) }
            } then: { [self] result in
                if case .failure(let error) = result, !error.isAboutRequest { fail(error) }
                done(result)
            }
        }
        jobs.add(start, of: user)
        next()
    }

    /// Performs a job that must not be left undone: where the ledger fails, the job is performed again as soon as the
    /// ledger has been opened again, before any later request.
    ///
    /// `done` is called after every attempt.
    /// *Limits*: owed jobs are not counted here; a caller that owes one needed the ledger to begin with.
    func performSurely(
        of user: UInt32, _ job: @escaping @Sendable (Ledger) throws(LedgerError) -> Void,
        then done: @escaping (Result<Void, LedgerError>) -> Void
    ) {
        perform(of: user, job) { [weak self] result in
            if case .failure(let error) = result, !error.isAboutRequest, let self {
                owed.append { [unowned self] in performSurely(of: user, job, then: done) }
            }
            done(result)
        }
    }

    private func next() {
        guard let ledger, !isBusy, !isClosed else { return }
        if jobs.isDue, let job = jobs.next() { return job(ledger) }
        if !steps.isEmpty, areStepsNext || single.isEmpty && changes.isEmpty {
            areStepsNext = false
            return writeSteps(to: ledger)
        }
        areStepsNext = true
        if !single.isEmpty { return apply([single.removeFirst()], to: ledger) }
        if !changes.isEmpty { return apply(changes.released(), to: ledger) }
        jobs.next()?(ledger)
    }

    private func apply(_ batch: [(LedgerChange, Applied)], to ledger: Ledger) {
        let wanted = batch.map(\.0)
        run {
            Result { () throws(LedgerError) -> [LedgerReceipt] in try ledger.apply(wanted) }
        } then: { [self] result in
            // Before the answers, since what is asked for by one of them is begun at once.
            jobs.didWrite()
            switch result {
            case .success(let receipts):
                for ((_, done), receipt) in zip(batch, receipts) { done(.success(receipt)) }
            case .failure(let error) where error.isAboutRequest && batch.count == 1:
                for (_, done) in batch { done(.failure(error)) }
            case .failure(let error) where error.isAboutRequest: single = batch
            case .failure(let error):
                // With those that came later, and before them: of two about one switch the later one counts.
                single = batch + single
                fail(error)
            }
        }
    }

    /// Writes many steps at once: a write of one takes as long as one of hundreds, since it waits for the disk to be synced.
    private func writeSteps(to ledger: Ledger) {
        var batch: [(step: any LedgerStep, done: Written)] = []
        while batch.count < Limits.linkStepsPerWrite, let next = steps.next() { batch.append(next) }
        let wanted = batch.map(\.step)
        run {
            Result { () throws(LedgerError) -> [LedgerError?] in try ledger.write(wanted) }
        } then: { [self] result in
            jobs.didWrite()
            switch result {
            case .success(let refusals): for ((_, done), refusal) in zip(batch, refusals) { done(refusal) }
            case .failure(let error):
                fail(error)
                for (_, done) in batch { done(error) }
            }
        }
    }

    /// Runs a job on the thread pool; one at a time.
    func run<Value: Sendable>(
        _ job: @escaping @Sendable () -> sending Result<Value, LedgerError>,
        then done: @escaping (Result<Value, LedgerError>) -> Void
    ) {
        isBusy = true
        do throws(LoopError) {
            try loop.work(job) { [self] result in
                isBusy = false
                noteAccess()
                done(result)
                if isOpeningAwaited { open() }
                next()
            }
        } catch {
            isBusy = false
            done(.failure(.failed(path: directory, detail: error.description)))
        }
    }
}
