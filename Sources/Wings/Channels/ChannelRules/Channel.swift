internal import DequeModule

/// One channel: its subscribers, and the links of each user.
///
/// *Owner/thread*: the loop's thread; held by the hub.
final class Channel {
    let name: String
    var rules: ChannelTerms
    /// Whether no link is given to a subscriber, until a table declares the channel again.
    var isSuspended = false
    /// The links of each user who has one, or a subscriber.
    var lanes: [UInt32: Lane] = [:]
    /// Subscribers that hear all users' links.
    var listeners: [Subscription] = []
    /// The number before that of the first link.
    let firstNumber: Int64
    /// The number of the last link; in a held channel, of the last delivery.
    var lastNumber: Int64
    /// The highest number of a lane that was forgotten: numbers go up also where a user is back at once, or the clock is
    /// set back.
    var forgottenNumber = Int64.min

    init(_ name: String, _ rules: ChannelTerms, firstNumber: Int64) {
        (self.name, self.rules) = (name, rules)
        (self.firstNumber, lastNumber) = (firstNumber, firstNumber)
    }

    /// Unties channels from their links and subscribers, which hold each other: nothing would free those that a hub leaves.
    static func untie(_ channels: some Sequence<Channel>, from links: some Sequence<HeldLink>) {
        for link in links { link.holder = nil }
        for channel in channels {
            channel.lanes.removeAll()
            channel.listeners.removeAll()
        }
    }

    /// The lane of a user, made where there is none.
    func lane(of user: UInt32, firstNumber: Int64) -> Lane {
        if let lane = lanes[user] { return lane }
        let lane = Lane(of: user, firstNumber: max(firstNumber, forgottenNumber))
        lanes[user] = lane
        return lane
    }

    /// The numbers of the next link of a user, or of the next delivery of a held channel.
    func nextNumbers(in lane: Lane) -> LinkNumbers {
        lane.lastNumber += 1
        lastNumber += 1
        return LinkNumbers(own: lane.lastNumber, all: lastNumber)
    }

    /// All subscribers that hear a user's links.
    func hearers(of lane: Lane) -> [Subscription] {
        listeners.isEmpty ? lane.subscribers : lane.subscribers + listeners
    }

    /// How many subscribers it has, and how many links of all users no subscriber has acknowledged.
    var totals: (subscribers: Int, waiting: Int) {
        lanes.values.reduce((listeners.count, 0)) { ($0.0 + $1.subscribers.count, $0.1 + $1.heldCount) }
    }

    /// How many subscribers hear a user's links, how many of these no subscriber has acknowledged, and how many are kept.
    func counts(of user: UInt32) -> (subscribers: Int, waiting: Int, kept: Int) {
        guard let lane = lanes[user] else { return (listeners.count, 0, 0) }
        return (hearers(of: lane).count, lane.heldCount, lane.kept == nil ? 0 : 1)
    }

    /// The subscriber that gets a user's next held link: the one that has the fewest, of these one that hears no other
    /// user, of these the one that was given a link longest ago; nil where none has room.
    func freest(for lane: Lane, passingOver late: Subscription?) -> Subscription? {
        hearers(of: lane).filter { $0.hasRoom && $0 !== late }.min { $0.load < $1.load }
    }

    /// The lane whose link a subscriber gets next, of those that it hears; nil where no link waits.
    ///
    /// It is the one whose links waited longest for their turn, so that a user with many does not keep the others waiting.
    func laneInTurn(for subscription: Subscription) -> Lane? {
        let heard = subscription.hearsAll ? Array(lanes.values) : lanes[subscription.user].map { [$0] } ?? []
        return heard.filter { !$0.waiting.isEmpty }.min { $0.turn < $1.turn }
    }

    /// Whether as many links of a user wait as the channel holds.
    ///
    /// A link waits while no subscriber has been told of it. Those that one has to acknowledge are limited by its window.
    func isFull(in lane: Lane) -> Bool {
        // Most lanes have fewer links of any state, and need no count.
        lane.heldCount >= rules.capacity && lane.waiting.count + assigned(in: lane).count >= rules.capacity
    }

    /// The link that gives way to a newer one: the oldest that waits; nil where none gives way.
    func displaceable(for limit: ChannelLimit, in lane: Lane) -> HeldLink? {
        guard rules.overflow == .dropOldest, limit == .links(rules.capacity) else { return nil }
        return (assigned(in: lane) + lane.waiting.prefix(1)).min { $0.sent.id < $1.sent.id }
    }

    /// The links of a user that wait in the queue of a subscriber, but for those that it is about to be told of.
    private func assigned(in lane: Lane) -> [HeldLink] {
        hearers(of: lane).flatMap(\.untold).filter { $0.sent.user == lane.user && !$0.isPostponed }
    }

    /// The oldest link that another subscriber has beside others and was not told of, for one that has none.
    func spareLink(for idle: Subscription) -> HeldLink? {
        let others =
            idle.hearsAll
            ? lanes.values.flatMap(\.subscribers) + listeners : lanes[idle.user].map { hearers(of: $0) } ?? []
        return others.filter { $0.outstandingCount > 1 }.flatMap(\.untold)
            .filter { !$0.isPostponed && (idle.hearsAll || $0.sent.user == idle.user) }
            .min { $0.sent.id < $1.sent.id }
    }
}

/// The links of one user in one channel.
final class Lane {
    let user: UInt32
    /// Subscribers that hear this user's links alone.
    var subscribers: [Subscription] = []
    /// The link that a `latest` or `sticky` channel keeps.
    var kept: SentLink?
    /// The links of a held channel that no subscriber has.
    var waiting: Deque<HeldLink> = []
    /// *Units*: links of a held channel whose senders are not answered.
    var heldCount = 0
    var starter = Starter()
    /// Which of all assignments was the last of a link of this lane.
    var lastAssignment = 0
    /// The number before that of the first link.
    let firstNumber: Int64
    /// The number of the last link; in a held channel, of the last delivery.
    var lastNumber: Int64

    /// When its next waiting link has its turn: the lane whose turn is longest ago comes first, then the oldest link.
    var turn: (Int, Int) { (lastAssignment, waiting.first?.sent.id ?? .max) }

    /// Has a link wait in its place: apps get links in their order.
    func putBack(_ link: HeldLink) {
        let place = waiting.firstIndex { $0.sent.id > link.sent.id } ?? waiting.endIndex
        waiting.insert(link, at: place)
    }

    init(of user: UInt32, firstNumber: Int64) {
        (self.user, self.firstNumber, lastNumber) = (user, firstNumber, firstNumber)
    }
}

/// When the program that takes a channel's links is started: once at a time, and later each time it takes none.
struct Starter {
    /// Whether a program can be started.
    enum State: Equatable {
        case idle
        case running
        /// It has ended, and is not started again for a while.
        case waiting
    }

    var state = State.idle
    /// How many programs in a row ended without a link that was acknowledged meanwhile.
    var failures = 0
}
