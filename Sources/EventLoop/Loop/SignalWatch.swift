internal import CLibUV
package import HostSystem

/// Calls back when this process gets a signal.
///
/// *Owner/thread*: the loop's thread. It keeps the loop running until the owner calls `close()`, which restores the
/// signal's default effect unless another watch holds the signal.
package final class SignalWatch: HandleOwner {
    private let handle: HandleMemory
    private var onSignal: (() -> Void)?

    /// *Throws*: `failed`, with EINVAL for a number that is not a signal or cannot be caught.
    package init(loop: Loop, signal number: Int32, onSignal: @escaping () -> Void) throws(LoopError) {
        self.onSignal = onSignal
        handle = try HandleMemory(UV_SIGNAL, on: loop, call: "uv_signal_init", to: "watch signal \(number)") {
            unsafe uv_signal_init($0, $1.assumingMemoryBound(to: uv_signal_t.self))
        }
        handle.owner = self
        guard let signal = unsafe handle.open(as: uv_signal_t.self) else { return }
        do {
            try checked(
                "uv_signal_start", to: "watch signal \(number)",
                unsafe uv_signal_start(signal, signalDidArrive, number))
        } catch {
            handle.close()
            throw error
        }
    }

    /// Ends the watch and drops its closure.
    package func close() {
        handle.close()
    }

    fileprivate func arrived() {
        onSignal?()
    }

    func handleDidClose() {
        onSignal = nil
    }
}

@c private func signalDidArrive(_ signal: UnsafeMutablePointer<uv_signal_t>?, _ number: Int32) {
    unsafe HandleMemory.owner(of: signal, as: SignalWatch.self)?.arrived()
}
