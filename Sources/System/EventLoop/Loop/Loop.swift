internal import CLibUV
internal import CLinux
internal import Glibc
package import HostSystem

/// The event loop: all waiting for bytes, time, signals and children happens here.
///
/// Neither the loop nor anything on it is `Sendable`, so the compiler proves that all of it stays on one thread. Only
/// `Wakeup.Sender` and the jobs given to `work` cross to other threads.
///
/// *Owner/thread*: created, run and closed on one thread. Its creator calls `close()` at the end, after closing
/// everything on it.
@safe package final class Loop {
    let pointer: UnsafeMutablePointer<uv_loop_t>
    /// The buffer of every read on this loop.
    ///
    /// One is enough: libuv asks for it, reads and delivers without a pause.
    let readBuffer: UnsafeMutableBufferPointer<UInt8>
    private(set) var isClosed = false

    private var flushHandle: Handle<Void>?
    private var unflushed: [UnixStream] = []
    private var children: ChildWatch?
    private var starts: StartLane?

    /// Creates a loop, and makes this process ignore SIGPIPE: libuv writes to sockets whose reader may be gone, and the
    /// write should fail with EPIPE then.
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
        deeplink_forget_signals()
        // uv_idle_init cannot fail.
        flushHandle = try Handle(UV_IDLE, on: self, to: "make an event loop", "uv_idle_init", unsafe uv_idle_init)
        flushHandle?.onEvent = { [self] _ in flush() }
        flushHandle?.onClose = { [self] in (flushHandle, unflushed) = (nil, []) }
    }

    deinit {
        // Everything open on the loop holds it, so a loop that gets here has nothing left, closed or not.
        if !isClosed { unsafe _ = uv_loop_close(pointer) }
        unsafe pointer.deallocate()
        unsafe readBuffer.deallocate()
    }

    /// Runs turns until `stop()` is called or nothing is left to wait for.
    package func run() {
        // ignored: the result only shows whether something is left, which the caller of stop() has to know.
        unsafe _ = uv_run(pointer, UV_RUN_DEFAULT)
    }

    /// Makes `run()` return at the end of this turn.
    package func stop() {
        unsafe uv_stop(pointer)
    }

    /// Closes the loop.
    ///
    /// Runs one more turn, to deliver the close callbacks that are still due.
    ///
    /// *Throws*: `failed` with EBUSY when something on the loop was not closed; closing may be tried again.
    package func close() throws(LoopError) {
        guard !isClosed else { return }
        flushHandle?.close()
        // Programs that still run become children of init.
        children?.close()
        children = nil
        starts?.close()
        starts = nil
        unsafe _ = uv_run(pointer, UV_RUN_NOWAIT)
        try checked("uv_loop_close", to: "close the event loop", unsafe uv_loop_close(pointer))
        isClosed = true
    }

    // MARK: Writes of one turn

    /// Makes the stream write its gathered bytes just before the loop waits again: the replies of one turn share a
    /// write.
    ///
    /// This uses an idle handle, not a prepare handle. Both run just before the loop waits, but only an active idle
    /// handle keeps the loop from waiting, and the owner of a flushed stream may write more (`onSent`). It is active
    /// only while there is something to flush, so it keeps the loop turning exactly until then.
    func flushLater(_ stream: UnixStream) {
        unflushed.append(stream)
        guard unflushed.count == 1 else { return }
        // There is no handle after a close that failed.
        guard let flushHandle, !flushHandle.isClosing else { return flush() }
        // ignored: fails only without a callback.
        flushHandle.call { unsafe uv_idle_start($0) { idle in unsafe Handle.tell(idle, ()) } }
    }

    private func flush() {
        let streams = unflushed
        unflushed = []
        // ignored: always succeeds.
        flushHandle?.call(unsafe uv_idle_stop)
        for stream in streams { stream.flush() }
    }

    // MARK: Children

    /// The watch for the ends of children, created at its first use.
    func childWatch() throws(LoopError) -> ChildWatch {
        if let children { return children }
        let watch = try ChildWatch(loop: self)
        children = watch
        return watch
    }

    /// What starts programs on other threads, created at its first use.
    func startLane() throws(LoopError) -> StartLane {
        if let starts { return starts }
        let lane = try StartLane(loop: self)
        starts = lane
        return lane
    }

    /// Makes this process the parent of all orphans among its descendants, and reaps them when they end.
    ///
    /// For a program whose children all belong to this loop: it then waits for every child of the process.
    ///
    /// *Throws*: `failed`; the kernel has no reason for it.
    package func adoptOrphans() throws(LoopError) {
        try childWatch().adoptOrphans()
    }

    /// The children that this loop did not start: running orphans that it adopted.
    ///
    /// Nil before `adoptOrphans()`, if the kernel lists no children (built without CONFIG_PROC_CHILDREN), and if no
    /// descriptor is left to read the list.
    ///
    /// *Cost*: reads one file of /proc, and one more for each new orphan.
    package func adoptedProcesses() -> [AdoptedProcess]? { children?.adopted() }
}
