internal import Synchronization

/// Gets what a call reports, on the client's thread.
public typealias Completion<Answer> = @Sendable (Result<Answer, DeepLinkError>) -> Void

/// Waits in a task for what a call with a completion reports; a cancelled task calls `cancel`.
func awaitCompletion<Answer: Sendable>(
    cancel: @Sendable () -> Void = {}, of begin: (@escaping Completion<Answer>) -> Void
) async throws(DeepLinkError) -> Answer {
    let result = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in begin { continuation.resume(returning: $0) } }
    } onCancel: {
        cancel()
    }
    return try result.get()
}

/// A call that is under way.
public final class DeepLinkCall: Sendable {
    let number: Int
    private let driver: Driver
    private let wasCancelled = Atomic(false)
    /// Whether it is to end.
    var isCancelled: Bool { wasCancelled.load(ordering: .acquiring) }

    init(_ driver: Driver) {
        self.driver = driver
        number = driver.mailbox.nextNumber()
    }

    /// Ends the call, so that its completion gets ``DeepLinkError/cancelled``.
    ///
    /// No-op once it has ended. The daemon stops the action, or does not begin it, unless the table says `detach` of it.
    public func cancel() {
        wasCancelled.store(true, ordering: .releasing)
        // ignored: fails only for a client that is closed, and then the call has ended.
        _ = driver.mailbox.post { [number] in $0.call(number)?.end(.cancelled) }
    }
}
