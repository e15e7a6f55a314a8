internal import HostSystem
internal import Synchronization

/// The requests of other threads to the thread of one client.
///
/// The thread is started with the first job. It holds the mailbox, and ends when that is closed.
final class Mailbox: Sendable {
    /// Runs on the client's thread.
    typealias Job = @Sendable (Engine) -> Void

    private enum Phase {
        case idle
        case running(WakeDescriptor)
        case closed
    }

    private struct State {
        var phase = Phase.idle
        var jobs: [Job] = []
        var lastNumber = 0
    }

    private let state = Mutex(State())
    private let paths: [String]
    private let answerTime: Duration

    init(paths: [String], answerTime: Duration) { (self.paths, self.answerTime) = (paths, answerTime) }

    /// A number that no other call of this client has.
    func nextNumber() -> Int {
        state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
    }

    /// Adds a job, and returns why that is impossible, if it is.
    func post(_ job: @escaping Job) -> DeepLinkError? {
        state.withLock { state in
            do throws(LoopError) {
                let wake = try running(&state)
                guard let wake else { return .closed }
                state.jobs.append(job)
                wake.send()
                return nil
            } catch {
                return .system(message: "\(error)")
            }
        }
    }

    private func running(_ state: inout State) throws(LoopError) -> WakeDescriptor? {
        switch state.phase {
        case .closed: return nil
        case .running(let wake): return wake
        case .idle:
            let wake = try WakeDescriptor()
            try HostThread.start { [paths, answerTime] in
                Engine(mailbox: self, wake: wake, paths: paths, answerTime: answerTime).run()
            }
            state.phase = .running(wake)
            return wake
        }
    }

    /// Takes the jobs; nil once the client is closed and all jobs were taken.
    func take() -> [Job]? {
        state.withLock { state in
            guard state.jobs.isEmpty else {
                let jobs = state.jobs
                state.jobs = []
                return jobs
            }
            if case .closed = state.phase { return nil }
            return []
        }
    }

    /// Takes no more jobs; the thread ends every call and then itself.
    func close() {
        state.withLock { state in
            if case .running(let wake) = state.phase { wake.send() }
            state.phase = .closed
        }
    }
}

/// The owner of a client's thread: it ends with the last call, subscription or client that holds this.
final class Driver: Sendable {
    let mailbox: Mailbox
    /// The sockets that are tried, in this order.
    let paths: [String]

    init(paths: [String], answerTime: Duration) {
        (mailbox, self.paths) = (Mailbox(paths: paths, answerTime: answerTime), paths)
    }

    deinit { mailbox.close() }
}
