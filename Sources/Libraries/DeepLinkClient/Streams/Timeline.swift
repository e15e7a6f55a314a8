// The timeline: which links began and ended, and where their time went. Two calls give it:
//
//     timeline(query)          the entries that there are, as an array
//     watchTimeline(query)     those, and then each that is made, as a sequence

public import Contract

/// Which entries of the timeline are asked for; what is nil selects nothing.
///
/// ```swift
/// let refused = try await daemon.timeline(TimelineQuery(code: "blocked"))
/// ```
public struct TimelineQuery: Equatable, Sendable {
    /// How many of the last entries.
    ///
    /// *Units and range*: 0 to 10,000; nil for all.
    public var last: Int?
    /// The number of the last entry that is known: only entries behind it.
    public var after: Int64?
    /// *Units*: milliseconds since 1970 UTC: only entries from this moment on.
    public var sinceMs: Int64?
    /// *Units*: milliseconds since 1970 UTC: only entries up to this moment.
    public var untilMs: Int64?
    /// Only links that this user opened, or that were opened for this user.
    public var uid: UInt32?
    /// Only links of the feature with this path, or of one inside it.
    public var feature: String?
    /// Only links with this code, or with one that begins with these words, as `blocked.toggle`.
    public var code: String?
    /// Only the link with this ``ReceivedOutcome/id``.
    public var outcomeID: String?

    /// Makes a query; without arguments one for the last 50 entries.
    public init(
        last: Int? = 50, after: Int64? = nil, sinceMs: Int64? = nil, untilMs: Int64? = nil, uid: UInt32? = nil,
        feature: String? = nil, code: String? = nil, outcomeID: String? = nil
    ) {
        (self.last, self.after, self.sinceMs, self.untilMs) = (last, after, sinceMs, untilMs)
        (self.uid, self.feature, self.code, self.outcomeID) = (uid, feature, code, outcomeID)
    }

    fileprivate func request(follows: Bool) -> GetTimeline {
        GetTimeline {
            ($0.last, $0.after, $0.sinceMs, $0.untilMs) = (last.map(Int64.init), after, sinceMs, untilMs)
            ($0.uid, $0.feature, $0.code, $0.outcomeId) = (uid.map(Int64.init), feature, code, outcomeID)
            $0.follows = follows
        }
    }
}

extension DeepLinkDaemon {
    /// The links that began and ended, the oldest first; never a URL.
    ///
    /// ```swift
    /// for entry in try await daemon.timeline(TimelineQuery(last: 20)) where entry.kind == .ended {
    ///     print(entry.code ?? "", entry.route ?? "", entry.total ?? .zero)
    /// }
    /// ```
    ///
    /// Anyone gets the entries of their own links, and operators get all.
    ///
    /// - Throws: ``DeepLinkError/notConfigured(reason:)`` where the table has no block `timeline`.
    public func timeline(
        _ query: TimelineQuery = TimelineQuery()
    ) async throws(DeepLinkError) -> [TimelineEntryReport] {
        try await driver.ask(.entries, replies: query.request(follows: false)) { (reply) throws(FramingError) in
            try GetTimeline.Answer(reply: reply).entries
        }
    }

    /// Gives the links that began and ended, and calls back.
    @discardableResult
    public func timeline(
        _ query: TimelineQuery = TimelineQuery(), completion: @escaping Completion<[TimelineEntryReport]>
    ) -> DeepLinkCall {
        driver.ask(
            .entries, replies: query.request(follows: false),
            read: { (reply) throws(FramingError) in try GetTimeline.Answer(reply: reply).entries }, completion)
    }

    /// The links that began and ended, and then each as it begins and ends.
    ///
    /// ```swift
    /// for try await entry in daemon.watchTimeline(TimelineQuery(last: 0)) {
    ///     print(entry.kind, entry.feature ?? "", entry.action ?? "")
    /// }
    /// ```
    ///
    /// If the connection is lost, it ends with ``DeepLinkError/connectionLost(path:)``: a timeline that is not on the disk
    /// begins anew with the daemon, so only the caller knows which entries to ask for.
    public func watchTimeline(_ query: TimelineQuery = TimelineQuery()) -> TimelineChanges {
        let handle = StreamHandle(driver, .init(once: Request(query.request(follows: true))))
        return TimelineChanges(
            parts: Notices(
                handle, replies: { (reply) throws(FramingError) in try GetTimeline.Answer(reply: reply).entries }))
    }

    /// Calls back with the links that began and ended, and then with each as it begins and ends.
    ///
    /// The last call is a failure. Keep what is returned: its end is the end of the entries, without a call.
    public func watchTimeline(
        _ query: TimelineQuery = TimelineQuery(), handler: @escaping Completion<TimelineEntryReport>
    ) -> TimelineChanges {
        let changes = watchTimeline(query)
        changes.parts.forEach { part in
            switch part {
            case .success(let entries): for entry in entries { handler(.success(entry)) }
            case .failure(let error): handler(.failure(error))
            }
        }
        return changes
    }
}

/// The entries of the timeline, as they come.
public struct TimelineChanges: AsyncSequence, Sendable {
    /// The entries that one loop reads.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var parts: Notices<[TimelineEntryReport]>.AsyncIterator
        private var entries: ArraySlice<TimelineEntryReport> = []

        init(parts: Notices<[TimelineEntryReport]>.AsyncIterator) { self.parts = parts }

        /// The next entry; nil once the task is cancelled.
        ///
        /// - Throws: what ended the call: the daemon is not there, refuses it, or the connection was lost.
        public mutating func next(
            isolation actor: isolated (any _Concurrency.Actor)? = #isolation
        ) async throws(DeepLinkError) -> TimelineEntryReport? {
            while entries.isEmpty {
                guard let part = try await parts.next(isolation: actor) else { return nil }
                entries = part[...]
            }
            return entries.removeFirst()
        }
    }

    let parts: Notices<[TimelineEntryReport]>

    /// Reads the entries; two loops over one sequence share them.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(parts: parts.makeAsyncIterator()) }

    /// Ends the call.
    public func cancel() { parts.cancel() }
}

extension TimelineEntryReport {
    /// The ``ReceivedOutcome/id`` of the outcome.
    public var outcomeID: String? { outcomeId }
    /// The inputs with their values, secrets masked; empty unless the feature is in focus.
    public var inputValues: [String: Value] { values.byName }
    /// From the call to the outcome.
    public var total: Duration? { totalUs.map { .microseconds($0) } }
    /// The part of ``total`` for the sources of facts.
    public var gathering: Duration? { sourcesUs.map { .microseconds($0) } }
    /// The part of ``total`` until what blocked the link was lifted.
    public var waiting: Duration? { waitedUs.map { .microseconds($0) } }
    /// The part of ``total`` until the action had a place.
    public var queueing: Duration? { queuedUs.map { .microseconds($0) } }
    /// The part of ``total`` for the action.
    public var performing: Duration? { performedUs.map { .microseconds($0) } }
}

extension Gathering<[TimelineEntryReport], [TimelineEntryReport]> {
    fileprivate static var entries: Self {
        Self(start: []) { part, entries in
            entries += part
            return (part.count, nil)
        }
    }
}
