import Contract

extension ChannelHub {
    /// When `advance` has something to do; nil where nothing waits.
    ///
    /// It may be early: deadlines that are out of date count too.
    package var nextDeadlineNs: Int64? { deadlines.first?.atNs }

    /// Does what is due by now.
    package func advance(nowNs: Int64) {
        while let deadline = deadlines.popFirst(dueAtNs: nowNs) {
            guard isCurrent(deadline) else { continue }
            switch deadline.event {
            case .expiry(let id):
                // One that a subscriber was told of is answered when its own time is over.
                if let link = held[id], !link.isTold { expire(link, nowNs: nowNs) }
            case .acknowledgement(let id, _):
                guard let link = held[id], let holder = link.holder else { continue }
                // Its time may have begun again meanwhile.
                if link.dueNs > nowNs {
                    schedule(deadline.event, atNs: link.dueNs)
                } else {
                    timePassed(for: link, of: holder, nowNs: nowNs)
                }
            case .keptExpiry(let name, let user, _):
                guard let channel = channels[name], let lane = channel.lanes[user] else { continue }
                forgetKept(of: lane)
                forgetIfEmpty(user, in: channel)
            case .restart(let name, let user):
                guard let channel = channels[name], let lane = channel.lanes[user] else { continue }
                lane.starter.state = .idle
                handOut(channel, lane, nowNs: nowNs)
                forgetIfEmpty(user, in: channel)
            }
        }
    }

    /// Adds a deadline.
    func schedule(_ event: Deadline.Event, atNs: Int64) {
        deadlines.insert(Deadline(atNs: atNs, event: event)) { isCurrent($0) }
    }

    /// Whether a deadline still stands.
    private func isCurrent(_ deadline: Deadline) -> Bool {
        switch deadline.event {
        case .expiry(let id): return held[id] != nil
        case .acknowledgement(let id, let assignment):
            guard let link = held[id] else { return false }
            return link.holder != nil && link.assignments == assignment
        case .keptExpiry(let name, let user, let id): return channels[name]?.lanes[user]?.kept?.id == id
        case .restart(let name, let user): return channels[name]?.lanes[user]?.starter.state == .waiting
        }
    }

    /// Takes back a link that a subscriber did not acknowledge in time; another gets it, or the same one again.
    private func timePassed(for link: HeldLink, of subscription: Subscription, nowNs: Int64) {
        var links = [link]
        if subscription.isLate(with: link) {
            subscription.countMiss(of: link, nowNs: nowNs)
            if subscription.missedDeadlines >= Limits.missedDeadlines {
                return end(subscription, .tooManyMissed, nowNs: nowNs)
            }
            // Nor do links that it was not told of have to wait for it, and it is told of none before this one.
            links += subscription.untold.filter { $0 !== link }
        } else if link.sent.expiresNs > nowNs {
            // It waits for the owner, or for the links before it.
            return awaitAcknowledgement(of: link, nowNs: nowNs)
        }
        takeBack(links, from: subscription, nowNs: nowNs)
        fill(subscription, nowNs: nowNs)
    }

    // MARK: Programs

    /// Has the program of a channel started, unless it runs or has to wait.
    func startIfIdle(_ channel: Channel, _ lane: Lane) {
        guard channel.rules.hasStarter, lane.starter.state == .idle else { return }
        lane.starter.state = .running
        effects.append(.start(channel: channel.name, user: lane.user))
    }

    /// Takes note that the program of a channel has ended, or could not be started.
    ///
    /// Where links still wait then, it is started again after a while, which doubles each time until a link is acknowledged.
    package func starterEnded(channel name: String, user: UInt32, nowNs: Int64) {
        guard let channel = channels[name], let lane = channel.lanes[user], lane.starter.state == .running else {
            return
        }
        lane.starter.state = .waiting
        let doublings = min(lane.starter.failures, 16)
        lane.starter.failures += 1
        let waitNs = min(
            Limits.starterRetry.wholeNanoseconds << Int64(doublings), Limits.starterLongestRetry.wholeNanoseconds)
        schedule(.restart(channel: name, user: user), atNs: nowNs + waitNs)
    }
}
