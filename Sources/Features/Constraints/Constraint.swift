package import Contract

/// One condition of a feature.
package enum Constraint: Equatable, Sendable {
    case platform(PlatformRequirement)
    /// The operator's switch, with its default, and where it is read if somebody else keeps it.
    case runtime(byDefault: Bool, from: SwitchOrigin? = nil)
    /// The user's own switch, with its default; a shared one stands where the machine's stands until the user moves it.
    case toggle(byDefault: Bool, isShared: Bool = false)
    case purchase(PurchaseRequirement)
    case permission(Permission)
    case caller(CallerRequirement)

    /// The kind that reports name.
    package var kind: ConstraintReport.Kind {
        switch self {
        case .platform: .platform
        case .runtime: .runtime
        case .toggle: .toggle
        case .purchase: .purchase
        case .permission: .permission
        case .caller: .caller
        }
    }

    /// What the constraint is about, as reports name it.
    package func subject(declaredBy path: String) -> String {
        switch self {
        case .platform(let requirement): requirement.description
        case .runtime, .toggle: path
        case .purchase(let requirement): requirement.description
        case .permission(let permission): permission.description
        case .caller(let requirement): requirement.description
        }
    }
}

/// A constraint as it counts for one feature: its own or an ancestor's.
package struct EffectiveConstraint: Equatable, Sendable {
    package let constraint: Constraint
    /// *Shape*: `kind:subject`.
    package let id: String
    package let subject: String
    /// The number of the feature that declared it.
    package let declaredBy: Int
    /// The path of the feature that declared it.
    package let path: String
    /// *Units*: steps from the outermost ancestor, 0 for that one.
    package let depth: Int
    /// The products of a purchase that are used up, and so cannot be restored.
    var consumables: Set<String> = []
}
