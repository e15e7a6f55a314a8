// The static check: every input of an action is fed from one place, and whatever that place can hold the input can
// take. After it no link that a route accepts can lack an input or bring one of the wrong type, but for optional keys,
// which the dispatcher checks link by link.

import Conf
import Contract
import Features
import Matching

/// Feeds the inputs of a route's action from what the route gives.
struct RouteFeeder: BlockReader {
    let table: TableReading

    /// What one pattern of a route gives.
    struct Given {
        let parameters: [FeedParameter]
        let pattern: ArraySlice<UInt8>
        let place: SourceRange
    }

    /// Where each input of the action comes from, and its default.
    typealias Feed = (sources: [Route.Source], defaults: [Value?])

    /// Where each input of the action comes from, for each pattern of a route; nil where the check of one failed.
    func feed(_ action: Action, from patterns: [Given]) -> [Feed]? {
        warnUnfed(Self.distinct(patterns), action)
        var feeds: [Feed] = []
        for pattern in patterns {
            // What is wrong with one pattern is mostly wrong with the next, and is reported once.
            guard let fed = feed(action, from: pattern, isOnly: patterns.count == 1) else { return nil }
            feeds.append(fed)
        }
        return feeds
    }

    private func feed(_ action: Action, from given: Given, isOnly: Bool) -> Feed? {
        var sources: [Route.Source] = []
        var defaults: [Value?] = []
        for input in action.inputs {
            let parameter = given.parameters.first { $0.name == input.name }
            let fed =
                if let parameter { source(of: input, from: parameter) } else {
                    absence(of: input, given, isOnly: isOnly)
                }
            if let fed { sources.append(fed) }
            defaults.append(parameter?.defaultValue ?? input.defaultValue)
        }
        guard sources.count == action.inputs.count, !refusesConstant(action, sources, given.parameters) else {
            return nil
        }
        return (sources, defaults)
    }

    /// What the patterns of a route give together; what one of them lacks, a link may lack.
    func union(of patterns: [Given]) -> [FeedParameter] {
        var union: [FeedParameter] = []
        for given in patterns {
            for parameter in given.parameters where !union.contains(where: { $0.name == parameter.name }) {
                union.append(parameter)
                let isEverywhere = patterns.allSatisfy { $0.parameters.contains { $0.name == parameter.name } }
                if !isEverywhere { union[union.count - 1].isOptional = true }
            }
        }
        return union
    }

    /// All that the patterns of a route give, each place of the text once.
    private static func distinct(_ patterns: [Given]) -> [FeedParameter] {
        var distinct: [FeedParameter] = []
        for given in patterns {
            for parameter in given.parameters
            where !distinct.contains(where: { $0.name == parameter.name && $0.place == parameter.place }) {
                distinct.append(parameter)
            }
        }
        return distinct
    }

    /// Whether what performs the action refuses a constant of the route; reported where it does.
    private func refusesConstant(_ action: Action, _ sources: [Route.Source], _ parameters: [FeedParameter]) -> Bool {
        for (input, source) in zip(action.inputs, sources) {
            guard case .constant(let value) = source,
                let refusal = action.performer.refusal(of: [.init(input.name, value)]),
                let parameter = parameters.first(where: { $0.name == input.name })
            else { continue }
            report(.badConstant, parameter.place, "the value of `\(input.name)` \(refusal.reason)", help: refusal.help)
            return true
        }
        return false
    }

    /// Whether no two parameters have one name; reported where they have.
    func areDistinct(_ parameters: [FeedParameter]) -> Bool {
        var seen: [String: SourceRange] = [:]
        for parameter in parameters {
            if let first = seen.updateValue(parameter.place, forKey: parameter.name) {
                reportSecond(
                    .repeatedParameter, parameter.place, "`\(parameter.name)` has two sources",
                    help: "one name has one source: rename one of them",
                    first: first == parameter.place ? nil : first)
            }
        }
        return seen.count == parameters.count
    }

    private func warnUnfed(_ parameters: [FeedParameter], _ action: Action) {
        let names = action.inputs.map(\.name)
        for parameter in parameters where !names.contains(parameter.name) {
            let isConstant = parameter.constant != nil
            report(
                isConstant ? .badConstant : .unusedParameter, parameter.place,
                "the action `\(action.name)` has no input `\(parameter.name)`",
                help: !isConstant
                    ? Self.advice(on: parameter)
                    : names.isEmpty
                        ? "remove the line, or declare the input" : Suggestion.help(for: parameter.name, among: names))
        }
    }

    /// What to do about a parameter that the action has no input for; a required one can select without feeding any.
    private static func advice(on parameter: FeedParameter) -> String {
        let language: Language? = if case .value(let language)? = parameter.type { language } else { nil }
        switch parameter.source {
        case .query:
            guard !parameter.isOptional, let key = parameter.key, Name.isName(key) else {
                return "declare the input, or remove the key"
            }
            let type = language.map { $0 == .string ? "" : ":" + $0.name } ?? ""
            return "declare the input, or write `query \(key)\(type) _` for a key that only selects"
        case .fragment: return "declare the input, or remove the fragment"
        case .capture where language != .string:
            let type = language.map { ":" + $0.name } ?? ""
            return "declare the input, or write `$(_\(type))` for a part that only selects"
        case .capture, .tail, .absent, .constant:
            return "declare the input, or write `*` for a part that the action does not need"
        }
    }

    /// The source of an input that no parameter feeds; nil where it needs one.
    private func absence(of input: ActionInput, _ given: Given, isOnly: Bool) -> Route.Source? {
        guard !input.isOptional, input.defaultValue == nil else { return .absent }
        guard !isSpoiled(input.name) else { return nil }
        guard isOnly else {
            return refuse(
                .missingInput, given.place,
                "the pattern `\(String(decoding: given.pattern, as: UTF8.self))` does not give the action its input "
                    + "`\(input.name)`",
                help: "capture it in every pattern as `$(\(input.name))`, or let links lack it: "
                    + "`input \(input.name) \(InputValue.name(of: input.type))?`, or `= DEFAULT` for the `?`")
        }
        return refuse(
            .missingInput, given.place, "nothing gives the action its input `\(input.name)`",
            help: "capture it as `$(\(input.name))`, add `query \(input.name)`, or give the input a default")
    }

    private func source(of input: ActionInput, from parameter: FeedParameter) -> Route.Source? {
        if let constant = parameter.constant { return readConstant(constant, of: input) }
        guard let type = parameter.type, fits(type, input.type) else {
            return refuse(
                .parameterType, parameter.place,
                "`\(parameter.name)` can be any \(parameter.type.map(Self.written) ?? "value"), "
                    + "and the input takes only a \(Self.written(input.type))",
                help: parameter.keyType.map {
                    "a `\($0.name)` feeds an input of the type `bool`; to feed none, "
                        + "write `query \(parameter.key ?? parameter.name):\($0.name) _`"
                } ?? "give both the same type")
        }
        if parameter.isOptional, parameter.defaultValue == nil, input.defaultValue == nil, !input.isOptional {
            return refuse(
                .missingInput, parameter.place, "a link may lack `\(parameter.name)`, and the action needs it",
                help: "give it a default, or make the input optional: `\(InputValue.name(of: input.type))?`")
        }
        return parameter.source
    }

    private func readConstant(_ word: PlacedWord, of input: ActionInput) -> Route.Source? {
        if case .value(let language) = input.type, let value = InputValue.value(of: word.text, as: language) {
            return .constant(value)
        }
        return refuse(
            .badConstant, word.place,
            input.type == .list
                ? "the input `\(input.name)` is a list, and a constant is one value"
                : "`\(word.text)` is not of the type `\(InputValue.name(of: input.type))`, which the input `\(input.name)` has",
            help: InputValue.advice(on: input.type))
    }

    private static func written(_ type: InputType) -> String {
        type == .list ? "list" : "`\(InputValue.name(of: type))`"
    }

    private func fits(_ type: InputType, _ input: InputType) -> Bool {
        switch (type, input) {
        case (.list, .list): true
        // Not by their texts: a flag is true if it is there.
        case (.value(.flag), .value(let taken)), (.value(.switch), .value(let taken)): taken == .bool
        case (.value(let given), .value(let taken)): given.relation(to: taken).isInsideOrEqual
        case (.list, .value), (.value, .list): false
        }
    }
}
