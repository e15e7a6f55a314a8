extension Dispatcher {
    /// The conditional features as they are now, and again those that have changed.
    ///
    /// ```swift
    /// for await change in dispatcher.changes {
    ///     if let playlists = change[SmartPlaylists.self] { menu.show(playlists.isAvailable == true) }
    /// }
    /// ```
    ///
    /// A change is noticed when the program sets a fact, when a tracker, adapter or store announces one, and when a purchase
    /// ends. Call ``refresh()`` after a change of a feature's own switch. Changes that come while the loop's body runs are one
    /// notice. The loop runs where the dispatcher belongs; it ends with its task, and with the dispatcher, which it does not
    /// keep.
    public var changes: AvailabilityChanges { changes(for: nil) }

    /// The conditional features as they are now for a subject, and again those that have changed.
    public func changes(for subject: Subject?) -> AvailabilityChanges {
        AvailabilityChanges(dispatcher: self, subject: subject ?? self.subject, signal: signal)
    }
}

/// The changes of the availability of features; see ``Dispatcher/changes``.
public struct AvailabilityChanges: AsyncSequence {
    /// Nothing is thrown.
    public typealias Failure = Never
    /// One notice.
    public typealias Element = AvailabilityChange

    /// The changes that one loop reads; every loop over one sequence reads them all.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private weak var dispatcher: Dispatcher?
        private let subject: Subject
        private let signal: ChangeSignal
        private var reader = AvailabilityReader()
        private var hasEnded = false

        init(_ dispatcher: Dispatcher?, _ subject: Subject, _ signal: ChangeSignal) {
            (self.dispatcher, self.subject, self.signal) = (dispatcher, subject, signal)
        }

        /// The next notice; nil once the task is cancelled, or the dispatcher is gone.
        public mutating func next(
            isolation actor: isolated (any _Concurrency.Actor)? = #isolation
        ) async -> AvailabilityChange? {
            while !hasEnded {
                let seen = signal.count
                guard let (change, limit) = look() else { break }
                if let change { return change }
                hasEnded = await signal.wait(after: seen, atMost: limit) == .cancelled
            }
            return nil
        }

        /// Looks once; the dispatcher is not kept while the loop waits.
        ///
        /// - Returns: what has changed, or how long nothing will by itself; nil once the dispatcher is gone.
        private mutating func look() -> (change: AvailabilityChange?, limit: Duration?)? {
            guard let dispatcher else { return nil }
            dispatcher.expireFlows()
            dispatcher.tellObservers()
            return (reader.take(dispatcher.availabilities(for: subject)), dispatcher.timeToBoundary)
        }
    }

    private weak var dispatcher: Dispatcher?
    private let subject: Subject
    private let signal: ChangeSignal

    init(dispatcher: Dispatcher, subject: Subject, signal: ChangeSignal) {
        (self.dispatcher, self.subject, self.signal) = (dispatcher, subject, signal)
    }

    /// Reads the changes.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(dispatcher, subject, signal) }
}
