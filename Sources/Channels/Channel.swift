internal import DequeModule

/// One channel: its subscribers, and the links of each user.
///
/// *Owner/thread*: the loop's thread; held by the hub.
final class Channel {
    let name: String
    var rules: ChannelRules
    /// The links of each user who has one, or a subscriber.
    var lanes: [UInt32: Lane] = [:]
    /// Subscribers that hear all users' links.
    var listeners: [Subscription] = []
    /// Of a held channel, those of `listeners` that hold nothing; the one that waited longest comes first.
    var idle: Deque<Subscription> = []
    /// The number before that of the first link.
    let firstNumber: Int64
    /// The number of the last link.
    var lastNumber: Int64

    init(_ name: String, _ rules: ChannelRules, firstNumber: Int64) {
        (self.name, self.rules) = (name, rules)
        (self.firstNumber, lastNumber) = (firstNumber, firstNumber)
    }

    /// The lane of a user, made where there is none.
    func lane(of user: UInt32, firstNumber: Int64) -> Lane {
        if let lane = lanes[user] { return lane }
        let lane = Lane(firstNumber: firstNumber)
        lanes[user] = lane
        return lane
    }

    /// All subscribers that hear a user's links.
    func hearers(of lane: Lane) -> [Subscription] {
        listeners.isEmpty ? lane.subscribers : lane.subscribers + listeners
    }
}

/// The links of one user in one channel.
final class Lane {
    /// Subscribers that hear this user's links alone.
    var subscribers: [Subscription] = []
    /// Of a held channel, those that hold nothing; the one that waited longest comes first.
    var idle: Deque<Subscription> = []
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
    /// The number of the last link.
    var lastNumber: Int64

    /// When its next waiting link has its turn: the lane whose turn is longest ago comes first, then the oldest link.
    var turn: (Int, Int) { (lastAssignment, waiting.first?.sent.id ?? .max) }

    init(firstNumber: Int64) { (self.firstNumber, lastNumber) = (firstNumber, firstNumber) }
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
