internal import CLibUV
package import HostSystem

/// Writes the lines of a buffer to a descriptor, and never waits for its reader while the loop runs.
///
/// The lines of one turn are written together, just before the loop flushes the streams and waits. If there is no room,
/// they stay in the buffer until there is. The writer does not keep the loop running.
///
/// *Owner/thread*: the loop's thread. The owner calls `finish(within:)` once at the end.
package final class LineWriter {
    private let lines: LineBuffer
    private let output: LineOutput
    private var turn: Handle<Void>?
    private var room: Handle<Void>?
    private var roomDescriptor: OwnedDescriptor?
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
        let task = "write the log"
        let turn = try Handle<Void>(UV_PREPARE, on: loop, to: task, "uv_prepare_init", unsafe uv_prepare_init)
        turn.onEvent = { [self] _ in turnEnds() }
        self.turn = turn
        loop.willFlush = { [weak self] in self?.turnEnds() }
        // A full pipe is watched through a separate epoll set; a file is never full, and cannot be in such a set.
        roomDescriptor = output.makeRoomDescriptor()
        if let number = roomDescriptor?.number {
            // ignored: without the watch every turn of the loop tries again.
            room = try? Handle(reading: number, on: loop, to: task)
            room?.onEvent = { [weak self] _ in self?.hasRoom() }
            room?.onClose = { [self] in roomDescriptor = nil }
            room?.keepLoopRunning(false)
        }
        // ignored: fails only without a callback.
        turn.call { unsafe uv_prepare_start($0) { turn in unsafe Handle.tell(turn, ()) } }
        turn.keepLoopRunning(false)
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

    private func turnEnds() {
        guard !isWaiting, !write(), let room else { return }
        isWaiting = true
        room.startReading()
    }

    private func hasRoom() {
        isWaiting = false
        room?.stopReading()
        turnEnds()
    }

    /// Writes as much as there is room for; returns false if more waits for room.
    private func write() -> Bool {
        while true {
            let written = unsafe lines.next(byteLimit: output.chunkBytes) { bytes in
                let written = unsafe output.write(bytes)
                return if case .bytes(let count) = written { (written, count) } else { (written, 0) }
            }
            switch written {
            case nil: return true
            case .bytes: continue
            case .full: return false
            case .failed:
                // Not tried again before the next turn, because the failure may be permanent.
                lines.lose()
                return true
            }
        }
    }
}
