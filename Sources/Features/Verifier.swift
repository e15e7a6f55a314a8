// The gate. All constraints of a feature and its ancestors are evaluated, always; what they come to is combined by
// three-valued logic: any unsatisfied one blocks, else any undetermined one makes it pending, else it is available.
//
// A refusal names one primary constraint, the one to deal with first: the lowest rank, then the outermost ancestor,
// then the order of the codes in the registry, then the subject's bytes; never the order of declaration. Only the
// primary's remedies are offered; all others are withheld because of it. Where an undetermined constraint could still turn
// out to have a lower rank, that one withholds all, the primary's too: what may turn out restricted is not sold.

package import Contract

/// Decides whether a feature is available, and mints the proof that it is.
package enum Verifier {
    /// Verifies a binding for a caller against facts taken at one moment.
    ///
    /// *Cost*: one evaluation per constraint; reports are built for a refusal alone.
    package static func verify(
        _ binding: ActionBinding, inputs: [Value.Member], in catalogue: FeatureCatalogue, facts: Facts,
        caller: Caller, tableRevision: String
    ) -> Verification {
        let action = catalogue.actions[binding.action]
        precondition(action.feature == binding.feature, "a binding is verified in the catalogue that made it")
        guard isAvailable(binding.feature, in: catalogue, facts: facts, caller: caller) else {
            guard let refusal = assess(binding.feature, in: catalogue, facts: facts, caller: caller).refusal else {
                preconditionFailure("a constraint that stands in the way is a reason to refuse")
            }
            return .refused(refusal)
        }
        return .verified(
            VerifiedActionBinding(
                binding: binding, action: action, inputs: inputs, caller: caller, tableRevision: tableRevision,
                stateRevision: facts.revision(of: caller.subject)))
    }

    private static func isAvailable(
        _ feature: Int, in catalogue: FeatureCatalogue, facts: Facts, caller: Caller
    ) -> Bool {
        let constraints = catalogue.constraints[feature]
        guard !constraints.isEmpty else { return true }
        let subject = facts.of(caller.subject)
        for index in constraints.indices
        where constraints[index].evaluate(facts, subject: subject, caller: caller).standsInTheWay {
            return false
        }
        return true
    }

    /// Reports on every constraint of a feature, met or not, as descriptions and explanations show them.
    package static func assess(
        _ feature: Int, in catalogue: FeatureCatalogue, facts: Facts, caller: Caller
    ) -> Assessment {
        let subject = facts.of(caller.subject)
        let judged = catalogue.constraints[feature].map { constraint in
            Assessment.Judged(
                constraint: constraint, evaluation: constraint.evaluate(facts, subject: subject, caller: caller))
        }
        return Assessment(judged, of: feature, facts: facts, subject: subject)
    }
}
