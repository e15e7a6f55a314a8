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

    /// Where each input of the action comes from; nil where the check failed.
    func feed(
        _ action: Action, from parameters: RouteParameters, _ statement: Int
    ) -> (sources: [Route.Source], defaults: [Value?])? {
        warnUnfed(parameters, action)
        var sources: [Route.Source] = []
        var defaults: [Value?] = []
        var isFed = true
        for input in action.inputs {
            guard let parameter = parameters.parameters.first(where: { $0.name == input.name }) else {
                isFed = canBeAbsent(input, statement) && isFed
                sources.append(.absent)
                defaults.append(input.defaultValue)
                continue
            }
            guard let fed = source(of: input, from: parameter) else {
                isFed = false
                continue
            }
            sources.append(fed)
            defaults.append(parameter.defaultValue ?? input.defaultValue)
        }
        guard isFed, !refusesConstant(action, sources, parameters) else { return nil }
        return (sources, defaults)
    }

    /// Whether what performs the action refuses a constant of the route; reported where it does.
    private func refusesConstant(
        _ action: Action, _ sources: [Route.Source], _ parameters: RouteParameters
    ) -> Bool {
        for (input, source) in zip(action.inputs, sources) {
            guard case .constant(let value) = source,
                let refusal = action.performer.refusal(of: [.init(input.name, value)]),
                let parameter = parameters.parameters.first(where: { $0.name == input.name })
            else { continue }
            report(
                .badConstant, parameter.place, "the value of `\(input.name)` \(refusal.reason)", help: refusal.help)
            return true
        }
        return false
    }

    /// Whether no two parameters have one name; reported where they have.
    func areDistinct(_ parameters: RouteParameters) -> Bool {
        var seen: [String: SourceRange] = [:]
        var areDistinct = true
        for parameter in parameters.parameters {
            if let first = seen[parameter.name] {
                reportSecond(
                    .repeatedParameter, parameter.place, "`\(parameter.name)` has two sources",
                    help: "one name has one source: rename one of them",
                    first: first == parameter.place ? nil : first)
                areDistinct = false
            }
            seen[parameter.name] = parameter.place
        }
        return areDistinct
    }

    private func warnUnfed(_ parameters: RouteParameters, _ action: Action) {
        for parameter in parameters.parameters where !action.inputs.contains(where: { $0.name == parameter.name }) {
            if parameter.constant != nil {
                report(
                    .badConstant, parameter.place, "the action `\(action.name)` has no input `\(parameter.name)`",
                    help: Suggestion.help(for: parameter.name, among: action.inputs.map(\.name)))
            } else {
                report(
                    .unusedParameter, parameter.place,
                    "the action `\(action.name)` has no input `\(parameter.name)`",
                    help: "declare the input, or write `*` for a part that the action does not need")
            }
        }
    }

    private func canBeAbsent(_ input: ActionInput, _ statement: Int) -> Bool {
        guard !input.isOptional, input.defaultValue == nil else { return true }
        guard !isSpoiled(input.name) else { return false }
        report(
            .missingInput, place(2, statement), "nothing gives the action its input `\(input.name)`",
            help: "capture it as `$(\(input.name))`, add `query \(input.name)`, or give the input a default")
        return false
    }

    private func source(of input: ActionInput, from parameter: RouteParameters.Parameter) -> Route.Source? {
        if let constant = parameter.constant { return readConstant(constant, of: input) }
        guard let type = parameter.type, fits(type, input.type) else {
            report(
                .parameterType, parameter.place,
                "`\(parameter.name)` can be any \(parameter.type.map(Self.written) ?? "value"), "
                    + "and the input takes only a \(Self.written(input.type))",
                help: "give both the same type")
            return nil
        }
        if parameter.isOptional, parameter.defaultValue == nil, input.defaultValue == nil, !input.isOptional {
            report(
                .missingInput, parameter.place, "a link may lack `\(parameter.name)`, and the action needs it",
                help: "give it a default, or make the input optional: `\(InputValue.name(of: input.type))?`")
            return nil
        }
        return parameter.source
    }

    private func readConstant(
        _ word: PlacedWord, of input: ActionInput
    ) -> Route.Source? {
        if case .value(let language) = input.type, let value = InputValue.value(of: word.text, as: language) {
            return .constant(value)
        }
        report(
            .badConstant, word.place,
            input.type == .list
                ? "the input `\(input.name)` is a list, and a constant is one value"
                : "`\(word.text)` is no `\(InputValue.name(of: input.type))`, as the input `\(input.name)` must be",
            help: InputValue.advice(on: input.type))
        return nil
    }

    private static func written(_ type: InputType) -> String {
        type == .list ? "list" : "`\(InputValue.name(of: type))`"
    }

    private func fits(_ type: InputType, _ input: InputType) -> Bool {
        switch type {
        case .list: input == .list
        case .value(let language): InputValue.fits(language, input)
        }
    }
}
