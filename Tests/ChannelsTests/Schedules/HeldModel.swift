import ChannelRules
import Contract

/// What the manual promises of a `held` channel.
///
/// Which subscription gets a link is not promised; the model is told, and says whether that may be.
///
/// *Source*: `docs/channels.md`, `docs/language.md` (`hold`, `acknowledge`, `redeliver`, `overflow`, `durable`),
/// and the description of `io.deeplinkd.Channels`.
struct HeldModel {
    private struct Link {
        let name: String
        let user: UInt32
        let endNs: Int64
        /// How often an app was told of it.
        var tellings = 0
        /// The subscription that has to acknowledge it, since when, and until when; nil where it waits.
        var holder: (reader: String, order: Int, sinceNs: Int64, dueNs: Int64)?

        /// The name of its delivery, in each run of the daemon.
        var delivery: String { "delivery of \(name)" }
    }

    private struct Reader {
        let user: UInt32
        let hearsAll: Bool
        /// Whether it has missed a deadline, and has acknowledged no link since.
        var isLate = false
        /// The same, or it may count as if it had.
        var mayBeLate = false
        var lastMissNs = Int64.min
        /// Since when it has acknowledged no link, and since when it has not read.
        var (silentSinceNs, unreadSinceNs): (Int64, Int64)
        var hasAcknowledged = false

        func hears(_ sender: UInt32) -> Bool { hearsAll || user == sender }
    }

    let rules: ChannelTerms
    /// The links whose senders are not answered, in the order in which they were sent.
    private var links: [Link] = []
    private var readers: [String: Reader] = [:]
    private var tellingCount = 0
    /// The users whose links several subscriptions heard, until none did.
    private var shared: Set<UInt32> = []
    /// What senders have to be answered, by the names of their links.
    private(set) var answers: [String: HeldResult] = [:]
    /// The reason why something may not be; nil where all may.
    private(set) var fault: String?
    var isSuspended = false

    init(_ rules: ChannelTerms) { self.rules = rules }

    /// Removes and returns the answers that are due.
    mutating func takeAnswers() -> [String: HeldResult] {
        defer { answers = [:] }
        return answers
    }

    // MARK: Senders

    /// Sends a link; returns whether it is kept.
    mutating func send(_ name: String, user: UInt32, nowNs: Int64) -> Bool {
        let waiting = links.filter { $0.user == user && $0.holder == nil }
        if waiting.count >= rules.capacity {
            guard rules.overflow == .dropOldest else { return false }
            end(waiting[0].name, .displaced(.links(rules.capacity)))
        }
        links.append(Link(name: name, user: user, endNs: nowNs + rules.lifetime.nanoseconds))
        return true
    }

    /// Has a sender hang up; returns whether its link is taken back.
    mutating func withdraw(_ name: String) -> Bool {
        guard let link = links.first(where: { $0.name == name }), link.tellings == 0 else { return false }
        end(name, .withdrawn)
        return true
    }

    /// Ends a link whose conditions are not met any more when an app would get it.
    mutating func refuse(_ name: String) {
        guard let link = links.first(where: { $0.name == name }), link.holder == nil else {
            return fail("\(name) does not wait")
        }
        end(name, .withdrawn)
    }

    /// Clears a user's links; returns how many.
    mutating func clear(_ user: UInt32) -> Int {
        let waiting = links.filter { $0.user == user && $0.holder == nil }
        for link in waiting { end(link.name, .cleared) }
        return waiting.count
    }

    /// Ends all links, and all subscriptions.
    mutating func remove() {
        for link in links { end(link.name, .removed) }
        readers = [:]
        noteShares()
    }

    /// Begins again with the links of a durable channel, and without subscriptions; returns the links that are left.
    mutating func restart(nowNs: Int64) -> [(name: String, user: UInt32, endNs: Int64, wasTold: Bool)] {
        readers = [:]
        noteShares()
        for index in links.indices { links[index].holder = nil }
        if !rules.isRedelivered { for link in links where link.tellings > 0 { end(link.name, .notAcknowledged) } }
        advance(nowNs: nowNs)
        return links.map { ($0.name, $0.user, $0.endNs, $0.tellings > 0) }
    }

    // MARK: Subscribers

    mutating func subscribe(_ name: String, user: UInt32, hearsAll: Bool, nowNs: Int64) {
        readers[name] = Reader(user: user, hearsAll: hearsAll, silentSinceNs: nowNs, unreadSinceNs: nowNs)
        noteShares()
    }

    /// Ends a subscription; the links that it had go to others.
    mutating func leave(_ name: String, nowNs: Int64) {
        readers[name] = nil
        for link in links where link.holder?.reader == name { takeBack(link, nowNs: nowNs) }
        noteShares()
    }

    private mutating func noteShares() {
        for user in ScheduleRun.users {
            let count = readers.values.count { $0.hears(user) }
            if count > 1 { shared.insert(user) }
            if count == 0 { shared.remove(user) }
        }
    }

    /// Takes note that the daemon ends a subscription that does not acknowledge.
    mutating func expel(_ name: String, nowNs: Int64) {
        guard let reader = readers[name] else { return fail("\(name) had ended") }
        // A link that was told before another was acknowledged may be the first that it is late with.
        let times = Int64(Limits.missedDeadlines) - (reader.hasAcknowledged ? 1 : 0)
        if nowNs - reader.silentSinceNs < times * rules.acknowledgeTime.nanoseconds {
            fail("\(name) was ended after \((nowNs - reader.silentSinceNs) / 1_000_000_000) s")
        }
        leave(name, nowNs: nowNs)
    }

    /// Takes note that a subscription is told of a link.
    mutating func tell(_ name: String, of linkName: String, _ delivery: Delivery, nowNs: Int64) {
        guard let reader = readers[name], let index = links.firstIndex(where: { $0.name == linkName }) else {
            return fail("\(linkName) has ended")
        }
        let link = links[index]
        let had = links.count { $0.holder?.reader == name }
        let window = rules.isRedelivered && !reader.isLate ? rules.window : 1
        if !reader.hears(link.user) { fail("\(linkName) is of another user") }
        if let holder = link.holder { fail("\(holder.reader) has \(linkName)") }
        if isSuspended { fail("\(linkName) is told while the channel is suspended") }
        if delivery.isRedelivered != (link.tellings > 0) { fail("\(linkName) was told \(link.tellings) times before") }
        if link.tellings > 0, !rules.isRedelivered { fail("\(linkName) is told again") }
        if link.endNs <= nowNs { fail("\(linkName) is told after its time") }
        if had >= window { fail("\(name) has \(had) links") }
        if delivery.name != link.delivery { fail("\(linkName) is the \(delivery.name)") }
        if delivery.dueNs != nowNs + rules.acknowledgeTime.nanoseconds {
            fail("\(linkName) is due at \(delivery.dueNs)")
        }
        // Of several, one can have been given a later link before another left an earlier one.
        let waiting = links.first { $0.user == link.user && $0.holder == nil }
        if !shared.contains(link.user), let waiting, waiting.name != linkName {
            fail("\(linkName) comes before \(waiting.name)")
        }
        tellingCount += 1
        links[index].tellings += 1
        links[index].holder = (name, tellingCount, nowNs, delivery.dueNs)
        readers[name]?.unreadSinceNs = nowNs
    }

    /// Takes note that a subscription is told nothing.
    mutating func tellNothing(_ name: String, nowNs: Int64) {
        readers[name]?.unreadSinceNs = nowNs
        guard let reader = readers[name], !isSuspended, !reader.mayBeLate else { return }
        let waiting = links.filter { reader.hears($0.user) && $0.holder == nil }
        let had = links.count { $0.holder?.reader == name }
        let window = rules.isRedelivered ? rules.window : 1
        guard had < window else { return }
        let others = readers.filter { other in
            other.key != name && waiting.contains { other.value.hears($0.user) }
        }
        // One without links takes over what another of its user has not got yet, but for the only link of that one.
        let takesOver = had == 0 && !readers.values.contains(where: \.hearsAll)
        let room = others.keys.map { other in
            let count = links.count { $0.holder?.reader == other }
            return takesOver ? (count == 0 ? 1 : 0) : window - count
        }
        if waiting.count > room.reduce(0, +) { fail("\(name) is told nothing, and \(waiting.map(\.name)) wait") }
    }

    /// Acknowledges a delivery as a user; returns whether that is taken.
    mutating func acknowledge(_ delivery: String, _ result: Acknowledgement, user: UInt32, nowNs: Int64) -> Bool {
        guard let link = links.first(where: { $0.delivery == delivery }), let holder = link.holder,
            readers[holder.reader]?.user == user
        else { return false }
        for index in links.indices {
            guard let later = links[index].holder, later.reader == holder.reader, later.order > holder.order else {
                continue
            }
            links[index].holder?.sinceNs = nowNs
            links[index].holder?.dueNs = nowNs + rules.acknowledgeTime.nanoseconds
        }
        readers[holder.reader]?.isLate = false
        readers[holder.reader]?.mayBeLate = false
        readers[holder.reader]?.silentSinceNs = nowNs
        readers[holder.reader]?.hasAcknowledged = true
        switch result {
        case .performed: end(link.name, .performed, isSure: true)
        case .failed(let reason): end(link.name, .refused(reason: reason), isSure: true)
        }
        return true
    }

    // MARK: Time

    /// Lets the time of links and of acknowledgements pass.
    mutating func advance(nowNs: Int64) {
        for (name, reader) in readers where nowNs - reader.unreadSinceNs >= rules.acknowledgeTime.nanoseconds {
            // It takes no links, which can count as a missed deadline.
            readers[name]?.mayBeLate = true
            readers[name]?.lastMissNs = nowNs
        }
        for link in links {
            if let holder = link.holder {
                guard holder.dueNs <= nowNs else { continue }
                readers[holder.reader]?.mayBeLate = true
                // Links that are late together count once.
                if holder.sinceNs >= readers[holder.reader]?.lastMissNs ?? .max {
                    readers[holder.reader]?.isLate = true
                    readers[holder.reader]?.lastMissNs = nowNs
                }
                takeBack(link, nowNs: nowNs)
            } else if link.endNs <= nowNs {
                end(link.name, .noSubscriber)
            }
        }
    }

    /// The next time at which something is due; nil where nothing is.
    var nextNs: Int64? { links.map { $0.holder?.dueNs ?? $0.endNs }.min() }

    // MARK: Counts

    /// How many of a user's links no subscriber has acknowledged, and how many subscriptions hear them.
    func counts(of user: UInt32) -> (subscribers: Int, waiting: Int) {
        (readers.values.count { $0.hears(user) }, links.count { $0.user == user })
    }

    /// The links whose senders are not answered.
    var linkNames: [String] { links.map(\.name) }

    private mutating func takeBack(_ link: Link, nowNs: Int64) {
        guard rules.isRedelivered, link.endNs > nowNs else { return end(link.name, .notAcknowledged) }
        for index in links.indices where links[index].name == link.name { links[index].holder = nil }
    }

    /// Answers a sender; of a link that an app was told of, that its effect is not known.
    private mutating func end(_ name: String, _ result: HeldResult, isSure: Bool = false) {
        guard let index = links.firstIndex(where: { $0.name == name }) else { return }
        let link = links.remove(at: index)
        answers[name] = isSure || link.tellings == 0 ? result : .notAcknowledged
    }

    private mutating func fail(_ sentence: String) { fault = fault ?? sentence }
}
