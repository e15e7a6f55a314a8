// The links of held channels, from their arrival to the answer to their sender.

import Contract
internal import DequeModule

/// How a held link ended, for its sender.
package enum HeldResult: Equatable, Sendable {
    /// A subscriber has acknowledged it.
    case performed
    /// A subscriber has acknowledged it as failed. *Shape*: the subscriber's own words.
    case refused(reason: String)
    /// No subscriber was told of it in time.
    case noSubscriber
    /// It gave way to newer ones. *Units*: as the limit says.
    case displaced(ChannelLimit)
    /// A subscriber was told of it and did not acknowledge it, so it may have acted on it.
    case notAcknowledged
    /// The owner took it back, before a subscriber was told of it.
    case withdrawn
    /// The table in force does not declare the channel any more.
    case removed
    /// Its user or an operator cleared the channel.
    case cleared
}

/// Why an acknowledgement counts for nothing.
package enum AcknowledgementError: Error, Equatable {
    /// No link has that name, or its time is over, or another user's subscriber has it.
    case unknownDelivery
}

extension ChannelHub {
    /// Keeps a link until a subscriber has acknowledged it.
    func hold(
        _ link: ChannelLink, in channel: Channel, _ lane: Lane, of user: UInt32, delivery: String?, nowNs: Int64
    ) -> SendResult {
        let limit = limitReached(by: link, in: channel, lane, of: user)
        let displaced = limit.flatMap { channel.displaceable(for: $0, in: lane) }
        if let limit, displaced == nil { return .full(limit) }
        let sent = accepted(link, in: channel, lane, of: user, nowNs: nowNs)
        add(HeldLink(sent, in: channel, delivery: delivery ?? deliveryName()), to: lane, nowNs: nowNs)
        // Not before: a lane without links is forgotten.
        if let displaced, let limit { drop(displaced, .displaced(limit), nowNs: nowNs) }
        return .held(link: sent.id)
    }

    /// Keeps a link that an earlier run of the daemon accepted; returns its number, or nil where the table in force
    /// declares no held channel of that name.
    ///
    /// It was admitted then, so no limit keeps it out now.
    package func restore(_ link: RestoredLink, to name: String, user: UInt32, nowNs: Int64) -> Int? {
        guard let channel = channels[name], channel.rules.kind == .held else { return nil }
        let lane = channel.lane(of: user, firstNumber: firstNumber())
        let sent = accepted(link.link, in: channel, lane, of: user, lifetime: link.remaining, nowNs: nowNs)
        let heldLink = HeldLink(sent, in: channel, delivery: link.delivery)
        heldLink.tellings = link.wasTold ? 1 : 0
        add(heldLink, to: lane, nowNs: nowNs)
        return sent.id
    }

    private func add(_ link: HeldLink, to lane: Lane, nowNs: Int64) {
        let sent = link.sent
        held[sent.id] = link
        deliveries[link.delivery] = link
        lane.heldCount += 1
        change(sent.user) { $0.heldLinks += 1 }
        count(sent, by: 1, for: sent.user)
        schedule(.expiry(link: sent.id), atNs: sent.expiresNs)
        lane.waiting.append(link)
        handOut(link.channel, lane, nowNs: nowNs)
    }

    /// What a link would be refused for now; nil where a held channel has room, or another link would give way.
    package func obstacle(to link: ChannelLink, in name: String, user: UInt32) -> ChannelLimit? {
        guard let channel = channels[name], let lane = channel.lanes[user] else { return nil }
        guard let limit = limitReached(by: link, in: channel, lane, of: user) else { return nil }
        return channel.displaceable(for: limit, in: lane) == nil ? limit : nil
    }

    /// The number of the link of a delivery, until it has ended.
    package func link(ofDelivery name: String) -> Int? { deliveries[name]?.sent.id }

    /// Notes that the owner is not ready to tell a link: no subscriber is late with it.
    package func postpone(link id: Int) { held[id]?.isPostponed = true }

    /// Goes on with a link that was postponed; the subscriber that has it then has its whole time to acknowledge it.
    package func resume(link id: Int, nowNs: Int64) {
        guard let link = held[id], link.isPostponed else { return }
        link.isPostponed = false
        guard let holder = link.holder, !link.isTold else { return }
        link.restartTime(nowNs: nowNs)
        effects.append(.wake(holder))
    }

    private func limitReached(
        by link: ChannelLink, in channel: Channel, _ lane: Lane, of user: UInt32
    ) -> ChannelLimit? {
        let used = usage(of: user)
        if used.heldLinks >= Limits.heldLinksPerUser { return .heldLinks(Limits.heldLinksPerUser) }
        let most = Limits.channelBytesPerUser
        if used.bytes + link.byteCount > most { return .bytes(most) }
        return channel.isFull(in: lane) ? .links(channel.rules.capacity) : nil
    }

    // MARK: The end of a link

    /// Takes what a subscriber says of a link that it was told of.
    ///
    /// - Parameter user: the user who acknowledges; each connection of the subscriber's user may.
    package func acknowledge(
        _ delivery: String, _ result: Acknowledgement, user: UInt32, nowNs: Int64
    ) throws(AcknowledgementError) {
        guard let link = deliveries[delivery], link.isTold, let subscription = link.holder, subscription.user == user
        else { throw .unknownDelivery }
        subscription.restartTimes(after: link, nowNs: nowNs)
        release(link, nowNs: nowNs)
        subscription.missedDeadlines = 0
        link.channel.lanes[link.sent.user]?.starter.failures = 0
        switch result {
        case .performed: finish(link, .performed)
        case .failed(let reason): finish(link, .refused(reason: reason))
        }
        fill(subscription, nowNs: nowNs)
    }

    /// Takes back a link of which no subscriber was told; false where one was, or it is answered.
    ///
    /// For a sender that hangs up, and for a link whose feature is not available any more when it is handed out.
    package func withdraw(link id: Int, nowNs: Int64) -> Bool {
        guard let link = held[id], link.tellings == 0 else { return false }
        drop(link, .withdrawn, nowNs: nowNs)
        return true
    }

    /// Ends a link whose feature is not available any more when it is the next that a subscriber would be told.
    package func refuse(link id: Int, nowNs: Int64) {
        guard let link = held[id], !link.isTold else { return }
        drop(link, .withdrawn, nowNs: nowNs)
    }

    /// Removes the links of a user that wait, and the one that a channel keeps.
    ///
    /// Returns how many they were.
    package func clear(_ name: String, user: UInt32, nowNs: Int64) -> Int {
        guard let channel = channels[name], let lane = channel.lanes[user] else { return 0 }
        let links = held.values.filter { $0.channel === channel && $0.sent.user == user && !$0.isTold }
        for link in links.sorted(by: { $0.sent.id < $1.sent.id }) { drop(link, .cleared, nowNs: nowNs) }
        let isKept = lane.kept != nil
        forgetKept(of: lane)
        forgetIfEmpty(user, in: channel)
        return links.count + (isKept ? 1 : 0)
    }

    /// Ends a link that no subscriber has been told of, or that was taken back from all who were.
    private func drop(_ link: HeldLink, _ result: HeldResult, nowNs: Int64) {
        let holder = link.holder
        release(link, nowNs: nowNs)
        link.channel.lanes[link.sent.user]?.waiting.removeAll { $0 === link }
        finish(link, link.tellings > 0 ? .notAcknowledged : result)
        if let holder { fill(holder, nowNs: nowNs) }
    }

    /// Answers the sender, and forgets the link.
    func finish(_ link: HeldLink, _ result: HeldResult) {
        guard held.removeValue(forKey: link.sent.id) != nil else { return }
        deliveries[link.delivery] = nil
        let user = link.sent.user
        change(user) { $0.heldLinks -= 1 }
        count(link.sent, by: -1, for: user)
        link.channel.lanes[user]?.heldCount -= 1
        effects.append(.answer(link: link.sent.id, result))
        forgetIfEmpty(user, in: link.channel)
    }

    /// Ends a link whose time is over, and that no subscriber has to acknowledge.
    func expire(_ link: HeldLink, nowNs: Int64) { drop(link, .noSubscriber, nowNs: nowNs) }
}

/// What a subscriber says of a link.
package enum Acknowledgement: Equatable, Sendable {
    case performed
    /// *Shape*: one sentence for the sender.
    case failed(reason: String)
}
