// Verifying a signature takes some 150 µs of a processor, and a call may bring 64 of them. So licences are verified on the
// thread pool, one user's call at a time, and the users take turns:
//
//     waiting                      verified
//     ann 1, ann 2, ann 3, bob 1   ann 1, bob 1, ann 2, ann 3
//
// However many connections a user floods with licences, another one waits for at most one call of that user, and the tables,
// the ledger and the sources keep three threads.

import EventLoop
import HostSystem

/// Verifies licences off the loop, fairly.
///
/// *Owner/thread*: the loop's thread.
final class LicenceLane {
    private let loop: Loop
    /// Nil is the daemon's own.
    private var waiting = TurnQueueByUser<UInt32?, () -> Void>()
    private var isBusy = false
    private var isClosed = false

    init(loop: Loop) { self.loop = loop }

    /// Runs a job when it is the user's turn, and calls `then` with its value; with nil if no thread is available.
    ///
    /// After `close`, `then` is not called.
    func run<Value: Sendable>(
        of user: UInt32?, _ job: @escaping @Sendable () -> Value, then: @escaping (Value?) -> Void
    ) {
        guard !isClosed else { return }
        waiting.add(
            { [self] in
                isBusy = true
                do throws(LoopError) {
                    try loop.work {
                        job()
                    } then: { [self] value in
                        isBusy = false
                        if !isClosed { then(value) }
                        startNext()
                    }
                } catch {
                    isBusy = false
                    then(nil)
                }
            }, of: user)
        startNext()
    }

    /// Forgets what waits, and whom to tell of the rest.
    func close() {
        isClosed = true
        _ = waiting.removeAll()
    }

    private func startNext() {
        while !isBusy, let start = waiting.next() { start() }
    }
}
