// The owner of the memory of a libuv handle.
//
// libuv keeps a pointer to each handle from its init call until its close callback, and calls back with it. Only this
// type allocates, hands out and frees such memory. The rules:
//
// 1. After a failed init libuv keeps no pointer: the memory is freed on the spot and the error thrown.
// 2. From a successful init until the close callback, libuv's `data` field holds a strong reference to this object. Its
//    closures hold the owner, if they use it. So neither is freed while libuv may still call back.
// 3. `close()` begins the close, once. From then on `call` does nothing, instead of using memory that is about to be freed.
// 4. The close callback frees the memory, drops both closures and, last, calls `onClose`: a timer whose own closure holds
//    it would otherwise never be freed.
// 5. After `close()`, user code runs from the close callback only.
//
// A callback of libuv is a closure at the call that starts it, such as `{ timer in unsafe Handle.tell(timer, ()) }`.

internal import CLibUV
internal import HostSystem

/// The memory of one libuv handle, and the closures for its events.
///
/// *Shape*: `Event` is what a callback reports.
/// *Owner/thread*: one owner per handle; the loop's thread.
@safe final class Handle<Event>: Closing {
    private let memory: UnsafeMutableRawPointer
    private(set) var isClosing = false
    /// Called with each event, until `close()`.
    var onEvent: ((Event) -> Void)?
    /// Called once, from the close callback, after the memory is freed.
    var onClose: (() -> Void)?

    /// Allocates a handle and passes it to one of libuv's init calls.
    ///
    /// *Throws*: `failed` with the code that `start` returned; nothing is left behind.
    @safe init<Memory>(
        _ type: uv_handle_type, on loop: Loop, to task: @autoclosure () -> String, _ call: String,
        _ start: (UnsafeMutablePointer<uv_loop_t>, UnsafeMutablePointer<Memory>) -> Int32
    ) throws(LoopError) {
        precondition(!loop.isClosed, "a closed loop takes no handles")
        unsafe memory = .allocate(byteCount: uv_handle_size(type), alignment: 16)
        let answer = unsafe start(loop.pointer, memory.assumingMemoryBound(to: Memory.self))
        guard answer >= 0 else {
            unsafe memory.deallocate()
            throw .failed(task: task(), call: call, code: SystemCode(answer: answer))
        }
        unsafe uv_handle_set_data(
            memory.assumingMemoryBound(to: uv_handle_t.self), Unmanaged.passRetained(self).toOpaque())
    }

    /// Makes a call of libuv for the handle's type; nil, without the call, once the handle is closing.
    @safe @discardableResult
    func call<Memory, Result>(_ body: (UnsafeMutablePointer<Memory>) -> Result) -> Result? {
        unsafe isClosing ? nil : body(memory.assumingMemoryBound(to: Memory.self))
    }

    /// Makes a call of libuv that may fail; the handle is closed then.
    ///
    /// *Throws*: `failed` with the code that `body` returned.
    @safe func start<Memory>(
        _ name: String, to task: @autoclosure () -> String, _ body: (UnsafeMutablePointer<Memory>) -> Int32
    ) throws(LoopError) {
        guard let answer = call(body), answer < 0 else { return }
        close()
        throw .failed(task: task(), call: name, code: SystemCode(answer: answer))
    }

    /// True while libuv may report events.
    var isActive: Bool {
        call { (handle: UnsafeMutablePointer<uv_handle_t>) in unsafe uv_is_active(handle) != 0 } ?? false
    }

    /// Whether the handle keeps the loop running while it is active; at first it does.
    func keepLoopRunning(_ isKeeping: Bool) {
        call(unsafe isKeeping ? uv_ref : uv_unref)
    }

    /// Reports an event to the owner of the handle that a callback received.
    @safe static func tell(_ memory: UnsafeMutableRawPointer?, _ event: Event) {
        guard let handle = unsafe memory?.assumingMemoryBound(to: uv_handle_t.self),
            let data = unsafe uv_handle_get_data(handle)
        else { return }
        let told = unsafe Unmanaged<AnyObject>.fromOpaque(data).takeUnretainedValue() as? Handle
        if let told, !told.isClosing { told.onEvent?(event) }
    }

    /// Begins the close; `onClose` is called at its end.
    ///
    /// A second call does nothing.
    func close() {
        guard !isClosing else { return }
        isClosing = true
        unsafe uv_close(memory.assumingMemoryBound(to: uv_handle_t.self), handleDidClose)
    }

    fileprivate func finishClosing() {
        unsafe memory.deallocate()
        let report = onClose
        (onEvent, onClose) = (nil, nil)
        report?()
    }
}

/// A handle of any event, for the close callback.
private protocol Closing: AnyObject {
    func finishClosing()
}

private func handleDidClose(_ handle: UnsafeMutablePointer<uv_handle_t>?) {
    guard let handle = unsafe handle, let data = unsafe uv_handle_get_data(handle) else { return }
    (unsafe Unmanaged<AnyObject>.fromOpaque(data).takeRetainedValue() as? any Closing)?.finishClosing()
}

extension Handle where Event == Void {
    /// A handle that reports again and again, from `startReading()` to `stopReading()`, that a descriptor can be read.
    ///
    /// It does not read. libuv makes the descriptor non-blocking, so it must not be shared with another process. It stays
    /// open until `onClose`.
    convenience init(
        reading descriptor: Int32, on loop: Loop, to task: @autoclosure () -> String
    ) throws(LoopError) {
        try self.init(UV_POLL, on: loop, to: task(), "uv_poll_init") { unsafe uv_poll_init($0, $1, descriptor) }
    }

    /// Starts the reports; also for an error of the descriptor, which the next read returns.
    func startReading() {
        // ignored: fails only for a descriptor that is closed.
        call { unsafe uv_poll_start($0, Int32(UV_READABLE.rawValue), descriptorIsReady) }
    }

    /// Reports that the descriptor can be read, or written, as asked; nothing if neither is.
    func startWaiting(readable: Bool, writable: Bool) {
        let events = (readable ? UV_READABLE.rawValue : 0) | (writable ? UV_WRITABLE.rawValue : 0)
        guard events != 0 else { return stopReading() }
        // ignored: fails only for a descriptor that is closed.
        call { unsafe uv_poll_start($0, Int32(events), descriptorIsReady) }
    }

    /// Reports exceptional events of the descriptor: bytes out of order, or what a file of the kernel announces.
    func startWaitingForException() {
        // ignored: fails only for a descriptor that is closed.
        call { unsafe uv_poll_start($0, Int32(UV_PRIORITIZED.rawValue), descriptorIsReady) }
    }

    /// Stops the reports until the next `startReading()`.
    func stopReading() {
        // ignored: always succeeds.
        call(unsafe uv_poll_stop)
    }
}

private func descriptorIsReady(_ poll: UnsafeMutablePointer<uv_poll_t>?, _ status: Int32, _ events: Int32) {
    unsafe Handle.tell(poll, ())
}
