// Reads the lines of a feature about the links of others:
//
//     observe note                    ACTION [of FEATURE…]
//     guard check of Player           ACTION [of FEATURE…]
//     replace Player.play with fake   FEATURE.ACTION with ACTION
//
// The action is one of the same feature. What else a line names may stand behind it or in another file, so it is looked up when
// all features are read.

import Conf
import Contract
import Features
import Matching

/// A line about the links of other features whose names are not looked up yet.
struct InterceptorDraft {
    /// The kinds of lines.
    enum Kind: String {
        case observe, `guard`, replace

        /// The names of the inputs that its action can have.
        var inputs: [String] {
            switch self {
            case .observe: InterceptedLink.names + InterceptedLink.namesOfOutcome
            case .guard: InterceptedLink.names
            case .replace: []
            }
        }
    }

    let kind: Kind
    /// The number of the feature that has the line.
    let feature: Int
    let action: PlacedWord
    /// The features that it is about, or the action that is replaced.
    let others: [PlacedWord]
}

/// Reads `observe`, `guard` and `replace`.
struct InterceptorReader: BlockReader {
    let table: TableReading

    /// Notes a line of a feature.
    func note(_ kind: InterceptorDraft.Kind, _ statement: Int, feature: Int) {
        if let package = table.package {
            return report(
                .misplacedDirective, place(0, statement),
                "`\(kind.rawValue)` is about the links of others, and the file is the package `\(package.name)`",
                help: "put the line into a file without `package`")
        }
        let words = arguments(statement)
        let isReplaced = kind == .replace
        let mark = isReplaced ? "with" : "of"
        guard words.count == 1 && !isReplaced || words.count > 2 && isKeyword(words[1], mark) else {
            return report(
                .wrongArguments, document.place(of: statement), "the line is not complete",
                help: isReplaced ? "as in `replace Player.play with fake`" : "as in `\(kind.rawValue) check of Player`")
        }
        let (action, others) = isReplaced ? (words[2], [words[0]]) : (words[0], Array(words.dropFirst(2)))
        table.draft.interceptors.append(
            InterceptorDraft(kind: kind, feature: feature, action: action, others: others))
    }

    /// Looks up what the lines name.
    func resolve() {
        for line in table.draft.interceptors {
            guard let number = ownAction(of: line), isUsable(number, line) else { continue }
            let catalogue = table.draft.catalogue
            let action = catalogue.actions[number]
            let name = "\(catalogue.features[line.feature].path).\(action.name)"
            let binding = catalogue.binding(of: number)
            switch line.kind {
            case .observe, .guard:
                guard hasKnownInputs(action, line), let features = features(of: line) else { continue }
                let interceptor = Interceptor(name: name, binding: binding, features: features.isEmpty ? nil : features)
                if line.kind == .guard {
                    table.draft.catalogue.interceptors.guards.append(interceptor)
                } else {
                    table.draft.catalogue.interceptors.observers.append(interceptor)
                }
            case .replace:
                guard let replaced = replacedAction(of: line), canReplace(replaced, action, line) else { continue }
                table.draft.catalogue.interceptors.replacements[replaced, default: []].append(
                    Interceptor(name: name, binding: binding))
            }
        }
    }

    // MARK: The action of the line

    private func ownAction(of line: InterceptorDraft) -> Int? {
        let names = table.draft.actions[line.feature] ?? [:]
        guard let action = names[line.action.text] else {
            reportUnknown(
                .unknownAction, line.action, "the feature has no action `\(line.action.text)`",
                among: Array(names.keys), declaration: "declare it: `action \(line.action.text) { … }`")
            return nil
        }
        table.draft.actions[line.feature]?[line.action.text]?.isUsed = true
        // Without a number it has an error of its own.
        return action.number
    }

    /// Whether the action can be performed without a link of its own.
    private func isUsable(_ number: Int, _ line: InterceptorDraft) -> Bool {
        let action = table.draft.catalogue.actions[number]
        let fault: String? =
            if case .redirect = action.performer {
                "leads to another link"
            } else if action.performer.needsLink, line.kind != .replace {
                "needs a link, and it gets none"
            } else if action.limits.isJournaled {
                "has the line `\(action.limits.lineAboutLinks)`, which is about links"
            } else {
                nil
            }
        guard let fault else { return true }
        report(
            .badValue, line.action.place, "the action `\(action.name)` \(fault)",
            help: "name an action that is performed with its inputs alone")
        return false
    }

    private func hasKnownInputs(_ action: Action, _ line: InterceptorDraft) -> Bool {
        let known = line.kind.inputs
        for input in action.inputs where !known.contains(input.name) && !input.isOptional && input.defaultValue == nil {
            report(
                .badValue, line.action.place, "nothing gives the action its input `\(input.name)`",
                help: "its inputs are of these: \(known.joined(separator: ", ")); or give it a default")
            return false
        }
        for input in action.inputs where known.contains(input.name) && input.type != .value(.string) {
            report(
                .badValue, line.action.place, "the input `\(input.name)` is a text",
                help: "declare it: `input \(input.name) string`")
            return false
        }
        return true
    }

    // MARK: The others

    /// The numbers of the features that the line is about, with those inside them; nil where one was reported.
    private func features(of line: InterceptorDraft) -> Set<Int>? {
        let features = table.draft.catalogue.features
        var found: Set<Int> = []
        for word in line.others {
            guard let feature = feature(named: word, line) else { return nil }
            let path = features[feature].path
            found.formUnion(features.indices.filter { $0 == feature || features[$0].path.hasPrefix(path + "/") })
        }
        return found
    }

    private func feature(named word: PlacedWord, _ line: InterceptorDraft) -> Int? {
        let lookup = FeatureLookup(table: table, package: nil)
        guard let number = lookup.feature(named: word.text, word.place) else { return nil }
        guard number != line.feature else {
            return refuse(
                .badValue, word.place, "the line stands in `\(word.text)` itself", help: "name another feature")
        }
        return number
    }

    private func replacedAction(of line: InterceptorDraft) -> Int? {
        let lookup = FeatureLookup(table: table, package: nil)
        guard let (feature, action) = lookup.action(named: line.others[0], example: "replace Player.play with fake")
        else { return nil }
        guard feature != line.feature else {
            return refuse(
                .badValue, line.others[0].place, "the action is one of the same feature",
                help: "name an action of another feature")
        }
        return action
    }

    /// Whether the action gets all of its inputs from the one that it replaces.
    private func canReplace(_ number: Int, _ action: Action, _ line: InterceptorDraft) -> Bool {
        let replaced = table.draft.catalogue.actions[number]
        if case .redirect = replaced.performer {
            report(
                .badValue, line.others[0].place, "the action `\(replaced.name)` leads to another link",
                help: "replace the action of that link")
            return false
        }
        for input in action.inputs {
            guard let given = replaced.inputs.first(where: { $0.name == input.name }) else {
                guard !input.isOptional, input.defaultValue == nil else { continue }
                report(
                    .badValue, line.action.place,
                    "`\(replaced.name)` has no input `\(input.name)`, which the action needs",
                    help: "give it a default: `input \(input.name) TYPE = VALUE`")
                return false
            }
            guard given.type == input.type, !given.isSecret || input.isSecret,
                !given.isOptional || given.defaultValue != nil || input.isOptional || input.defaultValue != nil
            else {
                report(
                    .badValue, line.action.place,
                    "the input `\(input.name)` is not declared as in `\(replaced.name)`",
                    help: "declare it with the same type, `?` and `secret`")
                return false
            }
        }
        return true
    }
}
