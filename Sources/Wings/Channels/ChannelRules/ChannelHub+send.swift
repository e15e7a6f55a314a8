// Sends a link to a channel: to its subscribers now, or to those that come later.

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
        case .plain, .latest, .sticky: return pass(link, in: channel, lane, of: user, nowNs: nowNs)
        }
    }

    /// The link as it stands in the channel, after everything that could refuse it.
    func accepted(
        _ link: ChannelLink, in channel: Channel, _ lane: Lane, of user: UInt32, lifetime: Duration? = nil, nowNs: Int64
    ) -> SentLink {
        linkCount += 1
        return SentLink(
            id: linkCount, link: link, user: user,
            numbers: channel.rules.kind == .held ? nil : channel.nextNumbers(in: lane),
            expiresNs: nowNs + (lifetime ?? channel.rules.lifetime).wholeNanoseconds)
    }

    /// Gives a link to those who are subscribed; a channel that keeps one keeps it for those who subscribe later.
    private func pass(
        _ link: ChannelLink, in channel: Channel, _ lane: Lane, of user: UInt32, nowNs: Int64
    ) -> SendResult {
        let hearers = channel.hearers(of: lane)
        if let obstacle = obstacle(to: link, in: channel, lane, of: user, hearers, nowNs: nowNs) {
            return .full(obstacle)
        }
        let sent = accepted(link, in: channel, lane, of: user, nowNs: nowNs)
        if channel.rules.keepsLast {
            keep(sent, in: channel, lane)
        } else if hearers.isEmpty {
            return .noSubscriber
        }
        return .delivered(hearers.count { tell($0, of: sent) })
    }

    /// What a link is refused for, so that no subscriber gets it; nil where it is accepted.
    private func obstacle(
        to link: ChannelLink, in channel: Channel, _ lane: Lane, of user: UInt32, _ hearers: [Subscription],
        nowNs: Int64
    ) -> ChannelLimit? {
        let rules = channel.rules
        if rules.kind == .sticky, let kept = lane.kept, kept.expiresNs > nowNs { return .notCleared }
        // The bytes that each user's queues need, and those of the link that is kept in the place of the last.
        var needed: [UInt32: Int] = [:]
        if rules.keepsLast {
            needed[user] = link.byteCount - (lane.kept?.link.byteCount ?? 0)
            let most = Limits.channelBytesPerUser
            if usage(of: user).bytes + needed[user, default: 0] > most { return .bytes(most) }
        }
        guard rules.overflow == .refuse else { return nil }
        for hearer in hearers {
            needed[hearer.user, default: 0] += link.byteCount
            if let limit = limitReached(by: hearer, adding: needed[hearer.user, default: 0]) { return limit }
        }
        return nil
    }

    /// Keeps a link for those who subscribe later, in the place of the last.
    private func keep(_ sent: SentLink, in channel: Channel, _ lane: Lane) {
        forgetKept(of: lane)
        lane.kept = sent
        count(sent, by: 1, for: sent.user)
        schedule(.keptExpiry(channel: channel.name, user: sent.user, link: sent.id), atNs: sent.expiresNs)
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
    private func offer(_ sent: SentLink, to subscription: Subscription) -> Bool {
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
        guard let sent = subscription.dropOldest() else { return false }
        count(sent, by: -1, for: subscription.user)
        return true
    }

    // MARK: New subscribers

    /// Gives a new subscriber what the channel keeps, and counts what an earlier subscription was not told besides.
    ///
    /// - Parameters:
    ///   - lane: the links that it hears; nil where it hears those of all users.
    ///   - after: the last number that an earlier subscription was told.
    func offerKept(to subscription: Subscription, in lane: Lane?, after: Int64?, nowNs: Int64) {
        let (channel, last) = (subscription.channel, subscription.lastNumber)
        subscription.position = last
        // Each delivery of a held channel is one of links that wait: nothing of them is lost.
        guard channel.rules.kind != .held else { return }
        let lanes = lane.map { [$0] } ?? Array(channel.lanes.values)
        let kept = lanes.compactMap(\.kept).filter { $0.expiresNs > nowNs }.sorted { $0.id < $1.id }
            .filter { subscription.number(of: $0) > after ?? .min }
        subscription.position = min(after ?? kept.first.map { subscription.number(of: $0) - 1 } ?? last, last)
        let first = lane?.firstNumber ?? channel.firstNumber
        var told = after
        for link in kept {
            let number = subscription.number(of: link)
            if let before = told { subscription.noteMissed(after: before, before: number, first) }
            _ = offer(link, to: subscription)
            if told != nil { told = number }
        }
        if let told { subscription.noteMissed(after: told, before: last + 1, first) }
    }
}
