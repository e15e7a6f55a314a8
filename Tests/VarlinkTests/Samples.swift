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
    static let diagnostic = DiagnosticReport {
        ($0.code, $0.severity, $0.file, $0.line, $0.column) = ("RT101", "error", "routes.conf", 3, 7)
        ($0.message, $0.help, $0.witness) = ("two routes take it", "say over", "a://b")
        $0.related = [
            .init { ($0.file, $0.line, $0.column, $0.note) = ("routes.conf", 1, 1, "the other") }
        ]
    }
    static let feature = FeatureReport {
        ($0.path, $0.name, $0.parent) = ("Podcasts/Smart", "Smart", "Podcasts")
        ($0.title, $0.description) = ("Smart lists", "lists")
        ($0.availability, $0.code) = (.blocked, "blocked.purchase.expired")
        ($0.primary, $0.isHidden) = ("purchase:pro", true)
        $0.toggle = .unset
        ($0.constraints, $0.actions, $0.routes, $0.unlisted) = ([constraint], ["open"], ["smart-list"], 12)
    }
    static let status = StatusReport {
        ($0.version, $0.tableRevision, $0.stateRevision) = ("1.0", "t1", "s1")
        ($0.routes, $0.features, $0.connections, $0.calls, $0.uptimeMs) = (4, 3, 2, 9, 1234)
        ($0.overridden, $0.profile) = (true, "development")
        $0.files = [.init { ($0.name, $0.revision) = ("routes.conf", "0123456789abcdef") }]
        $0.ledger = LedgerReport {
            ($0.state, $0.code, $0.reason) = (.unavailable, "ledger.full", "no room")
            ($0.unreadable, $0.aheadMs, $0.intake) = (3, 7, "off")
        }
        $0.overrides = [.init { ($0.fact, $0.endsAfterMs) = ("toggle A on", 5) }]
        $0.sources = [
            .init {
                ($0.fact, $0.source, $0.state) = ("runtime A", "file:/run/a", .stale)
                ($0.asOfMs, $0.fault) = (1_700_000_000_000, "down")
            }
        ]
        ($0.leftovers, $0.dropped, $0.audience) = (4, 6, .operator)
        $0.table = TableReport {
            ($0.state, $0.asOfMs, $0.errors, $0.firstError) = (.stale, 5, 1, Samples.diagnostic)
            $0.packages = [Samples.package]
            ($0.warnings, $0.firstWarnings) = (7, [Samples.diagnostic])
            $0.withheldBy = "/etc/deeplinkd/routes.conf:3"
        }
    }
    static let check = CheckReport {
        ($0.tableRevision, $0.withheldBy) = ("t1", "/etc/deeplinkd/routes.conf:3")
        ($0.routes, $0.features, $0.channels, $0.issuers) = (4, 3, 2, 1)
        ($0.files, $0.errors, $0.warnings, $0.diagnostics) = (status.files, 1, 2, [diagnostic])
        ($0.trusted, $0.packages) = (["Radio play /usr/bin/sh"], [package])
        $0.findings = [
            .init {
                ($0.what, $0.subject, $0.verdict) = ("program", "/opt/player", .willNot)
                $0.because = "nothing is installed there"
            }
        ]
    }
    static let package = PackageReport {
        ($0.name, $0.file, $0.state) = ("shop", "/etc/deeplinkd/routes.conf.d/shop.conf", .leftOut)
        ($0.errors, $0.firstError, $0.instances) = (2, Samples.diagnostic, "user")
    }
    static let trial = TrialReport {
        ($0.length, $0.startedMs, $0.endsMs, $0.left) = (.milliseconds(4), 5, 9, .zero)
    }
    static let purchase = PurchaseReport {
        ($0.product, $0.title, $0.state, $0.isEntitled) = ("pro", "Pro", "grace", true)
        ($0.endsMs, $0.graceEndsMs, $0.units, $0.nextBoundaryMs) = (5, 7, 3, 7)
        ($0.evidence, $0.trial) = (constraint.evidence, trial)
        $0.licence = LicenceReport {
            ($0.issuer, $0.keyID, $0.id) = ("shop", "2026", "order-17")
            ($0.issuedMs, $0.receivedMs) = (1, 2)
        }
    }
    static let purchases = PurchasesReport { ($0.purchases, $0.removed) = ([purchase], ["old"]) }
    static let ingest = IngestReport {
        $0.items = [
            .init {
                ($0.result, $0.code, $0.reason) = (.older, "licence.unknownKey", "no key")
                ($0.issuer, $0.id) = ("shop", "order-17")
                $0.products = [.init { ($0.product, $0.before, $0.after) = ("pro", "none", "active") }]
            }
        ]
        $0.stateRevision = "1.2"
    }
    static let products = ProductsReport {
        $0.products = [
            .init {
                ($0.id, $0.title, $0.kind, $0.price, $0.trial) = ("pro", "Pro", "subscription", "5 €", .milliseconds(9))
                $0.shop = "https://shop.example/"
                $0.issuers = ["shop"]
            }
        ]
    }
    static let restore = RestoreReport {
        ($0.kept, $0.verified, $0.older, $0.rejected) = (4, 3, 1, 1)
        ($0.codes, $0.purchases) = (["licence.unknownKey"], [purchase])
    }

    static let table = TableContents {
        ($0.tableRevision, $0.next) = ("7c4f", "7c4f:play")
        $0.routes = [
            RouteReport {
                ($0.name, $0.patterns, $0.scopes) = ("play", ["/play", "/p"], ["t", "h.example"])
                ($0.feature, $0.action, $0.unlisted) = ("Playback", "play", 3)
            }
        ]
        $0.files = [
            TableTextReport {
                ($0.name, $0.number, $0.owner, $0.text) = ("/etc/t", 3, 2, "scheme t")
                ($0.package, $0.isLeftOut, $0.isOfOtherInstance) = ("shop", true, true)
            }
        ]
    }

    static let service = ServiceDescription {
        ($0.vendor, $0.product, $0.version) = ("deeplinkd", "deeplinkd", "1.0")
        ($0.url, $0.interfaces) = ("https://example.com/", Interface.allCases.map(\.rawValue))
    }

    static let link = DeliveredLink {
        ($0.delivery, $0.acknowledgeWithin, $0.isRedelivered, $0.uid) = ("5f3c", .seconds(30), true, 1000)
        ($0.route, $0.feature, $0.action) = ("play", "Playback", "play")
        $0.inputs = OpenObject(members: [.init("id", .integer(7))])
        ($0.url, $0.activationToken) = ("a://b", "token")
    }
    static let preview = ActionPreview(
        arguments: ["/bin/true", "--id=7"],
        channel: ExplainedChannel {
            ($0.name, $0.kind, $0.isDurable) = ("player", "held", true)
            ($0.hearers, $0.starts) = (["group audio"], ["/bin/player"])
        })
    static let channel = ChannelReport {
        ($0.name, $0.kind, $0.isDurable, $0.hearsAll, $0.hearers) = ("player", "held", true, true, ["group audio"])
        ($0.subscribers, $0.waiting, $0.kept) = (1, 2, 1)
    }

    static let flow = FlowReport {
        ($0.event, $0.flow, $0.feature) = (.completed, "5f3c", "Podcasts/Smart")
        ($0.questions, $0.question) = ([question], question)
        ($0.answerWithin, $0.result) = (.seconds(300), "granted")
        $0.completion = CompletionReport {
            ($0.end, $0.granted, $0.skipped, $0.outstanding) = ("blocked", ["camera"], ["photos"], ["motion"])
            ($0.code, $0.message, $0.retryAfter) = ("blocked.purchase.required", "It needs a purchase.", .seconds(600))
        }
    }
    private static let question = QuestionReport {
        ($0.permission, $0.by, $0.title) = ("camera", "client", "Podcasts needs camera.")
    }
    static let consent = ConsentReport {
        ($0.permission, $0.isGranted, $0.asOfMs) = ("camera", true, 1_700_000_000_000)
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
            $0.stdout = .init { ($0.text, $0.bytes) = ("out", 3) }
            $0.stderr = .init { ($0.text, $0.bytes, $0.truncated) = ("err", 70_000, true) }
        }
        outcome.result = OpenObject(members: [.init("list", .string("rock"))])
        outcome.text = "rock"
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
