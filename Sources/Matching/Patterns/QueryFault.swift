/// What is wrong with one key of a link's query.
package enum QueryFault: Equatable, Sendable {
    /// A required key is not there.
    case missing
    /// Its value is not of the condition's language, or the policy objects to it.
    case invalid
    /// It is there more than once.
    case duplicate
    /// The route is strict and does not declare it.
    case unexpected
}
