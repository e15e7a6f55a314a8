internal import CLibUV
package import HostSystem

/// Calls back after a delay, once or repeatedly.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`; a timer that is not running does not keep the loop
/// running.
package final class Timer: HandleOwner {
    private let handle: HandleMemory
    private let loop: Loop
    private var onFire: (() -> Void)?
    private var delay: Duration = .zero
    private var interval: Duration?

    /// *Throws*: `failed`; libuv has no reason for it today.
    package init(loop: Loop, onFire: @escaping () -> Void) throws(LoopError) {
        self.loop = loop
        self.onFire = onFire
        handle = try HandleMemory(UV_TIMER, on: loop, call: "uv_timer_init", to: "make a timer") {
            unsafe uv_timer_init($0, $1.assumingMemoryBound(to: uv_timer_t.self))
        }
        handle.owner = self
    }

    /// True if it will fire.
    package var isRunning: Bool {
        guard let timer = unsafe handle.open(as: uv_handle_t.self) else { return false }
        return unsafe uv_is_active(timer) != 0
    }

    /// Fires once after `delay`, then every `interval` if there is one; a running timer starts again.
    ///
    /// *Units and range*: rounded up to whole milliseconds; a negative delay counts as zero, an interval of zero as one
    /// millisecond. No-op once closed.
    package func start(after delay: Duration, repeatingEvery interval: Duration? = nil) {
        self.delay = delay
        self.interval = interval
        guard let timer = unsafe handle.open(as: uv_timer_t.self) else { return }
        // libuv counts from the beginning of the turn; after a long turn the timer would fire early.
        unsafe uv_update_time(loop.pointer)
        let repeating = interval.map { max(1, $0.wholeMilliseconds) } ?? 0
        // ignored: fails only for a closing handle or without a callback.
        unsafe _ = uv_timer_start(timer, timerDidFire, delay.wholeMilliseconds, repeating)
    }

    /// Starts again with the times of the last start.
    package func restart() {
        start(after: delay, repeatingEvery: interval)
    }

    /// Stops the timer until the next start.
    package func cancel() {
        guard let timer = unsafe handle.open(as: uv_timer_t.self) else { return }
        // ignored: always succeeds.
        unsafe _ = uv_timer_stop(timer)
    }

    /// Ends the timer and drops its closure.
    package func close() {
        handle.close()
    }

    /// Replaces the closure, for an owner that could not capture itself in its own initialiser.
    package func setFire(_ onFire: @escaping () -> Void) {
        if !handle.isClosing { self.onFire = onFire }
    }

    fileprivate func fire() {
        onFire?()
    }

    func handleDidClose() {
        onFire = nil
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

@c private func timerDidFire(_ timer: UnsafeMutablePointer<uv_timer_t>?) {
    unsafe HandleMemory.owner(of: timer, as: Timer.self)?.fire()
}
