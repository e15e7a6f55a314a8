import Contract
import TestSupport

@testable import ChannelRules

/// A random schedule of a held channel, compared with `HeldModel` after each call.
struct HeldRun {
    private(set) var run: ScheduleRun
    private var model: HeldModel
    private var random: SeededGenerator
    /// The names of links, by their numbers in the hub.
    private var names: [Int: String] = [:]
    private var numbers: [String: Int] = [:]
    /// The links whose senders are not answered.
    private var open: Set<String> = []

    init(_ random: inout SeededGenerator) {
        let rules = ChannelTerms(.held, using: &random)
        (run, model) = (ScheduleRun(rules), HeldModel(rules))
        self.random = random
    }

    /// Plays so many turns of the loop, each with a burst of calls, and lets all times pass; returns the generator as it was
    /// left.
    mutating func play(turns: Int) -> SeededGenerator {
        for _ in 0..<turns where run.fault == nil {
            for _ in 0..<Int.random(in: 1...6, using: &random) { step() }
            if Int.random(in: 0..<3, using: &random) == 0 { wait(seconds: Double.random(in: 0...10, using: &random)) }
        }
        if model.isSuspended { declare() }
        for name in run.subscriptions.keys.sorted() { leave(name) }
        wait(seconds: 200)
        run.expect("links that are not answered", model.linkNames, is: [])
        run.expect("senders that are not answered", open, is: [])
        return random
    }

    // MARK: Calls

    private mutating func step() {
        guard run.fault == nil else { return }
        let user = ScheduleRun.users.randomElement(using: &random) ?? 0
        let reader = run.subscriptions.keys.sorted().randomElement(using: &random)
        switch Int.random(in: 0..<200, using: &random) {
        case 0..<60: send(user)
        case 60..<80: subscribe(user)
        case 80..<88: if let reader { leave(reader) }
        case 88..<140: if let reader { read(reader) }
        case 140..<180: acknowledge()
        case 180..<186: withdraw()
        case 186..<188: clear(user)
        case 188..<192: if let reader { refuse(of: reader) }
        case 192..<195: model.isSuspended ? declare() : suspend()
        case 195..<196: remove()
        case 196..<197: if !model.isSuspended { restart() }
        default: if model.isSuspended { declare() }
        }
        settle()
    }

    private mutating func send(_ user: UInt32) {
        let name = run.newLinkName()
        let result = run.send(name, user: user, delivery: "delivery of \(name)")
        run.note("send \(name) of \(user): \(result)")
        let isKept = model.send(name, user: user, nowNs: run.nowNs)
        if case .held(let number) = result {
            (names[number], numbers[name]) = (name, number)
            open.insert(name)
            if !isKept { run.fail("the channel is full, and takes \(name)") }
        } else {
            run.expect("the answer to \(name)", result, is: .full(.links(run.rules.capacity)))
            if isKept { run.fail("\(name) is refused") }
        }
    }

    private mutating func subscribe(_ user: UInt32) {
        let hearsAll = user == 0 && Bool.random(using: &random)
        // It makes no difference.
        let after: Int64? =
            Bool.random(using: &random) ? nil : run.lastNumbers.values.sorted().randomElement(using: &random)
        let name = run.subscribe(user: user, hearsAll: hearsAll, after: after)
        run.expect("a subscription is refused", name == nil, is: model.isSuspended)
        if let name { model.subscribe(name, user: user, hearsAll: hearsAll, nowNs: run.nowNs) }
    }

    private mutating func leave(_ reader: String) {
        run.leave(reader)
        model.leave(reader, nowNs: run.nowNs)
        settle()
    }

    private mutating func read(_ reader: String) {
        switch run.next(reader) {
        case nil: model.tellNothing(reader, nowNs: run.nowNs)
        case .missed: run.fail("\(reader) missed links of a held channel")
        case .link(let link, _, _, nil): run.fail("\(link.action) has no delivery")
        case .link(let link, _, _, let delivery?): model.tell(reader, of: link.action, delivery, nowNs: run.nowNs)
        }
    }

    private mutating func acknowledge() {
        let name = model.linkNames.randomElement(using: &random) ?? "no link"
        let isDone = Int.random(in: 0..<4, using: &random) > 0
        let result: Acknowledgement = isDone ? .performed : .failed(reason: "no disc")
        let user = ScheduleRun.users.randomElement(using: &random) ?? 0
        let isTaken = (try? run.hub.acknowledge("delivery of \(name)", result, user: user, nowNs: run.nowNs)) != nil
        run.note("acknowledge \(name) as \(user): \(isTaken)")
        let isExpected = model.acknowledge("delivery of \(name)", result, user: user, nowNs: run.nowNs)
        run.expect("the acknowledgement is taken", isTaken, is: isExpected)
    }

    private mutating func withdraw() {
        guard let name = model.linkNames.randomElement(using: &random), let number = numbers[name] else { return }
        run.note("withdraw \(name)")
        let isTaken = run.hub.withdraw(link: number, nowNs: run.nowNs)
        run.expect("the link is taken back", isTaken, is: model.withdraw(name))
    }

    private mutating func clear(_ user: UInt32) {
        run.note("clear \(user)")
        run.expect("cleared", run.hub.clear("c", user: user, nowNs: run.nowNs), is: model.clear(user))
    }

    private mutating func refuse(of reader: String) {
        guard let subscription = run.subscriptions[reader], let number = run.hub.nextHeldLink(for: subscription),
            let name = names[number]
        else { return }
        run.note("refuse \(name)")
        run.hub.refuse(link: number, nowNs: run.nowNs)
        model.refuse(name)
    }

    private mutating func suspend() {
        run.note("suspend")
        model.isSuspended = true
        run.hub.adopt([:], suspending: { _ in true }, nowNs: run.nowNs)
    }

    private mutating func declare() {
        run.note("declare")
        model.isSuspended = false
        run.hub.adopt(["c": run.rules], nowNs: run.nowNs)
        settle()
    }

    private mutating func remove() {
        run.note("remove")
        run.hub.adopt([:], nowNs: run.nowNs)
        model.remove()
        settle()
        run.expect("subscriptions", Array(run.subscriptions.keys), is: [])
        declare()
    }

    /// Begins again with what a durable channel has on the disk.
    private mutating func restart() {
        run.note("restart")
        run.restart()
        (names, numbers) = ([:], [:])
        let links = model.restart(nowNs: run.nowNs)
        open.subtract(model.takeAnswers().keys)
        for kept in links {
            let link = RestoredLink(
                ScheduleRun.link(kept.name), delivery: "delivery of \(kept.name)",
                remaining: .nanoseconds(kept.endNs - run.nowNs), wasTold: kept.wasTold)
            guard let number = run.hub.restore(link, to: "c", user: kept.user, nowNs: run.nowNs) else {
                return run.fail("\(kept.name) is lost")
            }
            (names[number], numbers[kept.name]) = (kept.name, number)
        }
    }

    // MARK: What must hold

    private mutating func wait(seconds: Double) {
        let end = run.nowNs + Int64(seconds * 1e3) * 1_000_000
        while run.nowNs < end, run.fault == nil {
            run.advance(toNs: min(end, max(model.nextNs ?? end, run.nowNs)))
            model.advance(nowNs: run.nowNs)
            settle()
        }
    }

    /// Compares what became of links and subscriptions.
    private mutating func settle() {
        var answers: [String: HeldResult] = [:]
        for effect in run.takeEffects() {
            switch effect {
            case .wake: break
            case .start: run.fail("a program is started")
            case .end(let subscription, let reason): end(subscription, reason)
            case .answer(let number, let result):
                let name = names[number] ?? "no link"
                run.note("answer \(name): \(result)")
                answers[name] = result
                if open.remove(name) == nil { run.fail("\(name) was answered before") }
            }
        }
        run.expect("answers", answers, is: model.takeAnswers())
        if let fault = model.fault { run.fail(fault) }
        for user in ScheduleRun.users {
            let counts = run.hub.counts(of: "c", user: user)
            let expected = model.counts(of: user)
            run.expect("waiting of \(user)", counts.waiting, is: expected.waiting)
            run.expect("subscribers of \(user)", counts.subscribers, is: expected.subscribers)
        }
    }

    private mutating func end(_ subscription: Subscription, _ reason: SubscriptionEnd) {
        guard let name = run.name(of: subscription) else { return run.fail("a subscription ended twice") }
        switch reason {
        case .tooManyMissed: model.expel(name, nowNs: run.nowNs)
        case .channelRemoved: break
        case .notAdmitted: run.fail("\(name) was admitted")
        }
        run.leave(name)
    }
}
