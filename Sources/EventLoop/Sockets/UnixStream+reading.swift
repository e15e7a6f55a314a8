internal import CLibUV
internal import Glibc
internal import HostSystem

// Reading: what arrives, its end, and holding it back.
//
// A stream reads at most one full buffer in a turn of the loop. Left to itself libuv reads a busy stream up to 32 times
// before it looks at the next one: 2 MiB from each of sixteen programs that write without end made everybody else wait.
// An empty buffer ends the reading of this turn (libuv then reports ENOBUFS); what is left makes the next turn read.
extension UnixStream {
    /// Begins to deliver what arrives, and once, when the peer has sent its last byte, its end.
    ///
    /// The span is the loop's own buffer of 64 KiB and valid during the call only. No-op once closed.
    package func startReading(_ onRead: @escaping (Span<UInt8>) -> Void, onEnd: @escaping () -> Void) {
        guard !handle.isClosing else { return }
        self.onRead = onRead
        self.onEnd = onEnd
        resume()
    }

    /// Delivers nothing more until `resume`.
    ///
    /// The end of the peer is not noticed either.
    package func pause() {
        guard isReading, let stream = unsafe handle.open(as: uv_stream_t.self) else { return }
        isReading = false
        // ignored: always succeeds.
        unsafe _ = uv_read_stop(stream)
    }

    /// Goes on delivering after `pause`.
    ///
    /// No-op once closed, before `startReading`, and after the end.
    package func resume() {
        guard !isReading, onEnd != nil, let stream = unsafe handle.open(as: uv_stream_t.self) else { return }
        isReading = true
        let answer = unsafe uv_read_start(stream, streamWillRead, streamDidRead)
        if answer < 0 { fail("uv_read_start", answer) }
    }

    /// Delivers what a pipe already holds, now, without waiting for the loop: the last words of a child that exited.
    ///
    /// No-op where a peer could pass descriptors.
    ///
    /// *Limits*: `byteLimit` bytes, because somebody else may hold the writing end and write for ever.
    package func readAvailable(byteLimit: Int) {
        var left = byteLimit
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while left > 0, onEnd != nil, !mayHoldDescriptors, let descriptor {
            let wanted = min(left, chunk.count)
            let count = unsafe read(descriptor, &chunk, wanted)
            if count < 0, errno == EINTR { continue }
            if count == 0 { return didEnd() }
            // ignored: nothing there (EAGAIN), or an error that the loop's own next read reports.
            guard count > 0 else { return }
            left -= count
            onRead?(chunk.span.extracting(first: count))
        }
    }

    /// Where the next read goes; empty where this turn's share was read, and where nothing may be read.
    fileprivate func nextReadBuffer() -> uv_buf_t {
        guard !hasReadShare else {
            hasReadShare = false
            return unsafe uv_buf_init(nil, 0)
        }
        let byteCount = unsafe mayHoldDescriptors ? readableByteCount() : loop.readBuffer.count
        return unsafe loop.readBuffer.withMemoryRebound(to: CChar.self) {
            unsafe uv_buf_init($0.baseAddress, UInt32(clamping: byteCount))
        }
    }

    /// How many bytes can be read that carry no descriptors.
    private func readableByteCount() -> Int {
        guard let descriptor else { return 0 }
        switch unsafe PassedDescriptors.look(at: descriptor, through: loop.readBuffer) {
        case .bytes(let count): return count
        case .nothing: return 0
        case .end: return unsafe loop.readBuffer.count
        case .failed(let code):
            lookFailure = code
            return 0
        }
    }

    fileprivate func didRead(_ count: Int) {
        if let lookFailure { return fail("recvmsg", -lookFailure.number) }
        switch count {
        case 1...:
            // A buffer that is as long as what was found is always filled, and libuv would read again.
            hasReadShare = unsafe mayHoldDescriptors || count == loop.readBuffer.count
            unsafe onRead?(UnsafeBufferPointer(rebasing: loop.readBuffer[..<count]).span)
        // No bytes, or no buffer.
        case 0, Int(UV_ENOBUFS.rawValue): break
        case Int(UV_EOF.rawValue): didEnd()
        default: fail("read", Int32(truncatingIfNeeded: count))
        }
    }

    private func didEnd() {
        pause()
        let report = onEnd
        onRead = nil
        onEnd = nil
        report?()
    }
}

@c private func streamWillRead(
    _ handle: UnsafeMutablePointer<uv_handle_t>?, _ suggested: Int, _ buffer: UnsafeMutablePointer<uv_buf_t>?
) {
    guard let stream = unsafe HandleMemory.owner(of: handle, as: UnixStream.self) else { return }
    unsafe buffer?.pointee = stream.nextReadBuffer()
}

@c private func streamDidRead(
    _ stream: UnsafeMutablePointer<uv_stream_t>?, _ count: Int, _ buffer: UnsafePointer<uv_buf_t>?
) {
    unsafe HandleMemory.owner(of: stream, as: UnixStream.self)?.didRead(count)
}
