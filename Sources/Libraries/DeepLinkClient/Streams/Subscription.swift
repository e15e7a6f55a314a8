import ChannelWire
internal import Contract

extension DeepLinkDaemon {
    /// Subscribes to a channel: the links that are sent to it, one after the other.
    ///
    /// ```swift
    /// for try await link in daemon.subscribe(to: "player") {
    ///     do {
    ///         try player.play(link.inputs["id"]?.int)
    ///         try await link.acknowledge()
    ///     } catch {
    ///         try await link.fail("\(error)")
    ///     }
    /// }
    /// ```
    ///
    /// The subscription begins with the first element that is asked for, and nothing is read ahead of its consumer: what it
    /// does not take waits in the daemon, whose overflow policy applies. If the connection is lost, the client connects again,
    /// with pauses of 0.1 to 10 s, and continues after the last link. A link that was acknowledged while the daemon was away
    /// is not given again. A cancelled task ends the subscription.
    ///
    /// - Parameters:
    ///   - channel: its name.
    ///   - after: the sequence number of the last link that the app knows of; nil for the links from now on, and what the
    ///     channel keeps.
    ///   - waitsForDaemon: true to wait for a daemon that cannot be reached at first; else that is an error.
    public func subscribe(to channel: String, after: Int64? = nil, waitsForDaemon: Bool = false) -> Subscription {
        let plan = StreamingCall.Plan(
            request: { after in SubscribeToChannel { ($0.channel, $0.after) = (channel, after) } }, after: after,
            waitsForDaemon: waitsForDaemon)
        return Subscription(handle: StreamHandle(driver, plan))
    }

    /// Subscribes to a channel, and calls back with everything that happens in the subscription.
    ///
    /// The next event is read once `handler` has returned. It is called on the client's thread, so a handler with much to do
    /// passes the link on; the time for the acknowledgement runs. The last call is a failure. Keep what is returned: its end
    /// ends the subscription, without a call.
    public func subscribe(
        to channel: String, after: Int64? = nil, waitsForDaemon: Bool = false,
        handler: @escaping Completion<SubscriptionEvent>
    ) -> Subscription {
        let subscription = subscribe(to: channel, after: after, waitsForDaemon: waitsForDaemon)
        subscription.events.forEach(handler)
        return subscription
    }
}

/// What happens in a subscription.
public enum SubscriptionEvent: Sendable {
    /// The subscription stands, and continues after this number: at first, and again after each interruption.
    case subscribed(sequence: Int64)
    /// A link.
    case link(Delivery)
    /// Links were dropped for this subscriber: their number, 0 if it is not known.
    case missed(Int64)
    /// The connection is lost, and the client tries to make another.
    case interrupted(DeepLinkError)
}

/// The links of a channel, as they come.
public struct Subscription: AsyncSequence, Sendable {
    /// The links that one loop reads.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var events: Events.AsyncIterator
        private var missed: Int64?

        init(events: Events.AsyncIterator) { self.events = events }

        /// The next link; nil once the task is cancelled.
        ///
        /// - Throws: what ended the subscription: the daemon was not there at first, has no such channel, or gives no links
        ///   to a subscriber that let three deadlines pass.
        public mutating func next(
            isolation actor: isolated (any _Concurrency.Actor)? = #isolation
        ) async throws(DeepLinkError) -> Delivery? {
            while let event = try await events.next(isolation: actor) {
                switch event {
                case .link(let link):
                    let missed = self.missed
                    self.missed = nil
                    return missed.map { link.after(missed: $0) } ?? link
                case .missed(let count): missed = count == 0 || missed == 0 ? 0 : count + (missed ?? 0)
                case .subscribed, .interrupted: continue
                }
            }
            return nil
        }
    }

    /// Everything that happens in a subscription.
    public typealias Events = Notices<SubscriptionEvent>

    let handle: StreamHandle

    /// Everything that happens, interruptions and dropped links too; read either these or the links.
    public var events: Events {
        Events(handle) { [driver = handle.driver] (event) throws(DeepLinkError) in
            try SubscriptionEvent(event, driver)
        }
    }

    /// Reads the links; two loops over one subscription share them.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(events: events.makeAsyncIterator()) }

    /// Reads the next event, and calls back on the client's thread; nil after the end.
    ///
    /// For programs without tasks that read one event after the other. The failure is what ended the subscription.
    public func next(_ completion: @escaping Completion<SubscriptionEvent?>) {
        handle.next { [read = events.read] result in
            completion(Result { () throws(DeepLinkError) in try result.get().flatMap(read) })
        }
    }

    /// Ends the subscription: a loop over it ends.
    public func cancel() { handle.end() }
}

extension SubscriptionEvent {
    /// *Throws*: `unreadableReply`.
    fileprivate init(_ event: StreamingCall.Event, _ driver: Driver) throws(DeepLinkError) {
        switch event {
        case .interrupted(let error): self = .interrupted(error)
        case .reply(let received):
            self = try received.read { (reply) throws(FramingError) in
                let answer = try SubscribeToChannel.Answer(reply: reply)
                if let link = answer.link {
                    return .link(
                        Delivery(driver: driver, link: link, sequence: answer.sequence, missed: answer.missed))
                }
                return answer.missed.map { .missed($0) } ?? .subscribed(sequence: answer.sequence)
            }
        }
    }
}

extension Delivery {
    /// The delivery behind links that were dropped, of which the daemon told before it.
    fileprivate func after(missed count: Int64) -> Delivery {
        let sum = missed.map { $0 == 0 || count == 0 ? 0 : $0 + count } ?? count
        return Delivery(driver: driver, link: link, sequence: sequence, missed: sum)
    }
}
