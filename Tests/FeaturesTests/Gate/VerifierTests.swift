import Contract
import Testing

@testable import Features

struct VerifierTests {
    private static func respond(in feature: Int) -> Action {
        Action(name: "go", feature: feature, inputs: [], performer: .respond(nil), limits: ActionLimits())
    }

    @Test func `a proof holds what was verified, for whom, and under which revisions`() {
        var catalogue = chain([])
        let action = catalogue.add(Self.respond(in: 1))
        var facts = Facts()
        facts.hostRevision = 3
        facts.subjectRevisions[.uid(7)] = 4
        let binding = catalogue.binding(of: action)
        #expect(binding.feature == 1)
        switch Verifier.verify(
            binding, inputs: [.init("a", .integer(1))], in: catalogue, facts: facts, caller: Caller(uid: 7),
            tableRevision: "t1")
        {
        case .verified(let proof):
            #expect(proof.binding == binding)
            #expect(proof.action === catalogue.actions[action])
            #expect(proof.members == [.init("a", .integer(1))])
            #expect(proof.caller == Caller(uid: 7))
            #expect(proof.tableRevision == "t1")
            #expect(proof.stateRevision == StateRevision(host: 3, subject: 4))
        case .refused(let refusal): Issue.record("\(refusal)")
        }
    }

    @Test func `a binding is always of the feature that owns the action`() {
        var catalogue = chain([], [.runtime(byDefault: false)])
        let free = catalogue.add(Self.respond(in: 1))
        let gated = catalogue.add(Self.respond(in: 2))
        #expect(catalogue.binding(of: free).feature == 1)
        #expect(catalogue.binding(of: gated).feature == 2)
        #expect(catalogue.binding(of: 0) == DeepLinkingFeature.performIncomingURL)
    }

    @Test func `facts of another user never count`() {
        var catalogue = chain([.toggle(byDefault: false)])
        let action = catalogue.add(Self.respond(in: 1))
        var facts = Facts()
        facts.subjects[.uid(1)] = [.toggle("A"): Fact(.on)]
        let codes = [UInt32(1), 2].map { uid -> OutcomeCode? in
            switch Verifier.verify(
                catalogue.binding(of: action), inputs: [], in: catalogue, facts: facts, caller: Caller(uid: uid),
                tableRevision: "")
            {
            case .verified: nil
            case .refused(let refusal): refusal.code
            }
        }
        #expect(codes == [nil, .toggleOff])
    }

    @Test(arguments: [
        (SwitchState?.none, OutcomeCode?.none), (.on, nil), (.off, .featureDisabled), (.unknown, .pendingUndetermined),
    ])
    func `the intake is guarded by its own runtime switch, which is on by default`(
        state: SwitchState?, code: OutcomeCode?
    ) {
        let catalogue = chain([.runtime(byDefault: false)])
        var facts = Facts()
        facts[.runtime("DeepLinking")] = state.map(FactValue.state)
        switch Verifier.verify(
            DeepLinkingFeature.performIncomingURL, inputs: [], in: catalogue, facts: facts, caller: Caller(uid: 1),
            tableRevision: "")
        {
        case .verified(let proof):
            #expect(code == nil)
            guard case .hosted = proof.action.performer else {
                Issue.record("the program that holds the proof performs it")
                return
            }
        case .refused(let refusal):
            #expect(refusal.code == code)
            #expect(refusal.primary == "runtime:DeepLinking")
        }
    }

    @Test func `the intake's switch blocks no other feature`() {
        let catalogue = chain([])
        var facts = Facts()
        facts[.runtime("DeepLinking")] = .off
        #expect(Verifier.assess(1, in: catalogue, facts: facts, caller: Caller(uid: 1)).refusal == nil)
    }
}
