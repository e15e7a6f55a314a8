// From which moment each time counts, as the table of docs/facts.md has it. Each row is walked with a clock of the test: other
// things happen before the moment, from which a time that counts from the wrong one would count. A house test compares the names
// with the table.

import ChannelRules
import Contract
import Features
import Foundation
import Ledger
import PermissionWire
import Routing
import Synchronization
import TestTables
import Testing

@testable import FactSources
@testable import PermissionRules
@testable import PermissionService
@testable import PurchaseRules
@testable import PurchaseService
@testable import Serving

/// One time.
struct TimeRow: Sendable, CustomTestStringConvertible {
    /// As the table of the manual has it.
    let name: String
    /// *Units*: milliseconds from its moment on.
    let lengthMs: Int64
    /// Whether it is over so many milliseconds after its moment.
    let isOver: @Sendable (_ afterMs: Int64) throws -> Bool

    var testDescription: String { name }
}

@Suite struct TimesTests {
    private static let rows: [TimeRow] = [
        TimeRow(name: "answer of a source", lengthMs: 1000, isOver: answerIsOver),
        TimeRow(name: "`grace`", lengthMs: 10_000, isOver: graceIsOver),
        TimeRow(name: "patience with a source", lengthMs: 2000, isOver: patienceIsOver),
        TimeRow(name: "pause after a failure", lengthMs: 1000, isOver: pauseIsOver),
        TimeRow(name: "end of a purchase", lengthMs: 0, isOver: purchaseIsOver),
        TimeRow(name: "grace of a purchase", lengthMs: 0, isOver: purchaseGraceIsOver),
        TimeRow(name: "trial", lengthMs: 14 * 86_400_000, isOver: trialIsOver),
        TimeRow(name: "override", lengthMs: 60_000, isOver: overrideIsOver),
        TimeRow(name: "denied permission", lengthMs: 600_000, isOver: denialIsOver),
        TimeRow(name: "questions to one user", lengthMs: 60_000, isOver: promptsAreOver),
        TimeRow(name: "question of a flow", lengthMs: 300_000, isOver: questionIsOver),
        TimeRow(name: "`hold` of a channel", lengthMs: 600_000, isOver: holdIsOver),
        TimeRow(name: "`acknowledge within`", lengthMs: 30_000, isOver: acknowledgementIsOver),
        TimeRow(name: "restart of a channel's program", lengthMs: 1000, isOver: restartIsOver),
        TimeRow(name: "idempotency key", lengthMs: 86_400_000, isOver: keyIsOver),
        TimeRow(name: "verified binding", lengthMs: 30_000, isOver: bindingIsOver),
    ]

    /// Times that a timer of the loop measures, with the test that waits for each.
    static let timers = [
        "deadline of a call": "the wait for facts counts, and nothing is performed after the deadline",
        "wait for what blocks a link": "a wait ends in time also while a source is asked",
        "`timeout` of an action": "a program that ends in time is not touched by its timer",
        "idle connection": "a connection whose watch has ended has ten minutes again",
    ]

    @Test(arguments: rows)
    func `a time is over so long after its moment, and not before`(_ row: TimeRow) throws {
        #expect(try !row.isOver(row.lengthMs - 1))
        #expect(try row.isOver(row.lengthMs))
    }

    @Test(arguments: [(Int64(1000), Int64(4000)), (5000, 0), (5001, 600_000), (.max, 600_000)])
    func `a denial that was noted by a clock that was ahead does not rest until that time comes`(
        _ asOfMs: Int64, _ ageMs: Int64
    ) {
        #expect(PermissionQuestions.ageMs(of: .init(.permission(.denied), asOfMs: asOfMs), atMs: 5000) == ageMs)
    }

    // MARK: Sources

    private static let question = FactQuestion(.runtime("F"))

    /// A question whose answer took half a second, and came at 2,000.
    private static func asked(_ lifetime: AnswerLifetime) -> Inquiries {
        var machine = Inquiries(timing: .standard)
        machine.begin(question, nowMs: 1500)
        take(.facts([question.key: .on]), 1, &machine, lifetime, nowMs: 2000)
        return machine
    }

    private static func take(
        _ reply: SourceReply, _ ticket: UInt64, _ machine: inout Inquiries, _ lifetime: AnswerLifetime, nowMs: Int64
    ) {
        machine.take(reply, to: question, ticket: ticket, asOfMs: nowMs, lifetime: lifetime, nowMs: nowMs)
    }

    private static let answerIsOver: @Sendable (Int64) -> Bool = { afterMs in
        asked(.init(isAnnounced: false, asksAgainAfter: .seconds(1))).freshUntilMs([question]) <= 2000 + afterMs
    }

    private static let graceIsOver: @Sendable (Int64) -> Bool = { afterMs in
        let lifetime = AnswerLifetime(isAnnounced: false, asksAgainAfter: .seconds(1), grace: .seconds(10))
        var machine = asked(lifetime)
        // The service fails once in between, and once at the end.
        for (ticket, nowMs) in [(UInt64(2), Int64(5000)), (3, 2000 + afterMs)] {
            machine.change(question, nowMs: nowMs)
            take(.failed(reason: "down"), ticket, &machine, lifetime, nowMs: nowMs)
        }
        return machine.latest(question, nowMs: 2000 + afterMs)?.facts == nil
    }

    private static let patienceIsOver: @Sendable (Int64) -> Bool = { afterMs in
        var machine = asked(.init(isAnnounced: true, asksAgainAfter: nil))
        machine.change(question, nowMs: 9000)
        machine.advance(toMs: 9000 + afterMs)
        return machine.latest(question, nowMs: 9000 + afterMs)?.facts == nil
    }

    private static let pauseIsOver: @Sendable (Int64) -> Bool = { afterMs in
        let lifetime = AnswerLifetime(isAnnounced: true, asksAgainAfter: nil)
        var machine = asked(lifetime)
        machine.change(question, nowMs: 9000)
        take(.failed(reason: "down"), 2, &machine, lifetime, nowMs: 9700)
        return machine.freshUntilMs([question]) <= 9700 + afterMs
    }

    // MARK: Purchases and overrides

    private static func isOver(_ purchase: Purchase, atMs nowMs: Int64) -> Bool {
        let store = FactStore(nowMs: 1000)
        store.set(.purchase("p"), claims: [Fact(.purchase(purchase))], from: .source, of: .uid(1))
        store.advance(toMs: 5000)
        store.advance(toMs: nowMs)
        return store.facts.of(.uid(1)).purchase(of: "p")?.state.entitles != true
    }

    private static let purchaseIsOver: @Sendable (Int64) -> Bool = {
        isOver(Purchase(.active, endsMs: 9000), atMs: 9000 + $0)
    }

    private static let purchaseGraceIsOver: @Sendable (Int64) -> Bool = {
        isOver(Purchase(.active, endsMs: 7000, graceEndsMs: 9000), atMs: 9000 + $0)
    }

    private static let trialIsOver: @Sendable (Int64) -> Bool = { afterMs in
        var book = LicenceBook()
        book.add(KeptTrial(startedMs: 9000, endsMs: 9000 + 14 * 86_400_000), of: "p", for: .uid(1))
        guard let purchase = book.trialClaims(about: "p", of: .uid(1)).first?.value.purchase else {
            return false
        }
        return isOver(purchase, atMs: 9000 + afterMs)
    }

    private static let overrideIsOver: @Sendable (Int64) -> Bool = { afterMs in
        var (list, facts) = (OverrideList(), Facts())
        facts[.toggle("F")] = .state(.on)
        let isAdded = list.add(facts, text: "toggle F on", endsNs: (9000 + 60_000) * 1_000_000)
        _ = list.removeEnded(nowNs: (9000 + afterMs) * 1_000_000)
        return isAdded && list.facts.isEmpty
    }

    // MARK: Flows

    private static let camera = FlowStep(id: "permission:camera", name: "camera", asker: .client, record: .source)

    /// A flow that asks for the camera at 9,000.
    private static func flow(_ name: String, _ machine: inout FlowMachine, beginsMs: Int64, asksMs: Int64)
        -> [FlowMachine.Effect]
    {
        machine.begin(FlowRequest(name: name, user: 1), nowNs: beginsMs * 1_000_000)
        _ = machine.takeEffects()
        machine.looked(name, number: 1, .open([OpenStep(camera)]), nowNs: asksMs * 1_000_000)
        return machine.takeEffects()
    }

    private static func hasEnded(_ effects: [FlowMachine.Effect]) -> Bool {
        effects.contains { if case .complete = $0 { true } else { false } }
    }

    private static let questionIsOver: @Sendable (Int64) -> Bool = { afterMs in
        var machine = FlowMachine()
        _ = flow("a", &machine, beginsMs: 1000, asksMs: 9000)
        machine.advance(nowNs: (9000 + afterMs) * 1_000_000)
        return hasEnded(machine.takeEffects())
    }

    private static let denialIsOver: @Sendable (Int64) throws -> Bool = { afterMs in
        var machine = FlowMachine()
        _ = flow("a", &machine, beginsMs: 1000, asksMs: 9000)
        // The person takes a while.
        try machine.answer("a", user: 1, step: "camera", .denied, nowNs: 60_000 * 1_000_000)
        machine.disconnect("a")
        _ = machine.takeEffects()
        let nowMs = 60_000 + afterMs
        return !hasEnded(flow("b", &machine, beginsMs: nowMs, asksMs: nowMs))
    }

    private static let promptsAreOver: @Sendable (Int64) -> Bool = { afterMs in
        var history = PromptHistory()
        for second in 9..<14 { _ = history.addPrompt(to: 1, nowNs: Int64(second) * 1_000_000_000) }
        return history.addPrompt(to: 1, nowNs: (9000 + afterMs) * 1_000_000) == nil
    }

    // MARK: Channels

    private static func makeHub(_ rules: ChannelTerms) -> ChannelHub {
        let hub = ChannelHub(firstNumber: { 0 }, deliveryName: { "d" })
        hub.adopt(["c": rules], nowNs: 0)
        return hub
    }

    private static let link = ChannelLink(route: nil, feature: "F", action: "a", inputs: [], url: nil, byteCount: 1)

    private static func send(to hub: ChannelHub, atMs nowMs: Int64) {
        _ = hub.send(link, to: "c", user: 1, nowNs: nowMs * 1_000_000)
    }

    private static let holdIsOver: @Sendable (Int64) -> Bool = { afterMs in
        let hub = makeHub(ChannelTerms(.held))
        send(to: hub, atMs: 9000)
        hub.advance(nowNs: (9000 + afterMs) * 1_000_000)
        return hub.takeEffects().contains { if case .answer = $0 { true } else { false } }
    }

    private static let acknowledgementIsOver: @Sendable (Int64) throws -> Bool = { afterMs in
        var rules = ChannelTerms(.held)
        rules.isRedelivered = false
        let hub = makeHub(rules)
        send(to: hub, atMs: 1000)
        let subscription = try hub.subscribe(to: "c", user: 1, hearsAll: false, after: nil, nowNs: 5000 * 1_000_000)
        // The first answer is its place; the second has the link.
        for _ in 0..<2 { _ = hub.next(for: subscription, nowNs: 9000 * 1_000_000) }
        hub.advance(nowNs: (9000 + afterMs) * 1_000_000)
        return hub.takeEffects().contains { if case .answer = $0 { true } else { false } }
    }

    private static let restartIsOver: @Sendable (Int64) -> Bool = { afterMs in
        var rules = ChannelTerms(.held)
        rules.hasStarter = true
        let hub = makeHub(rules)
        send(to: hub, atMs: 1000)
        _ = hub.takeEffects()
        hub.starterEnded(channel: "c", user: 1, nowNs: 9000 * 1_000_000)
        hub.advance(nowNs: (9000 + afterMs) * 1_000_000)
        return hub.takeEffects().contains { if case .start = $0 { true } else { false } }
    }

    // MARK: Calls

    private static let keyIsOver: @Sendable (Int64) throws -> Bool = { afterMs in
        let folder = NSTemporaryDirectory() + "deeplinkd-times-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let uptimeMs = Mutex<Int64>(1000)
        let ledger = try Ledger(
            directory: folder, schema: .standard, clock: { 0 }, uptime: { uptimeMs.withLock { $0 } })
        defer { ledger.close() }
        let key = try IdempotencyKey("k", of: .uid(1), by: 1)
        let day = Limits.idempotencyLifetime
        _ = try ledger.claim(key, fingerprint: "f", lifetime: day)
        // The request takes three days.
        let endsMs: Int64 = 3 * 86_400_000
        uptimeMs.withLock { $0 = endsMs }
        try ledger.finish(key, outcome: "o", lifetime: day)
        uptimeMs.withLock { $0 = endsMs + afterMs }
        return try ledger.claim(key, fingerprint: "f", lifetime: day) == .begun
    }

    private static let bindingIsOver: @Sendable (Int64) throws -> Bool = { afterMs in
        var store = BindingStore()
        switch try SampleTable.load().pass(Target(url: "t://say"), facts: Facts(), caller: Caller(uid: 1000)) {
        case .stopped(let stop): throw SampleTable.Failure(text: "\(stop.outcome)")
        case .cleared(let link):
            let name = try BindingName.random()
            store.keep(link, as: name, connection: 1, user: 1, nowNs: 9000 * 1_000_000)
            do throws(BindingError) {
                _ = try store.take(name.text.utf8.span, by: 1, nowNs: (9000 + afterMs) * 1_000_000)
                return false
            } catch {
                return true
            }
        }
    }
}
