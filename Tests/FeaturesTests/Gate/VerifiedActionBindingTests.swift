// What must not compile. Each sample is compiled against the modules that this very test was built from; one that has
// nothing wrong shows that the others fail for their own reason and not for lack of a module.

import TestSupport
import Testing

@Suite(
    .enabled("needs swiftc and the modules of this build") { Compiler.find(for: "VerifiedActionBindingTests") != nil })
struct VerifiedActionBindingTests {
    private static func sample(_ body: String) -> String {
        """
        import Contract
        import EventLoop
        import Features
        import Serving

        func use(_ runner: ActionRunner, _ catalogue: FeatureCatalogue, _ caller: Caller, _ order: PerformanceOrder) {
            let binding = catalogue.binding(of: 0)
            switch Verifier.verify(
                binding, inputs: [], in: catalogue, facts: Facts(), caller: caller, tableRevision: "t")
            {
            case .refused: break
            case .verified(let proof):
                \(body)
            }
        }

        """
    }

    private static let once = "runner.perform(proof, order) { _ in }"

    @Test func `a proof that is performed once compiles`() throws {
        #expect(try Compiler.errors(of: Self.sample(Self.once)).isEmpty)
    }

    @Test(arguments: [
        ("performing twice", "\(once); \(once)", "consumed more than once"),
        ("performing in a loop", "for _ in 0..<2 { \(once) }", "consumed in a loop"),
        ("keeping a copy", "let kept = proof; \(once); _ = kept.caller", "consumed more than once"),
        ("copying by force", "let kept = copy proof; _ = kept.caller", "'copy' cannot be applied to noncopyable types"),
        ("an array of proofs", "let kept = [proof]; _ = kept.count", "conform to 'Copyable'"),
        ("hiding it in Any", "let kept: Any = proof; _ = kept", "does not conform to specified type 'Copyable'"),
        ("performing a binding", "runner.perform(binding) { _ in }; _ = proof.caller", "cannot convert value of type"),
        (
            "making a proof",
            """
            let made = VerifiedActionBinding(
                binding: binding, action: proof.action, inputs: [], caller: caller,
                subject: proof.subject, tableRevision: "t", stateRevision: proof.stateRevision)
            runner.perform(made) { _ in }
            """, "initializer is inaccessible due to 'internal' protection level"
        ),
        (
            "changing whose it is", "var mine = proof; mine.caller = caller; runner.perform(mine) { _ in }",
            "'caller' is a 'let' constant"
        ),
        (
            "pairing an action with another feature",
            "_ = ActionBinding(feature: 0, action: 5); _ = proof.caller",
            "initializer is inaccessible due to 'internal' protection level"
        ),
    ])
    func `what would get round the gate does not compile`(what: String, body: String, message: String) throws {
        let errors = try Compiler.errors(of: Self.sample(body))
        #expect(errors.contains { $0.contains(message) }, "\(what): \(errors)")
    }
}
