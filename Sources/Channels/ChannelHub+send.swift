import Contract
internal import DequeModule

/// What happened to a link that was sent.
package enum SendResult: Equatable, Sendable {
    /// So many subscribers get it. *Units*: subscribers.
    case delivered(Int)
    /// It waits for a subscriber; `answer` of that number follows exactly once.
    case held(link: Int)
    /// It was dropped: the channel has no subscriber for it, and keeps nothing.
    case noSubscriber
    /// It was dropped: there is no room. *Units*: as `limit` says.
    case full(ChannelLimit)
}

/// What there is no room for.
package enum ChannelLimit: Equatable, Sendable {
    /// A user's links in one channel, or those that a subscriber has not read. *Units*: links.
    case links(Int)
    /// All held links of a user. *Units*: links.
    case heldLinks(Int)
    /// A user's queues. *Units*: bytes.
    case bytes(Int)
    /// The channel keeps a link that was not cleared.
    case notCleared
}

extension ChannelHub {
    /// Sends a link to a channel of the table in force.
    ///
    /// - Parameter delivery: the name of its delivery in a held channel, where it was drawn already.
    ///
    /// *Cost*: a step for each subscriber that gets it.
    package func send(
        _ link: ChannelLink, to name: String, user: UInt32, delivery: String? = nil, nowNs: Int64
    ) -> SendResult {
        guard let channel = channels[name] else { return .noSubscriber }
        let lane = channel.lane(of: user, firstNumber: firstNumber())
        defer { forgetIfEmpty(user, in: channel) }
        switch channel.rules.kind {
        case .held: return hold(link, in: channel, lane, of: user, delivery: delivery, nowNs: nowNs)
        case .plain: return pass(link, in: channel, lane, of: user, nowNs: nowNs)
        case .latest: return keep(link, in: channel, lane, of: user, nowNs: nowNs)
        case .sticky:
            if let kept = lane.kept, kept.expiresNs > nowNs { return .full(.notCleared) }
            return keep(link, in: channel, lane, of: user, nowNs: nowNs)
        }
    }

    /// The link with its numbers, after everything that could refuse it.
    func numbered(
        _ link: ChannelLink, in channel: Channel, _ lane: Lane, of user: UInt32, lifetime: Duration? = nil, nowNs: Int64
    ) -> SentLink {
        lane.lastNumber += 1
        channel.lastNumber += 1
        linkCount += 1
        return SentLink(
            id: linkCount, link: link, user: user, numbers: (lane.lastNumber, channel.lastNumber),
            expiresNs: nowNs + (lifetime ?? channel.rules.lifetime).wholeNanoseconds)
    }

    private func pass(
        _ link: ChannelLink, in channel: Channel, _ lane: Lane, of user: UInt32, nowNs: Int64
    ) -> SendResult {
        let hearers = channel.hearers(of: lane)
        if channel.rules.overflow == .refuse {
            var needed: [UInt32: Int] = [:]
            for hearer in hearers {
                needed[hearer.user, default: 0] += link.byteCount
                if let limit = limitReached(by: hearer, adding: needed[hearer.user, default: 0]) { return .full(limit) }
            }
        }
        let sent = numbered(link, in: channel, lane, of: user, nowNs: nowNs)
        guard !hearers.isEmpty else { return .noSubscriber }
        return .delivered(hearers.count { tell($0, of: sent) })
    }

    /// Keeps a link for those who subscribe later, and tells those who are subscribed.
    private func keep(
        _ link: ChannelLink, in channel: Channel, _ lane: Lane, of user: UInt32, nowNs: Int64
    ) -> SendResult {
        let before = lane.kept?.link.byteCount ?? 0
        guard usage(of: user).bytes - before + link.byteCount <= Limits.channelBytesPerUser else {
            return .full(.bytes(Limits.channelBytesPerUser))
        }
        forgetKept(of: lane)
        let sent = numbered(link, in: channel, lane, of: user, nowNs: nowNs)
        lane.kept = sent
        count(sent, by: 1, for: user)
        schedule(.keptExpiry(channel: channel.name, user: user, link: sent.id), atNs: sent.expiresNs)
        let told = channel.hearers(of: lane).count { hearer in
            // Of the latest links of one user, only the last is told to a subscriber that did not read the others.
            dropUnread(of: user, from: hearer)
            return tell(hearer, of: sent)
        }
        return .delivered(told)
    }

    // MARK: Queues of subscribers

    /// What keeps so many bytes of links out of a subscriber's queue; nil where there is room.
    private func limitReached(by subscription: Subscription, adding byteCount: Int) -> ChannelLimit? {
        let capacity = subscription.channel.rules.capacity
        if subscription.linkCount >= capacity { return .links(capacity) }
        let most = Limits.channelBytesPerUser
        return usage(of: subscription.user).bytes + byteCount > most ? .bytes(most) : nil
    }

    /// Puts a link into a subscriber's queue and wakes it; false where the link was dropped.
    private func tell(_ subscription: Subscription, of sent: SentLink) -> Bool {
        effects.append(.wake(subscription))
        return offer(sent, to: subscription)
    }

    /// Puts a link into a subscriber's queue as the overflow policy says; false where it was dropped.
    @discardableResult
    func offer(_ sent: SentLink, to subscription: Subscription) -> Bool {
        while limitReached(by: subscription, adding: sent.link.byteCount) != nil {
            let givesWay = subscription.channel.rules.overflow == .dropOldest
            guard givesWay, dropOldest(from: subscription) else {
                subscription.noteMissed(1)
                return false
            }
        }
        subscription.items.append(.link(sent))
        subscription.linkCount += 1
        count(sent, by: 1, for: subscription.user)
        return true
    }

    /// Drops the oldest link that a subscriber has not read; false where there is none.
    private func dropOldest(from subscription: Subscription) -> Bool {
        guard subscription.linkCount > 0 else { return false }
        var missed: Int64? = 1
        if case .missed(let count) = subscription.items.first {
            subscription.items.removeFirst()
            missed = count.map { $0 + 1 }
        }
        guard case .link(let sent) = subscription.items.popFirst() else { return false }
        subscription.linkCount -= 1
        count(sent, by: -1, for: subscription.user)
        subscription.items.prepend(.missed(missed))
        return true
    }

    /// Drops what a subscriber has not read of a user's links.
    private func dropUnread(of user: UInt32, from subscription: Subscription) {
        let index = subscription.items.firstIndex { item in
            if case .link(let sent) = item { sent.user == user } else { false }
        }
        guard let index, case .link(let sent) = subscription.items.remove(at: index) else { return }
        subscription.linkCount -= 1
        count(sent, by: -1, for: subscription.user)
    }
}
