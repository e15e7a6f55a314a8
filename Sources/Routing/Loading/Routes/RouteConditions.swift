import Conf
import Contract
import Features
import Matching

/// What the block of a route says.
struct RouteConditions {
    /// A `query` or `fragment` line.
    struct Condition {
        let name: String
        let language: Language
        let isRequired: Bool
        let defaultValue: Value?
        let place: SourceRange
    }

    var query: [Condition] = []
    var fragment: Condition?
    var isStrict = false
    var excepts: [ExclusionPattern] = []
    var overs: [(name: String, place: SourceRange)] = []
    var constants: [(name: PlacedWord, value: PlacedWord)] = []
}

/// Everything a route can feed into its action, by name.
struct RouteParameters {
    /// One parameter.
    struct Parameter {
        let name: String
        let source: Route.Source
        /// The type its values have; nil for a constant, whose value is checked against the input.
        let type: InputType?
        /// Whether a link that the route takes may lack it.
        let isOptional: Bool
        let defaultValue: Value?
        let constant: PlacedWord?
        let place: SourceRange
    }

    let parameters: [Parameter]

    /// - Parameter places: where each of the pattern's captures stands.
    init(captures: [Pattern.Capture], conditions: RouteConditions, places: [SourceRange]) {
        var parameters: [Parameter] = []
        for (index, capture) in captures.enumerated() {
            let (source, type): (Route.Source, InputType) =
                switch capture.value {
                case .text(let language): (.capture(index), .value(language))
                case .tail: (.tail, .list)
                }
            parameters.append(
                Parameter(
                    name: capture.name, source: source, type: type, isOptional: false, defaultValue: nil, constant: nil,
                    place: places[index]))
        }
        for (index, condition) in conditions.query.enumerated() {
            parameters.append(Self.parameter(condition, .query(index)))
        }
        if let fragment = conditions.fragment { parameters.append(Self.parameter(fragment, .fragment)) }
        for (name, value) in conditions.constants {
            parameters.append(
                Parameter(
                    name: name.text, source: .absent, type: nil, isOptional: false, defaultValue: nil, constant: value,
                    place: name.place))
        }
        self.parameters = parameters
    }

    private static func parameter(_ condition: RouteConditions.Condition, _ source: Route.Source) -> Parameter {
        Parameter(
            name: condition.name, source: source, type: .value(condition.language),
            isOptional: !condition.isRequired, defaultValue: condition.defaultValue, constant: nil,
            place: condition.place)
    }
}
