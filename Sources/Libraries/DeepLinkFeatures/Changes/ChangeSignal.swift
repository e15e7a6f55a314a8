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

    private struct State {
        var count: UInt64 = 0
        var waiters: [Int: AsyncStream<Void>.Continuation] = [:]
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
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.yield() }
    }

    /// Waits for a change after `seen`; with a limit no longer than that.
    func wait(after seen: UInt64, atMost limit: Duration?) async -> End {
        let (changes, waiter) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.lastNumber += 1
            if state.count == seen { state.waiters[state.lastNumber] = waiter } else { waiter.yield() }
            return state.lastNumber
        }
        defer { state.withLock { $0.waiters[number] = nil } }
        return await withTaskGroup(of: Void.self) { group in
            if let limit {
                group.addTask {
                    // ignored: the sleep of a wait that is over is cut short.
                    try? await ContinuousClock().sleep(for: limit)
                    waiter.yield()
                }
            }
            defer { group.cancelAll() }
            for await _ in changes { return .due }
            return .cancelled
        }
    }
}
