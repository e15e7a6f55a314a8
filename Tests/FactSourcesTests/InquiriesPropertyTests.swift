import Contract
import Features
import PermissionRules
import PurchaseRules
import TestSupport
import Testing

@testable import FactSources

/// The complete history of one question: the naive model reads it from the start at every check, and keeps no other
/// state.
private struct History {
    enum Event {
        case asked
        case answered([FactKey: FactValue])
        case nothing
        case failed
    }

    var events: [(atMs: Int64, event: Event)] = []

    /// What stands at a moment: the last answer; stale from the first trouble after it; gone where there was trouble and the
    /// answer is older than the grace.
    func latest(nowMs: Int64, timing: SourceTiming, graceMs: Int64) -> (
        state: SourceReport.State, facts: [FactKey: FactValue]?
    ) {
        var answer: (atMs: Int64, value: [FactKey: FactValue])?
        var isTroubled = false
        for (index, (atMs, event)) in events.enumerated() {
            let untilMs = index + 1 < events.count ? events[index + 1].atMs : nowMs
            switch event {
            case .answered(let value): (answer, isTroubled) = ((atMs, value), false)
            case .nothing: (answer, isTroubled) = (nil, false)
            case .failed: isTroubled = true
            case .asked: if untilMs - atMs >= timing.deadlineMs { isTroubled = true }
            }
            if isTroubled, let last = answer, untilMs - last.atMs >= graceMs { answer = nil }
        }
        guard let answer else { return (.undetermined, nil) }
        return (isTroubled ? .stale : .current, answer.value)
    }
}

/// Simulated sources and calls around the state machine, with checks at every step.
private struct World {
    struct Call {
        let deadlineMs: Int64
        let questions: [FactQuestion]
        /// The number of times that each question had been asked when the call arrived.
        let askedBefore: [FactQuestion: Int]
    }

    let timing: SourceTiming
    /// How long an answer counts, from its own moment on, while its source does not answer.
    let graceMs: Int64
    var machine: Inquiries
    var nowMs: Int64 = 0
    var histories: [FactQuestion: History] = [:]
    var open: [FactQuestion: UInt64] = [:]
    var told: [FactQuestion: LatestAnswer] = [:]
    var calls: [Int: Call] = [:]
    var askCounts: [FactQuestion: Int] = [:]

    init(timing: SourceTiming, graceMs: Int64) {
        (self.timing, self.graceMs) = (timing, graceMs)
        machine = Inquiries(timing: timing)
    }

    mutating func work() {
        while let effect = machine.nextEffect() {
            switch effect {
            case .ask(let question, let ticket):
                #expect(open[question] == nil, "a source is asked while it has not replied")
                open[question] = ticket
                askCounts[question, default: 0] += 1
                histories[question, default: History()].events.append((nowMs, .asked))
            case .tell(let question, let latest?): told[question] = latest
            case .tell(let question, nil):
                (told[question], histories[question], open[question]) = (nil, nil, nil)
            case .release(let number): checkRelease(number)
            }
        }
    }

    /// A call is released when each source has replied to a question asked after the call, or has failed or missed its
    /// deadline.
    mutating func checkRelease(_ number: Int) {
        guard let call = calls.removeValue(forKey: number) else {
            Issue.record("call \(number) goes on twice")
            return
        }
        guard nowMs < call.deadlineMs else { return }
        for question in call.questions where histories[question] != nil {
            let isOpen = open[question] != nil
            let isOld = askCounts[question, default: 0] <= call.askedBefore[question, default: 0]
            let openMs = histories[question]?.events.last.map { nowMs - $0.atMs } ?? 0
            let isFailed = if case .failed? = histories[question]?.events.last?.event { true } else { false }
            #expect(!isOpen || !isOld || openMs >= timing.deadlineMs || isFailed)
        }
    }

    mutating func check() {
        // Effects that are due now, such as the end of a grace time of zero.
        machine.advance(toMs: nowMs)
        work()
        for (question, history) in histories {
            let expected = history.latest(nowMs: nowMs, timing: timing, graceMs: graceMs)
            #expect(told[question]?.state == expected.state, "\(question) at \(nowMs): \(history.events)")
            #expect(told[question]?.facts == expected.facts)
        }
        for call in calls.values { #expect(nowMs < call.deadlineMs, "a call waits past its deadline") }
        if let nextMs = machine.nextMs { #expect(nextMs > nowMs, "something is due and was not done") }
    }

    /// Advances the time, stopping at every moment with a due effect, as the timer does.
    mutating func advance(by ms: Int64) {
        let endMs = nowMs + ms
        while nowMs < endMs {
            nowMs = min(endMs, max(nowMs, machine.nextMs ?? endMs))
            machine.advance(toMs: nowMs)
            work()
        }
    }
}

@Suite struct InquiriesPropertyTests {
    private static let questions: [FactQuestion] = [
        FactQuestion(.platform("")), FactQuestion(.runtime("A")), FactQuestion(.runtime("B")),
        FactQuestion(.permission(permission("camera")), of: .uid(1)),
        FactQuestion(.permission(permission("camera")), of: .uid(2)), FactQuestion(.purchase("p"), of: .uid(1)),
    ]

    @Test func `every schedule of calls, replies, timeouts and changes yields the facts of a naive model`() {
        var random = SeededGenerator(for: "every schedule ends in the facts of a naive model")
        for _ in 0..<400 {
            var world = World(
                timing: SourceTiming(
                    deadlineMs: .random(in: 1...30, using: &random),
                    firstRetryMs: .random(in: 1...20, using: &random), longestRetryMs: 60),
                graceMs: max(0, .random(in: -30...100, using: &random)))
            for _ in 0..<120 {
                Self.step(&world, &random)
                world.work()
                world.check()
            }
            world.advance(by: 1000)
            world.check()
            #expect(world.calls.isEmpty, "no call waits for ever")
        }
    }

    private static func step(_ world: inout World, _ random: inout SeededGenerator) {
        let question = questions.randomElement(using: &random) ?? questions[0]
        switch Int.random(in: 0..<16, using: &random) {
        case 0, 1: if question.subject == nil { world.machine.begin(question, nowMs: world.nowMs) }
        case 2: world.machine.end(question)
        case 3, 4: world.machine.change(question, nowMs: world.nowMs)
        case 5: world.machine.changeSubjects { $0 == question }
        case 6...8: need(&world, &random)
        case 9...12: reply(&world, question, &random)
        default: world.advance(by: .random(in: 1...25, using: &random))
        }
    }

    private static func need(_ world: inout World, _ random: inout SeededGenerator) {
        let needed = questions.shuffled(using: &random).prefix(.random(in: 1...3, using: &random))
        let deadlineMs = world.nowMs + .random(in: 1...40, using: &random)
        let before = world.askCounts
        guard
            let number = world.machine.need(
                Array(needed), deadlineMs: deadlineMs - world.nowMs, nowMs: world.nowMs)
        else { return }
        world.calls[number] = .init(deadlineMs: deadlineMs, questions: Array(needed), askedBefore: before)
    }

    private static func reply(_ world: inout World, _ question: FactQuestion, _ random: inout SeededGenerator) {
        guard let ticket = world.open[question] else { return }
        let reply: SourceReply
        let event: History.Event
        switch Int.random(in: 0..<4, using: &random) {
        case 0: (reply, event) = (.failed(reason: "down"), .failed)
        case 1: (reply, event) = (.undetermined(reason: "empty"), .nothing)
        default:
            let answer: [FactKey: FactValue] = [question.key: Bool.random(using: &random) ? .on : .off]
            (reply, event) = (.facts(answer), .answered(answer))
        }
        world.open[question] = nil
        world.histories[question]?.events.append((world.nowMs, event))
        world.machine.take(
            reply, to: question, ticket: ticket, asOfMs: world.nowMs,
            lifetime: AnswerLifetime(
                isAnnounced: false,
                asksAgainAfter: [nil, .zero, .milliseconds(7)].randomElement(using: &random) ?? nil,
                grace: .milliseconds(world.graceMs)),
            nowMs: world.nowMs)
    }
}
