import ChannelRules
import TestSupport

/// A random schedule of a channel whose senders are answered at once, compared with `QueueModel` after each call.
struct QueueRun {
    private(set) var run: ScheduleRun
    private var model: QueueModel
    private var random: SeededGenerator
    /// What subscriptions were told, and how far in the model that was: others go on there.
    private var ends: [(user: UInt32, hearsAll: Bool, number: Int64, place: Int)] = []

    init(_ kind: ChannelTerms.Kind, _ random: inout SeededGenerator) {
        let rules = ChannelTerms(kind, using: &random)
        (run, model) = (ScheduleRun(rules), QueueModel(rules))
        self.random = random
    }

    /// Plays so many turns of the loop, each with a burst of calls; returns the generator as it was left.
    mutating func play(turns: Int) -> SeededGenerator {
        for _ in 0..<turns where run.fault == nil {
            for _ in 0..<Int.random(in: 1...6, using: &random) { step() }
            if Int.random(in: 0..<3, using: &random) == 0 { wait() }
        }
        for name in run.subscriptions.keys.sorted() { while run.fault == nil, read(name) {} }
        return random
    }

    private mutating func step() {
        let user = ScheduleRun.users.randomElement(using: &random) ?? 0
        let reader = run.subscriptions.keys.sorted().randomElement(using: &random)
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<8: send(user)
        case 8..<10: subscribe(user)
        case 10..<12: if let reader { leave(reader) }
        case 12:
            run.note("clear \(user)")
            run.expect(
                "cleared", run.hub.clear("c", user: user, nowNs: run.nowNs), is: model.clear(user, nowNs: run.nowNs))
        default: if let reader { _ = read(reader) }
        }
        _ = run.takeEffects()
        for user in ScheduleRun.users { check(user) }
    }

    private mutating func check(_ user: UInt32) {
        let counts = run.hub.counts(of: "c", user: user)
        run.expect("subscribers of \(user)", counts.subscribers, is: model.hearerCount(of: user))
        run.expect("kept of \(user)", counts.kept, is: model.keeps(user, nowNs: run.nowNs) ? 1 : 0)
        run.expect("waiting of \(user)", counts.waiting, is: 0)
    }

    private mutating func send(_ user: UInt32) {
        let name = run.newLinkName()
        let result = run.send(name, user: user)
        run.note("send \(name) of \(user): \(result)")
        let hearers = model.hearerCount(of: user)
        switch (result, model.send(name, user: user, nowNs: run.nowNs)) {
        case (.delivered(let found), let count?):
            run.expect("subscribers", found, is: count)
            if model.rules.kind == .plain, hearers == 0 { run.fail("no subscriber, and the link was delivered") }
        case (.noSubscriber, _?):
            if model.rules.kind != .plain || hearers > 0 { run.fail("there is a subscriber, or the link is kept") }
        case (.full, nil): break
        case (.held, _), (.delivered, nil), (.noSubscriber, nil), (.full, _?): run.fail("\(result) is another answer")
        }
    }

    private mutating func subscribe(_ user: UInt32) {
        let hearsAll = user == 0 && Bool.random(using: &random)
        var (after, place): (Int64?, Int?) = (nil, nil)
        switch Int.random(in: 0..<6, using: &random) {
        case 0...1: break
        case 2: (after, place) = Bool.random(using: &random) ? (.max, .max) : (.min, -1)
        default:
            let end = ends.filter { $0.user == user && $0.hearsAll == hearsAll }.randomElement(using: &random)
            (after, place) = (end?.number, end?.place)
        }
        guard let name = run.subscribe(user: user, hearsAll: hearsAll, after: after) else { return }
        model.subscribe(name, user: user, hearsAll: hearsAll, after: place, nowNs: run.nowNs)
        noteEnd(of: name)
    }

    private mutating func leave(_ reader: String) {
        run.leave(reader)
        model.leave(reader)
        model.noteIdle(nowNs: run.nowNs)
    }

    /// Reads once; returns false where there was nothing.
    private mutating func read(_ reader: String) -> Bool {
        let expected = model.next(reader)
        let news = run.next(reader)
        let mayLackCount = news != nil && model.takeUnknown(reader)
        switch news {
        case nil: run.expect("\(reader) is told", nil, is: expected)
        case .missed(nil, _):
            if !mayLackCount { run.fail("\(reader) is not told how many links it missed") }
            if case .missed? = expected { model.tell(reader) }
        case .missed(let count?, _):
            run.expect("\(reader) is told", .missed(Int(count)), is: expected)
            model.tell(reader)
        case .link(let link, _, _, let delivery):
            run.expect("\(reader) is told", .link(link.action), is: expected)
            if delivery != nil { run.fail("\(link.action) has a delivery") }
            model.tell(reader)
        }
        noteEnd(of: reader)
        return news != nil
    }

    private mutating func noteEnd(of reader: String) {
        guard let subscription = run.subscriptions[reader], let number = run.lastNumbers[reader] else { return }
        ends.append((subscription.user, subscription.hearsAll, number, model.place(reader)))
    }

    private mutating func wait() {
        let end = run.nowNs + Int64.random(in: 0...10_000, using: &random) * 1_000_000
        while run.nowNs < end, run.fault == nil {
            run.advance(toNs: end)
            model.noteIdle(nowNs: run.nowNs)
            _ = run.takeEffects()
            for user in ScheduleRun.users { check(user) }
        }
    }
}
