// All channels of a table, as a machine without a clock or a socket: calls come in, time is passed in, and what has to be
// done comes out as effects.
//
//     hub.send(link, to: "player", …)         → .held(7)       the sender waits for the answer to link 7
//     hub.takeEffects()                       → [.start("player", user 1000)]
//     hub.subscribe(to: "player", …)          the program listens
//     hub.takeEffects()                       → [.wake(subscription)]
//     hub.next(for: subscription)             → .link(…, delivery: "5f3c…")
//     hub.acknowledge("5f3c…", .performed)
//     hub.takeEffects()                       → [.answer(7, .performed)]
//
// Each held link is answered exactly once, and each method leaves the hub with nothing to do but its effects and, at
// `nextDeadlineNs`, `advance`.

import Contract
internal import DequeModule

/// The channels of the daemon.
///
/// *Owner/thread*: the loop's thread.
package final class ChannelHub {
    /// What the owner has to do.
    package enum Effect {
        /// The subscription has something to tell.
        case wake(Subscription)
        /// The subscription has ended; it has nothing more to tell.
        case end(Subscription, SubscriptionEnd)
        /// The sender of a held link is answered.
        case answer(link: Int, HeldResult)
        /// The program that takes the links of a user is to be started. The owner calls `starterEnded` once it has ended.
        case start(channel: String, user: UInt32)
    }

    private(set) var channels: [String: Channel] = [:]
    var effects: [Effect] = []
    var usage: [UInt32: ChannelUsage] = [:]
    /// Links of held channels whose senders are not answered, by their numbers.
    package internal(set) var held: [Int: HeldLink] = [:]
    /// The same by the names of their deliveries.
    var deliveries: [String: HeldLink] = [:]
    var deadlines = DeadlineList()
    var linkCount = 0
    var assignmentCount = 0
    /// Gives a number higher than all that were given before a while ago, also by an earlier run of the daemon.
    let firstNumber: () -> Int64
    /// Gives 128 random bits, as text.
    let deliveryName: () -> String
    /// The user whose limits what belongs to a uid counts for.
    private let owner: (UInt32) -> UInt32

    /// - Parameters:
    ///   - firstNumber: the wall clock's milliseconds times 1,024, so that numbers go up over restarts, and no channel passes
    ///     on more links than that.
    ///   - deliveryName: a new name that cannot be guessed.
    ///   - owner: the user whose limits what belongs to a uid counts for: a user may have many subordinate uids.
    package init(
        firstNumber: @escaping () -> Int64, deliveryName: @escaping () -> String,
        owner: @escaping (UInt32) -> UInt32 = { $0 }
    ) {
        (self.firstNumber, self.deliveryName, self.owner) = (firstNumber, deliveryName, owner)
    }

    deinit { Channel.untie(channels.values, from: held.values) }

    /// Removes and returns what has to be done, in its order.
    package func takeEffects() -> [Effect] {
        var taken: [Effect] = []
        swap(&taken, &effects)
        return taken
    }

    // MARK: The table

    /// Puts the channels of a table in force; subscribers and links of those that stay are kept.
    ///
    /// The links of a channel that is gone are answered `.removed`, and its subscriptions end.
    ///
    /// - Parameter isSuspended: whether a channel that is not declared will be again: until then its links and subscribers
    ///   stay, and no subscriber is told of another link.
    package func adopt(
        _ declared: [String: ChannelTerms], suspending isSuspended: (String) -> Bool = { _ in false }, nowNs: Int64
    ) {
        for (name, channel) in channels where declared[name]?.kind != channel.rules.kind {
            if declared[name] == nil, isSuspended(name) {
                suspend(channel, nowNs: nowNs)
                continue
            }
            channels[name] = nil
            for link in held.values.filter({ $0.channel === channel }).sorted(by: { $0.sent.id < $1.sent.id }) {
                release(link, nowNs: nowNs)
                finish(link, link.tellings > 0 ? .notAcknowledged : .removed)
            }
            let subscriptions = channel.lanes.values.flatMap(\.subscribers) + channel.listeners
            for subscription in subscriptions { end(subscription, .channelRemoved, nowNs: nowNs) }
            for lane in channel.lanes.values { forgetKept(of: lane) }
            channel.lanes.removeAll()
        }
        for (name, rules) in declared {
            if let channel = channels[name] {
                (channel.rules, channel.isSuspended) = (rules, false)
                // Where it has got a program, links may have been waiting for one.
                for lane in channel.lanes.values.sorted(by: { $0.user < $1.user }) {
                    handOut(channel, lane, nowNs: nowNs)
                }
            } else {
                channels[name] = Channel(name, rules, firstNumber: firstNumber())
            }
        }
    }

    /// The rules of a channel; nil where the table has none of that name.
    package func rules(of channel: String) -> ChannelTerms? { channels[channel]?.rules }

    // MARK: Subscriptions

    /// Adds a subscriber.
    ///
    /// - Parameters:
    ///   - hearsAll: whether it gets all users' links; the owner has checked that it may.
    ///   - after: the last number that an earlier subscription was told. Links after it that are not kept count as missed.
    ///
    /// *Throws*: `noChannel`, or `tooMany` where the user has as many subscriptions as one may have.
    package func subscribe(
        to name: String, user: UInt32, hearsAll: Bool = false, after: Int64? = nil, nowNs: Int64
    ) throws(SubscriptionError) -> Subscription {
        guard let channel = channels[name], !channel.isSuspended else { throw .noChannel }
        guard usage(of: user).subscriptions < Limits.subscriptionsPerUser else {
            throw .tooMany(limit: Limits.subscriptionsPerUser)
        }
        change(user) { $0.subscriptions += 1 }
        let subscription = Subscription(of: channel, user: user, hearsAll: hearsAll)
        let lane = hearsAll ? nil : channel.lane(of: user, firstNumber: firstNumber())
        if let lane { lane.subscribers.append(subscription) } else { channel.listeners.append(subscription) }
        offerKept(to: subscription, in: lane, after: after, nowNs: nowNs)
        if !subscription.items.isEmpty { effects.append(.wake(subscription)) }
        fill(subscription, nowNs: nowNs)
        return subscription
    }

    /// Removes a subscriber whose connection is gone; what it held goes to the next.
    package func unsubscribe(_ subscription: Subscription, nowNs: Int64) {
        guard !subscription.hasEnded else { return }
        remove(subscription, nowNs: nowNs)
    }

    /// Ends a subscription for a reason that its client is told.
    package func end(_ subscription: Subscription, _ reason: SubscriptionEnd, nowNs: Int64) {
        guard !subscription.hasEnded else { return }
        remove(subscription, nowNs: nowNs)
        effects.append(.end(subscription, reason))
    }

    private func remove(_ subscription: Subscription, nowNs: Int64) {
        let channel = subscription.channel
        subscription.hasEnded = true
        change(subscription.user) { $0.subscriptions -= 1 }
        let lane = channel.lanes[subscription.user]
        if subscription.hearsAll {
            channel.listeners.removeAll { $0 === subscription }
        } else {
            lane?.subscribers.removeAll { $0 === subscription }
        }
        takeBack(subscription.outstanding, from: subscription, nowNs: nowNs)
        while let item = subscription.items.popFirst() {
            if case .link(let link) = item { count(link, by: -1, for: subscription.user) }
        }
        subscription.linkCount = 0
        forgetIfEmpty(subscription.user, in: channel)
    }

    /// The held link that a subscriber is told next; nil where it is told something else, or nothing.
    ///
    /// The owner verifies its feature again, and withdraws it where that is not available any more.
    package func nextHeldLink(for subscription: Subscription) -> Int? {
        guard case .held(let link) = subscription.items.first else { return nil }
        return link.sent.id
    }

    /// What a subscriber is told next; nil where there is nothing.
    package func next(for subscription: Subscription, nowNs: Int64) -> ChannelNews? {
        switch subscription.items.popFirst() {
        case nil: return nil
        case .missed(let count): return subscription.newsOfMissed(count)
        case .link(let sent):
            subscription.linkCount -= 1
            count(sent, by: -1, for: subscription.user)
            subscription.position = subscription.number(of: sent)
            return .link(sent.link, user: sent.user, sequence: subscription.position, delivery: nil)
        case .held(let link):
            if let lane = subscription.channel.lanes[link.sent.user] {
                subscription.position = subscription.number(in: subscription.channel.nextNumbers(in: lane))
            }
            link.isTold = true
            link.tellings += 1
            subscription.told.append(link)
            link.restartTime(nowNs: nowNs)
            // It could not take that one before.
            subscription.items.first?.held?.restartTime(nowNs: nowNs)
            return .link(
                link.sent.link, user: link.sent.user, sequence: subscription.position,
                delivery: Delivery(name: link.delivery, isRedelivered: link.tellings > 1, dueNs: link.dueNs))
        }
    }

    // MARK: What is counted

    /// How many subscribers hear a user's links in a channel, how many of these no subscriber has acknowledged, and how
    /// many are kept.
    package func counts(of name: String, user: UInt32) -> (subscribers: Int, waiting: Int, kept: Int) {
        channels[name]?.counts(of: user) ?? (0, 0, 0)
    }

    /// How many subscribers a channel has, and how many links of all users no subscriber has acknowledged.
    package func totals(of name: String) -> (subscribers: Int, waiting: Int) { channels[name]?.totals ?? (0, 0) }

    /// Counts a link that a user's subscriber has not read, or that is kept for a user.
    func count(_ sent: SentLink, by sign: Int, for user: UInt32) {
        change(user) { $0.bytes += sign * sent.link.byteCount }
    }

    /// What a user takes up, with all uids that count for it.
    func usage(of user: UInt32) -> ChannelUsage { usage[owner(user)] ?? ChannelUsage() }

    /// Changes what a user takes up; forgets one who has nothing here.
    func change(_ user: UInt32, _ change: (inout ChannelUsage) -> Void) {
        let owner = owner(user)
        change(&usage[owner, default: ChannelUsage()])
        if usage[owner] == ChannelUsage() { usage[owner] = nil }
    }

    /// Forgets a lane without links and subscribers.
    func forgetIfEmpty(_ user: UInt32, in channel: Channel) {
        guard let lane = channel.lanes[user], lane.subscribers.isEmpty, lane.kept == nil, lane.heldCount == 0,
            lane.starter.state == .idle
        else { return }
        channel.lanes[user] = nil
        channel.forgottenNumber = max(channel.forgottenNumber, lane.lastNumber)
    }

    /// Lets go of the link that a `latest` or `sticky` channel keeps.
    func forgetKept(of lane: Lane) {
        guard let kept = lane.kept.take() else { return }
        count(kept, by: -1, for: kept.user)
    }
}

/// What one user takes up in all channels.
struct ChannelUsage: Equatable {
    var subscriptions = 0
    /// *Units*: bytes of links that wait for the user's subscribers, or are kept among the user's links.
    var bytes = 0
    /// *Units*: links of held channels.
    var heldLinks = 0
}

/// Why a channel was not subscribed to.
package enum SubscriptionError: Error, Equatable {
    case noChannel
    /// *Units*: subscriptions of one user.
    case tooMany(limit: Int)
}
