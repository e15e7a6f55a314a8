import ChannelRules

/// What the manual promises of a `plain`, `latest` or `sticky` channel: a record of all links that were sent, and of each
/// subscription which of them it has not read, and which of these it lost.
///
/// *Source*: `docs/channels.md`, `docs/language.md` (`kind`, `hold`, `overflow`), and the description of
/// `io.deeplinkd.Channels`.
struct QueueModel {
    /// A link that was sent and not refused.
    private struct Sent {
        let name: String
        let user: UInt32
    }

    private struct Reader {
        let user: UInt32
        let hearsAll: Bool
        /// The links that it hears and was not told of, by their places in the record, in their order.
        var links: [(place: Int, isLost: Bool)] = []
        /// The last place that it was told of, or told that it missed.
        var place: Int
        /// Whether it may be told that it is not known how many it missed.
        var mayLackCount = false

        var unreadCount: Int { links.count { !$0.isLost } }
        func hears(_ sender: UInt32) -> Bool { hearsAll || user == sender }
    }

    /// What a subscription is told next.
    enum Answer: Equatable {
        case missed(Int)
        case link(String)
    }

    let rules: ChannelTerms
    private var record: [Sent] = []
    private var readers: [String: Reader] = [:]
    private var kept: [UInt32: (place: Int, endNs: Int64)] = [:]
    /// How long the record was when a user had neither a subscription nor a link that was kept.
    private var lastIdle: [UInt32: Int] = [:]

    init(_ rules: ChannelTerms) { self.rules = rules }

    /// Sends a link; returns how many subscriptions get it, or nil where its sender is refused.
    mutating func send(_ name: String, user: UInt32, nowNs: Int64) -> Int? {
        noteIdle(nowNs: nowNs)
        if rules.kind == .sticky, keeps(user, nowNs: nowNs) { return nil }
        let hearers = readers.filter { $0.value.hears(user) }
        if rules.overflow == .refuse, hearers.values.contains(where: { $0.unreadCount >= rules.capacity }) {
            return nil
        }
        record.append(Sent(name: name, user: user))
        if rules.kind != .plain { kept[user] = (record.count - 1, nowNs + rules.lifetime.nanoseconds) }
        return hearers.keys.count { add(record.count - 1, to: $0) }
    }

    /// Adds a subscription.
    ///
    /// - Parameter after: the place to go on after; nil for one that begins anew.
    mutating func subscribe(_ name: String, user: UInt32, hearsAll: Bool, after: Int?, nowNs: Int64) {
        noteIdle(nowNs: nowNs)
        var reader = Reader(user: user, hearsAll: hearsAll, place: min(after ?? .max, record.count - 1))
        if let after { reader.mayLackCount = after < 0 || !hearsAll && after < lastIdle[user] ?? .min }
        readers[name] = reader
        let kept = Set(self.kept.values.filter { $0.endNs > nowNs }.map(\.place))
        for place in record.indices where reader.hears(record[place].user) && place > after ?? -1 {
            if kept.contains(place) {
                // It begins before the first of these.
                if after == nil, readers[name]?.links.isEmpty == true { readers[name]?.place = place - 1 }
                add(place, to: name)
            } else if after != nil {
                readers[name]?.links.append((place, isLost: true))
            }
        }
    }

    /// Ends a subscription.
    mutating func leave(_ name: String) { readers[name] = nil }

    /// What a subscription is told next; nil where there is nothing.
    func next(_ name: String) -> Answer? {
        guard let links = readers[name]?.links, let first = links.first else { return nil }
        return first.isLost ? .missed(links.prefix(while: \.isLost).count) : .link(record[first.place].name)
    }

    /// Notes that a subscription was told what is next.
    mutating func tell(_ name: String) {
        guard let links = readers[name]?.links, let first = links.first else { return }
        let told = first.isLost ? links.prefix(while: \.isLost) : links.prefix(1)
        readers[name]?.links.removeFirst(told.count)
        // What was missed reaches up to the next link.
        let next = readers[name]?.links.first?.place ?? record.count
        readers[name]?.place = first.isLost ? next - 1 : first.place
    }

    /// Whether a subscription may be told that it is not known how many links it missed; once, at first.
    mutating func takeUnknown(_ name: String) -> Bool {
        defer { readers[name]?.mayLackCount = false }
        return readers[name]?.mayLackCount ?? false
    }

    /// The last place that a subscription was told of, or told that it missed.
    func place(_ name: String) -> Int { readers[name]?.place ?? 0 }

    /// Clears what is kept of a user; returns how many links that were.
    mutating func clear(_ user: UInt32, nowNs: Int64) -> Int {
        defer {
            kept[user] = nil
            noteIdle(nowNs: nowNs)
        }
        return keeps(user, nowNs: nowNs) ? 1 : 0
    }

    /// Whether a link of a user is kept.
    func keeps(_ user: UInt32, nowNs: Int64) -> Bool { kept[user].map { $0.endNs > nowNs } ?? false }

    /// How many subscriptions hear a user's links.
    func hearerCount(of user: UInt32) -> Int { readers.values.count { $0.hears(user) } }

    /// Notes which users' links concern no subscription, and are not kept: how many these are need not be known later.
    mutating func noteIdle(nowNs: Int64) {
        for user in ScheduleRun.users where !keeps(user, nowNs: nowNs) {
            if !readers.values.contains(where: { !$0.hearsAll && $0.user == user }) { lastIdle[user] = record.count }
        }
    }

    /// Has a subscription get a link, or what `overflow` says; returns whether it gets it.
    @discardableResult
    private mutating func add(_ place: Int, to name: String) -> Bool {
        guard var reader = readers[name] else { return false }
        defer { readers[name] = reader }
        let isFull = reader.unreadCount >= rules.capacity
        let isLost = isFull && rules.overflow != .dropOldest
        if isFull, !isLost, let oldest = reader.links.firstIndex(where: { !$0.isLost }) {
            reader.links[oldest].isLost = true
        }
        reader.links.append((place, isLost))
        return !isLost
    }
}

extension Duration {
    /// *Units*: nanoseconds.
    var nanoseconds: Int64 { Int64(self / .nanoseconds(1)) }
}
