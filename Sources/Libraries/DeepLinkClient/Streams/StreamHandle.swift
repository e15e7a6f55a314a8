/// A streaming call, as its consumer holds it: the end of the last reference ends the call.
final class StreamHandle: Sendable {
    let driver: Driver
    private let number: Int
    private let plan: StreamingCall.Plan

    /// - Parameter number: that of the call which can end it; nil for a number of its own.
    init(_ driver: Driver, _ plan: StreamingCall.Plan, number: Int? = nil) {
        (self.driver, self.plan) = (driver, plan)
        self.number = number ?? driver.mailbox.nextNumber()
    }

    deinit {
        // ignored: a client that is closed has ended the call.
        _ = driver.mailbox.post { [number] in $0.dropStream(number) }
    }

    /// Hands the next event to `taker`, on the client's thread.
    func next(_ taker: @escaping StreamingCall.Taker) {
        let failure = driver.mailbox.post { [number, plan] in $0.stream(number, plan).next(taker) }
        if let failure { taker(.failure(failure)) }
    }

    /// The next event; nil after the end.
    ///
    /// A cancelled task ends the call.
    func next() async throws(DeepLinkError) -> StreamingCall.Event? {
        try await awaitCompletion(cancel: end, of: next)
    }

    /// Calls back with each event that `read` makes an element of, and at last with the error that ended the call.
    ///
    /// The next event is read once `handler` has returned. The call ends with the last reference to this handle.
    func forEach<Element>(
        _ read: @escaping @Sendable (StreamingCall.Event) throws(DeepLinkError) -> Element?,
        handler: @escaping Completion<Element>
    ) {
        next { [weak self] result in
            do throws(DeepLinkError) {
                guard let event = try result.get() else { return }
                if let element = try read(event) { handler(.success(element)) }
                self?.forEach(read, handler: handler)
            } catch {
                handler(.failure(error))
            }
        }
    }

    /// Ends the call.
    func end() {
        // ignored: as above.
        _ = driver.mailbox.post { [number, plan] in $0.stream(number, plan).end(.cancelled) }
    }
}
