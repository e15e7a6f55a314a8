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
package final class TurnWork: HandleOwner {
    private let check: HandleMemory
    /// Keeps the loop from waiting while there is work; a check handle alone does not.
    private let idle: HandleMemory
    private var slice: (() -> Bool)?
    private var isScheduled = false

    /// Creates work that is not yet scheduled.
    ///
    /// - Parameter slice: does one slice; returns true if work is left.
    ///
    /// *Throws*: `failed`; libuv has no reason for it today.
    package init(loop: Loop, slice: @escaping () -> Bool) throws(LoopError) {
        self.slice = slice
        check = try HandleMemory(UV_CHECK, on: loop, call: "uv_check_init", to: "schedule work") {
            unsafe uv_check_init($0, $1.assumingMemoryBound(to: uv_check_t.self))
        }
        do {
            idle = try HandleMemory(UV_IDLE, on: loop, call: "uv_idle_init", to: "schedule work") {
                unsafe uv_idle_init($0, $1.assumingMemoryBound(to: uv_idle_t.self))
            }
        } catch {
            check.close()
            throw error
        }
        check.owner = self
    }

    /// Runs a slice once the loop has read what is there; scheduling twice runs it once.
    ///
    /// No-op once closed.
    package func schedule() {
        guard !isScheduled, let check = unsafe check.open(as: uv_check_t.self),
            let idle = unsafe idle.open(as: uv_idle_t.self)
        else { return }
        isScheduled = true
        // ignored: both fail only without a callback.
        unsafe _ = uv_check_start(check, loopHasRead)
        unsafe _ = uv_idle_start(idle, { _ in })
    }

    /// Ends the work: no further slice runs.
    package func close() {
        check.close()
        idle.close()
    }

    fileprivate func doSlice() {
        if slice?() == true { return }
        isScheduled = false
        // ignored: both always succeed.
        if let check = unsafe check.open(as: uv_check_t.self) { unsafe _ = uv_check_stop(check) }
        if let idle = unsafe idle.open(as: uv_idle_t.self) { unsafe _ = uv_idle_stop(idle) }
    }

    func handleDidClose() {
        slice = nil
    }
}

@c private func loopHasRead(_ check: UnsafeMutablePointer<uv_check_t>?) {
    unsafe HandleMemory.owner(of: check, as: TurnWork.self)?.doSlice()
}
