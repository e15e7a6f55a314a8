internal import DequeModule

/// What a subscriber is told next.
package enum ChannelNews {
    /// A link; `delivery` names it where it is to be acknowledged.
    case link(ChannelLink, user: UInt32, sequence: Int64, delivery: String?, isRedelivered: Bool)
    /// Links that it was not told of. *Units*: links; nil where their number is not known.
    case missed(Int64?)
}

/// Why a subscription ended by itself.
package enum SubscriptionEnd: Equatable, Sendable {
    /// The table in force does not declare the channel any more.
    case channelRemoved
    /// It let too many links pass without an acknowledgement.
    case tooManyMissed
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
