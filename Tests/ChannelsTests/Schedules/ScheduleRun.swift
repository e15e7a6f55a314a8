import Contract
import TestSupport

@testable import ChannelRules

/// What runs of random schedules have in common: the hub, the time, the subscriptions, and a record for a reader.
struct ScheduleRun {
    /// Root, ann and bob.
    static let users: [UInt32] = [0, 1, 2]

    let rules: ChannelTerms
    private(set) var hub: ChannelHub
    private let clock = ScheduleClock()
    var nowNs: Int64 { clock.nowNs }
    /// The subscriptions that have not ended.
    private(set) var subscriptions: [String: Subscription] = [:]
    /// The last number that each was told.
    private(set) var lastNumbers: [String: Int64] = [:]
    /// Those that were told that there is nothing more, and were not woken since.
    private var asleep: Set<String> = []
    private var subscriptionCount = 0
    private var linkCount = 0
    private var numbers: [String: Int64] = [:]
    private(set) var lines: [String] = []
    private(set) var fault: String?

    init(_ rules: ChannelTerms) {
        self.rules = rules
        hub = Self.hub(clock, rules)
        note("kind \(rules.kind), hold \(rules.capacity) for \(rules.lifetime), \(rules.overflow.rawValue)")
        note("acknowledge within \(rules.acknowledgeTime), redeliver \(rules.isRedelivered)")
    }

    private static func hub(_ clock: ScheduleClock, _ rules: ChannelTerms) -> ChannelHub {
        var names = 0
        let hub = ChannelHub(
            // As the daemon does.
            firstNumber: { (1_700_000_000_000 + clock.nowNs / 1_000_000) << 10 },
            deliveryName: {
                names += 1
                return "d\(names)"
            })
        hub.adopt(["c": rules], nowNs: clock.nowNs)
        return hub
    }

    /// What a test prints of a run that failed.
    var report: String { (lines.suffix(200) + [fault ?? "no fault"]).joined(separator: "\n") }

    mutating func note(_ line: String) { lines.append(line) }

    mutating func fail(_ sentence: String) { fault = fault ?? sentence }

    /// Notes a fault where two values differ.
    mutating func expect<Answer: Equatable>(_ what: String, _ found: Answer, is expected: Answer) {
        if found != expected { fail("\(what): \(found), and not \(expected)") }
    }

    // MARK: Calls

    mutating func newLinkName() -> String {
        linkCount += 1
        return "link\(linkCount)"
    }

    func send(_ name: String, user: UInt32, delivery: String? = nil) -> SendResult {
        hub.send(Self.link(name), to: "c", user: user, delivery: delivery, nowNs: nowNs)
    }

    static func link(_ name: String) -> ChannelLink {
        ChannelLink(route: nil, feature: "F", action: name, inputs: [], url: nil, byteCount: 100)
    }

    /// Adds a subscription; returns its name.
    mutating func subscribe(user: UInt32, hearsAll: Bool, after: Int64?) -> String? {
        subscriptionCount += 1
        let name = "s\(subscriptionCount)"
        note("subscribe \(name) of \(user)\(hearsAll ? " to all" : "") after \(after.map(String.init) ?? "-")")
        let subscription = try? hub.subscribe(to: "c", user: user, hearsAll: hearsAll, after: after, nowNs: nowNs)
        guard let subscription else { return nil }
        (subscriptions[name], lastNumbers[name]) = (subscription, subscription.position)
        return name
    }

    /// Removes a subscription whose client is gone, or that was ended.
    mutating func leave(_ name: String) {
        note("leave \(name)")
        guard let subscription = subscriptions.removeValue(forKey: name) else { return }
        asleep.remove(name)
        hub.unsubscribe(subscription, nowNs: nowNs)
    }

    /// What a subscription is told next; its numbers go up.
    mutating func next(_ name: String) -> ChannelNews? {
        guard let subscription = subscriptions[name] else { return nil }
        let news = hub.next(for: subscription, nowNs: nowNs)
        let last = lastNumbers[name] ?? .max
        switch news {
        case nil:
            note("next \(name): nothing")
            asleep.insert(name)
        case .missed(let count, let number):
            note("next \(name): missed \(count.map(String.init) ?? "?"), number \(number)")
            if number < last { fail("\(number) comes after \(last)") }
            lastNumbers[name] = number
        case .link(let link, _, let number, let delivery):
            note("next \(name): \(link.action), number \(number)")
            if number <= last { fail("\(number) comes after \(last)") }
            lastNumbers[name] = number
            let scope = "\(link.action) \(subscription.hearsAll ? "of all" : "")"
            if delivery == nil, numbers.updateValue(number, forKey: scope) ?? number != number {
                fail("\(link.action) has two numbers")
            }
        }
        return news
    }

    /// Goes on to a time, or to the next at which the hub has something to do.
    mutating func advance(toNs end: Int64) {
        clock.nowNs = min(end, max(hub.nextDeadlineNs ?? end, nowNs))
        note("at \(Double(nowNs) / 1e9) s")
        hub.advance(nowNs: nowNs)
    }

    /// Begins with another hub, as after a restart of the daemon.
    mutating func restart() {
        clock.nowNs += 1_000_000
        hub = Self.hub(clock, rules)
        subscriptions = [:]
        asleep = []
    }

    /// Removes and returns what has to be done.
    ///
    /// A subscription has to be woken that was told that there is nothing more, and has something now.
    mutating func takeEffects() -> [ChannelHub.Effect] {
        let effects = hub.takeEffects()
        for case .wake(let subscription) in effects {
            if let name = name(of: subscription) { asleep.remove(name) }
        }
        for name in asleep where subscriptions[name]?.hasNews == true { fail("\(name) was not woken") }
        return effects
    }

    func name(of subscription: Subscription) -> String? {
        subscriptions.first { $0.value === subscription }?.key
    }
}

/// The time of a run, which its hub reads too.
private final class ScheduleClock {
    var nowNs: Int64 = 0
}

extension ChannelTerms {
    /// Rules that a table can declare.
    init(_ kind: Kind, using random: inout SeededGenerator) {
        self.init(kind)
        capacity = Int.random(in: 1...6, using: &random)
        lifetime = .seconds(Int.random(in: 1...40, using: &random))
        let overflows: [Overflow] =
            switch kind {
            case .plain, .latest: Overflow.allCases
            case .sticky: [.dropOldest]
            case .held: [.dropOldest, .refuse]
            }
        overflow = overflows.randomElement(using: &random) ?? .dropOldest
        guard kind == .held else { return }
        acknowledgeTime = .seconds(Int.random(in: 1...20, using: &random))
        isRedelivered = Int.random(in: 0..<4, using: &random) > 0
    }
}
