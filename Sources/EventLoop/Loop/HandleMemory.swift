// Who owns the memory of a libuv handle.
//
// libuv keeps a pointer to each handle from its init call until its close callback, and calls back with it. Only this
// type allocates, hands out and frees such memory. The rules:
//
// 1. After a failed init libuv keeps no pointer: the memory is freed on the spot and the error thrown.
// 2. From a successful init until the close callback, libuv's `data` field holds a strong reference to this object, and
//    this object holds one to the owner. So neither is freed while libuv may still call back.
// 3. `close()` begins the close, once. From then on `open(as:)` returns nil, so every operation of an owner is a no-op
//    instead of a use of memory that is about to be freed.
// 4. The close callback frees the memory, drops the owner and, last, calls `handleDidClose()`. An owner drops every
//    closure it stores there: a timer whose own closure holds it would otherwise never be freed.
// 5. After `close()`, user code runs from the close callback only.

internal import CLibUV
internal import HostSystem

/// The object that uses a libuv handle.
protocol HandleOwner: AnyObject {
    /// Called once, from the close callback, after the handle's memory is freed. Drops stored closures.
    func handleDidClose()
}

/// The memory of one libuv handle.
///
/// *Owner/thread*: one owner object per handle; the loop's thread.
@safe final class HandleMemory {
    private var memory: UnsafeMutableRawPointer
    private(set) var isClosing = false
    /// Set as soon as the owner is initialised; nil after the close.
    var owner: (any HandleOwner)?

    /// Allocates a handle and starts it with one of libuv's init calls.
    ///
    /// *Throws*: `failed` with the code that `start` returned; nothing is left behind.
    @safe init(
        _ type: uv_handle_type, on loop: Loop, call: String, to task: @autoclosure () -> String,
        start: (UnsafeMutablePointer<uv_loop_t>, UnsafeMutableRawPointer) -> Int32
    ) throws(LoopError) {
        precondition(!loop.isClosed, "a closed loop takes no handles")
        unsafe memory = .allocate(byteCount: uv_handle_size(type), alignment: 16)
        let answer = unsafe start(loop.pointer, memory)
        guard answer >= 0 else {
            unsafe memory.deallocate()
            throw .failed(task: task(), call: call, code: SystemCode(answer: answer))
        }
        unsafe uv_handle_set_data(
            memory.assumingMemoryBound(to: uv_handle_t.self), Unmanaged.passRetained(self).toOpaque())
    }

    /// The handle as the libuv type that a call needs, or nil once it is closing.
    func open<Handle>(as _: Handle.Type) -> UnsafeMutablePointer<Handle>? {
        unsafe isClosing ? nil : memory.assumingMemoryBound(to: Handle.self)
    }

    /// The owner of the handle that a callback received.
    static func owner<Owner: HandleOwner>(of handle: UnsafeMutableRawPointer?, as _: Owner.Type) -> Owner? {
        guard let handle = unsafe handle?.assumingMemoryBound(to: uv_handle_t.self),
            let data = unsafe uv_handle_get_data(handle)
        else { return nil }
        return unsafe Unmanaged<HandleMemory>.fromOpaque(data).takeUnretainedValue().owner as? Owner
    }

    /// Begins the close; `handleDidClose()` is called at its end.
    ///
    /// A second call does nothing.
    func close() {
        guard let handle = unsafe open(as: uv_handle_t.self) else { return }
        isClosing = true
        unsafe uv_close(handle, handleMemoryDidClose)
    }

    fileprivate func finishClosing() {
        unsafe memory.deallocate()
        let owner = owner
        self.owner = nil
        owner?.handleDidClose()
    }
}

@c private func handleMemoryDidClose(_ handle: UnsafeMutablePointer<uv_handle_t>?) {
    guard let handle = unsafe handle, let data = unsafe uv_handle_get_data(handle) else { return }
    unsafe Unmanaged<HandleMemory>.fromOpaque(data).takeRetainedValue().finishClosing()
}
