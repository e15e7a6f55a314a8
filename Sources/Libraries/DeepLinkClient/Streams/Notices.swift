internal import Contract

/// The notices that the daemon sends in one streaming call.
///
/// ```swift
/// for try await change in daemon.watchFeatures() { print(change.features.map(\.path)) }
/// ```
///
/// Nothing is read ahead of the loop. A cancelled task ends the call, and so does the end of the last reference.
public struct Notices<Element: Sendable>: AsyncSequence, Sendable {
    /// The notices that one loop reads.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let notices: Notices

        /// The next notice; nil once the task is cancelled, or the call has ended as it should.
        ///
        /// - Throws: what ended the call: the daemon was not there at first, or refuses it.
        public mutating func next(
            isolation actor: isolated (any _Concurrency.Actor)? = #isolation
        ) async throws(DeepLinkError) -> Element? {
            while let event = try await notices.handle.next() {
                if let element = try notices.read(event) { return element }
            }
            return nil
        }
    }

    /// Makes an element of an event of the call; nil for one that is not told.
    typealias Reader = @Sendable (StreamingCall.Event) throws(DeepLinkError) -> Element?

    let handle: StreamHandle
    let read: Reader

    init(_ handle: StreamHandle, _ read: @escaping Reader) { (self.handle, self.read) = (handle, read) }

    /// Notices that are made of replies alone: that the connection was lost is not told.
    init(_ handle: StreamHandle, replies read: @escaping @Sendable (Value) throws(FramingError) -> Element) {
        self.init(handle) { (event) throws(DeepLinkError) in
            guard case .reply(let received) = event else { return nil }
            return try received.read(read)
        }
    }

    /// Reads the notices; two loops over one sequence share them.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(notices: self) }

    /// Ends the call.
    public func cancel() { handle.end() }

    /// Calls back with each notice, and at last with the error that ended the call.
    ///
    /// The next notice is read once `handler` has returned.
    @discardableResult
    func forEach(_ handler: @escaping Completion<Element>) -> Notices {
        handle.forEach(read, handler: handler)
        return self
    }
}
