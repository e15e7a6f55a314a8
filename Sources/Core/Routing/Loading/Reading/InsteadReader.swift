// Reads `instead FEATURE.ACTION [INPUT=VALUE…] when CODE…` of a feature. A line may name a feature that stands behind it, or in
// another file: so its words are noted first, and what they name is looked up when all features are read.

import Conf
import Contract
import Features
import Matching

/// A line `instead` whose names are not looked up yet.
struct InsteadDraft {
    /// The number of the feature that has the line.
    let feature: Int
    let action: PlacedWord
    let inputs: [PlacedWord]
    let codes: [InsteadRule.Codes]
    /// The package of its file.
    let package: String?
}

/// Reads what else is performed when a feature is blocked.
struct InsteadReader: BlockReader {
    private static let example = "instead Shop.show item=pro when blocked.purchase.*"

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
        guard codes.count == words.count - when - 1 else { return }
        table.draft.insteads.append(
            InsteadDraft(
                feature: feature, action: words[0], inputs: Array(words[1..<when]), codes: codes,
                package: table.package?.name))
    }

    private func readCodes(_ word: PlacedWord) -> InsteadRule.Codes? {
        if let codes = InsteadRule.Codes(word.text) { return codes }
        let known = InsteadRule.Codes.possible.map(\.rawValue)
        let near = Suggestion.nearest(to: word.text, among: known).map { "did you mean `\($0)`?" }
        return refuse(
            .badValue, word.place, "no feature is refused with `\(word.text)`",
            help: near ?? "write a code, as `blocked.toggle.off`, or the beginning of several, as `blocked.purchase.*`")
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
        let word = line.action
        let dot = word.text.utf8.lastIndex(of: UInt8(ascii: "."))
        guard let dot, let name = String(word.text.utf8[..<dot]),
            let actionName = String(word.text.utf8[dot...].dropFirst())
        else {
            return refuse(
                .unknownAction, word.place, "`\(word.text)` is not an action with its feature",
                help: "write both, as in `\(Self.example)`")
        }
        guard let feature = feature(named: name, line) else { return nil }
        guard let action = table.draft.actions[feature]?[actionName] else {
            let names = table.draft.actions[feature].map { Array($0.keys) } ?? []
            reportUnknown(
                .unknownAction, (actionName, word.place), "the feature `\(name)` has no action `\(actionName)`",
                among: names, declaration: "declare it: `action \(actionName) { … }`")
            return nil
        }
        table.draft.actions[feature]?[actionName]?.isUsed = true
        // Without a number it has an error of its own.
        return action.number
    }

    private func feature(named name: String, _ line: InsteadDraft) -> Int? {
        let features = table.draft.catalogue.features
        let prefix = line.package.map { $0 + "/" } ?? ""
        let own = features.indices.dropFirst().filter { features[$0].path.hasPrefix(prefix) }
        let found = own.filter { features[$0].path == prefix + name || features[$0].path == name }
        let all = found.isEmpty ? own.filter { features[$0].name == name } : found
        guard let first = all.first else {
            reportUnknown(
                .unknownAction, (name, line.action.place), "there is no feature `\(name)`",
                among: own.map { String(features[$0].path.dropFirst(prefix.count)) },
                declaration: "declare it: `feature \(name) { … }`")
            return nil
        }
        guard all.count == 1 else {
            return refuse(
                .unknownAction, line.action.place, "several features are called `\(name)`",
                help: "write the path of one: " + all.map { "`\(features[$0].path)`" }.alternatives)
        }
        return isElsewhere(first, line) ? first : nil
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
                "the action `\(action.name)` has the line `journal`, which is about links"
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
        for word in line.inputs {
            guard let (name, value) = readInput(word, of: action) else { return nil }
            if let first = given[name] {
                reportSecond(
                    .repeatedParameter, word.place, "the input `\(name)` is given twice", first: first.place)
                return nil
            }
            given[name] = (value, word.place)
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

    private func readInput(_ word: PlacedWord, of action: Action) -> (String, Value)? {
        let halves = word.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard halves.count == 2, Name.isName(halves[0]) else {
            return refuse(
                .badValue, word.place, "`\(word.text)` is not an input with its value", help: "as in `item=pro`")
        }
        guard !halves[1].contains("$(") else {
            return refuse(
                .badPlaceholder, word.place, "no value of the link reaches the other feature",
                help: "write the value itself, as in `item=pro`")
        }
        guard let input = action.inputs.first(where: { $0.name == halves[0] }) else {
            reportUnknown(
                .unknownInput, (halves[0], word.place), "the action `\(action.name)` has no input `\(halves[0])`",
                among: action.inputs.map(\.name), declaration: "remove it: the action has no inputs")
            return nil
        }
        guard let value = InsteadReader.value(of: halves[1], as: input.type) else {
            return refuse(
                .badConstant, word.place,
                "the value `\(halves[1])` is not of the type `\(InputValue.name(of: input.type))`",
                help: input.type == .list
                    ? "write elements between slashes, as in `a/b`" : InputValue.advice(on: input.type))
        }
        return (input.name, value)
    }

    private static func value(of text: String, as type: InputType) -> Value? {
        switch type {
        case .value(let language): InputValue.value(of: text, as: language)
        case .list: .array(text.split(separator: "/", omittingEmptySubsequences: true).map { .string(String($0)) })
        }
    }
}
