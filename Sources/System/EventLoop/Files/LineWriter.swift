internal import CLibUV
internal import CLinux
package import HostSystem

/// Writes the lines of a buffer to a descriptor or the journal, and never waits for its reader while the loop runs.
///
/// The lines of one turn are written together, just before the loop waits; the answers that they tell of are sent by then. If
/// there is no room, they stay in the buffer until there is. The writer does not keep the loop running.
///
/// *Owner/thread*: the loop's thread. The owner calls `finish(within:)` once at the end.
package final class LineWriter {
    private let lines: LineBuffer
    private let output: any LineSink
    private var turn: Handle<Void>?
    /// The watches for room, by descriptor.
    private var rooms: [Int32: Handle<Void>] = [:]
    /// True if a descriptor had no room at the last try, so that its watch waits for some.
    private var isWaiting = false

    /// Prepares to write to a descriptor, which stays the caller's; the default is standard error.
    ///
    /// - Parameter path: of the journal's socket, for a buffer of entries; the descriptor gets them as lines while the journal
    ///   takes none.
    package convenience init(_ lines: LineBuffer, descriptor: Int32 = 2, journal path: String? = nil) {
        let output = LineOutput(descriptor)
        self.init(lines, path.map { JournalOutput(path: $0, orAsLinesTo: output) } ?? output)
    }

    init(_ lines: LineBuffer, _ output: any LineSink) {
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
        for number in output.descriptors { rooms[number] = watch(number, on: loop, to: task) }
        // ignored: fails only without a callback.
        turn.call { unsafe uv_prepare_start($0) { turn in unsafe Handle.tell(turn, ()) } }
        turn.keepLoopRunning(false)
    }

    /// Waits for room in a descriptor; nil if the system has no descriptor left, or if there always is room.
    ///
    /// A full pipe is watched through a separate epoll set; a file is never full, and cannot be in such a set. Without the
    /// watch every turn of the loop tries again.
    private func watch(_ number: Int32, on loop: Loop, to task: String) -> Handle<Void>? {
        let answer = deeplink_watch_writable(number)
        guard answer >= 0 else { return nil }
        var set: OwnedDescriptor? = OwnedDescriptor(answer)
        // ignored: as without a descriptor.
        let room = try? Handle<Void>(reading: answer, on: loop, to: task)
        room?.onEvent = { [weak self] _ in self?.hasRoom(number) }
        room?.onClose = { if set != nil { set = nil } }
        room?.keepLoopRunning(false)
        return room
    }

    /// Writes the waiting lines, for at most that long, and ends.
    package func finish(within limit: Duration) {
        for room in rooms.values { room.close() }
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
        guard !isWaiting, !write(), let room = rooms[output.fullDescriptor] else { return }
        isWaiting = true
        room.startReading()
    }

    private func hasRoom(_ number: Int32) {
        isWaiting = false
        rooms[number]?.stopReading()
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
