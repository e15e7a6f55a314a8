internal import Synchronization

/// Tells those who wait that something has changed, from any thread.
///
/// Every waiter has the count that it has seen, so a change between two waits is never missed.
final class ChangeSignal: Sendable {
    /// Why a wait is over.
    enum End {
        /// There was a change, or the time has passed.
        case due
        /// The waiter's task was cancelled.
        case cancelled
    }

    private enum Waiter {
        /// Not suspended yet.
        case coming
        case suspended(CheckedContinuation<End, Never>)
        case ended(End)
    }

    private struct State {
        var count: UInt64 = 0
        var waiters: [Int: Waiter] = [:]
        var lastNumber = 0
        var wakeUp: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// How many changes there were.
    var count: UInt64 { state.withLock { $0.count } }

    /// Sets what is called for an announcement.
    func setWakeUp(_ wakeUp: (@Sendable () -> Void)?) { state.withLock { $0.wakeUp = wakeUp } }

    /// Notes a change that another thread may have made, and calls the program's wake-up.
    func announce() {
        fire()
        state.withLock { $0.wakeUp }?()
    }

    /// Notes a change.
    func fire() {
        let waiters = state.withLock { state in
            state.count += 1
            return state.waiters.keys.map(\.self)
        }
        for number in waiters { end(number, .due) }
    }

    /// Waits for a change after `seen`; with a limit no longer than that.
    func wait(after seen: UInt64, atMost limit: Duration?) async -> End {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.waiters[state.lastNumber] = state.count == seen ? .coming : .ended(.due)
            return state.lastNumber
        }
        let end = await withTaskCancellationHandler {
            guard let limit else { return await suspend(number) }
            return await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    // ignored: the sleep of a wait that is over is cut short.
                    try? await ContinuousClock().sleep(for: limit)
                    self.end(number, .due)
                }
                let end = await suspend(number)
                group.cancelAll()
                return end
            }
        } onCancel: {
            self.end(number, .cancelled)
        }
        state.withLock { $0.waiters[number] = nil }
        return end
    }

    private func suspend(_ number: Int) async -> End {
        await withCheckedContinuation { continuation in
            let known: End? = state.withLock { state in
                if case .ended(let end) = state.waiters[number] { return end }
                state.waiters[number] = .suspended(continuation)
                return nil
            }
            if let known { continuation.resume(returning: known) }
        }
    }

    /// Ends a wait, if it is not over.
    private func end(_ number: Int, _ end: End) {
        let suspended: CheckedContinuation<End, Never>? = state.withLock { state in
            switch state.waiters[number] {
            case .suspended(let continuation):
                state.waiters[number] = .ended(end)
                return continuation
            case .coming: state.waiters[number] = .ended(end)
            case .ended, nil: break
            }
            return nil
        }
        suspended?.resume(returning: end)
    }
}
