internal import CLibUV
internal import Glibc
internal import HostSystem

// Reading: arriving bytes, their end, and flow control.
//
// A stream reads at most one full buffer in a turn of the loop. By default libuv reads a busy stream up to 32 times
// before the next one: 2 MiB from each of sixteen programs that write without end delayed everything else. An empty
// buffer ends this turn's reading (libuv then reports ENOBUFS); the rest is read in the next turn.
extension UnixStream {
    /// Starts to deliver arriving bytes, and once, after the peer's last byte, the end.
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
    /// The end of the peer's bytes is not noticed either.
    package func pause() {
        guard isReading else { return }
        isReading = false
        // ignored: always succeeds.
        handle.call(unsafe uv_read_stop)
    }

    /// Continues delivery after `pause`.
    ///
    /// No-op once closed, before `startReading`, and after the end.
    package func resume() {
        guard !isReading, onEnd != nil, !handle.isClosing else { return }
        isReading = true
        let answer = handle.call { stream in
            unsafe uv_read_start(
                stream,
                { stream, _, buffer in
                    if let buffer = unsafe buffer { unsafe Handle.tell(stream, Event.willRead(buffer)) }
                },
                { stream, count, _ in unsafe Handle.tell(stream, Event.didRead(count)) })
        }
        if let answer, answer < 0 { fail("uv_read_start", answer) }
    }

    /// Takes no bytes that the peer sends from now on: delivers those that have arrived, and then the end.
    ///
    /// The peer's next write fails with EPIPE. A close would drop what the peer has sent before.
    package func refuseFurtherBytes() {
        // ignored: fails only if the peer is gone, which reading reports.
        if let descriptor { _ = shutdown(descriptor, Int32(SHUT_RD)) }
    }

    /// Called with what libuv reports of the handle.
    func didHappen(_ event: Event) {
        switch event {
        case .willRead(let buffer): unsafe buffer.pointee = nextReadBuffer()
        case .didRead(let count): didRead(count)
        }
    }

    /// Delivers the bytes that a pipe already holds, at once: the last output of a child that exited.
    ///
    /// No-op if a peer could pass descriptors.
    ///
    /// *Limits*: `byteLimit` bytes, because another process may hold the writing end and write for ever.
    package func readAvailable(byteLimit: Int) {
        var left = byteLimit
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while left > 0, onEnd != nil, !mayHoldDescriptors, let descriptor {
            let wanted = min(left, chunk.count)
            let count = unsafe read(descriptor, &chunk, wanted)
            if count < 0, errno == EINTR { continue }
            if count == 0 { return didEnd() }
            // ignored: the pipe is empty (EAGAIN), or an error that the loop's next read reports.
            guard count > 0 else { return }
            left -= count
            onRead?(chunk.span.extracting(first: count))
        }
    }

    /// The buffer of the next read; empty if this turn's share was read, or if nothing may be read.
    private func nextReadBuffer() -> uv_buf_t {
        guard !hasReadShare else {
            hasReadShare = false
            return unsafe uv_buf_init(nil, 0)
        }
        let byteCount = unsafe mayHoldDescriptors ? readableByteCount() : loop.readBuffer.count
        return unsafe loop.readBuffer.withMemoryRebound(to: CChar.self) {
            unsafe uv_buf_init($0.baseAddress, UInt32(clamping: byteCount))
        }
    }

    /// The number of bytes that can be read and carry no descriptors.
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

    private func didRead(_ count: Int) {
        if let lookFailure { return fail("recvmsg", -lookFailure.number) }
        switch count {
        case 1...:
            // A buffer of exactly the size that the look found is always filled, and libuv would read again.
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
