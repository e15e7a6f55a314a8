import Contract
import TestSupport
import Varlink

/// Values in which every member is set, and random ones.
enum Samples {
    static let remedy = Remedy(
        kind: .purchase, actor: .user, arguments: [.init("products", .array([.string("pro")]))],
        withheldBecause: "toggle:Podcasts")
    static let constraint = ConstraintReport(
        id: "purchase:pro", kind: .purchase, subject: "pro", inheritedFrom: "Podcasts", status: .unsatisfied,
        reason: "expired", code: .purchaseExpired,
        evidence: .init(
            source: "override", asOfMs: 1_700_000_000_000, freshness: .stale, isOverride: true, fault: "down"),
        remedies: [remedy])
    static let diagnostic = DiagnosticReport(
        code: "RT101", severity: "error", file: "routes.conf", line: 3, column: 7, message: "two routes take it",
        help: "say over", witness: "a://b",
        related: [.init(file: "routes.conf", line: 1, column: 1, note: "the other")])
    static let feature = FeatureReport(
        path: "Podcasts/Smart", name: "Smart", parent: "Podcasts", description: "lists", status: .blocked,
        code: .purchaseExpired, primary: "purchase:pro", constraints: [constraint], actions: ["open"],
        routes: ["smart-list"], unlisted: 12)
    static let status = StatusReport(
        version: "1.0", tableRevision: "t1", stateRevision: "s1", routes: 4, features: 3, connections: 2, calls: 9,
        uptimeMs: 1234, overridden: true, files: [TableFileReport(name: "routes.conf", revision: "0123456789abcdef")],
        profile: "development",
        ledger: LedgerReport(
            state: .unavailable, code: "ledger.full", reason: "no room", unreadable: 3, aheadMs: 7, intake: "off"),
        overrides: [OverrideReport(fact: "toggle A on", endsAfterMs: 5)],
        sources: [
            SourceReport(
                fact: "runtime A", source: "file:/run/a", state: .stale, asOfMs: 1_700_000_000_000, fault: "down")
        ], leftovers: 4, dropped: 6, audience: .operator)
    static let service = ServiceDescription(
        vendor: "deeplinkd", product: "deeplinkd", version: "1.0", url: "https://example.com/")

    /// An outcome with every member set; no request has such an outcome.
    static var outcome: Outcome {
        var outcome = Outcome(.failedExit, message: "It \"failed\".\n")
        outcome.outcomeId = "o1"
        outcome.url = "podcast://favourites/rock"
        outcome.route = "smart-list"
        outcome.feature = "Podcasts/Smart"
        outcome.action = "open"
        outcome.parameters = [.init("list", .string("rock")), .init("page", .integer(1))]
        outcome.primary = "purchase:pro"
        outcome.constraints = [constraint]
        outcome.remedies = [remedy]
        var rejection = Rejection()
        rejection.rule = "bidiControl"
        rejection.component = "path"
        rejection.offset = 12
        rejection.limit = 64
        rejection.amount = 65
        rejection.retryAfterMs = 250
        rejection.route = "smart-list"
        rejection.key = "page"
        rejection.expected = "uint"
        rejection.nearest = "list"
        rejection.failure = "segment 2 is not a slug"
        outcome.rejection = rejection
        outcome.execution = Execution(
            kind: "exec", durationMs: 20, exit: .code(3), stdout: .init(text: "out", bytes: 3, truncated: false),
            stderr: .init(text: "err", bytes: 70_000, truncated: true), error: "ENOENT")
        outcome.result = .object([.init("list", .string("rock"))])
        outcome.via = ["a://b"]
        outcome.tableRevision = "t1"
        outcome.stateRevision = "s1"
        outcome.timings = .init(parseNs: 200, matchNs: 100, verifyNs: 90)
        return outcome
    }

    /// An outcome in which everything is set or not by chance.
    static func randomOutcome(_ random: inout SeededGenerator) -> Outcome {
        var outcome = Outcome(pick(OutcomeCode.allCases, .okPerformed, &random), message: text(&random))
        outcome.outcomeId = maybe(&random, text)
        outcome.url = maybe(&random, text)
        outcome.route = maybe(&random, text)
        outcome.feature = maybe(&random, text)
        outcome.action = maybe(&random, text)
        outcome.parameters = members(&random)
        outcome.primary = maybe(&random, text)
        outcome.constraints = list(&random, randomConstraint)
        outcome.remedies = list(&random, randomRemedy)
        outcome.rejection = maybe(&random, randomRejection)
        outcome.execution = maybe(&random, randomExecution)
        outcome.result = maybe(&random) { .object(members(&$0)) }
        outcome.via = list(&random, text)
        outcome.tableRevision = maybe(&random, text)
        outcome.stateRevision = maybe(&random, text)
        outcome.timings = maybe(&random) { .init(parseNs: number(&$0), matchNs: number(&$0), verifyNs: number(&$0)) }
        return outcome
    }

    /// The text of an outcome as the list of its members gives it, in place of the writer by hand.
    static func listed(_ outcome: Outcome) -> String {
        var (outcome, writer) = (outcome, JSONWriter())
        writer.beginObject()
        outcome.members(&writer)
        writer.endObject()
        return String(decoding: writer.finish(), as: UTF8.self)
    }

    static func randomValue(_ random: inout SeededGenerator, depth: Int = 0) -> Value {
        switch Int.random(in: 0..<(depth < 4 ? 7 : 5), using: &random) {
        case 0: .null
        case 1: .bool(.random(using: &random))
        case 2: .integer(number(&random))
        case 3: .number(literal: pick(["-0", "1e400", "18446744073709551616", "0.10"], "1.0", &random))
        case 4: .string(text(&random))
        case 5: .array(list(&random) { randomValue(&$0, depth: depth + 1) })
        default: .object(members(&random, depth: depth + 1))
        }
    }

    static func text(_ random: inout SeededGenerator) -> String {
        let scalars: [ClosedRange<UInt32>] = [0...0x7F, 0x20...0x7E, 0x61...0x7A, 0x80...0xD7FF, 0xE000...0x10FFFF]
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...24, using: &random) {
            let range = pick(scalars, 0x61...0x7A, &random)
            if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)) { text.append(scalar) }
        }
        return String(text)
    }

    private static func randomConstraint(_ random: inout SeededGenerator) -> ConstraintReport {
        ConstraintReport(
            id: text(&random), kind: pick(ConstraintReport.Kind.allCases, .caller, &random), subject: text(&random),
            inheritedFrom: maybe(&random, text), status: pick(ConstraintReport.Status.allCases, .inactive, &random),
            reason: text(&random), code: maybe(&random) { pick(OutcomeCode.allCases, .toggleOff, &$0) },
            evidence: .init(
                source: text(&random), asOfMs: maybe(&random, number),
                freshness: maybe(&random) { pick(ConstraintReport.Freshness.allCases, .live, &$0) },
                isOverride: Bool.random(using: &random), fault: maybe(&random, text)),
            remedies: list(&random, randomRemedy))
    }

    private static func randomRemedy(_ random: inout SeededGenerator) -> Remedy {
        Remedy(
            kind: pick(Remedy.Kind.allCases, .wait, &random), actor: pick(Actor.allCases, .nobody, &random),
            arguments: members(&random), withheldBecause: maybe(&random, text))
    }

    private static func randomRejection(_ random: inout SeededGenerator) -> Rejection {
        var rejection = Rejection()
        rejection.rule = maybe(&random, text)
        rejection.component = maybe(&random, text)
        rejection.offset = maybe(&random) { Int(number(&$0)) }
        rejection.limit = maybe(&random) { Int(number(&$0)) }
        rejection.amount = maybe(&random) { Int(number(&$0)) }
        rejection.retryAfterMs = maybe(&random) { number(&$0) }
        rejection.route = maybe(&random, text)
        rejection.key = maybe(&random, text)
        rejection.expected = maybe(&random, text)
        rejection.nearest = maybe(&random, text)
        rejection.failure = maybe(&random, text)
        return rejection
    }

    private static func randomExecution(_ random: inout SeededGenerator) -> Execution {
        func stream(_ random: inout SeededGenerator) -> Execution.Stream {
            .init(text: text(&random), bytes: Int(number(&random)), truncated: .random(using: &random))
        }
        return Execution(
            kind: text(&random), durationMs: number(&random),
            exit: maybe(&random) { pick([.code(.random(in: 0...255, using: &$0)), .signal(9)], .code(0), &$0) },
            stdout: maybe(&random, stream), stderr: maybe(&random, stream), error: maybe(&random, text))
    }

    private static func members(_ random: inout SeededGenerator, depth: Int = 0) -> [Value.Member] {
        // The index keeps the names apart.
        (0..<Int.random(in: 0...3, using: &random)).map { index in
            .init("\(index)" + text(&random), randomValue(&random, depth: depth))
        }
    }

    private static func number(_ random: inout SeededGenerator) -> Int64 {
        Bool.random(using: &random)
            ? .random(in: .min ... .max, using: &random) : .random(in: -10...10, using: &random)
    }

    private static func maybe<T>(_ random: inout SeededGenerator, _ make: (inout SeededGenerator) -> T) -> T? {
        Bool.random(using: &random) ? make(&random) : nil
    }

    private static func list<T>(_ random: inout SeededGenerator, _ make: (inout SeededGenerator) -> T) -> [T] {
        (0..<Int.random(in: 0...3, using: &random)).map { _ in make(&random) }
    }

    private static func pick<T>(_ choice: [T], _ fallback: T, _ random: inout SeededGenerator) -> T {
        choice.randomElement(using: &random) ?? fallback
    }
}
