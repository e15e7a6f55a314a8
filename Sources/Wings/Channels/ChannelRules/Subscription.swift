internal import DequeModule

/// The next notice to a subscriber.
package enum ChannelNews {
    /// A link; with its delivery where it is to be acknowledged.
    case link(ChannelLink, user: UInt32, sequence: Int64, delivery: Delivery?)
    /// Links up to that number that it was not told of. *Units*: links; nil where their number is not known.
    case missed(Int64?, sequence: Int64)
}

/// How a link is acknowledged.
package struct Delivery {
    package let name: String
    /// Whether a subscriber was told of it before.
    package let isRedelivered: Bool
    /// When the subscriber's time is over.
    ///
    /// *Units*: nanoseconds on the monotonic clock.
    package let dueNs: Int64
}

/// Why a subscription ended by itself.
package enum SubscriptionEnd: Equatable, Sendable {
    /// The table in force does not declare the channel any more.
    case channelRemoved
    /// It let too many links pass without an acknowledgement.
    case tooManyMissed
    /// The table in force does not let it hear all users' links any more.
    case notAdmitted
}

/// One subscriber of one channel.
///
/// *Owner/thread*: the loop's thread; held by the hub until it ends.
package final class Subscription {
    /// A link that waits to be told, or the number of those that were dropped before it.
    enum Item {
        case link(SentLink)
        case held(HeldLink)
        case missed(Int64?)

        /// nil for all but a held link.
        var held: HeldLink? { if case .held(let link) = self { link } else { nil } }
    }

    package let user: UInt32
    /// Whether it gets the links of all users, and not only of its own.
    package let hearsAll: Bool
    let channel: Channel
    var items: Deque<Item> = []
    /// How many of the items are links.
    var linkCount = 0
    /// The held links that it was told of and has to acknowledge, in the order of their tellings.
    var told: [HeldLink] = []
    /// Which of all assignments was the last of a held link to it.
    var lastAssignment = 0
    /// How many deadlines in a row it let pass.
    var missedDeadlines = 0
    /// When the last of them passed.
    ///
    /// *Units*: nanoseconds on the monotonic clock.
    private var lastMissNs = Int64.min
    package internal(set) var hasEnded = false
    /// The number of what it was told last; a later subscription goes on after it.
    package internal(set) var position: Int64 = 0

    /// The user of the link that it is told next; nil where there is none.
    package var nextUser: UInt32? {
        switch items.first {
        case .link(let sent): sent.user
        case .held(let link): link.sent.user
        // It comes with the links behind it.
        case .missed where items.count > 1: if case .link(let sent) = items[1] { sent.user } else { nil }
        case .missed, nil: nil
        }
    }
    /// Whether there is something that it was not told.
    package var hasNews: Bool { !items.isEmpty }

    init(of channel: Channel, user: UInt32, hearsAll: Bool) {
        (self.channel, self.user, self.hearsAll) = (channel, user, hearsAll)
    }

    // MARK: Held links

    /// The held links that it has and was not told of, in the order in which it is told.
    var untold: [HeldLink] { items.compactMap(\.held) }
    /// The held links that it has: those that it was told of, then the others.
    var outstanding: [HeldLink] { told + untold }
    /// How many these are; all items of a held channel are such links.
    var outstandingCount: Int { told.count + items.count }
    /// Whether it gets one more.
    ///
    /// Where links are not redelivered, each that it was told of is lost when it crashes, so it has one at a time. One that
    /// has missed a deadline may hang, so until it acknowledges a link it has one at a time too.
    var hasRoom: Bool {
        outstandingCount < (missedDeadlines == 0 && channel.rules.isRedelivered ? channel.rules.window : 1)
    }
    /// Whether it has no held link, and is not known to be slow.
    var isIdle: Bool { outstandingCount == 0 && missedDeadlines == 0 }
    /// What comes before another subscriber's where both could get a link.
    var load: (Int, Int, Int) { (outstandingCount, hearsAll ? 1 : 0, lastAssignment) }

    /// Adds a held link that it is to be told of, before those of the same user that were sent later.
    func add(_ link: HeldLink) {
        let place = items.firstIndex { item in
            item.held.map { $0.sent.user == link.sent.user && $0.sent.id > link.sent.id } ?? false
        }
        items.insert(.held(link), at: place ?? items.endIndex)
    }

    /// Removes a held link that it has.
    func remove(_ link: HeldLink, nowNs: Int64) {
        told.removeAll { $0 === link }
        guard let place = items.firstIndex(where: { $0.held === link }) else { return }
        items.remove(at: place)
        // It could not take the next one before.
        if place == items.startIndex { items.first?.held?.restartTime(nowNs: nowNs) }
    }

    /// Gives it its whole time for the links that it was told of after one that it acknowledges: they had to wait for that.
    func restartTimes(after link: HeldLink, nowNs: Int64) {
        let place = told.firstIndex { $0 === link } ?? 0
        for later in told[place...] { later.restartTime(nowNs: nowNs) }
    }

    /// Whether it is its own fault that a link was not acknowledged: it was told of it, or does not take it.
    func isLate(with link: HeldLink) -> Bool { link.isTold || items.first?.held === link && !link.isPostponed }

    /// Counts a deadline that it let pass.
    ///
    /// One delay counts once, however many links it was told of: a link whose time began before the last deadline passed was
    /// delayed with that one. So one that is slow once loses all of its links, and is not ended for it.
    func countMiss(of link: HeldLink, nowNs: Int64) {
        guard link.sinceNs >= lastMissNs else { return }
        missedDeadlines += 1
        lastMissNs = nowNs
    }

    // MARK: Other links

    /// The place of a link as this subscriber counts them.
    func number(in numbers: LinkNumbers) -> Int64 { hearsAll ? numbers.all : numbers.own }

    /// The same of a link that has a number: no held channel passed it on.
    func number(of link: SentLink) -> Int64 { link.numbers.map(number) ?? position }

    /// The number of the last link that was sent to where it listens, or of the last delivery of a held channel.
    var lastNumber: Int64 { hearsAll ? channel.lastNumber : channel.lanes[user]?.lastNumber ?? position }

    /// Counts the links between two numbers as missed.
    ///
    /// - Parameter first: before that number it is not known how many there were.
    func noteMissed(after: Int64, before end: Int64, _ first: Int64) {
        if after < first { noteMissed(nil) } else if end - after > 1 { noteMissed(end - after - 1) }
    }

    /// Goes on after links that it missed, and says so: all up to the next link were told or missed.
    func newsOfMissed(_ count: Int64?) -> ChannelNews {
        if case .link(let sent) = items.first { position = number(of: sent) - 1 } else { position = lastNumber }
        return .missed(count, sequence: position)
    }

    /// Notes that links were dropped, in one item with those dropped just before.
    func noteMissed(_ count: Int64?) {
        guard case .missed(let before) = items.last else { return items.append(.missed(count)) }
        items.removeLast()
        items.append(.missed(Self.sum(before, count)))
    }

    /// Drops the oldest link that it was not told of, in one item with those dropped around it; nil where there is none.
    func dropOldest() -> SentLink? {
        guard linkCount > 0 else { return nil }
        var count: Int64? = 1
        if case .missed(let before) = items.first {
            items.removeFirst()
            count = Self.sum(before, count)
        }
        guard case .link(let sent) = items.popFirst() else { return nil }
        linkCount -= 1
        if case .missed(let after) = items.first {
            items.removeFirst()
            count = Self.sum(count, after)
        }
        items.prepend(.missed(count))
        return sent
    }

    /// The number of links that were dropped; nil where one part is not known.
    private static func sum(_ some: Int64?, _ more: Int64?) -> Int64? {
        some.flatMap { some in more.map { some + $0 } }
    }
}
