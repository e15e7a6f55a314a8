package import Contract

/// Every constraint of one feature with its result, and the refusal that follows, if one does.
package struct Assessment {
    /// One constraint and its evaluation.
    struct Judged {
        let constraint: EffectiveConstraint
        let evaluation: ConstraintEvaluation
    }

    /// In the order of the table, the outermost ancestor's first.
    package let constraints: [ConstraintReport]
    /// Why the feature is not available; nil where it is.
    package let refusal: Refusal?

    init(_ judged: [Judged], of feature: Int, facts: SubjectFacts) {
        let unsatisfied = judged.filter { $0.evaluation.status == .unsatisfied }.min(by: Self.precedes)
        let undetermined = judged.filter { $0.evaluation.status == .undetermined }.min(by: Self.precedes)
        let primary = unsatisfied ?? undetermined
        let withholder = Self.withholder(primary: primary, doubt: undetermined)
        let constraints = judged.map { item in
            item.report(
                of: feature, facts: facts,
                withheldBecause: item.constraint.id == withholder ? nil : withholder)
        }
        self.constraints = constraints
        refusal = primary.map { primary in
            let id = primary.constraint.id
            let remedies = constraints.first { $0.id == id }?.remedies ?? []
            return Refusal(
                code: primary.evaluation.code ?? .pendingUndetermined, primary: id,
                label: primary.constraint.rule.label, constraints: constraints,
                remedies: remedies.filter { $0.withheldBecause == nil })
        }
    }

    /// The constraint to be met or known first, which withholds the remedies of all others: the primary one, or a doubt
    /// that could still come before it.
    private static func withholder(primary: Judged?, doubt: Judged?) -> String? {
        if let primary, let doubt, doubt.evaluation.rank < primary.evaluation.rank { return doubt.constraint.id }
        return primary?.constraint.id
    }

    /// Rank, then the outermost ancestor, then the registry's order of codes, then the subject's bytes.
    private static func precedes(_ left: Judged, _ right: Judged) -> Bool {
        let (a, b) = (left.key, right.key)
        if (a.rank, a.depth, a.code) != (b.rank, b.depth, b.code) {
            return (a.rank, a.depth, a.code) < (b.rank, b.depth, b.code)
        }
        return a.subject.utf8.lexicographicallyPrecedes(b.subject.utf8)
    }
}

extension Assessment.Judged {
    fileprivate var key: (rank: Int, depth: Int, code: Int, subject: String) {
        let code = evaluation.code.flatMap { OutcomeCode.allCases.firstIndex(of: $0) } ?? .max
        return (evaluation.rank, constraint.depth, code, constraint.subject)
    }

    fileprivate func report(
        of feature: Int, facts: SubjectFacts, withheldBecause: String?
    ) -> ConstraintReport {
        let offered = evaluation.code.map { constraint.rule.remedies(for: $0, facts) } ?? []
        let remedies = offered.map { remedy in
            var remedy = remedy
            remedy.withheldBecause = withheldBecause
            return remedy
        }
        return ConstraintReport {
            ($0.id, $0.kind, $0.subject) = (constraint.id, type(of: constraint.rule).kind, constraint.subject)
            $0.inheritedFrom = constraint.declaredBy == feature ? nil : constraint.path
            ($0.status, $0.reason, $0.code) = (evaluation.status, evaluation.reason, evaluation.code)
            $0.evidence = constraint.evidence(of: evaluation, facts)
            $0.remedies = remedies
        }
    }
}
