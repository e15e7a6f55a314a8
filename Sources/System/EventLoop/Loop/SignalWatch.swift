internal import CLibUV
internal import CLinux
package import HostSystem

/// Calls back when this process gets a signal.
///
/// *Owner/thread*: the loop's thread. It keeps the loop running until the owner calls `close()`, which restores the
/// signal's default effect unless another watch holds the signal.
package final class SignalWatch {
    /// The handle of the watch.
    let handle: Handle<Void>

    /// *Throws*: `failed`, with EINVAL for a number that is not a signal or cannot be caught.
    package init(loop: Loop, signal number: Int32, onSignal: @escaping () -> Void) throws(LoopError) {
        let task = "watch signal \(number)"
        handle = try Handle(UV_SIGNAL, on: loop, to: task, "uv_signal_init", unsafe uv_signal_init)
        handle.onEvent = { _ in onSignal() }
        try handle.start("uv_signal_start", to: task) { signal in
            unsafe uv_signal_start(signal, { signal, _ in unsafe Handle.tell(signal, ()) }, number)
        }
        deeplink_forget_signals()
    }

    /// Ends the watch and drops its closure.
    package func close() {
        handle.close()
    }
}
