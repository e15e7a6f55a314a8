package import Contract
import Features
package import Matching

/// Something that a link of a route can be given.
package struct RouteParameter: Equatable, Sendable {
    /// Where in a link it stands.
    package enum Part: Equatable, Sendable {
        case path
        /// The number of the route's query condition.
        case query(Int)
        case fragment
        /// Nowhere: the route or the action's default says what it is, if anything does.
        case fixed
    }

    /// A capture's name, a nameless place's number, or a key; `?KEY` for a key that feeds no input and is named like one.
    package let name: String
    /// Where it stands.
    package let part: Part
    /// nil for a list of segments and for what is fixed.
    package var language: Language?
    /// Whether it is a list of segments.
    package var isList = false
    /// Whether the route takes no link without it.
    package var isRequired = false
    /// What the action gets where the link says nothing.
    package var defaultValue: Value?
    /// Whether it feeds an input that is marked so; then its default is no more shown than its value.
    package let isSecret: Bool

    /// What the action gets where the link says nothing, as it may be shown.
    package var shownDefault: Value? { isSecret ? defaultValue.map { _ in .string("***") } : defaultValue }

    /// The value that every link of the route has here, so that none need be given; nil if there are several.
    ///
    /// A secret has none: a caller that did not give it must not read it in a link.
    var onlyValue: Value? {
        guard isRequired, !isSecret, let language else { return nil }
        if language == .flag { return .bool(true) }
        return language.onlyText.map { .string($0) }
    }

    /// What it is, for people: `a list of segments`, `uint`, `one of de, en, fr`.
    package var expectation: String {
        guard let language else { return isList ? "a list of segments" : "fixed" }
        if case .set(let set) = language { return "one of " + set.listed }
        return (language.name.hasPrefix("int") ? "an " : "a ") + "`\(language.name)`"
    }
}

extension Ruleset {
    /// Everything that links of the route can be given by this pattern, in the order of path, query, fragment, and then what
    /// is fixed.
    package func parameters(of route: Route) -> [RouteParameter] { route.parameters(feeding: action(of: route).inputs) }
}

extension RouteParameter {
    /// Stands before the name of a key that would be that of an input too.
    static let silentKeyMark = "?"
}

extension Route {
    /// What its links can be given, and what is fixed, for an action with these inputs.
    fileprivate func parameters(feeding inputs: [ActionInput]) -> [RouteParameter] {
        func defaultValue(_ source: Source) -> Value? { sources.firstIndex(of: source).flatMap { defaults[$0] } }
        func isSecret(_ name: String) -> Bool { inputs.contains { $0.name == name && $0.isSecret } }
        var parameters = pattern.places.map { place in
            var language: Language?
            if case .text(let text) = place.value { language = text }
            return RouteParameter(
                name: place.name, part: .path, language: language, isList: language == nil,
                isRequired: !(place.isNameless && language == nil), isSecret: isSecret(place.name))
        }
        parameters += query.enumerated().map { number, condition in
            RouteParameter(
                name: condition.isSilent && inputs.contains { $0.name == condition.name }
                    ? RouteParameter.silentKeyMark + condition.name : condition.name,
                part: .query(number), language: condition.language,
                isRequired: condition.isRequired, defaultValue: defaultValue(.query(number)),
                isSecret: !condition.isSilent && isSecret(condition.name))
        }
        if let fragment {
            parameters.append(
                RouteParameter(
                    name: fragment.name, part: .fragment, language: fragment.language,
                    isRequired: fragment.isRequired, defaultValue: defaultValue(.fragment),
                    isSecret: isSecret(fragment.name)))
        }
        for (index, input) in inputs.enumerated() {
            let value: Value?
            switch sources[index] {
            case .constant(let constant): value = constant
            case .absent: value = defaults[index]
            case .capture, .tail, .query, .fragment: continue
            }
            parameters.append(
                RouteParameter(name: input.name, part: .fixed, defaultValue: value, isSecret: input.isSecret))
        }
        return parameters
    }
}
