internal import CLibUV
package import HostSystem

/// Work that is done a slice at a time: one slice in each turn of the loop, after what has arrived was delivered.
///
///     turn of the loop:  timers → write what was gathered → wait and read → a slice of work → …
///
/// While work is left the loop does not wait for anything, so the next slice follows at once; but it reads in between, and
/// what is read then can take its place before the work that is left. Without work nothing of this costs anything.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`.
package final class TurnWork: HandleOwner {
    private let check: HandleMemory
    /// Keeps the loop from waiting while there is work: a check handle alone does not.
    private let idle: HandleMemory
    private var slice: (() -> Bool)?
    private var isScheduled = false

    /// Makes work that is not yet scheduled.
    ///
    /// - Parameter slice: does one slice; answers whether work is left.
    ///
    /// *Throws*: `failed`, which libuv has no reason for today.
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

    /// Has a slice done once the loop has read what is there; scheduled twice, it is done once.
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

    /// Does no more.
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
