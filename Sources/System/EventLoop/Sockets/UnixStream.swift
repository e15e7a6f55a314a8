internal import CLibUV
internal import Glibc
package import HostSystem

/// A connected Unix socket, or the reading end of a pipe: bytes in, bytes out.
///
/// Reading: `startReading` delivers arriving bytes, `pause` and `resume` control the flow (the kernel then makes the
/// peer wait). The end of the peer's bytes does not close the stream: replies can still be written.
///
/// Writing: `write` gathers the bytes of one turn of the loop and sends them together before the loop waits again.
/// Bytes that the peer does not take stay here and count in `writeBacklogBytes`. Only the caller limits them: it checks
/// the backlog before it produces more, and `onSent` is called when the backlog has become smaller.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`; a read or write error closes the stream by itself.
/// Either way `onClose` is the last call, and all closures are dropped with it.
@safe package final class UnixStream {
    /// The process at the other end; nil for a pipe.
    package let peer: PeerCredentials?
    /// Called when the kernel has taken bytes that were written here.
    package var onSent: (() -> Void)?
    /// Called once when the stream is closed, with the error that closed it, or nil after `close()`.
    package var onClose: ((LoopError?) -> Void)?

    /// What libuv reports of the handle.
    @safe enum Event {
        /// It needs a buffer for the next read.
        case willRead(UnsafeMutablePointer<uv_buf_t>)
        /// *Units*: bytes, or a negative code.
        case didRead(Int)
    }

    private enum Ending {
        case none, finishWriting, close, finished
    }

    let loop: Loop
    let handle: Handle<Event>
    var onRead: ((Span<UInt8>) -> Void)?
    var onEnd: (() -> Void)?
    var isReading = false
    /// True if a full buffer was read, so that other streams must read first.
    var hasReadShare = false
    /// True if the peer could pass descriptors, so that reading and closing have to look for them.
    let mayHoldDescriptors: Bool
    /// Why nothing more may be read: a look has found descriptors, or failed.
    var lookFailure: SystemCode?
    private var unsent: [UInt8] = []
    private var isFlushDue = false
    private var isWriting = false
    private var ending = Ending.none
    private var failure: LoopError?

    /// Takes over a connected Unix stream socket, such as one that the service manager passed.
    ///
    /// The descriptor is closed also if this throws.
    /// *Throws*: `wrongDescriptor`, or `failed` with the system's reason.
    package convenience init(loop: Loop, adopting descriptor: Int32) throws(LoopError) {
        let owned = OwnedDescriptor(descriptor)
        guard UnixSocket.isListening(descriptor) == false else {
            throw .wrongDescriptor(descriptor: descriptor, expected: "a connected Unix stream socket")
        }
        try UnixSocket.setCloseOnExec(descriptor, to: "adopt a connection")
        let mayHoldDescriptors = !PassedDescriptors.wereRefused(on: descriptor)
        if mayHoldDescriptors { PassedDescriptors.refuse(on: descriptor) }
        try self.init(
            loop: loop, descriptor: owned, peer: try PeerCredentials(of: descriptor),
            mayHoldDescriptors: mayHoldDescriptors)
    }

    /// Connects to a socket path.
    ///
    /// Only this call may block: a connect to a Unix socket is immediate unless the server's queue is full, and then
    /// waits for a place. A daemon leaves `patience` at zero and gets EAGAIN; a command-line tool can wait.
    ///
    /// *Throws*: `pathTooLong`, `pathUnusable`; `failed` with ENOENT or ECONNREFUSED if no process listens, EAGAIN if
    /// the server did not take the connection in time.
    package convenience init(loop: Loop, connectingTo path: String, patience: Duration = .zero) throws(LoopError) {
        let socket = try UnixSocket.connect(to: path, patience: patience, prepare: PassedDescriptors.refuse)
        try self.init(loop: loop, adopting: socket.release())
    }

    init(
        loop: Loop, descriptor: consuming OwnedDescriptor, peer: PeerCredentials?, mayHoldDescriptors: Bool = false
    ) throws(LoopError) {
        self.loop = loop
        self.peer = peer
        self.mayHoldDescriptors = mayHoldDescriptors
        handle = try Handle(UV_NAMED_PIPE, on: loop, to: "open a stream", "uv_pipe_init") {
            unsafe uv_pipe_init($0, $1, 0)
        }
        handle.onEvent = { [self] in didHappen($0) }
        handle.onClose = { [self] in didClose() }
        let number = descriptor.number
        try handle.start("uv_pipe_open", to: "open a stream") { unsafe uv_pipe_open($0, number) }
        _ = descriptor.release()
    }

    /// True if the stream is closed or closing.
    package var isClosed: Bool { handle.isClosing }

    /// Closes at once.
    ///
    /// Written bytes that fit into the kernel's buffer are still sent; a backlog is dropped.
    package func close() {
        guard !handle.isClosing else { return }
        if failure == nil, !isWriting, !unsent.isEmpty { _ = tryWrite() }
        closeHandle()
    }

    /// Closes the handle; in another thread if descriptors may be closed with it, since that may wait.
    private func closeHandle() {
        if mayHoldDescriptors, let descriptor, PassedDescriptors.mayBeUnread(on: descriptor) {
            PassedDescriptors.withLastReferenceElsewhere { handle.close() }
        } else {
            handle.close()
        }
    }

    /// Closes because a call failed; `onClose` gets the error.
    func fail(_ call: String, _ answer: Int32) {
        guard !handle.isClosing else { return }
        failure = .failed(task: "exchange bytes with a peer", call: call, code: SystemCode(answer: answer))
        closeHandle()
    }

    private func didClose() {
        let report = onClose
        onRead = nil
        onEnd = nil
        onSent = nil
        onClose = nil
        unsent = []
        report?(failure)
    }

    // MARK: Writing

    /// *Units*: bytes written here that the kernel has not taken yet.
    package var writeBacklogBytes: Int {
        let queued = handle.call { (stream: UnsafeMutablePointer<uv_stream_t>) in
            unsafe uv_stream_get_write_queue_size(stream)
        }
        return queued.map { $0 + unsent.count } ?? 0
    }

    /// Sends the bytes, together with others of this turn.
    ///
    /// Returns false, and drops the bytes, once the stream is closed or `finishWriting` was called.
    @discardableResult
    package func write(_ bytes: Span<UInt8>) -> Bool {
        guard !handle.isClosing, ending == .none else { return false }
        var unsent = takeUnsent()
        unsafe bytes.withUnsafeBufferPointer { unsafe unsent.append(contentsOf: $0) }
        self.unsent = unsent
        flushSoon()
        return true
    }

    /// Sends the bytes at once as far as the kernel takes them, and the rest like `write`.
    ///
    /// For a whole answer: the peer goes on with it while others are still served.
    package func writeAtOnce(_ bytes: Span<UInt8>) {
        guard !handle.isClosing, ending == .none else { return }
        guard unsent.isEmpty, !isWriting else { return _ = write(bytes) }
        let answer = unsafe bytes.withUnsafeBytes { unsafe send($0) }
        guard answer >= 0 else { return fail("write", answer) }
        if answer < bytes.count { write(bytes.extracting(Int(answer)...)) }
    }

    /// Sends the bytes of an array, as above.
    @discardableResult
    package func write(_ bytes: [UInt8]) -> Bool {
        write(bytes.span)
    }

    /// Half-close: signals the end of the bytes to the peer, once everything written was sent.
    ///
    /// Reading continues.
    package func finishWriting() {
        guard !handle.isClosing, ending == .none else { return }
        ending = .finishWriting
        flushSoon()
    }

    /// Closes once everything written was sent.
    ///
    /// If the peer takes nothing, the stream stays open until `close()`.
    package func closeWhenWritten() {
        guard !handle.isClosing else { return }
        pause()
        ending = .close
        flushSoon()
    }

    private func flushSoon() {
        guard !isFlushDue, !isWriting else { return }
        isFlushDue = true
        loop.flushLater(self)
    }

    /// Writes the gathered bytes; the loop calls it before it waits.
    func flush() {
        isFlushDue = false
        guard !isWriting, !handle.isClosing else { return }
        let answer = unsent.isEmpty ? 0 : tryWrite()
        guard answer >= 0 else { return fail("write", answer) }
        if unsent.isEmpty {
            didWrite()
        } else {
            writeRest()
        }
        if answer > 0 { onSent?() }
    }

    /// Takes them out to be changed, so that no access of them goes on while another begins, and none is checked for it.
    private func takeUnsent() -> [UInt8] {
        let bytes = unsent
        unsent = []
        return bytes
    }

    /// Writes the bytes that the kernel takes at once and keeps the rest in `unsent`.
    ///
    /// Returns a negative code on failure.
    private func tryWrite() -> Int32 {
        var unsent = takeUnsent()
        defer { self.unsent = unsent }
        let answer = unsafe unsent.withUnsafeBytes { unsafe send($0) }
        guard answer > 0 else { return answer }
        if answer < unsent.count {
            unsent.removeFirst(Int(answer))
        } else {
            // One large answer must not keep its memory on an idle connection.
            unsent.removeAll(keepingCapacity: unsent.capacity <= 64 << 10)
        }
        return answer
    }

    /// Writes what the kernel takes at once; how many bytes, or a negative code.
    private func send(_ bytes: UnsafeRawBufferPointer) -> Int32 {
        // libuv writes from it, and does not write to it.
        let start = unsafe UnsafeMutableRawPointer(mutating: bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
        var buffer = unsafe uv_buf_init(start, UInt32(clamping: bytes.count))
        let answer = handle.call { unsafe uv_try_write($0, &buffer, 1) }
        guard let answer, answer != UV_EAGAIN.rawValue else { return 0 }
        return answer
    }

    /// Passes the rest to libuv, which sends it as the peer makes room; one request at a time.
    private func writeRest() {
        isWriting = true
        let request = WriteRequest(unsent, stream: self)
        unsent = []
        if let answer = unsafe handle.call(request.start), answer < 0 { fail("uv_write", answer) }
    }

    /// Called with the result of the request that `writeRest` has made.
    func requestDidEnd(_ status: Int32) {
        isWriting = false
        guard !handle.isClosing else { return }
        guard status >= 0 else { return fail("write", status) }
        if unsent.isEmpty { didWrite() } else { flush() }
        onSent?()
    }

    /// Called when the kernel has everything written so far.
    private func didWrite() {
        switch ending {
        case .none, .finished: break
        case .close: return close()
        case .finishWriting:
            ending = .finished
            // ignored: fails only if the peer is gone, which reading reports.
            if let descriptor { _ = shutdown(descriptor, Int32(SHUT_WR)) }
        }
    }

    /// The origin of the connected process: started by this process or not.
    ///
    /// Ask as soon as the connection exists: the longer ago the peer connected, the likelier it has ended, and on
    /// kernels without pidfds for peers another process could have its pid.
    /// - Parameter generationLimit: as for `ProcessOrigin`.
    package func peerOrigin(generationLimit: Int) -> ProcessOrigin {
        guard let peer, let descriptor else { return .unknown }
        return PeerCredentials.origin(of: peer.pid, on: descriptor, generationLimit: generationLimit)
    }

    /// Whether the process that connected is known to have ended, or the stream is closing.
    ///
    /// *Limits*: an end is known from Linux 6.5 on.
    package var peerHasEnded: Bool { descriptor.map(PeerCredentials.hasEnded) ?? true }

    /// The descriptor's number; nil once the stream is closing.
    var descriptor: Int32? {
        var number: Int32 = -1
        return handle.call { unsafe uv_fileno($0, &number) } == 0 ? number : nil
    }
}
