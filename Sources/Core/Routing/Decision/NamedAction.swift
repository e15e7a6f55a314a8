// Decides on an action that a caller names in place of a URL, up to the gate; Ruleset+decide.swift does it for a URL.
//
//     "Playback.play", {"episode": 7}
//     find     the feature and its action                                  rejected.action.notFound
//     check    each input by its declaration, in the words for links       rejected.input.…
//     compare  with the action's routes: one of them has to be able to bring these inputs
//
// The last step keeps the promises that a table makes about its actions. A route may narrow what an action declares: by the
// type of a capture, by a constant (`with mode safe`), by an `except`; and no segment of a path holds a slash or is `..`.
// A caller that names the action gets no further than a link could. An action that no route leads to was never open to callers,
// and is not found. Schemes, hosts and `deny` are about URLs, and here is none.

import Conf
import Contract
import Features
import Links
import Matching

/// An action by its name, with the inputs that a caller gives.
struct NamedAction {
    /// The end of its way to the gate.
    enum Decision {
        case chosen(ActionBinding, inputs: [Value.Member])
        case rejected(Outcome)
    }

    /// *Units*: bytes of a caller's text that a refusal repeats.
    private static let shownBytes = 64

    let name: String
    let given: [Value.Member]
    let ruleset: Ruleset
    /// Who names it; hidden features have names for operators alone.
    let audience: Audience

    /// Decides whether the action can be performed with the inputs.
    func decide() -> Decision {
        guard let binding else { return .rejected(Outcome(unknownAction: Self.shown(name), nearest: nearest)) }
        let action = ruleset.catalogue.actions[binding.action]
        do throws(InputFault) {
            let inputs = try checked(of: action)
            if let refusal = action.performer.refusal(of: inputs) { throw InputFault(refusal) }
            try compare(inputs, action, ruleset.contents.routes(ofAction: binding.action))
            return .chosen(binding, inputs: inputs)
        } catch {
            return .rejected(Outcome(error, of: binding, in: ruleset))
        }
    }

    // MARK: The action

    private var binding: ActionBinding? {
        guard let (feature, word) = parts, let number = ruleset.contents.action(named: word, ofFeature: feature),
            !ruleset.contents.routes(ofAction: number).isEmpty
        else { return nil }
        return ruleset.catalogue.binding(of: number)
    }

    /// The feature's number and the action's word; nil for the intake, whose action takes a URL alone.
    private var parts: (feature: Int, word: String)? {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), let path = String(name.utf8[..<dot]),
            let word = String(name.utf8[dot...].dropFirst()),
            let feature = ruleset.catalogue.feature(named: path, for: audience),
            feature != DeepLinkingFeature.performIncomingURL.feature
        else { return nil }
        return (feature, word)
    }

    /// The action of the named feature that was probably meant.
    private var nearest: String? {
        guard let (feature, word) = parts else { return nil }
        let contents = ruleset.contents
        let open = contents.actions(ofFeature: feature).filter { !contents.routes(ofAction: $0).isEmpty }
        let words = open.map { ruleset.catalogue.actions[$0].name }
        return Suggestion.nearest(to: word, among: words).map { ruleset.catalogue.features[feature].path + "." + $0 }
    }

    private static func shown(_ text: String) -> String {
        text.utf8.count <= shownBytes ? text : String(decoding: text.utf8.prefix(shownBytes), as: UTF8.self) + "…"
    }

    // MARK: Its declaration

    /// The inputs in the order of the action, after its defaults.
    private func checked(of action: Action) throws(InputFault) -> [Value.Member] {
        for member in given where !action.inputs.contains(where: { $0.name == member.name }) {
            let name = Self.shown(member.name)
            throw InputFault(
                unknownInput: name, nearest: Suggestion.nearest(to: name, among: action.inputs.map(\.name)))
        }
        var room = ruleset.linkLimits.urlBytes
        var inputs: [Value.Member] = []
        for input in action.inputs {
            let value = given.first { $0.name == input.name }?.value ?? .null
            if value == .null {
                if let value = input.defaultValue { inputs.append(.init(input.name, value)) }
                guard input.defaultValue != nil || input.isOptional else { throw InputFault(missingInput: input) }
            } else {
                inputs.append(.init(input.name, try checked(value, input, &room)))
            }
        }
        return inputs
    }

    private func checked(_ value: Value, _ input: ActionInput, _ room: inout Int) throws(InputFault) -> Value {
        let texts = try Self.texts(of: value, for: input)
        room -= texts.reduce(0) { $0 + $1.utf8.count + 1 }
        guard room >= 0 else {
            throw InputFault(tooLong: input, limit: ruleset.linkLimits.urlBytes)
        }
        for text in texts {
            if let rule = LinkBuilder.breach(ofValue: text) { throw InputFault(rule, of: input) }
        }
        guard case .value(let language) = input.type else { return .array(texts.map(Value.string)) }
        guard let text = texts.first, let value = InputValue.value(of: text, as: language) else {
            throw InputFault(mistyped: input, language)
        }
        return value
    }

    /// The texts of a value: one, or those of a list.
    private static func texts(of value: Value, for input: ActionInput) throws(InputFault) -> [String] {
        switch (input.type, value) {
        case (.value, .string), (.value, .integer), (.value, .bool): return [value.argumentText]
        case (.list, .string(let text)):
            let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            return text.isEmpty ? [] : parts.map { String(decoding: $0, as: UTF8.self) }
        case (.list, .array(let elements)):
            let texts = elements.compactMap(\.text)
            if texts.count == elements.count { return texts }
        default: break
        }
        throw InputFault(misshapen: input)
    }

    // MARK: Its routes

    private func compare(_ inputs: [Value.Member], _ action: Action, _ routes: [UInt32]) throws(InputFault) {
        let routes = routes.flatMap { ruleset.routes[Int($0)].alternatives }
        let values = action.inputs.map { input in inputs.first { $0.name == input.name }?.value }
        if routes.contains(where: { $0.brings(values, action) }) { return }
        let culprit = action.inputs.indices.first { index in
            !routes.contains { $0.brings(values[index], input: index, $0.pattern) }
        }
        throw InputFault(unroutable: culprit.map { action.inputs[$0] })
    }
}

extension Route {
    /// Whether a link of the route could bring the action these inputs.
    fileprivate func brings(_ values: [Value?], _ action: Action) -> Bool {
        let pattern = pattern
        guard values.indices.allSatisfy({ brings(values[$0], input: $0, pattern) }) else { return false }
        guard !excepts.isEmpty else { return true }
        // The path that such a link has; one with a nameless place may have any text there, so none is known.
        let path = try? pattern.path { name in
            guard let index = action.inputs.firstIndex(where: { $0.name == name }), let value = values[index] else {
                return nil
            }
            if let elements = value.elements { return .list(elements.map { Array($0.argumentText.utf8) }) }
            return .text(Array(value.argumentText.utf8))
        }
        guard let path else { return false }
        return !excepts.contains { $0.covers(path) }
    }

    /// Whether a link of the route could bring this value of one input.
    fileprivate func brings(_ value: Value?, input: Int, _ pattern: Pattern) -> Bool {
        switch sources[input] {
        case .constant(let constant): return value == constant
        case .absent: return value == defaults[input]
        case .tail:
            guard let texts = value?.elements?.compactMap(\.text) else { return false }
            return texts.dropLast().allSatisfy { !$0.isEmpty }
                && texts.allSatisfy { LinkBuilder.breach(ofSegment: Array($0.utf8)) == nil }
        case .capture(let number):
            guard let value, case .text(let language) = pattern.captures[number].value else { return false }
            let text = Array(value.argumentText.utf8)
            return language.accepts(text.span) && LinkBuilder.breach(ofSegment: text) == nil
        case .query(let number):
            return carries(value, query[number].language, isRequired: query[number].isRequired, input)
        case .fragment:
            guard let fragment else { return false }
            return carries(value, fragment.language, isRequired: fragment.isRequired, input)
        }
    }

    private func carries(_ value: Value?, _ language: Language, isRequired: Bool, _ input: Int) -> Bool {
        if !isRequired, value == defaults[input] { return true }
        guard let value else { return false }
        if language == .flag { return value == .bool(true) }
        if language == .switch { return value == .bool(true) || value == .bool(false) }
        return language.accepts(Array(value.argumentText.utf8).span)
    }
}

extension ExclusionPattern {
    /// Whether it covers a path.
    fileprivate func covers(_ segments: [[UInt8]]) -> Bool {
        guard coversBelow ? segments.count >= atoms.count : segments.count == atoms.count else { return false }
        return zip(atoms, segments).allSatisfy { $0.accepts($1.span) }
    }
}
