internal import Contract

extension DeepLinkDaemon {
    /// The features as they are now, and again those that have changed.
    ///
    /// ```swift
    /// for try await change in daemon.watch() {
    ///     for feature in change.features { print(feature.path, feature.availability) }
    /// }
    /// ```
    ///
    /// If the connection is lost, the client connects again, with pauses of 0.1 to 10 s, and all features are listed anew.
    /// A cancelled task ends it.
    ///
    /// - Parameter subject: for whom, as `uid:1000`; nil for the caller.
    public func watch(subject: String? = nil) -> FeatureChanges {
        FeatureChanges(handle: StreamHandle(driver, .init(request: { _ in .watch(subject: subject) })))
    }

    /// Calls back with the features as they are now, and again with those that have changed.
    ///
    /// The last call is a failure. Keep what is returned: its end is the end of the notices, without a call.
    public func watch(
        subject: String? = nil, handler: @escaping @Sendable (Result<FeatureChange, DeepLinkError>) -> Void
    ) -> FeatureChanges {
        let changes = watch(subject: subject)
        changes.handle.forEach({ (event) throws(DeepLinkError) in try event.change() }, handler: handler)
        return changes
    }
}

/// The changes of features, as they come.
public struct FeatureChanges: AsyncSequence, Sendable {
    /// The changes that one loop reads.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let handle: StreamHandle

        /// The next change; nil once the task is cancelled.
        ///
        /// - Throws: what ended the call: the daemon was not there at first, or refuses the subject.
        public mutating func next(
            isolation actor: isolated (any _Concurrency.Actor)? = #isolation
        ) async throws(DeepLinkError) -> FeatureChange? {
            while let event = try await handle.next() {
                if let change = try event.change() { return change }
            }
            return nil
        }
    }

    let handle: StreamHandle

    /// Reads the changes; two loops over one sequence share them.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(handle: handle) }

    /// Ends the call.
    public func cancel() { handle.end() }
}

extension StreamingCall.Event {
    /// The change that it tells of; nil for one that is about the connection.
    fileprivate func change() throws(DeepLinkError) -> FeatureChange? {
        guard case .reply(let received) = self else { return nil }
        do throws(FramingError) {
            return try FeatureChange(received.value)
        } catch {
            throw DeepLinkError(error, path: received.path)
        }
    }
}
