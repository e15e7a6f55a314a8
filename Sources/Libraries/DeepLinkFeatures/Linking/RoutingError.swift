/// One thing that is wrong with routes; `feature` is a path and `route` a pattern throughout.
public enum RoutingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A scheme or host that the dispatcher is to answer is none.
    case badScope(problem: String)
    /// A feature has routes, and the dispatcher answers no scheme and no host.
    case noScope(feature: String)
    /// A route leads to another feature's action.
    case foreignAction(feature: String, route: String, action: String)
    /// A route leads to an action that its feature does not declare.
    case undeclaredAction(feature: String, route: String, action: String)
    /// A pattern, or something else that a route says, has no meaning.
    case badRoute(feature: String, route: String, problem: String)
    /// Two routes take the same link, and nothing says which comes first; the link shows it.
    case overlap(feature: String, route: String, other: String, link: String?, problem: String)
    /// An action reads a value that its route does not give, or not as that type.
    case badInput(feature: String, route: String, input: String, problem: String)

    /// What is wrong and what to do, in one sentence.
    public var description: String {
        switch self {
        case .badScope(let problem):
            "answering: \(problem)"
        case .noScope(let feature):
            "\(feature): no link can reach its routes; name a scheme or host in the dispatcher's `answering:`"
        case .foreignAction(let feature, let route, let action):
            "\(feature): `\(route)` leads to `\(action)` of another feature; declare it with the feature that owns the action"
        case .undeclaredAction(let feature, let route, let action):
            "\(feature): `\(route)` leads to `\(action)`, which is not declared; add it in `prepare(actions:)`"
        case .badRoute(let feature, let route, let problem):
            "\(feature): `\(route)`: \(problem)"
        case .overlap(let feature, let route, let other, let link, let problem):
            "\(feature): `\(route)` and `\(other)`\(link.map { " both accept \($0)" } ?? ""): \(problem)"
        case .badInput(let feature, let route, let input, let problem):
            "\(feature): `\(route)` and the input `\(input)` of its action: \(problem)"
        }
    }
}
