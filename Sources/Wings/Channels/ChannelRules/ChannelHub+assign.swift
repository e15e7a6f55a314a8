// Assigns held links to subscribers. Each may have several that it has not acknowledged, its window: so an app does not
// wait for the next link while its acknowledgement is under way.
//
//     a window of 2; s and t are apps of ann
//     send a, b, c, d, e     s has a and c, t has b and d; e waits
//     next for s             s is told of a
//     t acknowledges b       t gets e
//     s leaves               a and c wait again, before e; a is marked as redelivered when it is told again, c is not
//
// A link goes to the subscriber that has the fewest. One that has none takes over a link that another has beside others and
// was not told of. So a slow app keeps few links from an idle one: those that it was told of.
//
// The time for a link begins when the subscriber is told of it, and again when it acknowledges one that it was told of before:
// an app that handles its links in turn has the whole time for each.

import Contract
internal import DequeModule

extension ChannelHub {
    /// Gives the links of a user that wait to subscribers with room; has the program started where there is no subscriber.
    ///
    /// - Parameter late: a subscriber that gets none of them.
    func handOut(_ channel: Channel, _ lane: Lane, passingOver late: Subscription? = nil, nowNs: Int64) {
        guard !channel.isSuspended else { return }
        while !lane.waiting.isEmpty, let subscription = channel.freest(for: lane, passingOver: late) {
            assign(lane.waiting.removeFirst(), to: subscription, nowNs: nowNs)
        }
        if !lane.waiting.isEmpty, channel.hearers(of: lane).isEmpty { startIfIdle(channel, lane) }
    }

    /// Gives a subscriber of a held channel the links that wait and that it has room for; one that has none then takes one
    /// over.
    func fill(_ subscription: Subscription, nowNs: Int64) {
        let channel = subscription.channel
        guard channel.rules.kind == .held, !channel.isSuspended, !subscription.hasEnded else { return }
        while subscription.hasRoom, let lane = channel.laneInTurn(for: subscription) {
            assign(lane.waiting.removeFirst(), to: subscription, nowNs: nowNs)
        }
        guard subscription.isIdle, let link = channel.spareLink(for: subscription) else { return }
        let other = link.holder
        release(link, nowNs: nowNs)
        assign(link, to: subscription, nowNs: nowNs)
        if let other { fill(other, nowNs: nowNs) }
    }

    private func assign(_ link: HeldLink, to subscription: Subscription, nowNs: Int64) {
        assignmentCount += 1
        subscription.lastAssignment = assignmentCount
        link.channel.lanes[link.sent.user]?.lastAssignment = assignmentCount
        (link.holder, link.isTold) = (subscription, false)
        subscription.add(link)
        awaitAcknowledgement(of: link, nowNs: nowNs)
        effects.append(.wake(subscription))
    }

    /// Has a link taken back if its subscriber does not acknowledge it in time.
    func awaitAcknowledgement(of link: HeldLink, nowNs: Int64) {
        link.assignments += 1
        link.restartTime(nowNs: nowNs)
        schedule(.acknowledgement(link: link.sent.id, assignment: link.assignments), atNs: link.dueNs)
    }

    /// Takes links from a subscriber that is gone or late, and gives them to others.
    func takeBack(_ links: [HeldLink], from subscription: Subscription, nowNs: Int64) {
        let channel = subscription.channel
        for link in links { putBack(link, nowNs: nowNs) }
        // All are in their places before one is handed out: apps get links in their order.
        let lanes = Set(links.map(\.sent.user)).compactMap { channel.lanes[$0] }
        for lane in lanes.sorted(by: { $0.turn < $1.turn }) {
            handOut(channel, lane, passingOver: subscription, nowNs: nowNs)
        }
    }

    /// Has the links of a channel wait that no subscriber was told of; those that one was told of can be acknowledged.
    func suspend(_ channel: Channel, nowNs: Int64) {
        channel.isSuspended = true
        let untold = held.values.filter { $0.channel === channel && $0.holder != nil && !$0.isTold }
        for link in untold.sorted(by: { $0.sent.id < $1.sent.id }) { putBack(link, nowNs: nowNs) }
    }

    /// Takes a link from the subscriber that has it, and ends it or has it wait in its place.
    private func putBack(_ link: HeldLink, nowNs: Int64) {
        release(link, nowNs: nowNs)
        if link.isTold, !link.channel.rules.isRedelivered || link.sent.expiresNs <= nowNs {
            return finish(link, .notAcknowledged)
        }
        guard link.sent.expiresNs > nowNs else { return expire(link, nowNs: nowNs) }
        link.isTold = false
        link.channel.lanes[link.sent.user]?.putBack(link)
    }

    /// Takes a link from the subscriber that has it, without giving it to another.
    func release(_ link: HeldLink, nowNs: Int64) { link.holder.take()?.remove(link, nowNs: nowNs) }
}
