/// What one fact is about.
package enum FactName: Hashable, Sendable {
    case platform(String)
    /// The runtime switch of the feature of that path.
    case runtime(String)
    /// The toggle of the feature of that path.
    case toggle(String)
    case permission(Permission)
    /// A product.
    case purchase(String)
}
