import Contract
import Features

/// What verifies on the path of a URL: facts as they are, or the running daemon's with cached answers.
///
/// Both are known where this target is compiled, so nothing on the hot path is looked up at run time.
protocol FactGate {
    /// The facts that reports are made from.
    var facts: Facts { get }
    /// Whether an operator put facts in the place of what sources say.
    var isOverridden: Bool { get }

    /// Verifies a binding for a caller; the caller's own facts count where there is no subject.
    func verify(
        _ binding: ActionBinding, inputs: consuming BoundInputs, in catalogue: Shared<FeatureCatalogue>,
        caller: Caller, subject: Subject?, tableRevision: String
    ) -> Verification

    /// Verifies that the intake is on.
    func verifyIntake(
        in catalogue: Shared<FeatureCatalogue>, caller: Caller, subject: Subject?, tableRevision: String
    ) -> IntakeVerification

    /// The state's revision as one subject sees it.
    func revision(of subject: Subject) -> StateRevision
}

/// Verifies without a cache.
struct UncachedGate: FactGate {
    let facts: Facts
    /// Whether any of the facts is an override.
    var isOverridden: Bool { facts.isOverridden }

    /// Verifies by evaluating every constraint.
    func verify(
        _ binding: ActionBinding, inputs: consuming BoundInputs, in catalogue: Shared<FeatureCatalogue>,
        caller: Caller, subject: Subject?, tableRevision: String
    ) -> Verification {
        Verifier.verify(
            binding, inputs: inputs, in: catalogue.value, facts: facts, caller: caller, subject: subject,
            tableRevision: tableRevision)
    }

    /// Verifies by evaluating the intake's switch.
    func verifyIntake(
        in catalogue: Shared<FeatureCatalogue>, caller: Caller, subject: Subject?, tableRevision: String
    ) -> IntakeVerification {
        Verifier.verifyIntake(in: catalogue.value, facts: facts, caller: caller, subject: subject)
    }

    /// The revision that the facts carry.
    func revision(of subject: Subject) -> StateRevision { facts.revision(of: subject) }
}

extension VerificationCache: FactGate {
    /// The store's facts, for as long as a report takes.
    var facts: Facts { store.facts }
    /// Whether any of them is an override.
    var isOverridden: Bool { store.isOverridden }

    /// The store's revision.
    func revision(of subject: Subject) -> StateRevision { store.revision(of: subject) }
}
