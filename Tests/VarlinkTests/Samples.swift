import Contract
import TestSupport
import Varlink

/// Values in which every member is set, and random ones.
enum Samples {
    static let remedy = Remedy {
        ($0.kind, $0.actor, $0.withheldBecause) = (.purchase, .user, "toggle:Podcasts")
        $0.arguments = [.init("products", .array([.string("pro")]))]
    }
    static let constraint = ConstraintReport {
        ($0.id, $0.kind, $0.subject, $0.inheritedFrom) = ("purchase:pro", .purchase, "pro", "Podcasts")
        ($0.status, $0.reason, $0.code) = (.unsatisfied, "expired", .purchaseExpired)
        $0.evidence = .init(
            source: "override", asOfMs: 1_700_000_000_000, freshness: .stale, isOverride: true, fault: "down",
            note: "ask the office")
        $0.remedies = [remedy]
    }

    /// An outcome with every member set; no request has such an outcome.
    static var outcome: Outcome {
        var outcome = Outcome(.failedExit, message: "It \"failed\".\n")
        outcome.outcomeId = "o1"
        outcome.url = "podcast://favourites/rock"
        outcome.route = "smart-list"
        outcome.feature = "Podcasts/Smart"
        outcome.title = "Smart lists"
        outcome.action = "open"
        outcome.parameters = [.init("list", .string("rock")), .init("page", .integer(1))]
        outcome.ignored = [IgnoredKey("sort", .repeated)]
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
        outcome.execution = Execution {
            ($0.kind, $0.duration, $0.exit, $0.error) = ("exec", .milliseconds(20), .code(3), "ENOENT")
            ($0.channel, $0.subscribers, $0.reason) = ("player", 2, "no such list")
            ($0.service, $0.method, $0.app) = ("unix:/run/player", "io.example.Player.Play", "org.example.Player")
            ($0.status, $0.attempts, $0.retryAfter) = (503, 3, .seconds(7))
            ($0.unit, $0.job, $0.unitResult) = ("play@7.service", "failed", "exit-code")
            ($0.errorName, $0.details, $0.effect) = ("io.example.Player.NoSuchList", #"{"list":7}"#, "taken")
            $0.decoding = .init { ($0.path, $0.expected, $0.found) = ("tags[1]", "string", "int") }
            $0.stdout = .init { ($0.text, $0.bytes) = ("out", 3) }
            $0.stderr = .init { ($0.text, $0.bytes, $0.truncated) = ("err", 70_000, true) }
        }
        outcome.result = OpenObject(members: [.init("list", .string("rock"))])
        outcome.text = "rock"
        outcome.cached = CachedAnswer(age: .milliseconds(4_321), isStale: true)
        outcome.interceptors = ["moved", "Parental.check"]
        outcome.instead = .init { ($0.outcomeId, $0.feature, $0.action) = ("i1", "Shop", "show") }
        outcome.via = ["a://b"]
        outcome.isReplayed = true
        outcome.tableRevision = "t1"
        outcome.stateRevision = "s1"
        outcome.timings = .init { ($0.parseNs, $0.matchNs, $0.verifyNs) = (200, 100, 90) }
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
        outcome.ignored = list(&random) {
            IgnoredKey(text(&$0), pick(IgnoredKey.Reason.allCases, .repeated, &$0))
        }
        outcome.primary = maybe(&random, text)
        outcome.constraints = list(&random, randomConstraint)
        outcome.remedies = list(&random, randomRemedy)
        outcome.rejection = maybe(&random, randomRejection)
        outcome.execution = maybe(&random, randomExecution)
        outcome.result = maybe(&random) { OpenObject(members: members(&$0)) }
        outcome.text = maybe(&random, text)
        outcome.cached = maybe(&random) { CachedAnswer(age: .milliseconds(number(&$0)), isStale: .random(using: &$0)) }
        outcome.interceptors = list(&random, text)
        outcome.instead = maybe(&random) { random in
            .init { ($0.outcomeId, $0.feature, $0.message) = (maybe(&random, text), text(&random), text(&random)) }
        }
        outcome.via = list(&random, text)
        outcome.isReplayed = .random(using: &random)
        outcome.tableRevision = maybe(&random, text)
        outcome.stateRevision = maybe(&random, text)
        outcome.timings = maybe(&random) { random in
            .init { ($0.parseNs, $0.matchNs, $0.verifyNs) = (number(&random), number(&random), number(&random)) }
        }
        return outcome
    }

    /// The text of an outcome as the list of its members gives it, in place of the writer by hand.
    static func listed(_ outcome: Outcome) -> String {
        var writer = JSONWriter()
        outcome.writeMembers(to: &writer)
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
        ConstraintReport {
            $0.id = text(&random)
            $0.kind = pick(ConstraintReport.Kind.allCases, .caller, &random)
            $0.subject = text(&random)
            $0.inheritedFrom = maybe(&random, text)
            $0.status = pick(ConstraintReport.Status.allCases, .inactive, &random)
            $0.reason = text(&random)
            $0.code = maybe(&random) { pick(OutcomeCode.allCases, .toggleOff, &$0) }
            $0.evidence = .init(
                source: text(&random), asOfMs: maybe(&random, number),
                freshness: maybe(&random) { pick(ConstraintReport.Freshness.allCases, .live, &$0) },
                isOverride: Bool.random(using: &random), fault: maybe(&random, text),
                note: maybe(&random, text))
            $0.remedies = list(&random, randomRemedy)
        }
    }

    private static func randomRemedy(_ random: inout SeededGenerator) -> Remedy {
        Remedy {
            $0.kind = pick(Remedy.Kind.allCases, .wait, &random)
            $0.actor = pick(Actor.allCases, .nobody, &random)
            $0.arguments = members(&random)
            $0.withheldBecause = maybe(&random, text)
        }
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
            .init {
                $0.text = text(&random)
                $0.bytes = Int(number(&random))
                $0.truncated = .random(using: &random)
            }
        }
        return Execution {
            $0.kind = text(&random)
            $0.duration = .milliseconds(number(&random))
            $0.exit = maybe(&random) { pick([.code(.random(in: 0...255, using: &$0)), .signal(9)], .code(0), &$0) }
            $0.stdout = maybe(&random, stream)
            $0.stderr = maybe(&random, stream)
            $0.error = maybe(&random, text)
        }
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
