package import HostSystem

/// Calls back once, at the earliest of the moments that were asked for.
///
///     at  0 ms   fire(within: 100 ms)    due at 100 ms
///     at 50 ms   fire(within: 100 ms)    still due at 100 ms
///     at 60 ms   fire(within: 10 ms)     due at 70 ms
///
/// It is for work that events of many users ask for. A `Timer` that each event starts again never fires while the events
/// go on, so one user could put off the work of all others.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`.
package final class DueTimer {
    private let timer: Timer
    /// *Units*: nanoseconds on the monotonic clock; `max` where nothing is due.
    private var dueNs = Int64.max

    /// *Throws*: `failed`; libuv has no reason for it today.
    package init(loop: Loop, onFire: @escaping () -> Void) throws(LoopError) {
        timer = try Timer(loop: loop) {}
        setFire(onFire)
    }

    /// True if it will fire.
    package var isRunning: Bool { timer.isRunning }

    /// Fires after the delay at the latest.
    ///
    /// *Units and range*: rounded up to whole milliseconds; a negative delay counts as zero. No-op once closed.
    package func fire(within delay: Duration) {
        // A century is as good as any longer time, and its nanoseconds can be added to a moment.
        let wholeMs = Int64(min(delay.wholeMilliseconds, 1 << 42))
        fire(byNs: HostClock.monotonicNs + wholeMs * 1_000_000)
    }

    /// Fires at the moment at the latest; at once if it has passed.
    ///
    /// *Units*: nanoseconds on the monotonic clock.
    package func fire(byNs momentNs: Int64) {
        guard momentNs < dueNs else { return }
        dueNs = momentNs
        timer.start(after: .nanoseconds(max(0, momentNs - HostClock.monotonicNs)))
    }

    /// Nothing is due any more.
    package func cancel() {
        dueNs = .max
        timer.cancel()
    }

    /// Ends the timer and drops its closure.
    package func close() { timer.close() }

    /// Replaces the closure, for an owner that could not capture itself in its own initialiser.
    package func setFire(_ onFire: @escaping () -> Void) {
        timer.setFire { [weak self] in
            self?.dueNs = .max
            onFire()
        }
    }
}
