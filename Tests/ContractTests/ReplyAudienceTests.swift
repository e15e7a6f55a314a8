import Contract
import Testing

/// What operators are told and everyone else is not.
@Suite struct ReplyAudienceTests {
    private typealias Evidence = ConstraintReport.Evidence

    private static func constraint(
        _ evidence: Evidence, kind: ConstraintReport.Kind = .runtime
    ) -> ConstraintReport {
        ConstraintReport(
            id: "\(kind.rawValue):F", kind: kind, subject: "F", status: .undetermined, reason: "undeterminable",
            evidence: evidence)
    }

    private static let whole = constraint(
        .init(source: "file:/run/app/switch", asOfMs: 7, freshness: .stale, isOverride: true, fault: "/run/app: EACCES")
    )
    private static let narrowed = constraint(
        .init(source: "file", freshness: .stale, isOverride: true, fault: "the source did not answer"))

    private static func outcome(_ constraint: ConstraintReport) -> Outcome {
        var outcome = Outcome(.pendingUndetermined, url: "t://f", route: "f", feature: "F")
        outcome.constraints = [constraint]
        return outcome
    }

    private static func feature(_ constraint: ConstraintReport) -> FeatureReport {
        FeatureReport(path: "F", name: "F", status: .pending, constraints: [constraint])
    }

    /// Every reply that carries evidence, made with some.
    private static func replies(_ constraint: ConstraintReport) -> [Reply] {
        let outcome = outcome(constraint)
        return [
            .outcome(outcome), .verified(outcome, binding: nil, expiresAfterMs: nil),
            .explained(outcome, candidates: []), .feature(feature(constraint)),
        ]
    }

    @Test func `evidence names its source by kind and no cause of a fault, except to operators`() {
        for (whole, narrowed) in zip(Self.replies(Self.whole), Self.replies(Self.narrowed)) {
            #expect(whole.told(to: .anyone) == narrowed)
            #expect(whole.told(to: .operator) == whole)
        }
    }

    @Test(
        arguments: [
            ("table", .toggle), ("kernel", .caller), ("ledger", .runtime), ("ledger", .toggle), ("memory", .runtime),
            ("shop", .purchase), ("polkit", .permission),
        ] as [(String, ConstraintReport.Kind)])
    func `evidence without a place or a fault is the same for everybody`(
        source: String, kind: ConstraintReport.Kind
    ) {
        let evidence = Evidence(source: source, asOfMs: 7, freshness: .live)
        for reply in Self.replies(Self.constraint(evidence, kind: kind)) {
            #expect(reply.told(to: .anyone) == reply)
        }
    }

    @Test(
        arguments: [
            ("file:/run/app/switch", .runtime), ("varlink:/run/app", .runtime), ("host", .platform), ("app", .runtime),
        ] as [(String, ConstraintReport.Kind)])
    func `when another user's call had a source asked is told to operators alone`(
        source: String, kind: ConstraintReport.Kind
    ) {
        let whole = Evidence(source: source, asOfMs: 7, freshness: .live)
        let narrowed = Evidence(source: String(source.prefix { $0 != ":" }), freshness: .live)
        let replies = zip(
            Self.replies(Self.constraint(whole, kind: kind)), Self.replies(Self.constraint(narrowed, kind: kind)))
        for (whole, narrowed) in replies {
            #expect(whole.told(to: .anyone) == narrowed)
            #expect(whole.told(to: .operator) == whole)
        }
    }

    @Test func `what kept a program from starting is told to operators`() {
        var whole = Outcome(.failedSpawn, message: "The program /opt/app could not be started: not trusted.")
        whole.execution = Execution(kind: "exec", durationMs: 0, error: "EACCES")
        var narrowed = whole
        narrowed.message = OutcomeCode.failedSpawn.sentence
        narrowed.execution?.error = nil
        #expect(Reply.outcome(whole).told(to: .anyone) == .outcome(narrowed))
        #expect(Reply.outcome(whole).told(to: .operator) == .outcome(whole))
    }

    @Test func `a status for anyone has neither files, faults nor overrides, and every member that it must have`() {
        let whole = StatusReport(
            version: "1", tableRevision: "t", stateRevision: "s", routes: 4, features: 3, connections: 2, calls: 9,
            uptimeMs: 5, overridden: true, files: [.init(name: "/etc/deeplinkd/routes.conf", revision: "0")],
            profile: "development",
            ledger: .init(state: .unavailable, code: "ledger.full", reason: "/var/lib", unreadable: 1, aheadMs: 2),
            overrides: [.init(fact: "toggle A on", endsAfterMs: 5)],
            sources: [.init(fact: "runtime A", source: "file:/run/a", state: .current)], audience: .operator)
        let narrowed = StatusReport(
            version: "1", tableRevision: "t", stateRevision: "s", routes: 4, features: 3, connections: 2, calls: 9,
            uptimeMs: 5, overridden: true, files: [], profile: "development", ledger: .init(state: .unavailable),
            audience: .anyone)
        #expect(Reply.status(whole).told(to: .anyone) == .status(narrowed))
        #expect(Reply.status(whole).told(to: .operator) == .status(whole))
    }

    @Test func `what is about the call alone is the same for everybody`() {
        let replies: [Reply] = [
            .outcome(Outcome(.okPerformed)), .features([.init(path: "F", name: "F", status: .available)]),
            .watched([], removed: ["F"]), .switched(isDurable: true), .description("d"),
            .failure(.permissionDenied), .notKept(.features, code: "ledger.full", reason: "no room"),
        ]
        for reply in replies { #expect(reply.told(to: .anyone) == reply) }
    }
}
