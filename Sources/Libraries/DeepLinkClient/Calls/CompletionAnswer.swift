package import HostSystem
internal import Synchronization

/// The result of a call with a completion, for a thread that waits for it.
package final class CompletionAnswer<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, DeepLinkError>?>(nil)
    private let wake: WakeDescriptor

    /// *Throws*: `failed` if there are no descriptors left.
    package init() throws(LoopError) { wake = try WakeDescriptor() }

    /// Sets the result, from any thread; the first one counts.
    package func set(_ result: Result<Value, DeepLinkError>) {
        self.result.withLock { if $0 == nil { $0 = result } }
        wake.send()
    }

    /// Waits for the result; nil if another descriptor can be read first, as one of signals, or if the time is over.
    ///
    /// - Parameter endNs: *units*: nanoseconds of `HostClock.monotonicNs`; nil to wait without an end.
    package func await(
        unlessReadable other: Int32? = nil, until endNs: Int64? = nil
    ) throws(LoopError) -> Result<Value, DeepLinkError>? {
        var poll = DescriptorPoll()
        _ = poll.add(wake.number, reading: true)
        let otherPlace = other.map { poll.add($0, reading: true) }
        try poll.wait(until: endNs)
        if let otherPlace, poll.isReadable(otherPlace) { return nil }
        return result.withLock { $0 }
    }
}
