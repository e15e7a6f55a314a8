import Contract
import EventLoop
import Features
import Testing

@testable import FactSources
@testable import PermissionRules

/// What a test's policy says; nil where it does not answer.
private enum Verdict {
    case ruled(PermissionStatus, sentence: String? = nil)
    case undetermined
    case open
}

/// A policy that says what the test sets.
private final class TestPolicy: FactRuling {
    let name: String
    let kind = FactKind.permission
    var onChange: (() -> Void)?
    var verdict: Verdict? = .open
    var isClosed = false
    private(set) var questionCount = 0

    init(_ name: String = "policy:/p") { self.name = name }

    func rule(on question: FactQuestion, _ reply: @escaping (SourceReply?) -> Void) {
        questionCount += 1
        switch verdict {
        case .ruled(let status, let sentence): reply(.facts([question.key: .permission(status)], note: sentence))
        case .undetermined: reply(.undetermined(reason: "it is gone"))
        case .open: reply(nil)
        case nil: break
        }
    }

    func close() { isClosed = true }
}

/// An administrator's policy stands before sources and operators.
struct PolicyTests {
    private static let camera = Permission.camera
    private static let key = FactKey.permission(.camera)
    private static let user = Subject.uid(1)

    private static func table(_ path: String? = "/p") -> FeatureCatalogue {
        var catalogue = FeatureCatalogue()
        catalogue.parts[PermissionSources.self].policy = path
        _ = catalogue.add(
            Feature(path: "F", name: "F", parent: nil, description: nil, constraints: [.permission(camera)]))
        return catalogue
    }

    /// What one test has.
    private struct Stage {
        let gathering: FactGathering
        let store: FactStore
        let clock: TestClock
        let source: SlowSource
        let policies: [String: TestPolicy]

        var policy: TestPolicy { policies["/p"] ?? TestPolicy() }

        /// What the gate says to the user now, after the sources were asked if they are due.
        func ask(_ answer: PermissionStatus? = nil) -> ConstraintReport {
            _ = gathering.isReady(1, for: user)
            if let answer { source.reply(.permission(answer)) }
            return Verifier.assess(1, in: table(), facts: store.facts, caller: Caller(uid: 1)).constraints[0]
        }
    }

    private func onStage(_ hasSource: Bool = true, _ body: (Stage) throws -> Void) throws {
        let (clock, source, store) = (TestClock(), SlowSource(), FactStore())
        let policies = ["/p": TestPolicy(), "/q": TestPolicy("policy:/q")]
        var sources = SourceSet(clock: clock)
        if hasSource { sources.byKey[Self.key] = source }
        sources.ruling = { $0.permissionPolicy.map { path in (path, { policies[path] ?? TestPolicy() }) } }
        try onLoop { loop in
            let gathering = try FactGathering(loop: loop, store: store, sources: sources)
            gathering.adopt(Self.table())
            try body(
                Stage(gathering: gathering, store: store, clock: clock, source: source, policies: policies))
            gathering.close()
        }
        #expect(policies["/p"]?.isClosed == true)
    }

    @Test(
        arguments: [
            (PermissionStatus.denied, OutcomeCode.permissionDenied), (.restricted, .permissionRestricted),
            (.authorized, nil),
        ] as [(PermissionStatus, OutcomeCode?)])
    func `a rule answers in the place of the source, with its sentence, and the source is not asked`(
        _ status: PermissionStatus, _ code: OutcomeCode?
    ) throws {
        try onStage { stage in
            stage.policy.verdict = .ruled(status, sentence: "Because.")
            let report = stage.ask()
            #expect(report.code == code && report.evidence.note == "Because.")
            #expect(report.evidence.source == "policy:/p")
            #expect(stage.source.asked.isEmpty)
        }
    }

    @Test func `what the policy leaves open is answered by the source`() throws {
        try onStage { stage in
            let report = stage.ask(.denied)
            #expect(report.code == .permissionDenied && report.evidence.source == "slow")
            #expect(stage.store.facts.policies.isEmpty)
        }
    }

    @Test func `a policy that cannot be read, or does not answer, leaves the permission undetermined`() throws {
        for verdict in [Verdict.undetermined, nil] {
            try onStage { stage in
                stage.policy.verdict = verdict
                let granted = Fact(.permission(.authorized))
                stage.store.set(Self.key, to: granted, of: Self.user)
                #expect(stage.ask().status == .undetermined, "an operator's setting does not stand before it")
                #expect(stage.ask().evidence.source == "policy:/p")
            }
        }
    }

    @Test func `a change of the policy is asked for at once, and takes back what was granted`() throws {
        try onStage { stage in
            #expect(stage.ask(.authorized).status == .satisfied)
            let before = stage.store.revision(of: Self.user)
            stage.policy.verdict = .ruled(.denied)
            stage.policy.onChange?()
            #expect(stage.ask().code == .permissionDenied)
            #expect(stage.store.revision(of: Self.user) != before)
            stage.policy.verdict = .open
            stage.policy.onChange?()
            #expect(stage.ask(.authorized).status == .satisfied)
        }
    }

    @Test func `a permission without a source is ruled too, and unsupported where the policy leaves it open`() throws {
        try onStage(false) { stage in
            stage.policy.verdict = .ruled(.authorized)
            #expect(stage.ask().status == .satisfied)
            stage.policy.verdict = .open
            stage.policy.onChange?()
            #expect(stage.ask().code == .permissionUnsupported)
        }
    }

    @Test func `another policy replaces the old one with its rulings, and without one nothing is ruled`() throws {
        try onStage { stage in
            stage.policy.verdict = .ruled(.denied)
            #expect(stage.ask().code == .permissionDenied)
            stage.policies["/q"]?.verdict = .ruled(.restricted)
            stage.gathering.adopt(Self.table("/q"))
            #expect(stage.policy.isClosed)
            #expect(stage.ask().code == .permissionRestricted)
            stage.gathering.adopt(Self.table(nil))
            #expect(stage.store.facts.policies.isEmpty)
            #expect(stage.ask(.authorized).status == .satisfied)
        }
    }

    @Test func `an override in development stands before the policy`() throws {
        try onStage { stage in
            stage.policy.verdict = .ruled(.denied)
            _ = stage.ask()
            stage.store.set(overrides: [Self.key: .overriding(.permission(.authorized))])
            #expect(stage.ask().status == .satisfied)
        }
    }
}
