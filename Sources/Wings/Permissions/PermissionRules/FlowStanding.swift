// The obstacles of a feature, as a flow sees them. A question is of use only where all others are answered:
//
//     camera notDetermined, photos notDetermined            open: both can be asked for
//     camera notDetermined, purchase premium.monthly        blocked: no question before the purchase
//     camera restricted, photos notDetermined               blocked: the photos would be of no use
//     camera notDetermined, toggle unknown                  blocked: the toggle may turn out to be off

package import Contract
package import Features

/// What stands in the way of a feature at one moment.
package enum FlowStanding: Hashable, Sendable {
    /// These questions and nothing else, in declared order, confirmations last; none where the feature is available.
    case open([OpenStep])
    /// Something that no question lifts.
    case blocked(OutcomeCode)
    /// The table in force has no such feature.
    case gone

    /// Reads what stands in the way from an assessment.
    ///
    /// - Parameter question: the question that could lift a constraint which is not met; nil where none could.
    package init(_ assessment: Assessment, question: (ConstraintReport) -> OpenStep?) {
        var (open, blockers): ([OpenStep], [ConstraintReport]) = ([], [])
        for constraint in assessment.constraints {
            switch constraint.status {
            case .satisfied, .inactive: continue
            case .unsatisfied:
                if let step = question(constraint) { open.append(step) } else { blockers.append(constraint) }
            case .undetermined: blockers.append(constraint)
            }
        }
        let code = blockers.compactMap(\.code).min { ($0.rank ?? .max) < ($1.rank ?? .max) }
        // A person confirms what is otherwise ready to be performed.
        open = open.filter { $0.step.record != .confirmation } + open.filter { $0.step.record == .confirmation }
        self = blockers.isEmpty ? .open(open) : .blocked(code ?? .pendingUndetermined)
    }
}
