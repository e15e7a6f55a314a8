// Reads `instead FEATURE.ACTION [INPUT=VALUE…] when CODE…` of a feature. A line may name a feature that stands behind it, or in
// another file: so its words are noted first, and what they name is looked up when all features are read.

import Conf
import Contract
import Features
import Matching

/// A line `instead` whose names are not looked up yet.
struct InsteadDraft {
    /// `INPUT=VALUE`, and its parts.
    struct Input {
        let word: PlacedWord
        let name: PlacedWord
        let value: PlacedWord
    }

    /// The number of the feature that has the line.
    let feature: Int
    let action: PlacedWord
    let inputs: [Input]
    let codes: [InsteadRule.Codes]
    /// The package of its file.
    let package: String?
}

/// Reads what else is performed when a feature is blocked.
struct InsteadReader: BlockReader {
    private static let example = "instead Help.show page=switches when blocked.toggle.*"

    let table: TableReading

    /// Notes a line of a feature.
    func note(_ statement: Int, feature: Int) {
        let words = arguments(statement)
        guard let when = words.indices.first(where: { isKeyword(words[$0], "when") }), when > 0 else {
            return report(
                .wrongArguments, document.place(of: statement), "the line does not say when the action is performed",
                help: "write `when` and codes behind the action and its inputs, as in `\(Self.example)`")
        }
        guard when + 1 < words.count else {
            return report(
                .wrongArguments, words[when].place, "`when` has no code behind it", help: "as in `\(Self.example)`")
        }
        let codes = words[(when + 1)...].compactMap(readCodes)
        let inputs = words[1..<when].compactMap(readInput)
        guard codes.count == words.count - when - 1, inputs.count == when - 1 else { return }
        table.draft.insteads.append(
            InsteadDraft(
                feature: feature, action: words[0], inputs: inputs, codes: codes, package: table.package?.name))
    }

    private func readInput(_ word: PlacedWord) -> InsteadDraft.Input? {
        let bytes = Array(word.text.utf8)
        guard let sign = bytes.firstIndex(of: UInt8(ascii: "=")), sign > 0 else {
            return refuse(
                .badValue, word.place, "`\(word.text)` is not an input with its value", help: "as in `page=switches`")
        }
        let value = self.word(word, bytes, sign + 1..<bytes.count)
        guard !value.text.contains("$(") else {
            return refuse(
                .badPlaceholder, value.place, "no value of the link reaches the other feature",
                help: "write the value itself, as in `page=switches`")
        }
        return InsteadDraft.Input(word: word, name: self.word(word, bytes, 0..<sign), value: value)
    }

    /// A part of a word.
    private func word(_ word: PlacedWord, _ bytes: [UInt8], _ range: Range<Int>) -> PlacedWord {
        let place = part(word.place, at: range.lowerBound, length: max(1, range.count))
        return (String(decoding: bytes[range], as: UTF8.self), place)
    }

    private func readCodes(_ word: PlacedWord) -> InsteadRule.Codes? {
        if let codes = InsteadRule.Codes(word.text) { return codes }
        let known = InsteadRule.Codes.possible.map(\.rawValue)
        let near = Suggestion.nearest(to: word.text, among: known).map { "did you mean `\($0)`?" }
        return refuse(
            .badValue, word.place, "no feature is refused with `\(word.text)`",
            help: near ?? "write a code, as `blocked.toggle.off`, or the beginning of several, as `blocked.toggle.*`")
    }

    // MARK: All features are read

    /// Looks up what the lines name, and gives them to their features.
    func resolve() {
        for line in table.draft.insteads {
            guard let action = action(of: line) else { continue }
            let catalogue = table.draft.catalogue
            guard isPerformable(catalogue.actions[action], line),
                let inputs = inputs(of: catalogue.actions[action], line)
            else { continue }
            let rule = InsteadRule(binding: catalogue.binding(of: action), inputs: inputs, codes: line.codes)
            table.draft.catalogue.add(rule, to: line.feature)
        }
    }

    private func action(of line: InsteadDraft) -> Int? {
        let lookup = FeatureLookup(table: table, package: line.package)
        guard let (feature, action) = lookup.action(named: line.action, example: Self.example) else { return nil }
        // Read before: the change of the draft has it for itself.
        let name = table.draft.catalogue.actions[action].name
        table.draft.actions[feature]?[name]?.isUsed = true
        return isElsewhere(feature, line) ? action : nil
    }

    /// True if the feature is another one, and can be available where the line's is blocked; reported where not.
    private func isElsewhere(_ feature: Int, _ line: InsteadDraft) -> Bool {
        let features = table.draft.catalogue.features
        let (path, own) = (features[feature].path, features[line.feature].path)
        if feature == line.feature || path.hasPrefix(own + "/") {
            report(
                .badValue, line.action.place, "`\(path)` is blocked whenever `\(own)` is",
                help: "name an action of a feature outside of `\(own)`")
            return false
        }
        if features[feature].isHidden, !features[line.feature].isHidden {
            report(
                .badValue, line.action.place, "`\(path)` is hidden, and outcomes of `\(own)` would name it",
                help: "name an action of a feature that is visible")
            return false
        }
        return true
    }

    /// True if the action can be performed without a link; reported where not.
    private func isPerformable(_ action: Action, _ line: InsteadDraft) -> Bool {
        let fault: String? =
            if case .redirect = action.performer {
                "the action `\(action.name)` leads to another link"
            } else if action.performer.needsLink {
                "the action `\(action.name)` needs a link, and it gets none"
            } else if action.limits.isJournaled {
                "the action `\(action.name)` has the line `\(action.limits.lineAboutLinks)`, which is about links"
            } else {
                nil
            }
        guard let fault else { return true }
        report(
            .badValue, line.action.place, fault,
            help: "name an action that is performed with constants alone, as in `\(Self.example)`")
        return false
    }

    // MARK: Inputs

    private func inputs(of action: Action, _ line: InsteadDraft) -> [Value.Member]? {
        var given: [String: (value: Value, place: SourceRange)] = [:]
        for input in line.inputs {
            guard let value = value(of: input, action) else { return nil }
            if let first = given[input.name.text] {
                reportSecond(
                    .repeatedParameter, input.word.place, "the input `\(input.name.text)` is given twice",
                    first: first.place)
                return nil
            }
            given[input.name.text] = (value, input.word.place)
        }
        var members: [Value.Member] = []
        for input in action.inputs {
            guard let value = given[input.name]?.value ?? input.defaultValue else {
                guard !input.isOptional else { continue }
                return refuse(
                    .missingInput, line.action.place, "the input `\(input.name)` of `\(action.name)` is missing",
                    help: "add it: `\(input.name)=VALUE`")
            }
            members.append(.init(input.name, value))
        }
        guard let refusal = action.performer.refusal(of: members) else { return members }
        return refuse(
            .badConstant, given[refusal.input]?.place ?? line.action.place,
            "the value of `\(refusal.input)` \(refusal.reason)", help: refusal.help)
    }

    private func value(of given: InsteadDraft.Input, _ action: Action) -> Value? {
        guard let input = action.inputs.first(where: { $0.name == given.name.text }) else {
            reportUnknown(
                .unknownInput, given.name, "the action `\(action.name)` has no input `\(given.name.text)`",
                among: action.inputs.map(\.name), declaration: "remove it: the action has no inputs")
            return nil
        }
        let text = given.value.text
        return Self.value(of: text, as: input.type)
            ?? refuse(
                .badConstant, given.value.place,
                "the value `\(text)` is not of the type `\(InputValue.name(of: input.type))`",
                help: InputValue.advice(on: input.type))
    }

    private static func value(of text: String, as type: InputType) -> Value? {
        switch type {
        case .value(let language): InputValue.value(of: text, as: language)
        case .list: .array(text.split(separator: "/", omittingEmptySubsequences: true).map { .string(String($0)) })
        }
    }
}
