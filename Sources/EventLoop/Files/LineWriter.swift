internal import CLibUV
package import HostSystem

/// Writes the lines of a buffer to a descriptor, and never waits for its reader while the loop runs.
///
/// The lines of one turn are written together, just before the loop flushes the streams and waits. If there is no room,
/// they stay in the buffer until there is. The writer does not keep the loop running.
///
/// *Owner/thread*: the loop's thread. The owner calls `finish(within:)` once at the end.
package final class LineWriter: HandleOwner {
    private let lines: LineBuffer
    private let output: LineOutput
    private var turn: HandleMemory?
    private var room: ReadableWatch?
    /// True if the descriptor had no room at the last try, so that `room` waits for some.
    private var isWaiting = false

    /// Prepares to write to a descriptor, which stays the caller's; the default is standard error.
    package convenience init(_ lines: LineBuffer, descriptor: Int32 = 2) {
        self.init(lines, LineOutput(descriptor))
    }

    init(_ lines: LineBuffer, _ output: LineOutput) {
        self.lines = lines
        self.output = output
    }

    /// Writes whenever the loop is about to wait, from now on.
    ///
    /// *Throws*: `failed`; libuv has no reason for it today.
    package func start(on loop: Loop) throws(LoopError) {
        let handle = try HandleMemory(UV_PREPARE, on: loop, call: "uv_prepare_init", to: "write the log") {
            unsafe uv_prepare_init($0, $1.assumingMemoryBound(to: uv_prepare_t.self))
        }
        handle.owner = self
        turn = handle
        loop.willFlush = { [weak self] in self?.turnEnds() }
        // A full pipe is watched through a separate epoll set; a file is never full, and cannot be in such a set.
        if let descriptor = output.makeRoomDescriptor() {
            // ignored: without the watch every turn of the loop tries again.
            room = try? ReadableWatch(loop: loop, descriptor) { [weak self] in self?.hasRoom() }
        }
        guard let prepare = unsafe handle.open(as: uv_prepare_t.self) else { return }
        // ignored: fails only without a callback.
        unsafe _ = uv_prepare_start(prepare, lineWriterMayWrite)
        if let handle = unsafe handle.open(as: uv_handle_t.self) { unsafe uv_unref(handle) }
    }

    /// Writes the waiting lines, for at most that long, and ends.
    package func finish(within limit: Duration) {
        room?.close()
        turn?.close()
        let endNs = HostClock.monotonicNs + Int64(limit.wholeMilliseconds) * 1_000_000
        func leftMs() -> Int32 { Int32(clamping: max(0, (endNs - HostClock.monotonicNs) / 1_000_000)) }
        while !write() {
            let left = leftMs()
            guard left > 0, output.awaitRoom(milliseconds: left) else { return }
        }
        output.finish(milliseconds: leftMs())
    }

    fileprivate func turnEnds() {
        guard !isWaiting, !write(), let room else { return }
        isWaiting = true
        room.start()
    }

    private func hasRoom() {
        isWaiting = false
        room?.stop()
        turnEnds()
    }

    /// Writes as much as there is room for; returns false if more waits for room.
    private func write() -> Bool {
        while true {
            let bytes = lines.next(byteLimit: output.chunkBytes)
            guard !bytes.isEmpty else { return true }
            switch output.write(bytes) {
            case .bytes(let count): lines.didWrite(count)
            case .full: return false
            case .failed:
                // Not tried again before the next turn, because the failure may be permanent.
                lines.lose()
                return true
            }
        }
    }

    func handleDidClose() {
        (turn, room) = (nil, nil)
    }
}

@c private func lineWriterMayWrite(_ handle: UnsafeMutablePointer<uv_prepare_t>?) {
    unsafe HandleMemory.owner(of: handle, as: LineWriter.self)?.turnEnds()
}
