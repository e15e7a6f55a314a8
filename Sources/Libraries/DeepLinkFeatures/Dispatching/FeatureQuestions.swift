import ExecRules
import Features
import PermissionRules
import PurchaseRules

/// The facts of one feature and its ancestors that a dispatcher looks up anew at each request.
///
/// They follow from the constraints, so they are found once, when the features are declared. A class: a request takes one
/// reference, and most features have no such facts.
final class FeatureQuestions: Sendable {
    /// A feature's own switch.
    struct Switch: Sendable {
        /// The number of the feature that has it.
        let feature: Int
        let key: FactKey
        let type: any ConditionalFeature.Type
    }

    /// A fact that a provider may have.
    enum Provided: Sendable {
        case purchase(Product, FactKey)
        case permission(Permission, FactKey)
        case toggle(FactKey)
    }

    let switches: [Switch]
    let programs: [ProgramRequirement]
    let provided: [Provided]
    /// True if there is nothing to look up.
    let isEmpty: Bool

    /// - Parameters:
    ///   - constraints: of the feature and its ancestors.
    ///   - types: the features that have switches of their own, by number.
    ///   - products: by id.
    init(
        _ constraints: [EffectiveConstraint], _ types: [Int: any ConditionalFeature.Type], _ products: [String: Product]
    ) {
        switches = constraints.compactMap { constraint in
            guard constraint.kind == .runtime, let type = types[constraint.declaredBy] else { return nil }
            return Switch(feature: constraint.declaredBy, key: .runtime(constraint.path), type: type)
        }
        programs = constraints.compactMap { $0.rule as? ProgramRequirement }
        provided = constraints.flatMap(\.rule.keys).compactMap { key in
            switch key.kind {
            case .purchase: products[key.name].map { .purchase($0, key) }
            case .permission: Permission(key.name).map { .permission($0, .permission($0)) }
            case .toggle: .toggle(key)
            default: nil
            }
        }
        isEmpty = switches.isEmpty && programs.isEmpty && provided.isEmpty
    }
}
