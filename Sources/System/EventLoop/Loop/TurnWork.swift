internal import CLibUV
package import HostSystem

/// Work in slices: one slice in each turn of the loop, after the arrived bytes were delivered.
///
///     turn of the loop:  timers → write what was gathered → wait and read → a slice of work → …
///
/// While work is left the loop does not wait, so the next slice follows at once. But the loop reads in between, and new
/// input can go ahead of the remaining work. Without work this costs nothing.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`.
package final class TurnWork {
    private let check: Handle<Void>
    /// Keeps the loop from waiting while there is work; a check handle alone does not.
    private let idle: Handle<Void>
    private let slice: () -> Bool
    private var isScheduled = false

    /// Creates work that is not yet scheduled.
    ///
    /// - Parameter slice: does one slice; returns true if work is left.
    ///
    /// *Throws*: `failed`; libuv has no reason for it today.
    package init(loop: Loop, slice: @escaping () -> Bool) throws(LoopError) {
        self.slice = slice
        check = try Handle(UV_CHECK, on: loop, to: "schedule work", "uv_check_init", unsafe uv_check_init)
        do {
            idle = try Handle(UV_IDLE, on: loop, to: "schedule work", "uv_idle_init", unsafe uv_idle_init)
        } catch {
            check.close()
            throw error
        }
        check.onEvent = { [self] _ in doSlice() }
    }

    /// Runs a slice once the loop has read what is there; scheduling twice runs it once.
    ///
    /// No-op once closed.
    package func schedule() {
        guard !isScheduled, !check.isClosing else { return }
        isScheduled = true
        // ignored: both fail only without a callback.
        check.call { unsafe uv_check_start($0) { check in unsafe Handle.tell(check, ()) } }
        idle.call { unsafe uv_idle_start($0) { _ in } }
    }

    /// Ends the work: no further slice runs.
    package func close() {
        check.close()
        idle.close()
    }

    private func doSlice() {
        if slice() { return }
        isScheduled = false
        // ignored: both always succeed.
        check.call(unsafe uv_check_stop)
        idle.call(unsafe uv_idle_stop)
    }
}
