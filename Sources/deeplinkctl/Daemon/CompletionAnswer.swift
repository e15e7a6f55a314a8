internal import DeepLinkClient
internal import HostSystem
internal import Synchronization

/// What a call with a completion reports, for a thread that waits for it and for signals.
final class CompletionAnswer<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, DeepLinkError>?>(nil)
    private let wake: WakeDescriptor

    /// *Throws*: `failed` if there are no descriptors left.
    init() throws(LoopError) { wake = try WakeDescriptor() }

    /// Sets the result, from any thread.
    func set(_ result: Result<Value, DeepLinkError>) {
        self.result.withLock { $0 = result }
        wake.send()
    }

    /// Waits for the result; nil if another descriptor can be read first.
    func await(unlessReadable other: Int32?) throws(LoopError) -> Result<Value, DeepLinkError>? {
        var poll = DescriptorPoll()
        _ = poll.add(wake.number, reading: true)
        let otherPlace = other.map { poll.add($0, reading: true) }
        try poll.wait()
        if let otherPlace, poll.isReadable(otherPlace) { return nil }
        return result.withLock { $0 }
    }
}
