package import EventLoop

/// Runs what blocks on the loop's thread pool, a few jobs at a time.
///
/// A source that hangs keeps a thread for as long as it hangs. The pool has four, and the tables and the ledger need
/// theirs: so all sources of a lane together have two, and the others wait in line.
///
/// *Owner/thread*: the loop's thread.
package final class PoolLane {
    private static let width = 2

    private let loop: Loop
    private var waiting: [() -> Void] = []
    private var running = 0
    private var isClosed = false

    package init(loop: Loop) {
        self.loop = loop
    }

    /// Runs a job and calls `then` with its value, or with nil if no thread is available.
    ///
    /// After `close`, `then` is not called.
    package func run<Value: Sendable>(
        _ job: @escaping @Sendable () -> Value, then: @escaping (Value?) -> Void
    ) {
        guard !isClosed else { return }
        waiting.append { [self] in
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
        }
        startNext()
    }

    /// Forgets what waits in line, and whom to tell of the rest.
    package func close() {
        isClosed = true
        waiting = []
    }

    private func startNext() {
        while running < Self.width, !waiting.isEmpty {
            running += 1
            waiting.removeFirst()()
        }
    }
}
