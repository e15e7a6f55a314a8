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
        _ link: ChannelLink, in channel: Channel, _ lane: Lane, of user: UInt32, nowNs: Int64
    ) -> SendResult {
        if let limit = limitReached(by: link, in: channel, lane, of: user) {
            let givesWay = channel.rules.overflow == .dropOldest && limit == .links(channel.rules.capacity)
            guard givesWay, let oldest = lane.waiting.popFirst() else { return .full(limit) }
            finish(oldest, oldest.tellings > 0 ? .notAcknowledged : .displaced(limit))
        }
        let sent = numbered(link, in: channel, lane, of: user, nowNs: nowNs)
        let heldLink = HeldLink(sent, in: channel, delivery: deliveryName())
        held[sent.id] = heldLink
        deliveries[heldLink.delivery] = heldLink
        lane.heldCount += 1
        change(user) { $0.heldLinks += 1 }
        count(sent, by: 1, for: user)
        schedule(.expiry(link: sent.id), atNs: sent.expiresNs)
        lane.waiting.append(heldLink)
        handOut(channel, user, nowNs: nowNs)
        return .held(link: sent.id)
    }

    private func limitReached(
        by link: ChannelLink, in channel: Channel, _ lane: Lane, of user: UInt32
    ) -> ChannelLimit? {
        let used = usage(of: user)
        if used.heldLinks >= Limits.heldLinksPerUser { return .heldLinks(Limits.heldLinksPerUser) }
        let most = Limits.channelBytesPerUser
        if used.bytes + link.byteCount > most { return .bytes(most) }
        return lane.heldCount >= channel.rules.capacity ? .links(channel.rules.capacity) : nil
    }

    // MARK: Handing out

    /// Gives the waiting links of a user to idle subscribers; has the program started where there is none at all.
    func handOut(_ channel: Channel, _ user: UInt32, nowNs: Int64) {
        guard let lane = channel.lanes[user] else { return }
        while !lane.waiting.isEmpty, let subscription = lane.idle.popFirst() ?? channel.idle.popFirst() {
            assign(lane.waiting.removeFirst(), of: lane, to: subscription, nowNs: nowNs)
        }
        if !lane.waiting.isEmpty, channel.hearers(of: lane).isEmpty { startIfIdle(channel, lane, of: user) }
    }

    /// Notes that a subscriber holds nothing, and gives it the next link that waits.
    func becomeIdle(_ subscription: Subscription, nowNs: Int64) {
        let channel = subscription.channel
        guard !subscription.hasEnded else { return }
        guard subscription.hearsAll else {
            channel.lanes[subscription.user]?.idle.append(subscription)
            return handOut(channel, subscription.user, nowNs: nowNs)
        }
        // The user whose links waited longest for their turn, so that one with many does not keep the others waiting.
        let lanes = channel.lanes.values.filter { !$0.waiting.isEmpty }
        guard let lane = lanes.min(by: { $0.turn < $1.turn }) else {
            return channel.idle.append(subscription)
        }
        assign(lane.waiting.removeFirst(), of: lane, to: subscription, nowNs: nowNs)
    }

    private func assign(_ link: HeldLink, of lane: Lane, to subscription: Subscription, nowNs: Int64) {
        (link.holder, link.isTold) = (subscription, false)
        link.assignments += 1
        assignmentCount += 1
        lane.lastAssignment = assignmentCount
        subscription.holding = link
        subscription.items.append(.held(link))
        link.dueNs = nowNs + link.channel.rules.acknowledgeTime.wholeNanoseconds
        schedule(.acknowledgement(link: link.sent.id, assignment: link.assignments), atNs: link.dueNs)
        effects.append(.wake(subscription))
    }

    /// Takes a link from a subscriber that is gone or late, and gives it to the next.
    func takeBack(_ link: HeldLink, nowNs: Int64) {
        release(link)
        if link.isTold, !link.channel.rules.isRedelivered || link.sent.expiresNs <= nowNs {
            return finish(link, .notAcknowledged)
        }
        guard link.sent.expiresNs > nowNs else { return expire(link) }
        guard let lane = link.channel.lanes[link.sent.user] else { return }
        // In front of those that were sent later: apps get links in their order.
        let place = lane.waiting.firstIndex { $0.sent.id > link.sent.id } ?? lane.waiting.endIndex
        lane.waiting.insert(link, at: place)
        handOut(link.channel, link.sent.user, nowNs: nowNs)
    }

    /// Takes a link from the subscriber that has it, without giving it to another.
    func release(_ link: HeldLink) {
        guard let subscription = link.holder.take() else { return }
        subscription.holding = nil
        subscription.items.removeAll { if case .held(let other) = $0 { other === link } else { false } }
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
        release(link)
        subscription.missedDeadlines = 0
        link.channel.lanes[link.sent.user]?.starter.failures = 0
        switch result {
        case .performed: finish(link, .performed)
        case .failed(let reason): finish(link, .refused(reason: reason))
        }
        becomeIdle(subscription, nowNs: nowNs)
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

    /// Removes the links of a user that no subscriber was told of: those that wait, and the one that a channel keeps.
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
        release(link)
        link.channel.lanes[link.sent.user]?.waiting.removeAll { $0 === link }
        finish(link, link.tellings > 0 ? .notAcknowledged : result)
        if let holder { becomeIdle(holder, nowNs: nowNs) }
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

    /// Ends a link whose time is over.
    func expire(_ link: HeldLink) {
        link.channel.lanes[link.sent.user]?.waiting.removeAll { $0 === link }
        finish(link, link.tellings > 0 ? .notAcknowledged : .noSubscriber)
    }
}

/// What a subscriber says of a link.
package enum Acknowledgement: Equatable, Sendable {
    case performed
    /// *Shape*: one sentence for the sender.
    case failed(reason: String)
}
