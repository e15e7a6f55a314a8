import Contract
import DequeModule
import TestSupport
import Testing

@testable import ChannelRules

/// Laws that hold of every sequence of calls; a run of random calls is checked against a record of its own.
struct ChannelLawTests {
    @Test(arguments: 0..<60)
    func `every held link is answered once, told to one app at a time, and never forgotten`(_ seed: Int) {
        for isRedelivered in [true, false] {
            var run = RandomRun(seed: UInt64(seed), .held, isRedelivered: isRedelivered)
            run.play(steps: 800)
            run.finish()
            #expect(run.faults == [])
            #expect(run.answers.count == run.heldLinks.count)
            #expect(run.answers.values.allSatisfy { $0 == 1 })
        }
    }

    @Test(arguments: 0..<40)
    func `one app after the other is told of held links in the order in which they were sent`(_ seed: Int) {
        var run = RandomRun(seed: UInt64(seed), .held, isRedelivered: true, isAlone: true)
        run.play(steps: 800)
        run.finish()
        #expect(run.faults == [])
    }

    @Test func `links that were acknowledged leave nothing behind, however many there are`() throws {
        let script = HubScript(["c": ChannelTerms(.held)])
        _ = script.play("subscribe ann s")
        for number in 1...10_000 {
            _ = script.play("send ann a")
            _ = script.play("next s")
            #expect(script.play("ack ann d\(number)") == "answer \(number) performed")
        }
        #expect(script.hub.deadlines.count <= 256)
    }

    @Test(arguments: 0..<20)
    func `every subscriber gets or misses each link that was sent while it listened`(_ seed: Int) {
        for kind in [ChannelTerms.Kind.plain, .latest, .sticky] {
            var run = RandomRun(seed: UInt64(seed), kind, isRedelivered: true)
            run.play(steps: 800)
            run.finish()
            #expect(run.faults == [])
        }
    }
}

/// A run of random calls, with what must hold after each.
private struct RandomRun {
    private struct Listener {
        let subscription: Subscription
        let user: UInt32
        let hearsAll: Bool
        /// Links that were sent to it, told to it and missed by it.
        var sent: Int64 = 0
        var told: Int64 = 0
        var missed: Int64 = 0
        var lastSequence: Int64 = .min
        /// Since when it has let deadlines pass without an acknowledgement.
        var silentSinceNs: Int64
        var hasAcknowledged = false
    }

    private let hub: ChannelHub
    private let rules: ChannelTerms
    /// Whether all links are ann's, and she has one app at a time.
    private let isAlone: Bool
    private var random: SeededGenerator
    private var nowNs: Int64 = 0
    private var isSuspended = false
    private var listeners: [Listener] = []
    /// Who was told of a delivery last, and may acknowledge it.
    private var holders: [String: Subscription] = [:]
    private var tellings: [String: Int] = [:]
    /// The number of the last link that an app was told of for the first time.
    private var lastNewNumber = 0
    private(set) var heldLinks: Set<Int> = []
    private(set) var answers: [Int: Int] = [:]
    private(set) var faults: [String] = []

    init(seed: UInt64, _ kind: ChannelTerms.Kind, isRedelivered: Bool, isAlone: Bool = false) {
        self.isAlone = isAlone
        random = SeededGenerator(for: "channels, \(kind) \(seed)", usual: seed)
        var rules = ChannelTerms(kind)
        rules.capacity = Int.random(in: 1...6, using: &random)
        rules.lifetime = .seconds(Int.random(in: 1...40, using: &random))
        rules.acknowledgeTime = .seconds(Int.random(in: 1...20, using: &random))
        rules.window = Int.random(in: 1...5, using: &random)
        rules.overflow = ChannelTerms.Overflow.allCases.randomElement(using: &random) ?? .dropOldest
        rules.hasStarter = true
        rules.isRedelivered = isRedelivered
        self.rules = rules
        var names = 0
        hub = ChannelHub(
            firstNumber: { 0 },
            deliveryName: {
                names += 1
                return "d\(names)"
            })
        hub.adopt(["c": rules], nowNs: 0)
    }

    mutating func play(steps: Int) {
        for _ in 0..<steps {
            switch Int.random(in: 0..<21, using: &random) {
            case 0..<6: send()
            case 6..<8: subscribe()
            case 8: leave()
            case 9..<14: read()
            case 14..<17: acknowledge()
            case 17: withdraw()
            case 18: hub.starterEnded(channel: "c", user: user(), nowNs: nowNs)
            case 19: adopt(isSuspended: !isSuspended)
            default: wait(seconds: Int64.random(in: 0...10, using: &random))
            }
            drain()
            check()
        }
    }

    /// Lets all time limits pass and all apps leave; nothing may be left then.
    mutating func finish() {
        adopt(isSuspended: false)
        for index in listeners.indices where rules.kind == .plain {
            while listeners[index].subscription.items.count > 0 { read(index) }
            let listener = listeners[index]
            if listener.sent != listener.told + listener.missed {
                faults.append("\(listener.sent) sent, \(listener.told) told, \(listener.missed) missed")
            }
        }
        while let listener = listeners.popLast() { hub.unsubscribe(listener.subscription, nowNs: nowNs) }
        wait(seconds: 10_000)
        for user: UInt32 in 0...2 { _ = hub.clear("c", user: user, nowNs: nowNs) }
        drain()
        hub.starterEnded(channel: "c", user: 0, nowNs: nowNs)
        hub.starterEnded(channel: "c", user: 1, nowNs: nowNs)
        hub.starterEnded(channel: "c", user: 2, nowNs: nowNs)
        wait(seconds: 10_000)
        drain()
        if !hub.usage.isEmpty { faults.append("users are left: \(hub.usage)") }
        if !hub.held.isEmpty || !hub.deliveries.isEmpty { faults.append("links are left") }
        if hub.channels["c"]?.lanes.isEmpty != true { faults.append("lanes are left") }
        if hub.nextDeadlineNs != nil { faults.append("deadlines are left") }
    }

    // MARK: Calls

    /// Has the channel wait for its table, or be in force again.
    private mutating func adopt(isSuspended: Bool) {
        self.isSuspended = isSuspended
        hub.adopt(isSuspended ? [:] : ["c": rules], suspending: { _ in true }, nowNs: nowNs)
    }

    private mutating func user() -> UInt32 { isAlone ? 1 : UInt32.random(in: 0...2, using: &random) }

    private mutating func send() {
        let user = user()
        let link = ChannelLink(
            route: nil, feature: "F", action: "a", inputs: [], url: nil,
            byteCount: Bool.random(using: &random) ? 100 : 9 << 20)
        let hearers = listeners.indices.filter { listeners[$0].hearsAll || listeners[$0].user == user }
        switch hub.send(link, to: "c", user: user, nowNs: nowNs) {
        case .held(let id): heldLinks.insert(id)
        case .delivered:
            for index in hearers { listeners[index].sent += 1 }
        case .noSubscriber:
            if !hearers.isEmpty { faults.append("no subscriber, and there are \(hearers.count)") }
        case .full: break
        }
    }

    private mutating func subscribe() {
        let (user, hearsAll) = (user(), Int.random(in: 0..<4, using: &random) == 0)
        guard !isAlone || listeners.isEmpty else { return }
        guard let subscription = try? hub.subscribe(to: "c", user: user, hearsAll: hearsAll, nowNs: nowNs) else {
            return
        }
        listeners.append(
            Listener(subscription: subscription, user: user, hearsAll: hearsAll, silentSinceNs: nowNs))
    }

    private mutating func leave() {
        guard let index = listeners.indices.randomElement(using: &random) else { return }
        hub.unsubscribe(listeners.remove(at: index).subscription, nowNs: nowNs)
    }

    private mutating func read() {
        if let index = listeners.indices.randomElement(using: &random) { read(index) }
    }

    private mutating func read(_ index: Int) {
        let listener = listeners[index]
        let others = listener.subscription.untold
        switch hub.next(for: listener.subscription, nowNs: nowNs) {
        case nil: break
        case .missed(let count, _): listeners[index].missed += count ?? 0
        case .link(_, let user, let sequence, let delivery):
            if !listener.hearsAll, user != listener.user {
                faults.append("\(listener.user) was told of a link of \(user)")
            }
            guard let delivery else {
                if sequence <= listener.lastSequence { faults.append("\(sequence) after \(listener.lastSequence)") }
                listeners[index].lastSequence = sequence
                return listeners[index].told += 1
            }
            if isSuspended { faults.append("\(delivery.name) was told while the channel is suspended") }
            let before = tellings[delivery.name, default: 0]
            tellings[delivery.name] = before + 1
            if delivery.isRedelivered != (before > 0) {
                faults.append("\(delivery.name) was told \(before) times before")
            }
            if before > 0, !rules.isRedelivered { faults.append("\(delivery.name) was told again") }
            if delivery.dueNs != nowNs + rules.acknowledgeTime.wholeNanoseconds {
                faults.append("\(delivery.name) has until \(delivery.dueNs), and it is \(nowNs)")
            }
            let number = hub.deliveries[delivery.name]?.sent.id ?? 0
            let oldest = others.filter { $0.sent.user == user }.map(\.sent.id).min()
            if number != oldest { faults.append("\(number) before an older one") }
            if isAlone, before == 0 {
                if number <= lastNewNumber { faults.append("\(number) after \(lastNewNumber)") }
                lastNewNumber = number
            }
            holders[delivery.name] = listener.subscription
        }
    }

    private mutating func acknowledge() {
        guard let (delivery, holder) = holders.sorted(by: { $0.key < $1.key }).randomElement(using: &random) else {
            return
        }
        let isExpected = hub.deliveries[delivery].map { $0.isTold && $0.holder === holder } ?? false
        let result = Result { () throws(AcknowledgementError) in
            try hub.acknowledge(delivery, .performed, user: holder.user, nowNs: nowNs)
        }
        holders[delivery] = nil
        guard case .success = result else {
            return isExpected ? faults.append("\(delivery) could not be acknowledged") : ()
        }
        guard let index = listeners.firstIndex(where: { $0.subscription === holder }) else { return }
        (listeners[index].silentSinceNs, listeners[index].hasAcknowledged) = (nowNs, true)
    }

    private mutating func withdraw() {
        guard let link = heldLinks.sorted().randomElement(using: &random) else { return }
        if hub.withdraw(link: link, nowNs: nowNs), answers[link] != nil { faults.append("\(link) was answered before") }
    }

    private mutating func wait(seconds: Int64) {
        nowNs += seconds * 1_000_000_000
        hub.advance(nowNs: nowNs)
        if let next = hub.nextDeadlineNs, next <= nowNs { faults.append("a deadline is left behind") }
    }

    // MARK: What must hold

    private mutating func drain() {
        for effect in hub.takeEffects() {
            switch effect {
            case .wake, .start: break
            case .end(let subscription, let reason):
                guard let index = listeners.firstIndex(where: { $0.subscription === subscription }) else { continue }
                let listener = listeners.remove(at: index)
                // A link that was told before another was acknowledged may be the first that it is late with.
                let times = Int64(Limits.missedDeadlines) - (listener.hasAcknowledged ? 1 : 0)
                let silentNs = nowNs - listener.silentSinceNs
                if reason == .tooManyMissed, silentNs < times * rules.acknowledgeTime.wholeNanoseconds {
                    faults.append("it was ended after \(silentNs) ns")
                }
            case .answer(let link, _): answers[link, default: 0] += 1
            }
        }
    }

    private mutating func check() {
        guard faults.isEmpty, let channel = hub.channels["c"] else { return }
        var counted: [UInt32: ChannelUsage] = [:]
        for listener in listeners {
            counted[listener.user, default: ChannelUsage()].subscriptions += 1
            var links = 0
            for case .link(let sent) in listener.subscription.items {
                links += 1
                counted[listener.user, default: ChannelUsage()].bytes += sent.link.byteCount
            }
            if links != listener.subscription.linkCount { faults.append("\(links) links wait, not as counted") }
            if links > rules.capacity { faults.append("\(links) links wait for one subscriber") }
        }
        for lane in channel.lanes.values {
            if let kept = lane.kept { counted[kept.user, default: ChannelUsage()].bytes += kept.link.byteCount }
        }
        for link in hub.held.values {
            counted[link.sent.user, default: ChannelUsage()].bytes += link.sent.link.byteCount
            counted[link.sent.user, default: ChannelUsage()].heldLinks += 1
            let isWaiting = channel.lanes[link.sent.user]?.waiting.contains { $0 === link } == true
            if isWaiting == (link.holder != nil) { faults.append("\(link.sent.id) is in two places or in none") }
            let places = link.holder?.outstanding.count { $0 === link } ?? 1
            if places != 1 { faults.append("its subscriber has \(link.sent.id) \(places) times") }
        }
        if rules.kind == .held { checkWindows(channel) }
        if counted != hub.usage { faults.append("\(hub.usage) is counted, not \(counted)") }
        if let most = counted.values.map(\.bytes).max(), most > Limits.channelBytesPerUser {
            faults.append("\(most) bytes wait")
        }
    }

    /// No link waits for an app while another has room for it, and no app has more links than its window.
    private mutating func checkWindows(_ channel: Channel) {
        for (user, lane) in channel.lanes {
            let hearers = channel.hearers(of: lane)
            let free = hearers.count(where: \.hasRoom)
            if !lane.waiting.isEmpty, free > 0, !isSuspended {
                faults.append("links of \(user) wait, and \(free) apps have room")
            }
            if !lane.waiting.map(\.sent.id).isSorted { faults.append("links of \(user) wait out of order") }
            guard channel.listeners.isEmpty else { continue }
            let spare = hearers.filter { $0.outstandingCount > 1 }.flatMap(\.untold)
            if hearers.contains(where: \.isIdle), !spare.isEmpty {
                faults.append("\(spare.count) links of \(user) wait behind others")
            }
        }
        for subscription in listeners.map(\.subscription) {
            let (count, window) = (subscription.outstandingCount, rules.isRedelivered ? rules.window : 1)
            if count > window { faults.append("an app has \(count) links, and its window is \(window)") }
            if !subscription.told.allSatisfy({ $0.isTold && $0.holder === subscription }) {
                faults.append("an app has to acknowledge links that it does not have")
            }
        }
    }
}

extension [Int] {
    fileprivate var isSorted: Bool { zip(self, dropFirst()).allSatisfy { $0 <= $1 } }
}
