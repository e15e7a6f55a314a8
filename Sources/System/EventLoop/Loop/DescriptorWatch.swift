internal import CLibUV
package import HostSystem

/// Calls back when a descriptor that a library owns can be read or written.
///
/// It neither reads nor writes; libuv makes the descriptor non-blocking. The library may close the descriptor right after
/// `close()`, not before.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`; a watch does not keep the loop running.
package final class DescriptorWatch {
    private let handle: Handle<Void>
    private var awaited = (readable: false, writable: false)

    /// Begins with nothing to wait for.
    ///
    /// *Throws*: `failed` with EBADF or EPERM for a descriptor that cannot be waited for.
    package init(
        loop: Loop, descriptor: Int32, to task: String, onReady: @escaping () -> Void
    ) throws(LoopError) {
        handle = try Handle(reading: descriptor, on: loop, to: task)
        handle.onEvent = { _ in onReady() }
        handle.keepLoopRunning(false)
    }

    /// Waits for one of the two, or for neither; an error of the descriptor is reported as either.
    ///
    /// *Cost*: nothing where it waits for the same already; libuv would make three system calls.
    package func wait(readable: Bool, writable: Bool) {
        // After an error of the descriptor libuv has ended the watch.
        guard awaited != (readable, writable) || !handle.isActive else { return }
        awaited = (readable, writable)
        handle.startWaiting(readable: readable, writable: writable)
    }

    /// Ends the watch and drops its closure.
    package func close() {
        handle.close()
    }
}
