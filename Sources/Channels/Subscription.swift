internal import DequeModule

/// What a subscriber is told next.
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
    }

    package let user: UInt32
    /// Whether it gets the links of all users, and not only of its own.
    package let hearsAll: Bool
    let channel: Channel
    var items: Deque<Item> = []
    /// How many of the items are links.
    var linkCount = 0
    /// The link that it has to acknowledge.
    var holding: HeldLink?
    /// How many links in a row it did not acknowledge.
    var missedDeadlines = 0
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

    /// The place of a link as this subscriber counts them.
    func sequence(of link: SentLink) -> Int64 { hearsAll ? link.numbers.all : link.numbers.own }

    /// Notes that links were dropped, in one item with those dropped just before.
    func noteMissed(_ count: Int64?) {
        guard case .missed(let before) = items.last else { return items.append(.missed(count)) }
        items.removeLast()
        items.append(.missed(before.flatMap { before in count.map { before + $0 } }))
    }
}
