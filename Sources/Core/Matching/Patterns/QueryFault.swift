/// A fault of one key of a link's query.
package enum QueryFault: Equatable, Sendable {
    /// A required key is missing.
    case missing
    /// The value is not of the condition's type, or the policy refuses it.
    case invalid
    /// The key occurs more than once.
    case duplicate
    /// The route is strict and does not declare the key.
    case unexpected
}
