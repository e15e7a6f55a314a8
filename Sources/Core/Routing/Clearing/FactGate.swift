import Contract
import Features

/// The verification on the path of a URL: facts as they are, or the running daemon's with cached answers.
///
/// Both are known where this target is compiled, so nothing on the hot path is looked up at run time.
protocol FactGate {
    /// The facts that reports are made from.
    var facts: Facts { get }

    /// Verifies a binding for a caller; the caller's own facts count where there is no subject.
    func verify(
        _ binding: ActionBinding, inputs: consuming BoundInputs, in catalogue: Shared<FeatureCatalogue>,
        caller: Caller, subject: Subject?, at standing: FactStanding, tableRevision: String
    ) -> Verification

    /// Verifies that the intake is on.
    func verifyIntake(
        in catalogue: Shared<FeatureCatalogue>, caller: Caller, subject: Subject?, at standing: FactStanding,
        tableRevision: String
    ) -> IntakeVerification

    /// Where the facts that count for a subject stand.
    func standing(of subject: Subject) -> FactStanding
}

/// Verifies without a cache.
struct UncachedGate: FactGate {
    let facts: Facts

    /// Verifies by evaluating every constraint.
    func verify(
        _ binding: ActionBinding, inputs: consuming BoundInputs, in catalogue: Shared<FeatureCatalogue>,
        caller: Caller, subject: Subject?, at standing: FactStanding, tableRevision: String
    ) -> Verification {
        Verifier.verify(
            binding, inputs: inputs, in: catalogue.value, facts: facts, caller: caller, subject: subject,
            tableRevision: tableRevision)
    }

    /// Verifies by evaluating the intake's switch.
    func verifyIntake(
        in catalogue: Shared<FeatureCatalogue>, caller: Caller, subject: Subject?, at standing: FactStanding,
        tableRevision: String
    ) -> IntakeVerification {
        Verifier.verifyIntake(in: catalogue.value, facts: facts, caller: caller, subject: subject)
    }

    /// The facts as they are, of the revision that they carry.
    func standing(of subject: Subject) -> FactStanding { FactStanding(facts, for: subject) }
}

extension VerificationCache: FactGate {
    /// The store's facts, for as long as a report takes.
    var facts: Facts { store.facts }

    /// Where the store's facts stand.
    func standing(of subject: Subject) -> FactStanding { store.standing(of: subject) }
}
