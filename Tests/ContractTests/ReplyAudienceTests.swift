import Contract
import PermissionWire
import PurchaseWire
import Testing

/// What operators are told and everyone else is not.
@Suite struct ReplyAudienceTests {
    private typealias Evidence = ConstraintReport.Evidence

    private static func constraint(
        _ evidence: Evidence, kind: ConstraintReport.Kind = .runtime
    ) -> ConstraintReport {
        ConstraintReport {
            ($0.id, $0.kind, $0.subject) = ("\(kind.rawValue):F", kind, "F")
            ($0.status, $0.reason, $0.evidence) = (.undetermined, "undeterminable", evidence)
        }
    }

    private static let whole = constraint(
        .init(source: "file:/run/app/switch", asOfMs: 7, freshness: .stale, isOverride: true, fault: "/run/app: EACCES")
    )
    private static let narrowed = constraint(
        .init(
            source: "file", freshness: .stale, isOverride: true,
            fault: "the source did not answer; `deeplinkctl status` tells an operator why"))

    private static func outcome(_ constraint: ConstraintReport) -> Outcome {
        var outcome = Outcome(.pendingUndetermined, url: "t://f", route: "f", feature: "F")
        outcome.constraints = [constraint]
        return outcome
    }

    private static func feature(_ constraint: ConstraintReport) -> FeatureReport {
        FeatureReport { ($0.path, $0.name, $0.availability, $0.constraints) = ("F", "F", .pending, [constraint]) }
    }

    /// Checks what anyone and what operators get of a reply.
    private func check(_ whole: any Reply, _ narrowed: any Reply) {
        #expect(whole.visible(to: .anyone).isEqual(to: narrowed))
        #expect(whole.visible(to: .operator).isEqual(to: whole))
    }

    /// Every reply that carries evidence, made with some.
    private static func replies(_ constraint: ConstraintReport) -> [any Reply] {
        let outcome = outcome(constraint)
        return [
            OutcomeAnswer(outcome), VerifyLink.Answer { $0.outcome = outcome },
            ExplainLink.Answer { ($0.outcome, $0.candidates) = (outcome, []) },
            FlowReport { $0.outcome = outcome }, DescribeFeature.Answer { $0.feature = feature(constraint) },
        ]
    }

    @Test func `what a subject has of a product names its source by kind, except to operators`() {
        func replies(_ constraint: ConstraintReport) -> [any Reply] {
            let purchase = PurchaseReport {
                ($0.product, $0.evidence) = ("pro", constraint.evidence)
                $0.evidence?.asOfMs = 7
            }
            return [
                PurchasesReport { $0.purchases = [purchase] },
                RestoreReport { $0.purchases = [purchase] },
            ]
        }
        for (whole, narrowed) in zip(replies(Self.whole), replies(Self.narrowed)) {
            check(whole, narrowed)
        }
    }

    @Test func `evidence names its source by kind and no cause of a fault, except to operators`() {
        for (whole, narrowed) in zip(Self.replies(Self.whole), Self.replies(Self.narrowed)) {
            check(whole, narrowed)
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
            check(reply, reply)
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
            check(whole, narrowed)
        }
    }

    @Test func `which programs an action would run is told to operators, and who hears its channel to everybody`() {
        func reply(arguments: [String]?, starts: [String]?) -> ExplainLink.Answer {
            let channel = ExplainedChannel {
                ($0.name, $0.kind, $0.hearers, $0.starts) = ("player", "held", ["group audio"], starts)
            }
            let preview = ActionPreview(arguments: arguments, channel: channel)
            return ExplainLink.Answer { ($0.outcome, $0.preview) = (Outcome(.okWouldPerform), preview) }
        }
        let whole = reply(arguments: ["/bin/true"], starts: ["/bin/player"])
        check(whole, reply(arguments: nil, starts: nil))
    }

    @Test func `what kept a program from starting is told to operators`() {
        var whole = Outcome(.failedSpawn, message: "The program /opt/app could not be started: not trusted.")
        whole.execution = Execution { ($0.kind, $0.error) = ("exec", "EACCES") }
        var narrowed = whole
        narrowed.message = OutcomeCode.failedSpawn.sentence
        narrowed.execution?.error = nil
        check(OutcomeAnswer(whole), OutcomeAnswer(narrowed))
    }

    @Test(arguments: ["absent", "unusable", "untrusted"])
    func `whether a program that the daemon does not start exists is told to operators`(reason: String) {
        var whole = Self.constraint(Evidence(source: "host"), kind: .program)
        (whole.status, whole.reason) = (.unsatisfied, reason)
        var narrowed = whole
        narrowed.reason = "absent"
        for (whole, narrowed) in zip(Self.replies(whole), Self.replies(narrowed)) {
            check(whole, narrowed)
        }
    }

    @Test func `the system's error of an action is told to operators, whatever the code`() {
        var whole = Outcome(.failedVarlink, message: "The service could not be called.")
        whole.execution = Execution { ($0.kind, $0.error) = ("varlink", "ENOENT") }
        var narrowed = whole
        narrowed.execution?.error = nil
        check(OutcomeAnswer(whole), OutcomeAnswer(narrowed))
    }

    @Test func `a status for anyone has neither files, faults nor overrides, and every member that it must have`() {
        let narrowed = StatusReport {
            ($0.version, $0.tableRevision, $0.stateRevision) = ("1", "t", "s")
            ($0.routes, $0.features, $0.connections, $0.calls, $0.uptimeMs) = (4, 3, 2, 9, 5)
            ($0.overridden, $0.profile, $0.audience) = (true, "development", .anyone)
            $0.ledger = .init { $0.state = .unavailable }
        }
        var whole = narrowed
        whole.files = [.init { ($0.name, $0.revision) = ("/etc/deeplinkd/routes.conf", "0") }]
        whole.ledger = .init {
            ($0.state, $0.code, $0.reason, $0.unreadable) = (.unavailable, "ledger.full", "/var/lib", 1)
            $0.aheadMs = 2
        }
        whole.overrides = [.init { ($0.fact, $0.endsAfterMs) = ("toggle A on", 5) }]
        whole.sources = [.init { ($0.fact, $0.source, $0.state) = ("runtime A", "file:/run/a", .current) }]
        (whole.leftovers, whole.dropped, whole.audience) = (1, 2, .operator)
        (whole.timelineFault, whole.lostLines, whole.undecided) = ("ENOSPC", 3, 1)
        check(whole, narrowed)
    }

    @Test func `what is about the call alone is the same for everybody`() {
        let replies: [any Reply] = [
            OutcomeAnswer(Outcome(.okPerformed)),
            ListFeatures.Answer { $0.features = [.init { ($0.path, $0.name) = ("F", "F") }] },
            WatchFeatures.Answer { $0.removed = ["F"] }, ChangeAnswer(isDurable: true),
            GetInterfaceDescription.Answer { $0.description = "d" }, VarlinkError.permissionDenied,
            NotKept(SetToggle.interface, code: "ledger.full", reason: "no room"),
        ]
        for reply in replies { check(reply, reply) }
    }
}
