import Contract
import Features
import PermissionRules
import Testing

@testable import FactSources

/// One schedule, step by step, with the effects of each step.
struct ScheduleRow: CustomTestStringConvertible {
    let name: String
    /// *Shape*: lines of `step: effects`.
    let lines: String

    var testDescription: String { name }
}

@Suite struct InquiriesTests {
    /// Its last answer counts for five seconds, also while the source does not answer.
    private static let graceful = AnswerLifetime(isAnnounced: true, asksAgainAfter: nil, grace: .seconds(5))

    /// Runs a schedule, and writes the effects of each step.
    ///
    /// *Shape*: `begin` a switch; `need` it; `change`; `end`; `+500` milliseconds; `on 1` is the reply to question 1,
    /// and so are `off`, `default`, `fail` and `nothing`. Effects: `ask 1`, `is on`, `is on (stale)`, `is ?`, `go 1`.
    private static func run(_ row: ScheduleRow, _ lifetime: AnswerLifetime) -> String {
        var machine = Inquiries(
            timing: SourceTiming(deadlineMs: 2000, firstRetryMs: 1000, longestRetryMs: 3000))
        var nowMs: Int64 = 0
        let question = FactQuestion(.runtime("F"))
        var lines: [String] = []
        for line in row.lines.split(separator: "\n") {
            let step = line.prefix { $0 != ":" }
            let parts = step.split(separator: " ").map(String.init)
            var done: [String] = []
            func take(_ reply: SourceReply) {
                machine.take(
                    reply, to: question, ticket: UInt64(parts[1]) ?? 0, asOfMs: nowMs, lifetime: lifetime,
                    nowMs: nowMs)
            }
            switch parts[0] {
            case "begin": machine.begin(question, nowMs: nowMs)
            case "end": machine.end(question)
            case "change": machine.change(question, nowMs: nowMs)
            case "need":
                let call = machine.need([question], deadlineMs: 2000, nowMs: nowMs)
                done.append(call.map { "wait \($0)" } ?? "ready")
            case "on": take(.one(question.key, .on))
            case "off": take(.one(question.key, .off))
            case "default": take(.one(question.key, nil))
            case "fail": take(.failed(reason: "down"))
            case "nothing": take(.undetermined(reason: "empty"))
            default:
                nowMs += Int64(parts[0].dropFirst()) ?? 0
                machine.advance(toMs: nowMs)
            }
            while let effect = machine.nextEffect() { done.append(Self.words(of: effect)) }
            lines.append(step + ": " + done.joined(separator: ", "))
        }
        return lines.joined(separator: "\n")
    }

    private static func words(of effect: Inquiries.Effect) -> String {
        switch effect {
        case .ask(_, let ticket): "ask \(ticket)"
        case .tell(_, nil): "forget"
        case .release(let call): "go \(call)"
        case .tell(let question, let latest?):
            switch latest.facts?[question.key] {
            case .state(let state): "is \(state)" + (latest.state == .stale ? " (stale)" : "")
            default: latest.facts == nil ? "is ?" : "is default" + (latest.state == .stale ? " (stale)" : "")
            }
        }
    }

    @Test(arguments: [
        ScheduleRow(
            name: "an answer stands until the source says that it changed",
            lines: """
                begin: ask 1, is ?
                need: wait 1
                on 1: is on, go 1
                need: ready
                +100000: 
                need: ready
                change: ask 2
                need: wait 2
                off 2: is off, go 2
                """),
        ScheduleRow(
            name: "the default is an answer, and so is undetermined",
            lines: """
                begin: ask 1, is ?
                default 1: is default
                change: ask 2
                nothing 2: is ?
                need: ready
                """),
        ScheduleRow(
            name: "calls share a question, and one that comes after a change waits for a newer one",
            lines: """
                begin: ask 1, is ?
                need: wait 1
                need: wait 2
                change: 
                change: 
                need: wait 3
                on 1: ask 2, is on, go 1, go 2
                off 2: is off, go 3
                """),
        ScheduleRow(
            name: "no call waits longer than the deadline, nor again for a source that is late",
            lines: """
                begin: ask 1, is ?
                need: wait 1
                +1999: 
                +1: is ?, go 1
                need: ready
                change: 
                need: ready
                +60000: 
                on 1: ask 2, is on
                off 2: is off
                """),
        ScheduleRow(
            name: "a call has a deadline of its own",
            lines: """
                begin: ask 1, is ?
                +1500: 
                need: wait 1
                change: 
                need: wait 2
                +400: 
                on 1: ask 2, is on, go 1
                +1600: go 2
                +400: is on (stale)
                off 2: is off
                """),
        ScheduleRow(
            name: "the last answer of a source that fails counts for the grace, from its own moment on",
            lines: """
                begin: ask 1, is ?
                on 1: is on
                +500: 
                change: ask 2
                fail 2: is on (stale)
                need: ready
                +999: 
                need: ready
                +1: ask 3
                need: wait 1
                fail 3: go 1
                +2000: ask 4
                fail 4: 
                +1499: 
                +1: is ?
                +1499: 
                +1: ask 5
                off 5: is off
                """),
        ScheduleRow(
            name: "an answer that is older than the grace does not count from the first failure on",
            lines: """
                begin: ask 1, is ?
                on 1: is on
                +5000: 
                change: ask 2
                fail 2: is ?
                """),
        ScheduleRow(
            name: "an answer that is older than the grace does not count once the source is late",
            lines: """
                begin: ask 1, is ?
                on 1: is on
                +3000: 
                change: ask 2
                +1999: 
                +1: is ?
                """),
        ScheduleRow(
            name: "a grace is not longer because the source answers and fails by turns",
            lines: """
                begin: ask 1, is ?
                on 1: is on
                +4000: 
                change: ask 2
                fail 2: is on (stale)
                change: ask 3
                fail 3: 
                +1000: is ?
                """),
        ScheduleRow(
            name: "a source that failed is asked again by the next call, at most once a second",
            lines: """
                begin: ask 1, is ?
                fail 1: is ?
                +1000: ask 2
                fail 2: 
                +999: 
                need: ready
                +1: 
                need: wait 1, ask 3
                need: wait 2
                fail 3: go 1, go 2
                need: ready
                +1000: 
                need: wait 3, ask 4
                on 4: is on, go 3
                """),
        ScheduleRow(
            name: "what a source that works cannot say does not stand",
            lines: """
                begin: ask 1, is ?
                on 1: is on
                change: ask 2
                nothing 2: is ?
                change: ask 3
                fail 3: is ?
                +1000: ask 4
                on 4: is on
                """),
        ScheduleRow(
            name: "a change is a sign of life of a source that failed",
            lines: """
                begin: ask 1, is ?
                fail 1: is ?
                change: ask 2
                on 2: is on
                +100000: 
                """),
        ScheduleRow(
            name: "a reply to another question, or a second one, is dropped",
            lines: """
                begin: ask 1, is ?
                on 7: 
                off 1: is off
                on 1: 
                end: forget
                on 1: 
                begin: ask 2, is ?
                on 1: 
                on 2: is on
                """),
        ScheduleRow(
            name: "who waits for a question that ends goes on",
            lines: """
                begin: ask 1, is ?
                need: wait 1
                end: forget, go 1
                need: ready
                +100000: 
                """),
    ])
    func `each schedule of a source yields the expected queries, waits and timeouts`(_ row: ScheduleRow) {
        #expect(Self.normal(Self.run(row, Self.graceful)) == Self.normal(row.lines))
    }

    @Test func `an answer with a lifetime of a second is queried again by the first call after it`() {
        let row = ScheduleRow(
            name: "",
            lines: """
                begin: ask 1, is ?
                on 1: is on
                +999: 
                need: ready
                +1: 
                +5000: 
                need: ask 2, wait 1
                need: wait 2
                on 2: is on, go 1, go 2
                """)
        // A wait is recorded before its effects.
        let expected = row.lines.replacing("ask 2, wait 1", with: "wait 1, ask 2")
        #expect(
            Self.normal(Self.run(row, .init(isAnnounced: false, asksAgainAfter: .seconds(1)))) == Self.normal(expected))
    }

    @Test(arguments: [
        ScheduleRow(
            name: "it failed",
            lines: """
                begin: ask 1, is ?
                on 1: is on
                change: ask 2
                fail 2: is ?
                need: ready
                """),
        ScheduleRow(
            name: "it is late",
            lines: """
                begin: ask 1, is ?
                on 1: is on
                change: ask 2
                +1999: 
                +1: is ?
                on 2: is on
                """),
    ])
    func `without a grace the last answer of a source that stopped answering does not count`(_ row: ScheduleRow) {
        #expect(Self.normal(Self.run(row, .announced)) == Self.normal(row.lines))
    }

    private static func normal(_ lines: String) -> [String] {
        lines.split(separator: "\n").map { line in
            var line = line
            while line.last == " " { line.removeLast() }
            return String(line)
        }
    }

    @Test func `a subject's fact is queried when a call needs it, and never retried without a call`() {
        var machine = Inquiries(timing: .standard)
        let camera = FactQuestion(.permission(permission("camera")), of: .uid(1))
        #expect(machine.need([camera], deadlineMs: 2000, nowMs: 0) == 1)
        #expect(Self.drain(&machine) == ["ask 1", "is ?"])
        machine.take(.failed(reason: "x"), to: camera, ticket: 1, asOfMs: 0, lifetime: .announced, nowMs: 0)
        #expect(Self.drain(&machine) == ["is ?", "go 1"])
        #expect(machine.nextMs == nil)
        machine.advance(toMs: 100_000)
        #expect(Self.drain(&machine) == [])
        #expect(machine.need([camera], deadlineMs: 2000, nowMs: 100_000) == 2)
        #expect(Self.drain(&machine) == ["ask 2"])
        machine.endIdleSubjects()
        #expect(machine.count == 1)
        machine.take(
            .one(camera.key, .permission(.denied)), to: camera, ticket: 2, asOfMs: 0, lifetime: .announced,
            nowMs: 100_000)
        machine.endIdleSubjects()
        #expect(machine.count == 0)
    }

    @Test func `the time to the next retry doubles up to its limit, and no number overflows`() {
        let timing = SourceTiming.standard
        #expect((1...8).map(timing.retryMs) == [1000, 2000, 4000, 8000, 16000, 32000, 60000, 60000])
        #expect(timing.retryMs(afterFailures: .max / 2 > 0 ? 1000 : 0) == 60000)
        let strange = SourceTiming(deadlineMs: .max, firstRetryMs: .max, longestRetryMs: .max)
        #expect(strange.retryMs(afterFailures: 3) == .max)
        #expect(
            SourceTiming(deadlineMs: 0, firstRetryMs: -1, longestRetryMs: 5).retryMs(afterFailures: 9) == 0)
    }

    private static func drain(_ machine: inout Inquiries) -> [String] {
        var done: [String] = []
        while let effect = machine.nextEffect() { done.append(Self.words(of: effect)) }
        return done
    }
}
