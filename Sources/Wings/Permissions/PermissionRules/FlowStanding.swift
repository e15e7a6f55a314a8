// The obstacles of a feature, as a flow sees them. A question is of use only where all others are answered:
//
//     camera notDetermined, photos notDetermined            open: both can be asked for
//     camera notDetermined, purchase premium.monthly        blocked: no question before the purchase
//     camera restricted, photos notDetermined               blocked: the photos would be of no use
//     camera notDetermined, toggle unknown                  blocked: the toggle may turn out to be off
//     any camera microphone, camera denied                  open: the microphone can be asked for

package import Contract
package import Features

/// What stands in the way of a feature at one moment.
package enum FlowStanding: Hashable, Sendable {
    /// These questions and nothing else, each once, in declared order, confirmations last; none where the feature is available.
    ///
    /// `elsewhere` has what is needed no more since another permission is granted of which one is enough: by the question's id
    /// the name of that one.
    case open([OpenStep], elsewhere: [String: String] = [:])
    /// Something that no question lifts.
    case blocked(OutcomeCode)
    /// The table in force has no such feature.
    case gone

    /// What a flow can do about a constraint that is not met.
    package enum Obstacle {
        /// A yes to this question lifts it.
        case question(OpenStep)
        /// No question lifts it; with its code, which is nil where it is not known whether it is met.
        case fixed(OutcomeCode?)
    }

    /// Reads what stands in the way from an assessment.
    ///
    /// - Parameters:
    ///   - elsewhere: as of `open`.
    ///   - obstacle: what can be done about a constraint that is not met.
    package init(
        _ assessment: Assessment, elsewhere: [String: String] = [:], obstacle: (ConstraintReport) -> Obstacle
    ) {
        var (open, blockers): ([OpenStep], [OutcomeCode?]) = ([], [])
        for constraint in assessment.constraints {
            switch constraint.status {
            case .satisfied, .inactive: continue
            case .unsatisfied:
                switch obstacle(constraint) {
                // One permission can be enough for several constraints.
                case .question(let step): if !open.contains(where: { $0.step == step.step }) { open.append(step) }
                case .fixed(let code): blockers.append(code)
                }
            case .undetermined: blockers.append(constraint.code)
            }
        }
        let code = blockers.compactMap(\.self).min { ($0.rank ?? .max) < ($1.rank ?? .max) }
        // A person confirms what is otherwise ready to be performed.
        open = open.filter { $0.step.record != .confirmation } + open.filter { $0.step.record == .confirmation }
        self = blockers.isEmpty ? .open(open, elsewhere: elsewhere) : .blocked(code ?? .pendingUndetermined)
    }
}
