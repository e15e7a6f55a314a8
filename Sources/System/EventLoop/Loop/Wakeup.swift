internal import CLibUV
package import HostSystem
internal import Synchronization

/// Lets other threads wake the loop.
///
/// *Owner/thread*: the loop's thread; only its `sender` is for other threads. It keeps the loop running until
/// `close()`.
package final class Wakeup {
    /// Wakes the loop from any thread, for as long as it is kept.
    ///
    /// Several sends may arrive as one; a send after the close has no effect.
    package final class Sender: Sendable {
        /// The handle's address, 0 once closed: a number, because no pointer is `Sendable`.
        ///
        /// The lock is held during the send, so the handle cannot be closed and freed in the middle of it.
        fileprivate let address = Mutex<UInt>(0)

        fileprivate init() {}

        /// Makes the loop call the wakeup's closure soon.
        ///
        /// *Cost*: a lock and at most one write to an eventfd.
        package func send() {
            address.withLock { address in
                guard let handle = unsafe UnsafeMutablePointer<uv_async_t>(bitPattern: address) else { return }
                // ignored: fails only for a handle of another type.
                unsafe _ = uv_async_send(handle)
            }
        }
    }

    package let sender = Sender()
    private let handle: Handle<Void>

    /// *Throws*: `failed` when the system has no descriptors left.
    package init(loop: Loop, onWake: @escaping () -> Void) throws(LoopError) {
        handle = try Handle(UV_ASYNC, on: loop, to: "make a wakeup", "uv_async_init") {
            unsafe uv_async_init($0, $1) { wakeup in unsafe Handle.tell(wakeup, ()) }
        }
        handle.onEvent = { _ in onWake() }
        handle.call { (memory: UnsafeMutablePointer<uv_async_t>) in
            sender.address.withLock { $0 = UInt(bitPattern: memory) }
        }
    }

    /// Whether it keeps the loop running; at first it does.
    func keepLoopRunning(_ isKeeping: Bool) { handle.keepLoopRunning(isKeeping) }

    /// Replaces the closure, for an owner that could not capture itself in its own initialiser.
    func setWake(_ onWake: @escaping () -> Void) {
        if !handle.isClosing { handle.onEvent = { _ in onWake() } }
    }

    /// Closes the handle and drops its closure; senders stay safe to use.
    package func close() {
        sender.address.withLock { $0 = 0 }
        handle.close()
    }
}
