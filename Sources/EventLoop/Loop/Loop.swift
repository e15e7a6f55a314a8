internal import CLibUV
internal import Glibc
package import HostSystem

/// The one event loop: everything that waits for bytes, time, signals or children hangs on it.
///
/// Neither the loop nor anything on it is `Sendable`, so the compiler proves that all of it stays on one thread. Only
/// `Wakeup.Sender` and the jobs given to `work` cross to others.
///
/// *Owner/thread*: made, run and closed on one thread. Whoever makes it calls `close()` at the end, after closing
/// everything that was put on it.
@safe package final class Loop: HandleOwner {
    let pointer: UnsafeMutablePointer<uv_loop_t>
    /// Where every read of this loop lands.
    ///
    /// One buffer does: libuv asks for it, reads and delivers without a pause.
    let readBuffer: UnsafeMutableBufferPointer<UInt8>
    private(set) var isClosed = false

    /// Called before the streams write: the log has a call's line before the client has its answer.
    var willFlush: (() -> Void)?
    private var flushHandle: HandleMemory?
    private var unflushed: [UnixStream] = []
    private var children: ChildWatch?

    /// Makes a loop, and has this process ignore SIGPIPE: libuv writes to sockets whose reader may be gone, and the
    /// answer wanted then is EPIPE.
    ///
    /// Programs started by `ChildProcess` get the default back.
    ///
    /// *Throws*: `failed` when the system has no descriptors or memory left.
    package init() throws(LoopError) {
        unsafe pointer = .allocate(capacity: 1)
        unsafe readBuffer = .allocate(capacity: 64 << 10)
        let answer = unsafe uv_loop_init(pointer)
        guard answer == 0 else {
            unsafe pointer.deallocate()
            unsafe readBuffer.deallocate()
            throw .failed(task: "make an event loop", call: "uv_loop_init", code: SystemCode(answer: answer))
        }
        unsafe uv_loop_set_data(pointer, Unmanaged.passUnretained(self).toOpaque())
        _ = signal(SIGPIPE, SIG_IGN)
        // uv_idle_init cannot fail.
        flushHandle = try HandleMemory(UV_IDLE, on: self, call: "uv_idle_init", to: "make an event loop") {
            unsafe uv_idle_init($0, $1.assumingMemoryBound(to: uv_idle_t.self))
        }
        flushHandle?.owner = self
    }

    deinit {
        // Everything open on the loop holds it, so a loop that gets here has nothing left, closed or not.
        if !isClosed { unsafe _ = uv_loop_close(pointer) }
        unsafe pointer.deallocate()
        unsafe readBuffer.deallocate()
    }

    /// *Units*: milliseconds on a clock of its own that does not go back; as of the current turn of the loop.
    package var now: UInt64 { unsafe uv_now(pointer) }

    /// Turns until `stop()` is called or nothing is left to wait for.
    package func run() {
        // ignored: the answer only tells whether something is left, which stop() makes the caller's own business.
        unsafe _ = uv_run(pointer, UV_RUN_DEFAULT)
    }

    /// Makes `run()` return at the end of this turn.
    package func stop() {
        unsafe uv_stop(pointer)
    }

    /// Lets go of the loop.
    ///
    /// Delivers the close callbacks that are still due, and for that turns the loop once more.
    ///
    /// *Throws*: `failed` with EBUSY when something on the loop was not closed; closing may be tried again.
    package func close() throws(LoopError) {
        guard !isClosed else { return }
        flushHandle?.close()
        // Programs that still run are init's from here on.
        children?.close()
        children = nil
        unsafe _ = uv_run(pointer, UV_RUN_NOWAIT)
        try checked("uv_loop_close", to: "close the event loop", unsafe uv_loop_close(pointer))
        isClosed = true
    }

    // MARK: Writes of one turn

    /// Has the stream write what it gathered just before the loop waits again: answers of one turn share a write.
    ///
    /// An idle handle, not a prepare handle: both run just before the loop waits, but only an active idle handle keeps it
    /// from waiting, and a stream that is flushed may have its owner write more (`onSent`). It is active only while there
    /// is something to flush, so it keeps the loop turning exactly until then.
    func flushLater(_ stream: UnixStream) {
        unflushed.append(stream)
        guard unflushed.count == 1 else { return }
        // None is left after a close that failed.
        guard let idle = unsafe flushHandle?.open(as: uv_idle_t.self) else { return flush() }
        // ignored: fails only without a callback.
        unsafe _ = uv_idle_start(idle, loopWillWait)
    }

    fileprivate func flush() {
        willFlush?()
        let streams = unflushed
        unflushed = []
        // ignored: always succeeds.
        if let idle = unsafe flushHandle?.open(as: uv_idle_t.self) { unsafe _ = uv_idle_stop(idle) }
        for stream in streams { stream.flush() }
    }

    func handleDidClose() {
        flushHandle = nil
        unflushed = []
    }

    // MARK: Children

    /// What notices the ends of children, made when there may be the first.
    func childWatch() throws(LoopError) -> ChildWatch {
        if let children { return children }
        let watch = try ChildWatch(loop: self)
        children = watch
        return watch
    }

    /// Makes this process the parent of all orphans among its descendants, and reaps them when they end.
    ///
    /// For a program whose children are all this loop's: it then waits for every child of the process.
    ///
    /// *Throws*: `failed`, which the kernel has no reason for.
    package func adoptOrphans() throws(LoopError) {
        try childWatch().adoptOrphans()
    }

    /// The children that nothing on this loop started: orphans that it adopted and that still run.
    ///
    /// Nil before `adoptOrphans()`, where the kernel lists no children (it was built without CONFIG_PROC_CHILDREN), and
    /// where it has no descriptor left for that.
    ///
    /// *Cost*: one file of /proc is read, and one more for each that is new.
    package func adoptedProcesses() -> [AdoptedProcess]? { children?.adopted() }
}

@c private func loopWillWait(_ handle: UnsafeMutablePointer<uv_idle_t>?) {
    unsafe HandleMemory.owner(of: handle, as: Loop.self)?.flush()
}
