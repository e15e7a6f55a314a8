// The typed values of a link, by name. While a dispatcher is made the same questions are asked of made-up values, and a
// probe takes down those that the route can never answer: so the code that reads the inputs is its own declaration of
// them, checked against the patterns as the inputs of a table's actions are.

import Contract

/// The values that a link gives an action: captures, query values, the fragment, constants of the route.
///
/// *Shape*: `let page: Int = try inputs.value("page")`
public struct RouteInputs {
    let values: [Value.Member]
    /// What asks for the values in the place of a link; nil for a link.
    var probe: RouteProbe?

    // MARK: One value

    /// A value that every link of the route gives.
    ///
    /// - Throws: ``RouteInputError`` where its type cannot hold it, as 300 in a `UInt8`.
    public func value<Answer: LosslessStringConvertible>(
        _ name: String, as type: Answer.Type = Answer.self
    ) throws(RouteInputError) -> Answer {
        try required(name, Answer.self) { Answer($0) }
    }

    /// A value that every link of the route gives, as a case of an enumeration.
    ///
    /// A capture of listed values, as `$(lang:de|en)`, is checked when the dispatcher is made: each must be a case.
    public func value<Answer: RawRepresentable>(
        _ name: String, as type: Answer.Type = Answer.self
    ) throws(RouteInputError) -> Answer where Answer.RawValue: LosslessStringConvertible {
        try required(name, Answer.RawValue.self) { Answer.RawValue($0).flatMap { Answer(rawValue: $0) } }
    }

    /// A value that links may leave out; nil where they do.
    ///
    /// - Throws: ``RouteInputError`` where there is one and its type cannot hold it.
    public func valueIfPresent<Answer: LosslessStringConvertible>(
        _ name: String, as type: Answer.Type = Answer.self
    ) throws(RouteInputError) -> Answer? {
        try optional(name, Answer.self) { Answer($0) }
    }

    /// A value that links may leave out, as a case of an enumeration; nil where they do.
    public func valueIfPresent<Answer: RawRepresentable>(
        _ name: String, as type: Answer.Type = Answer.self
    ) throws(RouteInputError) -> Answer? where Answer.RawValue: LosslessStringConvertible {
        try optional(name, Answer.RawValue.self) { Answer.RawValue($0).flatMap { Answer(rawValue: $0) } }
    }

    // MARK: A tail

    /// The segments that a tail `$(name:**)` took; none where the link ends with the slash before it, and an empty last
    /// one where it ends with a slash after others.
    public func list(_ name: String) throws(RouteInputError) -> [String] {
        probe?.askForList(name)
        guard let elements = self[name]?.elements else {
            if probe != nil { return [] }
            throw .missing(name)
        }
        return elements.compactMap(\.text)
    }

    // MARK: Answers

    private func required<Answer>(
        _ name: String, _ type: Any.Type, _ make: (String) -> Answer?
    ) throws(RouteInputError) -> Answer {
        probe?.ask(name, type, isOptional: false) { make($0) != nil }
        let text = text(name)
        if let text, let answer = make(text) { return answer }
        if let answer = probe?.substitute(make) { return answer }
        throw text == nil ? .missing(name) : .untakeable(name)
    }

    private func optional<Answer>(
        _ name: String, _ type: Any.Type, _ make: (String) -> Answer?
    ) throws(RouteInputError) -> Answer? {
        probe?.ask(name, type, isOptional: true) { make($0) != nil }
        guard let text = text(name) else { return nil }
        guard let answer = make(text) ?? probe?.substitute(make) else { throw .untakeable(name) }
        return answer
    }

    /// The text of one value; nil for none and for a list.
    private func text(_ name: String) -> String? {
        guard let value = self[name], value.elements == nil else { return nil }
        return value.argumentText
    }

    private subscript(name: String) -> Value? {
        values.first { Self.areSame($0.name, name) }?.value
    }

    /// Compares bytes: Swift's texts are equal where Unicode calls them equivalent, and names of values are not.
    private static func areSame(_ left: String, _ right: String) -> Bool {
        let (leftBytes, rightBytes) = (left.utf8, right.utf8)
        let (left, right) = (leftBytes.span, rightBytes.span)
        guard left.count == right.count else { return false }
        for index in left.indices where left[index] != right[index] { return false }
        return true
    }
}

extension RouteInputError {
    fileprivate static func untakeable(_ name: String) -> Self {
        .invalid(name, reason: "The value of `\(name)` is none that the action takes.")
    }
}
