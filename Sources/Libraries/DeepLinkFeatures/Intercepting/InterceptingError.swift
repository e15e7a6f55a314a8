/// One thing that is wrong with an interceptor or a rewrite; `feature` is the path of the feature that declares it, and
/// `interceptor` the name of its action.
public enum InterceptingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// An interceptor is another feature's action.
    case foreignAction(feature: String, interceptor: String)
    /// An interceptor is an action that its feature does not declare.
    case undeclaredAction(feature: String, interceptor: String)
    /// It is about a feature that the dispatcher does not have.
    case unknownFeature(feature: String, interceptor: String, other: String)
    /// It replaces an action that the dispatcher does not have.
    case unknownAction(feature: String, interceptor: String, other: String, action: String)
    /// It is about the feature that declares it.
    case ownFeature(feature: String, interceptor: String)
    /// It is about the opening of links.
    case intake(feature: String, interceptor: String)
    /// Its feature requires a confirmation, for which interceptors do not ask.
    case confirmation(feature: String, interceptor: String)
    /// Two actions replace one another, directly or through others.
    case circle(feature: String, interceptor: String, action: String)
    /// A rewrite has no meaning.
    case badRewrite(rewrite: String, problem: String)

    /// What is wrong and what to do, in one sentence.
    public var description: String {
        switch self {
        case .foreignAction(let feature, let interceptor):
            "\(feature): the interceptor `\(interceptor)` is an action of another feature; let that feature declare it"
        case .undeclaredAction(let feature, let interceptor):
            "\(feature): the interceptor `\(interceptor)` is not declared; add it in `prepare(actions:)`"
        case .unknownFeature(let feature, let interceptor, let other):
            "\(feature): the interceptor `\(interceptor)` is about \(other), which this dispatcher does not have; make the "
                + "dispatcher with it, or remove it from the line"
        case .unknownAction(let feature, let interceptor, let other, let action):
            "\(feature): the interceptor `\(interceptor)` replaces `\(action)` of \(other), which is not declared to this "
                + "dispatcher; check its features and `prepare(actions:)`"
        case .ownFeature(let feature, let interceptor):
            "\(feature): the interceptor `\(interceptor)` is about its own feature; name another one"
        case .intake(let feature, let interceptor):
            "\(feature): the interceptor `\(interceptor)` is about the opening of links; name the features that links lead "
                + "to, or none for all"
        case .confirmation(let feature, let interceptor):
            "\(feature): the interceptor `\(interceptor)` would never act, because its feature requires a confirmation; "
                + "declare it in another feature"
        case .circle(let feature, let interceptor, let action):
            "\(feature): `\(interceptor)` replaces `\(action)`, which replaces it too; remove one of the lines"
        case .badRewrite(let rewrite, let problem): "the rewrite `\(rewrite)`: \(problem)"
        }
    }
}
