// The verifier, the gate of every action: it judges a feature's constraints, and makes the proof. All constraints of a
// feature and its ancestors are evaluated, always; the results are combined by three-valued logic: any unsatisfied one
// blocks, else any undetermined one makes it pending, else it is available.
//
// A refusal names one primary constraint, the one to deal with first: the lowest rank, then the outermost ancestor,
// then the order of the codes in the registry, then the subject's bytes; never the order of declaration. Only the
// primary's remedies are offered; all others are withheld because of it. Where an undetermined constraint could still turn
// out to have a lower rank, that one withholds all, the primary's too: what may turn out restricted is not sold.

import Contract

/// Decides whether a feature is available, and mints the proof that it is.
package enum Verifier {
    /// Verifies a binding for a caller against facts taken at one moment.
    ///
    /// - Parameter subject: whose facts count; the caller's own where nil.
    ///
    /// *Cost*: one evaluation per constraint; reports are built for a refusal alone.
    package static func verify(
        _ binding: ActionBinding, inputs: BoundInputs, in catalogue: FeatureCatalogue, facts: Facts,
        caller: Caller, subject: Subject? = nil, tableRevision: String
    ) -> Verification {
        let subject = subject ?? caller.subject
        if let refusal = refusal(binding.feature, in: catalogue, facts: facts, caller: caller, subject: subject) {
            return .refused(refusal)
        }
        return .verified(
            mint(
                binding, catalogue.actions[binding.action], inputs: inputs, caller: caller, subject: subject,
                tableRevision: tableRevision, stateRevision: facts.revision(of: subject)))
    }

    /// Verifies that the intake is on for a caller, against facts taken at one moment.
    package static func verifyIntake(
        in catalogue: FeatureCatalogue, facts: Facts, caller: Caller, subject: Subject? = nil
    ) -> IntakeVerification {
        let feature = DeepLinkingFeature.performIncomingURL.feature
        let refusal = refusal(
            feature, in: catalogue, facts: facts, caller: caller, subject: subject ?? caller.subject)
        return refusal.map { .refused($0) } ?? .open(IntakeProof())
    }

    /// Reports on every constraint of a feature, met or not, as descriptions and explanations show them.
    package static func assess(
        _ feature: Int, in catalogue: FeatureCatalogue, facts: Facts, caller: Caller, subject: Subject? = nil
    ) -> Assessment {
        let facts = facts.of(subject ?? caller.subject)
        let judged = catalogue.constraints[feature].map { constraint in
            Assessment.Judged(
                constraint: constraint, evaluation: constraint.rule.evaluate(facts, caller: caller))
        }
        return Assessment(judged, of: feature, facts: facts)
    }

    /// Why a feature is not available; nil where it is.
    static func refusal(
        _ feature: Int, in catalogue: FeatureCatalogue, facts: Facts, caller: Caller, subject: Subject
    ) -> Refusal? {
        if isAvailable(feature, in: catalogue, facts: facts, caller: caller, subject: subject) { return nil }
        let assessment = assess(feature, in: catalogue, facts: facts, caller: caller, subject: subject)
        precondition(assessment.refusal != nil, "a constraint that stands in the way is a reason to refuse")
        return assessment.refusal
    }

    /// Makes the proof; the caller has just checked that there is no refusal.
    static func mint(
        _ binding: ActionBinding, _ action: Action, inputs: consuming BoundInputs, caller: Caller,
        subject: Subject, tableRevision: String, stateRevision: StateRevision
    ) -> VerifiedActionBinding {
        precondition(action.feature == binding.feature, "a binding is verified in the catalogue that made it")
        return VerifiedActionBinding(
            binding: binding, action: action, inputs: inputs, caller: caller, subject: subject,
            tableRevision: tableRevision, stateRevision: stateRevision)
    }

    private static func isAvailable(
        _ feature: Int, in catalogue: FeatureCatalogue, facts: Facts, caller: Caller, subject: Subject
    ) -> Bool {
        let constraints = catalogue.constraints[feature]
        guard !constraints.isEmpty else { return true }
        let facts = facts.of(subject)
        for index in constraints.indices where constraints[index].rule.evaluate(facts, caller: caller).standsInTheWay {
            return false
        }
        return true
    }
}
