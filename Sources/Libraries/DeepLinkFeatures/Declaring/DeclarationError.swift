import Contract
import Features
import PurchaseRules

/// One thing that is wrong with what a dispatcher was to be made of; `feature` is a feature's path throughout.
public enum DeclarationError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A name is empty, or holds what paths and tables cannot.
    case badName(feature: String, name: String)
    /// Two features of one group have the same name.
    case duplicateName(feature: String)
    /// A feature stands in a second place, or in itself.
    case secondPlace(feature: String, first: String)
    /// An always available feature stands under a conditional one.
    case staticUnderConditional(feature: String, ancestor: String)
    /// A type is neither a feature nor a group.
    case noFeature(feature: String)
    /// A feature declares an action that is bound to another.
    case foreignAction(feature: String, action: String)
    /// A feature declares two actions of one name, or one twice.
    case duplicateAction(feature: String, action: String)
    /// A feature declares no action and has no subfeatures: `prepare(actions:)` leaves out the bindings of its type.
    case noAction(feature: String)
    /// A requirement that may stand once stands twice.
    case repeatedRequirement(feature: String, requirement: String)
    /// A requirement is about no product at all.
    case emptyPurchase(feature: String)
    /// A requirement of purchases is nested too deeply.
    case deepPurchase(feature: String)
    /// A quantity is below one, or of something that is not consumed.
    case badQuantity(feature: String, product: String, quantity: Int)
    /// A product's id holds what ids cannot.
    case badProduct(feature: String, product: String)
    /// One id names two different products.
    case conflictingProduct(feature: String, product: String)
    /// A permission's parameter has no possible meaning.
    case badPermission(feature: String, permission: String)
    /// What a permission is used for is said in no characters, or in too many.
    case badUsage(feature: String, permission: String, characters: Int)
    /// The question of a confirmation is empty, too long, or has an input without an end.
    case badConfirmation(feature: String, problem: String)
    /// A requirement of callers or of a program names what has no meaning.
    case badRequirement(feature: String, requirement: String, problem: String)
    /// A version is none.
    case badVersion(feature: String, platform: String, version: String)
    /// Two adapters of a dispatcher answer for one permission.
    case twoAdapters(permission: String)
    /// Something about a table whose actions are Swift types.
    case table(TableBindingError)
    /// Something about interceptors, or about rewrites.
    case intercepting(InterceptingError)
    /// Something about routes, or about what the dispatcher answers.
    case routing(RoutingError)

    private static let place = "`prepare(actions:)`"

    /// What is wrong and what to do, in one sentence.
    public var description: String {
        switch self {
        case .badName(let feature, let name):
            "\(feature): `\(name)` is no name; use letters, digits, `-`, `_` and `.`"
        case .duplicateName(let feature):
            "\(feature): another feature of its group has this name; give one of them a `name` of its own"
        case .secondPlace(let feature, let first):
            "\(feature): the feature stands at \(first) already; a feature has one place"
        case .staticUnderConditional(let feature, let ancestor):
            "\(feature): a `Feature` is always available and cannot be under \(ancestor); make it a `ConditionalFeature`"
        case .noFeature(let feature): "\(feature): adopts none of `Feature`, `ConditionalFeature` and `FeatureGroup`"
        case .foreignAction(let feature, let action):
            "\(feature): declares the action `\(action)` of another feature; bind it with this feature's `action(_:)`"
        case .duplicateAction(let feature, let action):
            "\(feature): declares `\(action)` twice; give one of the actions a `name` of its own"
        case .noAction(let feature):
            "\(feature): declares no action, so it can do nothing; pass its bindings to `declare` or `publish` in \(Self.place)"
        case .repeatedRequirement(let feature, let requirement): "\(feature): `\(requirement)` stands twice; keep one"
        case .emptyPurchase(let feature):
            "\(feature): requires a purchase of nothing; name a product or leave the line out"
        case .deepPurchase(let feature):
            "\(feature): requires a purchase in more than \(KnownPurchase.depthLimit) levels; write it flatter"
        case .badQuantity(let feature, let product, let quantity):
            "\(feature): \(quantity) of `\(product)` cannot be required; a quantity is from 1 and of a consumable"
        case .badProduct(let feature, let product):
            "\(feature): `\(product)` is no product id; use letters, digits, `-`, `_` and `.`"
        case .conflictingProduct(let feature, let product):
            "\(feature): the product `\(product)` is declared differently elsewhere; share one constant"
        case .badPermission(let feature, let name): "\(feature): `\(name)` is no permission; check its parameter"
        case .badUsage(let feature, let name, let count):
            "\(feature): the usage of `\(name)` has \(count) characters; write 1 to \(Limits.usageCharacters)"
        case .badConfirmation(let feature, let problem): "\(feature): the question of the confirmation \(problem)"
        case .badRequirement(let feature, let requirement, let problem): "\(feature): `\(requirement)`: \(problem)"
        case .badVersion(let feature, let platform, let version):
            "\(feature): `\(version)` is no version of \(platform); use one to four numbers, as 6 or \"6.1\""
        case .twoAdapters(let permission):
            "permissions: two adapters answer for `\(permission)`; give the dispatcher one of them"
        case .table(let error): error.description
        case .intercepting(let error): error.description
        case .routing(let error): error.description
        }
    }
}
