internal import CLibUV
package import HostSystem

/// Calls back after a delay, once or repeatedly.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`; a timer that is not running does not keep the loop
/// running.
package final class Timer {
    private let handle: Handle<Void>
    private let loop: Loop

    /// *Throws*: `failed`; libuv has no reason for it today.
    package init(loop: Loop, onFire: @escaping () -> Void) throws(LoopError) {
        self.loop = loop
        handle = try Handle(UV_TIMER, on: loop, to: "make a timer", "uv_timer_init", unsafe uv_timer_init)
        handle.onEvent = { _ in onFire() }
    }

    /// True if it will fire.
    package var isRunning: Bool {
        handle.call { (timer: UnsafeMutablePointer<uv_handle_t>) in unsafe uv_is_active(timer) } == 1
    }

    /// Fires once after `delay`, then every `interval` if there is one; a running timer starts again.
    ///
    /// *Units and range*: rounded up to whole milliseconds; a negative delay counts as zero, an interval of zero as one
    /// millisecond. No-op once closed.
    package func start(after delay: Duration, repeatingEvery interval: Duration? = nil) {
        // libuv counts from the beginning of the turn; after a long turn the timer would fire early.
        unsafe uv_update_time(loop.pointer)
        let repeating = interval.map { max(1, $0.wholeMilliseconds) } ?? 0
        // ignored: fails only for a closing handle or without a callback.
        handle.call { timer in
            unsafe uv_timer_start(timer, { timer in unsafe Handle.tell(timer, ()) }, delay.wholeMilliseconds, repeating)
        }
    }

    /// Stops the timer until the next start.
    package func cancel() {
        // ignored: always succeeds.
        handle.call(unsafe uv_timer_stop)
    }

    /// Ends the timer and drops its closure.
    package func close() {
        handle.close()
    }

    /// Replaces the closure, for an owner that could not capture itself in its own initialiser.
    package func setFire(_ onFire: @escaping () -> Void) {
        if !handle.isClosing { handle.onEvent = { _ in onFire() } }
    }
}

extension Duration {
    /// *Units and range*: rounded up; 0 for negative durations, at most the largest number that libuv accepts.
    var wholeMilliseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        guard seconds < Int64.max / 1000 - 1 else { return UInt64(Int64.max) }
        return UInt64(seconds) * 1000 + UInt64((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
