import Contract
import Features

/// The refusal of a request: why a feature is not available, and what would make it so.
public struct Refusal: Error, Sendable, CustomStringConvertible {
    /// A stable code that programs can switch on: `blocked.purchase.required`, or `pending.undetermined` if a fact is
    /// not known yet.
    public let code: String
    /// The feature's path.
    public let feature: String
    /// One sentence for people.
    public let message: String
    /// The constraint to deal with first; nil where the dispatcher does not know the feature or its action.
    public let primary: ConstraintStatus?
    /// Every constraint of the feature and its ancestors, outermost first.
    public let constraints: [ConstraintStatus]
    /// What the person is asked; nil if something else than a confirmation stands in the way.
    public let confirmation: ConfirmationQuestion?
    /// What can be done now; what has to wait is at its own constraint.
    public var remedies: [Remedy] { constraints.flatMap(\.remedies).filter { $0.withheldBecause == nil } }

    /// Whether it may turn out available once a source has answered.
    public var isPending: Bool { code.hasPrefix("pending.") }

    /// The code and the sentence.
    public var description: String { "\(code): \(message)" }

    init(_ refusal: Features.Refusal, feature: String, confirmation: ConfirmationQuestion?) {
        self.confirmation = confirmation
        code = refusal.code.rawValue
        self.feature = feature
        message = refusal.sentence
        constraints = refusal.constraints.map(ConstraintStatus.init(report:))
        primary = constraints.first { $0.id == refusal.primary }
    }

    /// A refusal of a binding that the dispatcher was not made with.
    init(undeclared action: String, of feature: String) {
        code = OutcomeCode.bindingUnknown.rawValue
        self.feature = feature
        message =
            "`\(action)` of `\(feature)` is not declared to this dispatcher; check its features and `prepare(actions:)`"
        constraints = []
        (primary, confirmation) = (nil, nil)
    }
}
