package import EventLoop

/// Runs what blocks on the loop's thread pool, a few jobs at a time.
///
/// The users that the jobs are for take turns:
///
///     waiting                      run, one at a time
///     ann 1, ann 2, ann 3, bob 1   ann 1, bob 1, ann 2, ann 3
///
/// A source that hangs keeps a thread for as long as it hangs. The pool has four, and the tables and the ledger need
/// theirs: so all sources of a lane together have two, and the others wait in line.
///
/// *Owner/thread*: the loop's thread.
package final class PoolLane {
    private let loop: Loop
    private let width: Int
    /// Nil is the daemon's own.
    private var waiting = TurnQueueByUser<UInt32?, () -> Void>()
    private var running = 0
    private var isClosed = false

    /// - Parameter width: how many jobs run at a time.
    package init(loop: Loop, width: Int = 2) { (self.loop, self.width) = (loop, width) }

    /// Runs a job when it is its user's turn, and calls `then` with its value, or with nil if no thread is available.
    ///
    /// After `close`, `then` is not called.
    package func run<Value: Sendable>(
        of user: UInt32? = nil, _ job: @escaping @Sendable () -> Value, then: @escaping (Value?) -> Void
    ) {
        guard !isClosed else { return }
        waiting.add(
            { [self] in
                do {
                    try loop.work {
                        job()
                    } then: { [self] value in
                        running -= 1
                        if !isClosed { then(value) }
                        startNext()
                    }
                } catch {
                    running -= 1
                    then(nil)
                }
            }, of: user)
        startNext()
    }

    /// Forgets what waits in line, and whom to call back of the rest.
    package func close() {
        isClosed = true
        _ = waiting.removeAll()
    }

    private func startNext() {
        while running < width, let start = waiting.next() {
            running += 1
            start()
        }
    }
}
