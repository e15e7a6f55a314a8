internal import CLibUV
internal import HostSystem

/// Calls back repeatedly while a descriptor of this target can be read, without reading it.
///
/// libuv makes the descriptor non-blocking, so it must not be shared with another process. The watch does not keep the
/// loop running.
/// *Owner/thread*: the loop's thread. The owner calls `close()`, which closes the descriptor too.
final class ReadableWatch: HandleOwner {
    private let handle: HandleMemory
    private var descriptor: OwnedDescriptor?
    private var onReadable: (() -> Void)?

    /// *Throws*: `failed` for a descriptor that cannot be polled; it is closed then.
    init(loop: Loop, _ descriptor: consuming OwnedDescriptor, onReadable: @escaping () -> Void) throws(LoopError) {
        let number = descriptor.number
        self.onReadable = onReadable
        handle = try HandleMemory(UV_POLL, on: loop, call: "uv_poll_init", to: "watch a descriptor") {
            unsafe uv_poll_init($0, $1.assumingMemoryBound(to: uv_poll_t.self), number)
        }
        self.descriptor = consume descriptor
        handle.owner = self
        if let handle = unsafe handle.open(as: uv_handle_t.self) { unsafe uv_unref(handle) }
    }

    /// Starts the callbacks.
    func start() {
        guard let poll = unsafe handle.open(as: uv_poll_t.self) else { return }
        // ignored: fails only for a descriptor that is closed.
        unsafe _ = uv_poll_start(poll, Int32(UV_READABLE.rawValue), descriptorIsReadable)
    }

    /// Stops the callbacks until the next `start()`.
    func stop() {
        guard let poll = unsafe handle.open(as: uv_poll_t.self) else { return }
        // ignored: always succeeds.
        unsafe _ = uv_poll_stop(poll)
    }

    /// Ends the watch and drops its closure.
    func close() {
        handle.close()
    }

    fileprivate func isReadable() {
        onReadable?()
    }

    func handleDidClose() {
        descriptor = nil
        onReadable = nil
    }
}

@c private func descriptorIsReadable(_ poll: UnsafeMutablePointer<uv_poll_t>?, _ status: Int32, _ events: Int32) {
    unsafe HandleMemory.owner(of: poll, as: ReadableWatch.self)?.isReadable()
}
