/// One thing that is wrong with a table, or with the Swift types for its actions.
public enum TableBindingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The table has an error; the place is file, line and column.
    case badTable(place: String, problem: String)
    /// The table has a line that only the daemon can follow.
    case daemonOnly(line: String, problem: String)
    /// The table has no such feature, or several.
    case unknownFeature(feature: String, nearest: String?)
    /// Two types stand for one feature.
    case secondFeature(feature: String)
    /// The feature of the table has no such action.
    case unknownAction(feature: String, action: String, nearest: String?)
    /// A feature binds an action of another.
    case foreignAction(feature: String, action: String)
    /// Two types stand for one action, or one type for two.
    case secondBinding(feature: String, action: String)
    /// No type performs an action of the table.
    case unbound(feature: String, action: String)
    /// An action reads a value that the table does not declare, or not as that type.
    case badInput(feature: String, action: String, input: String, problem: String)

    /// What is wrong and what to do, in one sentence.
    public var description: String {
        switch self {
        case .badTable(let place, let problem): "\(place): \(problem)"
        case .daemonOnly(let line, let problem): "`\(line)`: \(problem)"
        case .unknownFeature(let feature, let nearest):
            "\(feature): the table has no feature of this name, or several"
                + Self.advice(nearest, "give the type the feature's path as `path`")
        case .secondFeature(let feature): "\(feature): two types stand for this feature; keep one"
        case .unknownAction(let feature, let action, let nearest):
            "\(feature): the table has no action `\(action)` in this feature"
                + Self.advice(nearest, "name the table's action with `as:`")
        case .foreignAction(let feature, let action):
            "\(feature): binds `\(action)` of another feature; bind it with this feature's `action(_:)`"
        case .secondBinding(let feature, let action):
            "\(feature): `\(action)` is bound twice; keep one line, and use a type for one action of the feature"
        case .unbound(let feature, let action):
            "\(feature): no type performs the action `\(action)`; bind one in `bind(actions:)` of a `TableFeature`"
        case .badInput(let feature, let action, let input, let problem):
            "\(feature): the action `\(action)` and its input `\(input)`: \(problem)"
        }
    }

    private static func advice(_ nearest: String?, _ otherwise: String) -> String {
        nearest.map { "; did you mean `\($0)`?" } ?? "; " + otherwise
    }
}
