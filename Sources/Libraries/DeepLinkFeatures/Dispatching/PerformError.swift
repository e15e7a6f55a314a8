/// The reason why an action was not begun; errors of the action itself are passed on unchanged.
public enum PerformError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What the proof rests on has changed since; ask again.
    case stale(feature: String)
    /// The dispatcher was not made with the feature, or the feature does not declare the action.
    case undeclared(feature: String, action: String)
    /// A link was opened without `await`, and leads to an action that may suspend.
    case suspends(feature: String, action: String)

    /// What is wrong and what to do, in one sentence.
    public var description: String {
        switch self {
        case .stale(let feature): "what \(feature) depends on has changed since it was verified; request it again"
        case .undeclared(let feature, let action):
            "`\(action)` of \(feature) is not declared to this dispatcher; check its features and `prepare(actions:)`"
        case .suspends(let feature, let action):
            "`\(action)` of \(feature) may suspend; open the link with `await`"
        }
    }
}
